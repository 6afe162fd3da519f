"""``python -m quire``: the command line."""

import sys

from quire.cli import main

if __name__ == "__main__":
    sys.exit(main())
