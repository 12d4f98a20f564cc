"""The exact solver against fc-solve, in one run: `python benches/fc_solve.py [FIRST:END]`.

Both decide the same Microsoft deals (default 1:32001) by the strict limit on one core, fc-solve
through its library in this process, so that no start of a process is counted, by each of the
presets that decide every deal. Verdicts must agree deal by deal. Times are those of the processor,
which other programs at work disturb less than the clock's.

Needs libfreecell-solver0 (Debian), which freecell-solver-bin brings along.
"""

import ctypes
import ctypes.util
import os
import platform
import sys
import time

import numpy as np

import eightoff

PRESETS = ("three-eighty", "amateur-star", "enlightened-ostrich")
SOLVED, UNSOLVABLE = 0, 1
UNWINNABLE_TO_32000 = 45
"""What fc-solve and Solvitaire have found too."""
BLOCK = 2000


class FcSolve:
    """One preset of fc-solve for Eight Off."""

    def __init__(self, preset: str) -> None:
        name = ctypes.util.find_library("freecell-solver") or "libfreecell-solver.so.0"
        self.library = ctypes.CDLL(name)
        allocate = self.library.freecell_solver_user_alloc
        allocate.restype = ctypes.c_void_p
        self.user = ctypes.c_void_p(allocate())
        words = [b"-g", b"eight_off", b"-l", preset.encode()]
        arguments = (ctypes.c_char_p * len(words))(*words)
        none = (ctypes.c_char_p * 1)(None)
        error, last = ctypes.c_char_p(), ctypes.c_int()
        status = self.library.freecell_solver_user_cmd_line_parse_args(
            self.user,
            len(words),
            arguments,
            0,
            none,
            None,
            None,
            ctypes.byref(error),
            ctypes.byref(last),
        )
        assert last.value == len(words), (status, error.value)

    def version(self) -> str:
        get = self.library.freecell_solver_user_get_lib_version
        get.restype = ctypes.c_char_p
        return get(self.user).decode()

    def solve(self, board: bytes) -> bool:
        verdict = self.library.freecell_solver_user_solve_board(self.user, board)
        self.library.freecell_solver_user_recycle(self.user)
        assert verdict in (SOLVED, UNSOLVABLE), f"fc-solve does not know: {verdict}"
        return verdict == SOLVED


def main(first: int, end: int) -> None:
    solvers = {preset: FcSolve(preset) for preset in PRESETS}
    version = next(iter(solvers.values())).version()
    print(f"fc-solve {version}, eightoff {eightoff.__version__}, {os.cpu_count()} processors")
    print(f"{platform.platform()}, Python {platform.python_version()}")
    decks = np.array([eightoff.ms_deck(number) for number in range(first, end)])
    boards = [eightoff.Game.from_deck(deck).layout().encode() for deck in decks]
    seconds = dict.fromkeys((*PRESETS, "eightoff"), 0.0)
    lost = 0
    # Block by block in turn, so that whatever else the machine does falls on all alike.
    for start in range(0, len(boards), BLOCK):
        chosen = slice(start, start + BLOCK)
        begin = time.process_time()
        table = eightoff.solve_many(decks[chosen], group_limit="strict", threads=1, lengths=False)
        seconds["eightoff"] += time.process_time() - begin
        ours = table["status"].tolist()
        lost += ours.count(0)
        for preset, solver in solvers.items():
            begin = time.process_time()
            theirs = [solver.solve(board) for board in boards[chosen]]
            seconds[preset] += time.process_time() - begin
            for row, (we, they) in enumerate(zip(ours, theirs, strict=True)):
                assert we == they, f"deal {first + start + row}: we {we}, {preset} {they}"
    if (first, end) == (1, 32001):
        assert lost == UNWINNABLE_TO_32000, lost
    best = min(seconds[preset] for preset in PRESETS)
    print(f"deals {first} to {end - 1}: all verdicts agree, {lost} unwinnable")
    for name, spent in seconds.items():
        print(f"{name:20} {len(boards) / spent:10,.0f} deals/s")
    print(f"ratio to the best preset: {best / seconds['eightoff']:.1f}")


if __name__ == "__main__":
    first, _, end = (sys.argv[1] if len(sys.argv) > 1 else "1:32001").partition(":")
    main(int(first), int(end))
