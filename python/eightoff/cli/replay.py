"""``eightoff replay``: check a written game."""

import argparse
from typing import Any

from eightoff import Game, ReplayError
from eightoff import replay as play_back
from eightoff.cli.board import draw
from eightoff.cli.common import (
    CommandError,
    UsageError,
    add_deal,
    chosen_game,
    game_data,
    has_deal,
    note,
    print_json,
    read_text,
    with_hint,
)
from eightoff.records import record_words


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "replay",
        help="check a written game and show its end",
        description="Play a game record (CODE: 7Ht ASf ...), or a solution that fc-solve "
        "printed, and show the score and the final board. A word that cannot be played is named "
        "with its number; the board is shown as it stood before it, and the exit code is 1.",
    )
    command.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="the record ('-', the default: input)"
    )
    add_deal(command, option="--start")
    command.add_argument(
        "--notation",
        choices=("auto", "record", "fc-solve"),
        default="auto",
        help="how the moves are written (default: found out from the text)",
    )
    form = command.add_mutually_exclusive_group()
    form.add_argument("--words", action="store_true", help="print the game as a record instead")
    form.add_argument("--json", action="store_true", help="print one line of JSON instead")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the record, print where it ended."""
    if arguments.file == "-" and arguments.board == "-":
        raise CommandError("standard input cannot be both the record and the board")
    if arguments.cells is not None and not has_deal(arguments):
        raise UsageError("--cells needs --start, --microsoft or --board")
    record = read_text(arguments.file)
    if is_empty(record):
        name = "standard input" if arguments.file == "-" else arguments.file
        raise CommandError(f"no moves found in {name}")
    start = chosen_game(arguments, undo_limit=None) if has_deal(arguments) else None
    failure = None
    try:
        game = play_back(
            record, start, notation=arguments.notation, group_limit=arguments.group_limit or "app"
        )
    except ReplayError as error:
        if error.game is None:
            raise CommandError(in_options(error)) from error
        game, failure = error.game, error
    except ValueError as error:
        raise CommandError(str(error)) from error
    report(arguments, game, failure)
    if failure is not None:
        raise CommandError(str(failure)) from failure
    return 0


def is_empty(record: str) -> bool:
    """Return whether a text has nothing but comments."""
    return not any(line.partition("#")[0].strip() for line in record.splitlines())


def in_options(error: ReplayError) -> str:
    """Return the message about a whole record, with what to do about it said in options."""
    if "does not say which deal" in str(error):
        return with_hint(
            error,
            "name it with --start CODE|NUMBER, --microsoft N or --board FILE, "
            "or begin the record with the code and a colon",
        )
    return str(error)


def report(arguments: argparse.Namespace, game: Game, failure: ReplayError | None) -> None:
    """Print the end of the game in the form asked for."""
    words = words_of(game)
    if arguments.json:
        fault = failure and {
            "number": failure.number,
            "word": failure.word,
            "message": str(failure),
        }
        print_json({"moves": len(game.history), "words": words, "fault": fault, **game_data(game)})
    elif arguments.words:
        print(" ".join([f"{game.code}:"] * (game.code is not None) + words))
    else:
        print(draw(game))
        count = len(game.history)
        note(
            f"{count} move{'s' * (count != 1)}, score {game.score}{', won' if game.is_won else ''}"
        )


def words_of(game: Game) -> list[str]:
    """Return the actions of a game that remembers all its moves."""
    start = game.copy()
    while start.history:
        start.undo()
    return record_words(start, game.history)
