"""``eightoff deals``: find deals by property."""

import argparse
from typing import Any

from eightoff.cli.common import (
    CommandError,
    UsageError,
    at_least,
    number_range,
    print_json,
    refuse_together,
)
from eightoff.solving import FEWEST_ACTIONS


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "deals",
        help="find deals that can be won, cannot, are short or hard",
        description="Print the codes of deals with a property, as they are found.",
        epilog="examples:\n"
        "  eightoff deals --cells 4 --count 100 --seed 7\n"
        "  eightoff deals --unwinnable --count 1\n"
        "  eightoff deals --length 68:72 --count 10 --seed 1\n"
        "  eightoff deals --hardest 10 --range 0:100000\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verdict = command.add_mutually_exclusive_group()
    verdict.add_argument(
        "--winnable", action="store_true", help="deals that can be won (the default)"
    )
    verdict.add_argument("--unwinnable", action="store_true", help="deals that cannot")
    command.add_argument("--cells", type=int, choices=(8, 4, 2), default=8)
    command.add_argument("--group-limit", choices=("app", "strict"), default="app")
    command.add_argument(
        "--length",
        type=lengths,
        metavar="A[:B]",
        help="deals whose shortest solution has A to B actions, both included (A alone: just A); "
        "52 is the fewest there can be",
    )
    command.add_argument(
        "--hardest",
        type=at_least(1),
        metavar="N",
        help="the N deals of --range with most solver nodes",
    )
    command.add_argument("--count", type=at_least(0), metavar="N", help="how many (default: all)")
    order = command.add_mutually_exclusive_group()
    order.add_argument(
        "--seed", type=int, metavar="N", help="the same deals every time (default: others)"
    )
    order.add_argument(
        "--range", type=number_range, metavar="A:B", help="deals A to B - 1, in order"
    )
    command.add_argument("--threads", type=at_least(1), metavar="N", help="threads (default: all)")
    command.add_argument("--json", action="store_true", help="a line of JSON for each deal")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the deals as they are found; 1 if fewer are found than were asked for."""
    from eightoff.studies import find_deals

    check_options(arguments)
    found = 0
    try:
        for deal in find_deals(
            arguments.count,
            cells=arguments.cells,
            group_limit=arguments.group_limit,
            winnable=not arguments.unwinnable,
            length=arguments.length,
            hardest=arguments.hardest,
            deals=arguments.range,
            seed=arguments.seed,
            threads=arguments.threads,
        ):
            found += 1
            if arguments.json:
                print_json(deal._asdict())
            else:
                print(deal.code, flush=True)
    except ValueError as error:
        raise CommandError(str(error)) from error
    if found < wanted(arguments):
        raise CommandError(f"only {found} such deals" if found else "no such deals")
    return 0


def check_options(arguments: argparse.Namespace) -> None:
    """Refuse options that contradict each other or lack another."""
    refuse_together(arguments, "--hardest", "--count")
    refuse_together(arguments, "--unwinnable", "--length")
    if arguments.hardest is not None and arguments.range is None:
        raise UsageError("--hardest needs --range\nhint: --range 0:100000")


def wanted(arguments: argparse.Namespace) -> int:
    """Return how many deals are asked for: one at least if no number is given."""
    given = [n for n in (arguments.count, arguments.hardest) if n is not None]
    return given[0] if given else 1


def lengths(text: str) -> tuple[int, int]:
    """Return the lengths that ``A:B`` names, or one number for both."""
    low, colon, high = text.partition(":")
    try:
        pair = (int(low), int(high if colon else low))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no range of lengths, as 68:72") from None
    if not 0 <= pair[0] <= pair[1]:
        raise argparse.ArgumentTypeError(f"{text!r}: the shorter length comes first")
    if pair[1] < FEWEST_ACTIONS:
        raise argparse.ArgumentTypeError(
            f"{text!r}: no deal is won by fewer than {FEWEST_ACTIONS} actions"
        )
    return pair
