"""What several commands share: arguments, input, messages and the JSON form of a game."""

import argparse
import json
import sys
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


def complain(message: str) -> None:
    """Write an error to standard error."""
    print(f"error: {message}", file=sys.stderr)


def note(message: str) -> None:
    """Write what is no data to standard error."""
    print(message, file=sys.stderr, flush=True)


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
