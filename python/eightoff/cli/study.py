"""``eightoff study``: solve many deals into a directory, and sum up what is there."""

import argparse
import contextlib
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from eightoff.cli.common import (
    CommandError,
    UsageError,
    at_least,
    is_number,
    note,
    number_range,
    print_json,
    read_text,
    seconds,
    with_hint,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from eightoff.studies import Study

EPILOG = """\
The same command goes on with a study that was interrupted; it also tries failed chunks again.

examples:
  eightoff study --range 0:1000000 --cells 8,4,2 --out DIR
  eightoff study --range 1:32001 --microsoft --group-limit strict --out DIR
  eightoff study summary DIR
"""


def add(commands: Any) -> None:
    """Declare the command and its subcommand."""
    command = commands.add_parser(
        "study",
        help="solve many deals into a table on disk",
        description="Solve many deals into a table on disk, one row for each deal and rule set.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    # Not required here: `study summary` goes without them.
    which = command.add_mutually_exclusive_group()
    which.add_argument("--range", type=number_range, metavar="A:B", help="deals A to B - 1")
    which.add_argument(
        "--deals", metavar="FILE", help="deal numbers or codes, a word each ('-': standard input)"
    )
    command.add_argument("--out", metavar="DIR", help="the study's directory")
    command.add_argument(
        "--cells", type=cell_counts, metavar="N,...", help="8, 4 or 2, or several (default 8,4,2)"
    )
    command.add_argument(
        "--group-limit",
        type=group_limits,
        default=("app",),
        metavar="LIMIT,...",
        help="app, strict or both (default app)",
    )
    command.add_argument(
        "--microsoft", action="store_true", help="the numbers are Microsoft's, from 1"
    )
    command.add_argument(
        "--shortest", action="store_true", help="also find the fewest actions that win (slow)"
    )
    command.add_argument(
        "--no-lengths", action="store_true", help="verdicts without winning lines: quicker"
    )
    command.add_argument("--no-features", action="store_true", help="leave the features out")
    command.add_argument(
        "--max-nodes", type=at_least(1), metavar="N", help="the solver's budget a deal"
    )
    command.add_argument("--chunk-size", type=at_least(1), metavar="N", help="deals in a file")
    command.add_argument("--threads", type=at_least(1), metavar="N", help="threads (default: all)")
    command.add_argument(
        "--scheduler", metavar="ADDRESS", help="work on a dask cluster, tcp://HOST:8786"
    )
    command.add_argument(
        "--patience",
        type=seconds,
        metavar="SECONDS",
        help="try chunks on a cluster again if none comes back for so long",
    )
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.set_defaults(run=run)

    summary = command.add_subparsers(title="subcommands", metavar="summary").add_parser(
        "summary",
        help="sum up a study",
        description="Winnable shares with exact intervals, nodes, lengths, and rule sets in pairs.",
    )
    summary.add_argument("directory", metavar="DIR", help="the study's directory")
    summary.add_argument(
        "--confidence", type=float, default=0.95, metavar="P", help="level (default 0.95)"
    )
    summary.add_argument("--json", action="store_true", help="as one line of JSON")
    summary.set_defaults(run=summarise, parser=summary)


def run(arguments: argparse.Namespace) -> int:
    """Run the study, or go on with it."""
    from eightoff.studies import FailedChunkWarning, StudyError, study

    if arguments.out is None or (arguments.range is None and arguments.deals is None):
        raise UsageError(
            "which deals, and where to?\nhint: eightoff study --range 0:1000000 --out DIR"
        )
    if arguments.microsoft and arguments.range is not None and arguments.range[0] == 0:
        raise UsageError("Microsoft's deals begin with number 1\nhint: --range 1:...")
    deals = arguments.range if arguments.deals is None else read_deals(arguments.deals)
    progress = Progress(quiet=arguments.quiet)
    try:
        with warnings.catch_warnings(), executor(arguments.scheduler) as workers:
            # It is said below, without Python's form of a warning.
            warnings.simplefilter("ignore", FailedChunkWarning)
            result = study(
                deals,
                arguments.cells,
                arguments.group_limit,
                shortest=arguments.shortest,
                lengths=not arguments.no_lengths,
                features=not arguments.no_features,
                out=arguments.out,
                executor=workers,
                threads=arguments.threads,
                patience=arguments.patience,
                max_nodes=arguments.max_nodes,
                chunk_size=arguments.chunk_size,
                numbering="microsoft" if arguments.microsoft else "eightoff",
                progress=progress,
            )
    except (ValueError, StudyError, ImportError) as error:
        raise CommandError(in_options(error)) from error
    except KeyboardInterrupt:
        note(f"\nstopped: {progress.kept()} in {arguments.out}, and the same command goes on")
        raise
    return tell_failures(result)


class Progress:
    """Shows how far a study is, unless it is to be quiet, and remembers it."""

    def __init__(self, *, quiet: bool) -> None:
        """Prepare to write to standard error."""
        from eightoff.studies.progress import StatusLine

        self._line = None if quiet else StatusLine()
        self._rows: tuple[int, int] | None = None

    def __call__(self, done: int, total: int) -> None:
        """Take note of rows done and rows in all."""
        self._rows = (done, total)
        if self._line is not None:
            self._line(done, total)

    def kept(self) -> str:
        """Return what is on disk, in words."""
        if self._rows is None:
            return "what is done is"
        done, total = self._rows
        return f"{done:,} of {total:,} rows are"


def in_options(error: Exception) -> str:
    """Return an error's message, with what to do about it said in options."""
    if "with other parameters" in str(error):
        return with_hint(error, "repeat the options it was begun with, or name another --out")
    return str(error)


def tell_failures(study: "Study") -> int:
    """Name the chunks that failed; return the exit code."""
    for chunk in study.failed:
        note(f"failed: {chunk}")
    return 1 if study.failed else 0


def summarise(arguments: argparse.Namespace) -> int:
    """Print the summary of a study."""
    import eightoff
    from eightoff.studies import StudyError

    try:
        study = eightoff.study.open(arguments.directory)
        summary = study.summary(arguments.confidence)
    except (ValueError, StudyError, ImportError) as error:
        raise CommandError(str(error)) from error
    if arguments.json:
        print_json(summary.to_dict())
    else:
        print(summary)
    return tell_failures(study)


@contextlib.contextmanager
def executor(scheduler: str | None) -> "Iterator[Executor | None]":
    """Yield the executor of a dask cluster, or None for threads."""
    if scheduler is None:
        yield None
        return
    from eightoff.studies.extras import need

    try:
        client = need("distributed", "eightoff[cluster]").Client(scheduler)
    except OSError as error:
        raise CommandError(f"no dask scheduler at {scheduler}: {error}") from error
    with client:
        # A dead worker's tasks go to others by themselves; retries are for tasks that raise.
        yield client.get_executor(pure=False, retries=3)


def read_deals(path: str) -> list[int | str]:
    """Return the deals that a file names, all by numbers or all by codes.

    Raises:
        CommandError: It cannot be read, or mixes both.
    """
    words = read_text(path).split()
    numbers = [word for word in words if is_number(word)]
    codes = [word for word in words if not is_number(word)]
    if numbers and codes:
        raise CommandError(
            f"numbers and codes cannot be mixed: {numbers[0]} and {codes[0]}\n"
            "hint: eightoff code NUMBER CODE... turns one into the other"
        )
    return [int(number) for number in numbers] if numbers else list(codes)


def cell_counts(text: str) -> tuple[int, ...]:
    """Return the cells that a list like ``8,4,2`` names."""
    if not all(word in ("8", "4", "2") for word in text.split(",")):
        raise argparse.ArgumentTypeError(f"{text!r}: write 8, 4, 2 or several, as in 8,4")
    return tuple(int(word) for word in text.split(","))


def group_limits(text: str) -> tuple[str, ...]:
    """Return the group limits that a list like ``app,strict`` names."""
    if not all(word in ("app", "strict") for word in text.split(",")):
        raise argparse.ArgumentTypeError(f"{text!r}: write app, strict or app,strict")
    return tuple(text.split(","))
