"""``eightoff solve``: decide a game and show how to win it, or decide a range of deals."""

import argparse
import os
import re
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import eightoff
from eightoff import Game, Solution
from eightoff.cli.board import draw
from eightoff.cli.common import (
    CommandError,
    UsageError,
    add_rules,
    at_least,
    chosen_game,
    is_given,
    is_number,
    microsoft_range,
    note,
    number_range,
    print_json,
    read_text,
    refuse_together,
    refuse_without,
    seconds,
)
from eightoff.winnability import Census

EXIT_CODES = {"winnable": 0, "unwinnable": 1, "unknown": 3}
WORDS_PER_LINE = 16


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "solve",
        help="decide whether a game can be won, and how",
        description="Decide a deal, or a board from a file ('-': standard input), and print a "
        "way to win as words of a game record. With --range, decide many deals and print a "
        "summary.",
        epilog="exit codes: 0 winnable (with --range: done), 1 unwinnable (or the input is "
        "wrong), 3 unknown because --max-nodes or --max-seconds ended the search",
    )
    which = command.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "deal",
        nargs="?",
        metavar="CODE|NUMBER|FILE",
        help="game code, deal number, or a file with a board ('-': standard input)",
    )
    which.add_argument(
        "--microsoft", type=int, metavar="N", help="Microsoft's numbered deal, from 1"
    )
    which.add_argument(
        "--range",
        type=number_range,
        metavar="A:B",
        help="the deals A to B-1",
    )
    which.add_argument(
        "--microsoft-range",
        type=microsoft_range,
        metavar="A:B",
        help="Microsoft's numbered deals A to B-1",
    )
    add_rules(command)
    command.add_argument(
        "--shortest", action="store_true", help="search for a solution with the fewest moves"
    )
    command.add_argument(
        "--max-nodes", type=at_least(0), metavar="N", help="states to look at at most"
    )
    command.add_argument(
        "--max-seconds", type=seconds, metavar="S", help="seconds to search at most"
    )
    command.add_argument(
        "--threads", type=at_least(1), metavar="N", help="threads for ranges (all cores)"
    )
    command.add_argument(
        "--list",
        action="store_true",
        help="with a range: print the deals that are not winnable, a line each",
    )
    command.add_argument(
        "--board",
        dest="boards",
        action="store_true",
        help="show the board after each line of the solution (a board to solve is a FILE)",
    )
    command.add_argument("--json", action="store_true", help="print one line of JSON instead")
    command.set_defaults(run=run, board=None)


def run(arguments: argparse.Namespace) -> int:
    """Solve what the arguments ask for."""
    check_options(arguments)
    if arguments.range is not None or arguments.microsoft_range is not None:
        return run_range(arguments)
    game = game_to_solve(arguments)
    try:
        solution = eightoff.solve(
            game,
            shortest=arguments.shortest,
            max_nodes=arguments.max_nodes,
            max_seconds=arguments.max_seconds,
        )
    except ValueError as error:
        raise CommandError(str(error)) from error
    if arguments.json:
        print_json(solution_data(game, solution))
    else:
        report(game, solution, arguments)
    return EXIT_CODES[solution.status]


def check_options(arguments: argparse.Namespace) -> None:
    """Refuse options that would have no effect beside each other."""
    for many in ("--range", "--microsoft-range"):
        refuse_together(arguments, many, "--shortest", "--max-seconds")
        if is_given(arguments, many) and arguments.boards:
            raise UsageError(f"--board does not go with {many}")
    for option in ("--list", "--threads"):
        refuse_without(arguments, option, "--range", "--microsoft-range")
    refuse_together(arguments, "--json", "--list")
    if arguments.json and arguments.boards:
        raise UsageError("--board does not go with --json")


def game_to_solve(arguments: argparse.Namespace) -> Game:
    """Return the game that is asked for; a deal that is no code or number is a file."""
    deal = arguments.deal
    if deal is None or is_number(deal) or deal.strip().upper().startswith("EO"):
        return chosen_game(arguments)
    if deal != "-" and not os.path.exists(deal):
        raise CommandError(nothing_of_the_kind(deal))
    try:
        return Game.from_layout(
            read_text(deal), arguments.cells or 8, group_limit=arguments.group_limit or "app"
        )
    except ValueError as error:
        raise CommandError(str(error)) from error


def nothing_of_the_kind(deal: str) -> str:
    """Return the message about a deal that is no code, no number and no file."""
    message = f"{deal!r} is neither a game code nor a deal number nor a file"
    hint = "a code looks like EO1-C8-AAAAAFA"
    if re.match(r"E0", deal.strip(), re.IGNORECASE):
        hint += ", and begins with the letters E and O, not with a zero"
    return f"{message}\nhint: {hint}"


def solution_data(game: Game, solution: Solution) -> dict[str, object]:
    """Return what a program may want to know of a solution, for JSON."""
    return {
        "code": game.code,
        "number": game.number,
        "num_cells": game.num_cells,
        "group_limit": game.group_limit,
        "status": solution.status,
        "length": solution.length,
        "moves": None if solution.moves is None else [str(move) for move in solution.moves],
        "actions": solution.actions.tolist(),
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "lower_bound": solution.lower_bound,
        "optimal": solution.optimal,
    }


def report(game: Game, solution: Solution, arguments: argparse.Namespace) -> None:
    """Print the verdict and the moves, and the boards on the way if they are wanted."""
    note(f"{solution.nodes} states, {duration(solution.seconds)}")
    if solution.status == "unknown":
        note(f"{spent_budget(solution, arguments)} ended the search")
    if solution.moves is None:
        print(solution.status)
        return
    print(f"winnable in {solution.length} moves{proof(solution, arguments.shortest)}")
    show_moves(game, [str(move) for move in solution.moves], arguments.boards)


def duration(value: float) -> str:
    """Return a time in seconds, or in thousandths of one."""
    return f"{value:.2f} s" if value >= 1 else f"{1000 * value:.2f} ms"


def spent_budget(solution: Solution, arguments: argparse.Namespace) -> str:
    """Return what ended a search that came to nothing."""
    if arguments.max_nodes is not None and solution.nodes >= arguments.max_nodes:
        return f"--max-nodes {arguments.max_nodes}"
    if arguments.max_seconds is not None and solution.seconds >= arguments.max_seconds:
        return f"--max-seconds {arguments.max_seconds:g}"
    return "the limit of memory"


def proof(solution: Solution, shortest: bool) -> str:
    """Return what is known of solutions with fewer moves."""
    if solution.optimal:
        return ", which is the fewest there can be"
    return f", not proved shortest: at least {solution.lower_bound}" if shortest else ""


def show_moves(game: Game, words: list[str], boards: bool) -> None:
    """Print the moves, and the boards on the way if they are wanted."""
    board = game.copy(history=False)
    if boards:
        print(draw(board))
    for first in range(0, len(words), WORDS_PER_LINE):
        line = words[first : first + WORDS_PER_LINE]
        print(" ".join(line))
        if boards:
            for word in line:
                board.apply(word)
            print(draw(board))


def run_range(arguments: argparse.Namespace) -> int:
    """Decide a range of deals and print what came of it."""
    microsoft = arguments.microsoft_range is not None
    numbers = arguments.microsoft_range if microsoft else arguments.range
    first, end = numbers.start, numbers.stop
    census = Census(
        cells=arguments.cells or 8,
        group_limit=arguments.group_limit or "app",
        microsoft=microsoft,
        threads=arguments.threads,
        max_nodes=arguments.max_nodes,
    )
    start = time.perf_counter()
    try:
        for block, table in census.run(first, end, progress_bar(end - first)):
            if arguments.list:
                list_deals(block, table, census)
    except ValueError as error:
        raise CommandError(str(error)) from error
    taken = time.perf_counter() - start
    if arguments.json:
        print_json({"first": first, "end": end, "seconds": taken, **census.data()})
    else:
        note(f"{taken:.1f} s, {census.deals / taken:,.0f} deals/s")
        print(census)
    return 0


def list_deals(numbers: NDArray[np.uint32], table: NDArray[Any], census: Census) -> None:
    """Print the deals that were not won."""
    for row in np.flatnonzero(table["status"] != 1):
        number = int(numbers[row])
        name = number if census.microsoft else eightoff.encode_code(number, census.cells)
        print(name, "unwinnable" if table["status"][row] == 0 else "unknown", flush=True)


def progress_bar(total: int) -> Any:
    """Return a bar on standard error, or None without tqdm."""
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit="deals", smoothing=0, disable=None)
