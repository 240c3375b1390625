"""The ``kawara`` command: ``python -m kawara``."""

import sys

from kawara._kawara import _command


def main() -> None:
    """Does what the command line asks for, and ends the program."""
    sys.exit(_command(["kawara", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
