"""What several commands share: arguments, input, messages and the JSON form of a game."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypedDict

import eightoff
from eightoff import Game

SUITS = "SHDC"


class Limits(TypedDict):
    """What every constructor of Game takes besides the deal."""

    group_limit: Literal["app", "strict"]
    undo_limit: int | None


class CommandError(Exception):
    """Wrong input: the message is for the user, the exit code is 1."""


class UsageError(Exception):
    """A command line that contradicts itself or lacks something: the exit code is 2."""


def complain(message: str) -> None:
    """Write an error to standard error."""
    print(f"error: {message}", file=sys.stderr)


def note(message: str) -> None:
    """Write what is no data to standard error."""
    print(message, file=sys.stderr, flush=True)


def with_hint(error: Exception, hint: str) -> str:
    """Return the message of an error of the package with a hint for the command line instead."""
    return f"{str(error).partition(chr(10) + 'hint:')[0]}\nhint: {hint}"


def at_least(least: int) -> Callable[[str], int]:
    """Return what reads a whole number of an option, which is `least` or more."""

    def number(text: str) -> int:
        if not is_number(text) or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
        return int(text)

    return number


def seconds(text: str) -> float:
    """Return the seconds that an option names, 0 or more."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not value >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds, 0 or more")
    return value


def number_range(text: str) -> range:
    """Return the range that ``A:B`` or ``B`` stands for."""
    first, colon, last = text.rpartition(":")
    try:
        numbers = range(int(first) if colon else 0, int(last))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no range, such as 0:1000000") from None
    if not numbers or numbers[0] < 0 or numbers[-1] > 0xFFFF_FFFF:
        raise argparse.ArgumentTypeError(
            f"{text!r}: a range begins with the lower number and stays in 0:4294967296"
        )
    return numbers


def microsoft_range(text: str) -> range:
    """Return the range of Microsoft's numbers that ``A:B`` stands for."""
    numbers = number_range(text)
    if numbers[0] == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: Microsoft's deals begin with number 1")
    return numbers


def is_given(arguments: argparse.Namespace, option: str) -> bool:
    """Return whether an option (``"--max-nodes"``) is on the command line."""
    value = getattr(arguments, option.removeprefix("--").replace("-", "_"))
    return value is not None and value is not False


def refuse_together(arguments: argparse.Namespace, option: str, *others: str) -> None:
    """Refuse options that mean nothing beside `option`.

    Raises:
        UsageError: `option` and one of the others are given.
    """
    for other in others:
        if is_given(arguments, option) and is_given(arguments, other):
            raise UsageError(f"{other} does not go with {option}")


def refuse_without(arguments: argparse.Namespace, option: str, *needed: str) -> None:
    """Refuse `option` where none of those that give it a meaning is given.

    Raises:
        UsageError: `option` is given, and none of `needed`.
    """
    if is_given(arguments, option) and not any(is_given(arguments, other) for other in needed):
        raise UsageError(f"{option} needs {' or '.join(needed)}")


def add_rules(command: argparse.ArgumentParser) -> None:
    """Add the arguments that choose the rules."""
    command.add_argument(
        "--cells",
        type=int,
        choices=(8, 4, 2),
        help="number of cells (a code has its own; default 8)",
    )
    command.add_argument(
        "--group-limit",
        choices=("app", "strict"),
        help="how many cards may move together: (free cells + 1) doubled by each empty column "
        "(app, the default), or free cells + 1 (strict)",
    )


def add_deal(command: argparse.ArgumentParser, option: str | None = None) -> None:
    """Add the arguments that choose a deal or a board: by `option`, or else by position."""
    kind: dict[str, Any] = {"dest": "deal"} if option else {"nargs": "?"}
    which = command.add_mutually_exclusive_group()
    which.add_argument(
        option or "deal",
        **kind,
        metavar="CODE|NUMBER",
        help="game code (EO1-C8-AAAAAFA) or deal number, 0 to 4294967295",
    )
    which.add_argument(
        "--microsoft", type=int, metavar="N", help="Microsoft's numbered deal, from 1"
    )
    which.add_argument(
        "--board", metavar="FILE", help="a board as text ('-': standard input), see docs/formats.md"
    )
    add_rules(command)


def has_rules(arguments: argparse.Namespace) -> bool:
    """Return whether the arguments of `add_rules` ask for certain rules."""
    return arguments.cells is not None or arguments.group_limit is not None


def has_deal(arguments: argparse.Namespace) -> bool:
    """Return whether the arguments of `add_deal` name a deal or a board."""
    named = (arguments.deal, arguments.microsoft, arguments.board)
    return any(value is not None for value in named)


def chosen_game(arguments: argparse.Namespace, undo_limit: int | None = 100) -> Game:
    """Return the game that the arguments of `add_deal` choose; a random one when none is named."""
    limits: Limits = {"group_limit": arguments.group_limit or "app", "undo_limit": undo_limit}
    cells = arguments.cells or 8
    check_cells(arguments)
    try:
        if arguments.microsoft is not None:
            deck = eightoff.ms_deck(arguments.microsoft)
            return Game.from_deck(deck, cells, **limits)
        if arguments.board is not None:
            return Game.from_layout(read_text(arguments.board), cells, **limits)
        if arguments.deal is None:
            return Game(cells=cells, **limits)
        if is_number(arguments.deal):
            return Game.deal(int(arguments.deal), cells, **limits)
        return Game(arguments.deal, cells=arguments.cells, **limits)
    except ValueError as error:
        raise CommandError(str(error)) from error


def check_cells(arguments: argparse.Namespace) -> None:
    """Check that --cells and a code agree.

    Raises:
        UsageError: They do not.
    """
    if arguments.cells is None or arguments.deal is None or is_number(arguments.deal):
        return
    try:
        _, cells = eightoff.decode_code(arguments.deal)
    except ValueError:
        # It is no code: that is said where it is read.
        return
    if cells != arguments.cells:
        raise UsageError(
            f"--cells {arguments.cells} contradicts the code {arguments.deal}, which says {cells}\n"
            "hint: leave one of them out"
        )


def is_number(text: str) -> bool:
    """Return whether a text is to be read as a deal number rather than as a code."""
    return text.removeprefix("-").isdecimal()


def read_text(path: str) -> str:
    """Return the text of a file, or of standard input for '-'."""
    try:
        if path == "-":
            return sys.stdin.buffer.read().decode("utf-8-sig")
        return Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not a text in UTF-8: {error.reason}") from error


def game_data(game: Game) -> dict[str, object]:
    """Return what a program may want to know of a game, for JSON.

    Cards are texts (``"7H"``), columns deepest card first, empty cells None, foundations the
    numbers of cards on them by suit letter.
    """
    cards = [
        [eightoff.card_text(card) for card in column[:height].tolist()]
        for column, height in zip(game.tableau, game.heights.tolist(), strict=True)
    ]
    return {
        "code": game.code,
        "number": game.number,
        "num_cells": game.num_cells,
        "group_limit": game.group_limit,
        "score": game.score,
        "is_won": game.is_won,
        "is_stuck": game.is_stuck,
        "foundations": dict(zip(SUITS, game.foundations.tolist(), strict=True)),
        "cells": [None if c < 0 else eightoff.card_text(c) for c in game.cells.tolist()],
        "columns": cards,
        "legal": [str(move) for move in game.legal_moves()],
        "layout": game.layout(),
    }


def print_json(data: object) -> None:
    """Write data as one line of JSON to standard output."""
    print(json.dumps(data), flush=True)
