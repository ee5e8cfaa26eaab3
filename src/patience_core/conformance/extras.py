"""ExtraError: what is said where a package of the extra `conformance` is not installed."""

from __future__ import annotations

from patience_core.errors import PatienceError


class ExtraError(PatienceError, ImportError):
    """A package is not installed that this part of the kit needs; the text says how to get it."""

    def __init__(self, part: str, package: str) -> None:
        """Say which part needs which package."""
        super().__init__(
            f'{part} needs {package}, of the extra "conformance": pip install "patience-core[conformance]"'
        )
