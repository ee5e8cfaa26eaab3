"""Sphinx configuration."""

from importlib.metadata import version as installed_version

project = "patience-core"
copyright = "2026, the patience-core contributors"  # noqa: A001 - the name is Sphinx's
release = version = installed_version("patience-core")

extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "myst_parser"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "patience-core"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

nitpicky = True
# Only the project's own names can be resolved: the build does without a network, so without intersphinx.
nitpick_ignore_regex = [(r"py:.*", r"(?!patience_).*"), (r"py:class", r"patience_core\.game\.T")]
