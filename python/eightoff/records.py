"""Game records: playing back what was written down, by this package or by fc-solve."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from eightoff._core import Game, IllegalMoveError, Move

__all__ = ["ReplayError", "record_words", "replay"]

SUITS = "SHDC"
COLUMNS = "12345678"
CELLS = "abcdefgh"
# fc-solve calls the eighth cell k, because h is its letter for the foundations.
FC_SOLVE_CELLS = "abcdefgk"
SENTENCE = re.compile(
    r"Move (?P<count>a|\d+) cards? from (?P<source>stack|freecell) (?P<from>\d+) to "
    r"(?:the foundations|(?P<target>stack|freecell) (?P<to>\d+))"
)
FC_SOLVE_START = "-=-=-"
FC_SOLVE_END = ("This game is solveable", "I could not solve", "Iterations count exceeded")


class ReplayError(ValueError):
    """A record that cannot be played to its end.

    Attributes:
        number: int or None: which word is at fault, from 1; None when it is the whole record.
        word: str or None: that word.
        game: Game or None: the game as it stood before that word.
    """

    def __init__(
        self,
        problem: str,
        *,
        number: int | None = None,
        word: str | None = None,
        game: Game | None = None,
    ) -> None:
        """Build the message from what is wrong and where."""
        super().__init__(problem if number is None else f"word {number}, {word!r}: {problem}")
        self.number = number
        self.word = word
        self.game = game


def replay(
    record: str,
    start: Game | str | None = None,
    *,
    notation: Literal["auto", "record", "fc-solve"] = "auto",
    group_limit: Literal["app", "strict"] = "app",
) -> Game:
    """Play a game record and return the game at its end.

    Args:
        record: The text. Either ``CODE: 7Ht ASf ...``: a game code, a colon, and words, each an
            action (``7Ht``) or two places (``3b``: from column 3 to cell b). Or a solution that
            fc-solve printed with ``-g eight_off``, as sentences (``-p -t -sam``) or as
            two-character moves (``-m -sn``). ``#`` begins a comment.
        start: The game to start from, or its code. Not needed when the record has a code. A Game
            is copied, never changed.
        notation: "record", "fc-solve" or "auto", which takes a text for fc-solve's when it has
            fc-solve's sentences or the line ``-=-=-`` above its moves.
        group_limit: "app" or "strict"; of no effect when `start` is a Game.

    Returns:
        The game after the last word. All moves can be undone (`undo_limit` is None).

    Raises:
        ReplayError: The first word that cannot be read or is illegal, with its number; or a
            record without a start or without a move where a solution should be.
        CodeError: A start that is no code.
        TypeError: A start that is neither a Game nor a text.
    """
    if notation not in ("auto", "record", "fc-solve"):
        raise ValueError(f"notation {notation!r} is not one of 'auto', 'record', 'fc-solve'")
    if notation == "fc-solve" or (notation == "auto" and _is_fc_solve(record)):
        game = _start(start, None, group_limit)
        words = list(_fc_solve_words(record))
        if not words:
            raise ReplayError("the text has no moves of fc-solve: did it find a solution?")
        play = _play_fc_solve
    else:
        code, words = _split_record(record)
        game = _start(start, code, group_limit)
        play = _play_word
    for number, word in enumerate(words, 1):
        try:
            play(game, word)
        except ValueError as error:
            raise ReplayError(str(error), number=number, word=word, game=game) from error
    return game


def record_words(start: Game, moves: Iterable[Move]) -> list[str]:
    """Write the moves made from `start` as the words of a record.

    Args:
        start: The game before the first move; not changed.
        moves: The moves, as from `Game.history`.

    Returns:
        One action text for each move that is an action. A base king moved to another empty
        column is none, changes nothing but the columns' order, and is left out.
    """
    game = start.copy(history=False)
    words = []
    for move in moves:
        word = str(move)
        try:
            game.apply(word)
        except IllegalMoveError:
            continue
        words.append(word)
    return words


def _start(
    start: Game | str | None, code: str | None, group_limit: Literal["app", "strict"]
) -> Game:
    """Return a fresh game to play in, from what the caller and the record say."""
    if start is None:
        if code is None:
            raise ReplayError(
                "the record does not say which deal it plays\n"
                "hint: begin it with the game's code and a colon, or name the start"
            )
        start = code
    if not isinstance(start, Game | str):
        kind = type(start).__name__
        raise TypeError(f"a start is a Game or a code, not {kind}; there is Game.deal(number)")
    game = Game(start, group_limit=group_limit) if isinstance(start, str) else start.copy()
    if code is not None and game.code != Game(code).code:
        raise ReplayError(f"the record plays {code}, but the start is {game.code or 'a board'}")
    game.undo_limit = None
    return game


def _split_record(record: str) -> tuple[str | None, list[str]]:
    """Return the code, if there is one, and the words."""
    text = "\n".join(line.partition("#")[0] for line in record.lstrip("\ufeff").splitlines())
    code, colon, words = text.partition(":")
    if not colon:
        return None, text.split()
    return code.strip(), words.split()


def _play_word(game: Game, word: str) -> None:
    """Play an action word or a pair of places."""
    if len(word) == 2:
        game.drag(word[0], word[1])
    else:
        game.apply(word)


def _is_fc_solve(text: str) -> bool:
    return any(
        line.startswith(FC_SOLVE_START) or SENTENCE.fullmatch(line.strip())
        for line in text.splitlines()
    )


def _fc_solve_words(text: str) -> Iterator[str]:
    """Yield the moves of a solution: its sentences if it has any, else its two-character words."""
    lines = [line.strip() for line in text.splitlines()]
    sentences = [line for line in lines if line.startswith("Move ")]
    if sentences:
        yield from sentences
        return
    for line in lines:
        if line.startswith(FC_SOLVE_END):
            return
        if not line.startswith(FC_SOLVE_START):
            yield from line.split()


def _play_fc_solve(game: Game, word: str) -> None:
    """Play a sentence or a two-character move of fc-solve."""
    target: str | None
    count = None
    if sentence := SENTENCE.fullmatch(word):
        source = _numbered_place(sentence["source"], int(sentence["from"]))
        target = sentence["target"] and _numbered_place(sentence["target"], int(sentence["to"]))
        count = 1 if sentence["count"] == "a" else int(sentence["count"])
    elif len(word) == 2:
        source = _lettered_place(word[0])
        # As a target, h is no cell: it stands for the foundations.
        target = None if word[1] == "h" else _lettered_place(word[1])
    else:
        raise ValueError("this is no move as fc-solve writes it")
    move = game.drag(source, target or _suit_at(game, source))
    if count not in (None, move.count):
        game.undo()
        raise ValueError(f"{move.count} cards would move there, not {count}")


def _numbered_place(kind: str, index: int) -> str:
    """Translate a place of fc-solve's sentences, which count from 0."""
    places = COLUMNS if kind == "stack" else CELLS
    if index >= len(places):
        raise ValueError(f"there is no {kind} {index}: they count from 0 to {len(places) - 1}")
    return places[index]


def _lettered_place(letter: str) -> str:
    """Translate a column or a cell of fc-solve's short moves."""
    if letter in COLUMNS:
        return letter
    if letter in FC_SOLVE_CELLS:
        return CELLS[FC_SOLVE_CELLS.index(letter)]
    raise ValueError(f"{letter!r} is no place there: 1 to 8, a to g and k, or h as a target")


def _suit_at(game: Game, source: str) -> str:
    """Return the foundation of the card that a column or a cell offers."""
    if source in COLUMNS:
        column = COLUMNS.index(source)
        card = int(game.tableau[column, game.heights[column] - 1])
    else:
        cell = CELLS.index(source)
        card = int(game.cells[cell]) if cell < game.num_cells else -1
    if card < 0:
        raise ValueError(f"there is no card at {source}")
    return SUITS[card // 13]
