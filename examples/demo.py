"""A game from the deal to the win: what `make demo` shows."""

import sys
from pathlib import Path

import eightoff

RECORD = Path(__file__).with_name("deal-20.txt")


def heading(text: str) -> None:
    """Print a line that stands out."""
    print(f"\n--- {text} " + "-" * (70 - len(text)))


heading("A deal")
game = eightoff.Game("EO1-C8-AAAAAFA")
print(game)

heading("Its legal moves: card and destination, places, points")
for move in game.legal_moves():
    print(f"{move!s:4} {move.source}{move.target} {move.points:+}", end="   ")
print()

heading("A refused move changes nothing")
try:
    game.apply("7Ht")
except eightoff.IllegalMoveError as error:
    print(error)

heading("A played game")
_, _, words = eightoff.replay(RECORD.read_text(encoding="utf-8")).record().partition(":")
for number, word in enumerate(words.split(), 1):
    points = game.apply(word)
    print(f"{word}{points:+}".ljust(8), end="" if number % 12 else "\n")

print()

heading("Its end")
print(game)
print(f"\nmoves {number}, score {game.score}, won {game.is_won}, code {game.code}")

heading("The solver's way to win, and the shortest there is")
start = eightoff.Game(game.code)
for solution in (eightoff.solve(start), eightoff.solve(start, shortest=True)):
    print(f"{solution}\n({solution.nodes} states, {1000 * solution.seconds:.3g} ms)")

heading("Ten thousand more deals")
verdicts = eightoff.solve_many(range(10_000), lengths=False)["status"]
print(f"{(verdicts == 1).sum()} can be won, {(verdicts == 0).sum()} cannot: proved, every one")

heading("The same from the command line")
program = Path(sys.executable).parent / "eightoff"
if program.is_relative_to(Path.cwd()):
    program = program.relative_to(Path.cwd())
print(f"{program} deal {game.code}")
print(f"{program} play {game.code}")
print(f"{program} solve {game.code}")
print(f"{program} replay {RECORD.parent.name}/{RECORD.name}")
