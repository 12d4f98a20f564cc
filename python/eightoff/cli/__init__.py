"""The command line: ``eightoff`` and ``python -m eightoff``.

One module a command. Each has ``add(commands)``, which declares the command's arguments and
names the function that runs it; `eightoff.cli.main` has the table of them.
"""

from eightoff.cli.main import main

__all__ = ["main"]
