"""Boards and solutions to and from other programs: pysol-cards and fc-solve."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cwrap import create_gen

import eightoff
from data import DATA
from model.positions import chooser, played
from model.table import Transfer

BOARDS = sorted((DATA / "boards").glob("*.board"))


@pytest.fixture(scope="session")
def fc_solve():
    """Runs Debian's fc-solve on a board and returns what it prints.

    Where apt exists there is no excuse: `apt-get install freecell-solver-bin`.
    """
    program = shutil.which("fc-solve")
    if program is None and shutil.which("apt-get") is None:
        pytest.skip(
            "fc-solve comes from Debian's freecell-solver-bin, and there is no apt-get here"
        )
    assert program, "fc-solve is missing: apt-get install freecell-solver-bin"

    def run(board, *options, cells=8):
        command = [program, "-g", "eight_off", "--freecells-num", str(cells), *options]
        done = subprocess.run(
            command, input=board, capture_output=True, text=True, timeout=60, check=True
        )
        return done.stdout

    return run


# Boards of other programs, read


@pytest.mark.parametrize("path", BOARDS, ids=[path.stem for path in BOARDS])
def test_boards_of_pysol_cards(path):
    text = path.read_text()
    game = eightoff.Game.from_layout(text)
    assert game.code is None
    kind, number = re.fullmatch(r"(ms|pysolfc)0*(\d+)", path.stem).groups()
    assert create_gen("eight_off", 0 if kind == "ms" else 1)(int(number)) == text
    if kind == "ms":
        # pysol-cards puts the last four cards into every other cell; cells are alike.
        assert eightoff.Game.from_deck(eightoff.ms_deck(int(number))).key() == game.key()


@given(st.integers(1, 2**32 - 1))
def test_microsoft_deals_of_pysol_cards(number):
    board = create_gen("eight_off", 0)(number)
    game = eightoff.Game.from_layout(board)
    assert game.key() == eightoff.Game.from_deck(eightoff.ms_deck(number)).key()
    assert [line.split() for line in board.splitlines()[1:]] == [
        line.split() for line in game.layout().splitlines()[2:]
    ]


# Solutions of fc-solve, replayed

FROM_TO = re.compile(
    r"Move (?:a card|(\d+) cards) from (stack|freecell) (\d+)"
    r" to (?:(stack|freecell) (\d+)|the foundations)"
)
NAMES = {"stack": "12345678", "freecell": "abcdefgh"}


def boards_and_drags(printed):
    """What `-p -t -sam` prints: boards, and between them the moves as (source, count, target).

    A foundation's name is not said there; None stands for it.
    """
    boards = re.findall(r"^Foundations:.*\n(?:.*\n){9}", printed, re.MULTILINE)
    drags = []
    for count, kind, place, to_kind, to_place in FROM_TO.findall(printed):
        target = NAMES[to_kind][int(to_place)] if to_kind else None
        drags.append((NAMES[kind][int(place)], int(count or 1), target))
    assert len(boards) == len(drags) + 1
    return boards, drags


# Deal, cells, actions made before. All winnable under the strict limit, the one fc-solve knows.
WINNABLE = [
    *((number, 8, 0) for number in (1, 20, 24, 617, 11_982, 4_000_000_000)),
    *((number, 4, 0) for number in (7, 9, 16)),
    *((number, 8, 30) for number in (2, 3, 5, 7, 8, 9)),
]


def start(number, cells, actions):
    """A deal, played on a little: the model's table and our game of the same position."""
    table = played(chooser(number), number, cells, "strict", actions)
    if actions == 0:
        return table, eightoff.Game.deal(number, cells=cells, group_limit="strict")
    return table, eightoff.Game.from_layout(table.text(), cells=cells, group_limit="strict")


@pytest.mark.parametrize(("number", "cells", "actions"), WINNABLE)
def test_solutions_are_played_board_by_board(fc_solve, number, cells, actions):
    """fc-solve reads our board, and its moves and boards are the engine's and the model's."""
    table, game = start(number, cells, actions)
    printed = fc_solve(game.layout(), "-l", "three-eighty", "-sel", "-p", "-t", "-sam", cells=cells)
    boards, drags = boards_and_drags(printed)
    assert drags
    for board, (source, count, target) in zip(boards, drags, strict=False):
        assert eightoff.Game.from_layout(board, cells=cells).key() == game.key()
        target = target or table.top(source)[1]
        assert table.may_move(Transfer(source, count, target))
        table.move(Transfer(source, count, target))
        assert game.drag(source, target).count == count
    assert game.layout() == table.text()
    assert game.is_won


FORMS = {"sentences": ["-p", "-t", "-sam"], "two characters": ["-m", "-sn"]}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("number", "cells", "actions"), WINNABLE)
def test_solutions_are_replayed_to_the_win(fc_solve, number, cells, actions, form):
    _, game = start(number, cells, actions)
    printed = fc_solve(game.layout(), "-l", "three-eighty", "-sel", *FORMS[form], cells=cells)
    assert eightoff.replay(printed, game).is_won


@pytest.mark.parametrize("form", FORMS)
def test_solutions_go_by_pipe_through_the_command(fc_solve, form):
    """`eightoff deal` to fc-solve to `eightoff replay`."""

    def command(*arguments, typed=None):
        whole = [sys.executable, "-m", "eightoff", *arguments]
        done = subprocess.run(whole, input=typed, capture_output=True, text=True, check=True)
        return done.stdout

    board = command("deal", "617", "--layout")
    solution = fc_solve(board, "-l", "three-eighty", "-sel", *FORMS[form])
    told = json.loads(command("replay", "--json", "--start", "617", "-", typed=solution))
    assert told["is_won"] is True
