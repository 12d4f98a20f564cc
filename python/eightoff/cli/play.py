"""``eightoff play``: play in the terminal."""

import argparse
import io
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from eightoff import Game
from eightoff.cli import saves
from eightoff.cli.board import draw
from eightoff.cli.common import (
    CommandError,
    add_deal,
    chosen_game,
    complain,
    game_data,
    has_deal,
    has_rules,
    note,
    print_json,
)
from eightoff.cli.session import HELP, Outcome, Refused, carry_out

PROMPT = "> "


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "play",
        help="play in the terminal",
        description="Play a deal; without one, go on with the game played last, or deal at "
        "random. The game is saved after every move, and goes on from there the next time.",
        epilog="At the prompt:\n" + HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_deal(command)
    command.add_argument(
        "--undo-limit",
        type=undo_limit,
        default=argparse.SUPPRESS,
        metavar="N",
        help="how many moves can be undone: a number, or 'none' for all (default 100)",
    )
    command.add_argument(
        "--save", type=Path, metavar="FILE", help="save to and go on from this file instead"
    )
    command.add_argument(
        "--new", action="store_true", help="deal anew; a saved game of the deal is put aside"
    )
    command.add_argument("--json", action="store_true", help="print a line of JSON for each board")
    command.set_defaults(run=run)


def undo_limit(text: str) -> int | None:
    """Read the value of ``--undo-limit``."""
    if text == "none":
        return None
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor 'none'")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Play until the player leaves, input ends or Ctrl-C; the game is saved all along."""
    game, path = begin(arguments)
    all_carried_out = True
    try:
        # Saved before the first move too: a random deal would be lost otherwise.
        saves.save(game, path)
        show(game, arguments)
        for line in typed_lines():
            try:
                outcome = carry_out(game, line)
            except Refused as refusal:
                complain(str(refusal))
                all_carried_out = False
                outcome = Outcome(changed=refusal.changed)
            if outcome.text:
                note(outcome.text)
            if outcome.changed:
                saves.save(game, path)
                show(game, arguments)
            if outcome.leaves:
                break
    except KeyboardInterrupt:
        # It may have come between a move and its saving. Nothing stops the saving: people press
        # Ctrl-C more than once.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        saves.save(game, path)
        note("")
    note(f"saved in {path}")
    # A person has seen what was refused; a program looks at the exit code.
    return 0 if all_carried_out or sys.stdin.isatty() else 1


def begin(arguments: argparse.Namespace) -> tuple[Game, Path]:
    """Return the game to play, dealt or gone on with, and the file it is saved in."""
    deals = has_deal(arguments) or has_rules(arguments) or arguments.new
    dealt = new_game(arguments) if deals else None
    path = arguments.save or (saves.path_for(dealt) if dealt else saves.latest_unfinished())
    if path is None or not path.exists():
        dealt = dealt or new_game(arguments)
        return dealt, path or saves.path_for(dealt)
    if dealt is not None and arguments.new:
        note(f"the saved game is now {saves.put_aside(path)}")
        return dealt, path
    saved = saves.load(path)
    if has_deal(arguments) and dealt is not None and rules_and_code(saved) != rules_and_code(dealt):
        raise CommandError(f"{path} holds another game\nhint: --new puts it aside and deals")
    if hasattr(arguments, "undo_limit"):
        saved.undo_limit = arguments.undo_limit
    note(f"going on with the game saved in {path} (--new deals anew)")
    return saved, path


def new_game(arguments: argparse.Namespace) -> Game:
    """Return the game that the arguments ask for, dealt."""
    return chosen_game(arguments, getattr(arguments, "undo_limit", 100))


def rules_and_code(game: Game) -> tuple[int, str, str | None]:
    """Return what must agree between a saved game and the one asked for."""
    return game.num_cells, game.group_limit, game.code


def show(game: Game, arguments: argparse.Namespace) -> None:
    """Print the board, and say when the game has ended or is stuck."""
    if arguments.json:
        print_json(game_data(game))
    else:
        print(draw(game), flush=True)
    if game.is_won:
        note(f"won, with {game.score} points")
    elif game.is_stuck:
        note("stuck: only cards on foundations can move; u takes back a move")


def typed_lines() -> Iterator[str]:
    """Yield the lines of standard input, with a prompt and editing when a person types them."""
    if not sys.stdin.isatty():
        # A byte that is no text makes a word that is refused, not the end of the game.
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        # Not `yield from`, which would close standard input when the player leaves.
        for line in sys.stdin:
            yield line
        return
    with suppress(ImportError):
        import readline  # noqa: F401  (input() edits lines and recalls them once it is loaded)
    while True:
        try:
            line = input(PROMPT)
        except EOFError:
            note("")
            return
        yield line
