"""``python -m eightoff``: the command line."""

from eightoff.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
