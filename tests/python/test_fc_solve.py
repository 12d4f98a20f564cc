"""Verdicts of fc-solve on Microsoft's deals, by the strict limit, the one that it knows.

A slice: `python benches/fc_solve.py` compares all of the first 32,000, by three of its presets.
"""

import shutil
import subprocess

import numpy as np
import pytest

import eightoff

# All of 1..32000, as fc-solve and Solvitaire have found them too (Solvitaire's paper: Blake and
# Gent, JAIR 85:21, 2026).
UNWINNABLE = [
    465, 644, 2344, 3183, 3540, 3827, 4191, 5344, 5727, 6611, 6724, 7568, 7636, 7999, 8489,
    9718, 10248, 10832, 12251, 12410, 12982, 13375, 13699, 14084, 14195, 14949, 15348, 17253,
    17502, 19124, 21332, 21447, 23003, 23017, 23073, 23717, 25632, 26545, 27471, 27685, 27828,
    27887, 28099, 30000, 30311,
]  # fmt: skip
SLICE = sorted({*range(1, 101), *UNWINNABLE[:20]})


def test_the_unwinnable_deals_are_those_known():
    decks = np.array([eightoff.ms_deck(number) for number in range(1, 32_001)])
    table = eightoff.solve_many(decks, group_limit="strict", lengths=False)
    assert (1 + np.flatnonzero(table["status"] == 0)).tolist() == UNWINNABLE
    assert (table["status"] >= 0).all()


@pytest.mark.parametrize("preset", ["three-eighty", "amateur-star"])
def test_fc_solve_says_the_same(preset):
    program = shutil.which("fc-solve")
    if program is None and shutil.which("apt-get") is None:
        pytest.skip("fc-solve comes from Debian's freecell-solver-bin; there is no apt-get here")
    assert program, "fc-solve is missing: apt-get install freecell-solver-bin"
    for number in SLICE:
        game = eightoff.Game.from_deck(eightoff.ms_deck(number), group_limit="strict")
        # With -sel a search that a limit ended reads differently from a proof.
        command = [program, "-g", "eight_off", "-l", preset, "-sel"]
        done = subprocess.run(
            command, input=game.layout(), capture_output=True, text=True, timeout=60, check=True
        )
        theirs = {
            "This game is solveable.": "winnable",
            "I could not solve this game.": "unwinnable",
        }[next(line for line in done.stdout.splitlines() if "solve" in line)]
        assert eightoff.solve(game).status == theirs, number
