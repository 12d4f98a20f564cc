"""``eightoff solve``: decide a game and show how to win it, or decide a range of deals."""

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import eightoff
from eightoff import Game, Solution
from eightoff.cli.board import draw
from eightoff.cli.common import (
    CommandError,
    add_rules,
    chosen_game,
    is_number,
    note,
    print_json,
    read_text,
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
        metavar="A:B",
        help="the deals A to B-1",
    )
    which.add_argument(
        "--microsoft-range", metavar="A:B", help="Microsoft's numbered deals A to B-1"
    )
    add_rules(command)
    command.add_argument(
        "--shortest", action="store_true", help="search for a solution with the fewest moves"
    )
    command.add_argument("--max-nodes", type=int, metavar="N", help="states to look at at most")
    command.add_argument("--max-seconds", type=float, metavar="S", help="seconds to search at most")
    command.add_argument("--threads", type=int, metavar="N", help="threads for ranges (all cores)")
    command.add_argument(
        "--list",
        action="store_true",
        help="with a range: print the deals that are not winnable, a line each",
    )
    command.add_argument(
        "--board",
        dest="boards",
        action="store_true",
        help="show the board after each line of the solution",
    )
    command.add_argument("--json", action="store_true", help="print one line of JSON instead")
    command.set_defaults(run=run, board=None)


def run(arguments: argparse.Namespace) -> int:
    """Solve what the arguments ask for."""
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
        report(game, solution, arguments.boards)
    return EXIT_CODES[solution.status]


def game_to_solve(arguments: argparse.Namespace) -> Game:
    """Return the game that is asked for; a deal that is no code or number is a file."""
    deal = arguments.deal
    if deal is None or is_number(deal) or deal.strip().upper().startswith("EO"):
        return chosen_game(arguments)
    try:
        return Game.from_layout(
            read_text(deal), arguments.cells or 8, group_limit=arguments.group_limit or "app"
        )
    except ValueError as error:
        raise CommandError(str(error)) from error


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


def report(game: Game, solution: Solution, boards: bool) -> None:
    """Print the verdict and the moves, and the boards on the way if they are wanted."""
    note(f"{solution.nodes} states, {solution.seconds:.3g} s")
    if solution.moves is None:
        print(solution.status)
        return
    shortest = ", which is the fewest there can be" if solution.optimal else ""
    print(f"winnable in {solution.length} moves{shortest}")
    board = game.copy(history=False)
    if boards:
        print(draw(board))
    words = [str(move) for move in solution.moves]
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
    first, end = bounds(arguments.microsoft_range if microsoft else arguments.range)
    census = Census(
        cells=arguments.cells or 8,
        group_limit=arguments.group_limit or "app",
        microsoft=microsoft,
        threads=arguments.threads,
        max_nodes=arguments.max_nodes,
    )
    start = time.perf_counter()
    try:
        for numbers, table in census.run(first, end, progress_bar(end - first)):
            if arguments.list:
                list_deals(numbers, table, census)
    except ValueError as error:
        raise CommandError(str(error)) from error
    seconds = time.perf_counter() - start
    if arguments.json:
        print_json({"first": first, "end": end, "seconds": seconds, **census.data()})
    else:
        note(f"{seconds:.1f} s, {census.deals / seconds:,.0f} deals/s")
        print(census)
    return 0


def bounds(text: str) -> tuple[int, int]:
    """Return both ends of a range A:B."""
    first, colon, end = text.partition(":")
    if not (colon and is_number(first) and is_number(end)):
        raise CommandError(f"a range is A:B with two numbers, such as 0:100000, not {text!r}")
    if int(end) <= int(first):
        raise CommandError(f"the range {text} has no deals")
    return int(first), int(end)


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
