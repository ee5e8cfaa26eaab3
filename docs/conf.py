"""Sphinx configuration, and the pages of the games, which are made from the installed plugins."""

import importlib
import importlib.util
from importlib.metadata import version as installed_version
from pathlib import Path

from patience_core import Game, Registry, rules_page

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
nitpick_ignore_regex = [
    (r"py:.*", r"(?!patience_).*"),
    (r"py:class", r"patience_core\.game\.T|patience_core\.conformance\.trials\.Shared"),
]


def derivation(game: type[Game]) -> str:
    """Return how the odds of a game are derived: by convention, what the module `odds` of its plugin says."""
    module = f"{game.__module__.partition('.')[0]}.odds"
    if importlib.util.find_spec(module) is None:
        return ""
    return f"\n## How the odds are derived\n\n{importlib.import_module(module).__doc__}"


pages = Path(__file__).parent / "games"
pages.mkdir(exist_ok=True)
for old in pages.glob("*.md"):
    old.unlink()
for kind in Registry.discover(strict=True).games:
    page = f"{rules_page(kind())}\n{derivation(kind)}".rstrip()
    (pages / f"{kind.id}.md").write_text(f"{page}\n", encoding="utf-8")
