"""What is said where a package that a part of mass simulation needs is not installed."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from patience_core.errors import SimulationError


@contextmanager
def extra(name: str, part: str) -> Generator[None, None, None]:
    """Turn an import that fails into a SimulationError that names the extra which brings the package."""
    try:
        yield
    except ImportError as error:
        raise SimulationError(
            f'{part} needs the extra "{name}" ({error}): pip install "patience-core[{name}]"'
        ) from error
