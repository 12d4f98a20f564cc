"""The table of commands, and what they share: parsing, messages, exit codes."""

import argparse
import os
import sys
from collections.abc import Sequence

import eightoff
from eightoff.cli import code, deal, deals, play, replay, solve, study
from eightoff.cli.common import CommandError, UsageError, complain

# The order of `eightoff --help`. A command's module imports what is heavy when it runs.
COMMANDS = (deal, play, code, replay, solve, deals, study)

EPILOG = """\
Data goes to standard output, everything else to standard error.
exit codes: 0 done, 1 the input is wrong or the answer is no, 2 the command line is wrong,
130 interrupted
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="eightoff",
        description="Eight Off, the patience game: deal, play, check, solve.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"eightoff {eightoff.__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    for declared in commands.choices.values():
        # Errors show the usage of the command and not of the whole program.
        declared.set_defaults(parser=declared)
    return top


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments; an option that no command has is an error of the command at hand."""
    arguments, unknown = parser().parse_known_args(argv)
    if unknown:
        arguments.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    return arguments


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Args:
        argv: The arguments without the program's name; those of the process when None.

    Returns:
        0 done, 1 the input is wrong or the answer is no, 130 interrupted.

    Raises:
        SystemExit: 0 after help, 2 when the command line is wrong.
    """
    arguments = parse(argv)
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except CommandError as error:
        complain(str(error))
        return 1
    except UsageError as error:
        arguments.parser.error(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has seen enough (`| head`). Python flushes once more at exit: let it be to
        # nowhere instead of a second error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
