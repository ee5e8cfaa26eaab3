"""Run the command line as `python -m patience_core.cli`."""

import sys

from patience_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
