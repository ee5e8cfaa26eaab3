"""The command `patience`: everything that a person types or a program reads."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec


def main(args: Sequence[str] | None = None) -> int:
    """Run the command `patience` and return its exit status.

    Args:
        args: the arguments; those of the process when None.
    """
    if find_spec("click") is None:
        print('The command patience needs the extra "cli": pip install "patience-core[cli]"', file=sys.stderr)
        return 1
    try:
        from patience_core.cli.app import run

        return run(args)
    except KeyboardInterrupt:  # before a command could see to it
        return 130
