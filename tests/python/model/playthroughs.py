"""Transcripts of games: what was done, what it moved, the score, and what was legal then."""

from collections.abc import Iterator

from .deals import deck, encode
from .game import Done, Game
from .positions import Choose, chooser
from .table import FOUNDATIONS, Table

HEADER = """\
# Games, move by move, as the slow Python model of the rules plays them.
# Written by `cd tests/python && python -m model playthroughs`.
#
# A game starts with a line `game CODE LIMIT UNDO_LIMIT`. Every further line is one step, in four
# parts:
#   what was done: `apply ACTION`, `drag FROM TO`, `tap PLACE`, `double_tap PLACE` or `undo`
#   | what that moved: word, source, count, target and points (`undo`: what was moved back), or `-`
#   | the score after it
#   | the legal actions after it
"""

GAMES = [
    ("app", 100, 8, 20),
    ("app", 5, 8, 7),
    ("strict", 100, 8, 617),
    ("app", 100, 4, 9),
    ("strict", 3, 4, 16),
    ("app", 100, 2, 1_000),
]
STEPS = 120


def transcript() -> Iterator[str]:
    """The whole file, line by line."""
    yield HEADER
    for limit, undo_limit, cells, number in GAMES:
        game = Game(Table.dealt(deck(number), cells, limit), undo_limit)
        choose = chooser(number)
        yield f"game {encode(number, cells)} {limit} {undo_limit}\n"
        for _ in range(STEPS):
            for asked, done in _steps(game, choose):
                legal = " ".join(map(str, game.table.actions()))
                yield f"{asked} | {_moved(game, done)} | {game.score} | {legal}\n"


def _steps(game: Game, choose: Choose) -> Iterator[tuple[str, Done | None]]:
    """One thing to do, or a series of undos, some of them longer than what is remembered."""
    if choose(12) == 0:
        for _ in range(1 + choose(9)):
            yield "undo", game.undo()
    else:
        yield _step(game, choose)


def _step(game: Game, choose: Choose) -> tuple[str, Done | None]:
    """One thing to do, more often useful than not."""
    table = game.table
    kind = choose(8)
    if kind <= 1:
        place = list(table.piles)[choose(len(table.piles))]
        if kind == 0:
            return f"tap {place}", game.tap(place)
        return f"double_tap {place}", game.double_tap(place)
    if kind == 2 and (transfers := table.transfers()):
        source, _, target = transfers[choose(len(transfers))]
        return f"drag {source} {target}", game.drag(source, target)
    actions = table.actions()
    useful = [
        a for a, t in actions.items() if t.source not in FOUNDATIONS and t.target not in table.cells
    ]
    wanted = useful or list(actions)
    if not wanted:
        return "undo", game.undo()
    action = wanted[choose(len(wanted))]
    return f"apply {action}", game.apply(action)


def _moved(game: Game, done: Done | None) -> str:
    if done is None:
        return "-"
    source, count, target = done.transfer
    kind = "f" if target in FOUNDATIONS else "c" if target in game.table.cells else "t"
    return f"{done.card}{kind} {source} {count} {target} {done.points}"
