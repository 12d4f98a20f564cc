"""What calls from Python cost, in nanoseconds: `make bench`, or `python benches/python_bench.py`.

Every loop is timed several times with what it needs prepared beforehand, and the quickest counts:
on a machine that does other work too, the others measure that work. The loop's own cost, some
10 ns a call, is in the numbers.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import eightoff

REPEATS = 200
RECORD = Path(__file__).parents[1] / "examples" / "deal-20.txt"
WON = eightoff.replay(RECORD.read_text(encoding="utf-8"))
MOVES = WON.history
ACTIONS = [move.action for move in MOVES]
WORDS = [str(move) for move in MOVES]
DEAL = eightoff.Game("EO1-C8-AAAAAFA", undo_limit=None)


def quickest(prepare: Callable[[], object], timed: Callable[[object], None]) -> int:
    """The quickest of many runs of `timed` on what `prepare` returned, in nanoseconds."""
    best = sys.maxsize
    for _ in range(REPEATS):
        subject = prepare()
        start = time.perf_counter_ns()
        timed(subject)
        best = min(best, time.perf_counter_ns() - start)
    return best


def apply_all(steps: list) -> Callable[[eightoff.Game], None]:
    def timed(game: eightoff.Game) -> None:
        apply = game.apply
        for step in steps:
            apply(step)

    return timed


def undo_all(game: eightoff.Game) -> None:
    undo = game.undo
    for _ in ACTIONS:
        undo()


def calls(name: str) -> Callable[[list[eightoff.Game]], None]:
    """One call of a method on each position of the game."""

    def timed(games: list[eightoff.Game]) -> None:
        for game in games:
            getattr(game, name)()

    return timed


def positions() -> list[eightoff.Game]:
    game = DEAL.copy()
    games = [game.copy()]
    for action in ACTIONS:
        game.apply(action)
        games.append(game.copy())
    return games[:-1]


def main() -> None:
    games = positions()
    loops: dict[str, tuple[Callable, Callable]] = {
        "apply(int)": (DEAL.copy, apply_all(ACTIONS)),
        "apply(str)": (DEAL.copy, apply_all(WORDS)),
        "apply(Move)": (DEAL.copy, apply_all(MOVES)),
        "undo()": (WON.copy, undo_all),
    }
    for name in ("action_mask", "legal_actions", "legal_moves", "key", "copy", "to_json"):
        loops[f"{name}()"] = (lambda: games, calls(name))
    for name, (prepare, timed) in loops.items():
        print(f"{name:16} {quickest(prepare, timed) / len(ACTIONS):8.0f} ns")
    # The games that were timed ended where they should.
    game = DEAL.copy()
    apply_all(ACTIONS)(game)
    assert game == WON
    assert game.is_won


if __name__ == "__main__":
    main()
