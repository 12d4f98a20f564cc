"""What the lines typed in ``eightoff play`` mean. Knows nothing of terminals and files."""

from collections.abc import Callable
from dataclasses import dataclass

from eightoff import Game, Move

PLACES = "12345678abcdefghSHDC"

HELP = """\
7Ht ASf KCc   send a card to the tableau, its foundation, a cell
3b  d5  S2    move from place to place: columns 1-8, cells a-h, foundations S H D C
3   b         tap: send the exposed card of column 3, the card of cell b home
33  bb        double tap: home, else onto a column, else to a free cell
u   u 5       undo one move, five moves
?             the legal moves
hint          a move on a way to win, or that there is none
code          the code of this deal
record        the moves so far, as `eightoff replay` reads them
help          this text
q             leave; the game is saved, `eightoff play` goes on with it
Several words on a line are played one after another."""


class Refused(Exception):
    """A line that cannot be carried out, or not to its end; the message is for the player."""

    def __init__(self, message: str, *, changed: bool = False) -> None:
        """Say with `changed` whether words before the refused one were played."""
        super().__init__(message)
        self.changed = changed


@dataclass(frozen=True)
class Outcome:
    """What a line did: the game changed or not, text to show, and whether to leave."""

    changed: bool = False
    text: str = ""
    leaves: bool = False


def carry_out(game: Game, line: str) -> Outcome:
    """Carry out one line, changing `game`.

    Raises:
        Refused: The first word that cannot be carried out; those before it stay played.
    """
    words = line.split()
    if not words:
        return Outcome()
    command = COMMANDS.get(words[0].lower())
    if command is not None:
        return command(game, words[1:])
    for number, word in enumerate(words, 1):
        try:
            play_word(game, word)
        except ValueError as error:
            where = f"word {number}: " if len(words) > 1 else ""
            raise Refused(f"{where}{error}", changed=number > 1) from error
    return Outcome(changed=True)


def play_word(game: Game, word: str) -> Move | None:
    """Play an action, a drag, a tap or a double tap; ValueError when nothing moves."""
    if any(letter not in PLACES for letter in word) or len(word) > 2:
        game.apply(word)
        return None
    if len(word) == 2 and word[0] != word[1]:
        return game.drag(word[0], word[1])
    move = game.tap(word) if len(word) == 1 else game.double_tap(word[0])
    if move is None:
        raise ValueError(f"nothing at {word[0]} can move that way\nhint: ? lists the legal moves")
    return move


def undo(game: Game, words: list[str]) -> Outcome:
    """``u [N]``: take back moves, as many as there are."""
    if len(words) > 1 or not all(word.isdecimal() for word in words):
        raise Refused("u takes a number of moves, as in u 5")
    wanted = int(words[0]) if words else 1
    if not game.history:
        raise Refused("there is nothing to undo")
    undone = [str(game.undo()) for _ in range(min(wanted, len(game.history)))]
    return Outcome(changed=bool(undone), text=f"took back {' '.join(undone)}")


def legal(game: Game, words: list[str]) -> Outcome:
    """``?``: list the legal moves."""
    moves = [f"{move} ({move.source}{move.target})" for move in game.legal_moves()]
    return Outcome(text="  ".join(moves) or "there is no legal move")


def hint(game: Game, words: list[str]) -> Outcome:
    """``hint``: a winning move, if there is one."""
    if game.is_won:
        return Outcome(text="the game is won")
    move = game.hint()
    if move is None:
        return Outcome(text="lost: no play wins from here; u takes back a move")
    return Outcome(text=f"{move} ({move.source}{move.target}) is on a way to win")


def code(game: Game, words: list[str]) -> Outcome:
    """``code``: the code of the deal."""
    return Outcome(text=game.code or "this board has no code")


def record(game: Game, words: list[str]) -> Outcome:
    """``record``: the moves so far."""
    try:
        return Outcome(text=game.record())
    except ValueError as error:
        raise Refused(str(error)) from error


def show_help(game: Game, words: list[str]) -> Outcome:
    """``help``: what can be typed."""
    return Outcome(text=HELP)


def leave(game: Game, words: list[str]) -> Outcome:
    """``q``: leave."""
    return Outcome(leaves=True)


COMMANDS: dict[str, Callable[[Game, list[str]], Outcome]] = {
    "u": undo,
    "undo": undo,
    "?": legal,
    "hint": hint,
    "code": code,
    "record": record,
    "help": show_help,
    "q": leave,
    "quit": leave,
}
