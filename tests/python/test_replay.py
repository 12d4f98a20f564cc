"""`eightoff.replay`: game records and fc-solve's solutions, and what is said of bad ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import eightoff
from data import DATA

CODE = "EO1-C8-AAAAAFA"
# The first moves of a solution of deal 20 (tests/data/fc_solve).
OPENING = "ACf 2Sc 4Dc 5Hc TSc 7Ct"


def fc_solve(form: str) -> str:
    return (DATA / "fc_solve" / f"deal-20.{form}.txt").read_text(encoding="ascii")


@pytest.fixture(scope="module")
def solved() -> eightoff.Game:
    return eightoff.replay(fc_solve("short"), CODE)


def test_a_record_plays_as_apply_does():
    game = eightoff.Game(CODE)
    for word in OPENING.split():
        game.apply(word)
    assert eightoff.replay(f"{CODE}: {OPENING}") == game
    assert eightoff.replay(OPENING, CODE) == game


@pytest.mark.parametrize(
    "record",
    [
        "EO1-C8-AAAAAFA: ACf 2Sc",
        "\ufeff# deal 20\r\neo1-c8-aaaaafa :\r\n  acF # home\r\n2sC\r\n",
        "EO1-C8-AAAAAFA: aC 6a",
        "EO1-C8-AAAAAFA:A♣f 6a",
    ],
)
def test_spellings_of_one_record(record):
    game = eightoff.replay(record)
    assert [str(move) for move in game.history] == ["ACf", "2Sc"]
    assert game.code == CODE


def test_places_choose_the_very_cell():
    assert eightoff.replay(f"{CODE}: 6h").cells.tolist()[4:] == [-1, -1, -1, 1]
    assert eightoff.replay(f"{CODE}: 2Sc").cells.tolist()[4:] == [1, -1, -1, -1]


def test_an_empty_record_is_the_deal():
    assert eightoff.replay(f"{CODE}:") == eightoff.Game(CODE)
    assert eightoff.replay("", CODE) == eightoff.Game(CODE)


@pytest.mark.parametrize("limit", ["app", "strict"])
@pytest.mark.parametrize("form", ["short", "sentences"])
def test_solutions_of_fc_solve_win(form, limit):
    game = eightoff.replay(fc_solve(form), CODE, group_limit=limit)
    assert game.is_won
    assert game.group_limit == limit
    # All 95 moves are remembered, and make a record that leads to the same end.
    record = game.record()
    assert len(record.split()) == 96
    assert eightoff.replay(record, group_limit=limit) == game


def test_a_board_without_a_code_is_a_start_too(solved):
    board = eightoff.Game.from_layout(eightoff.Game(CODE).layout())
    game = eightoff.replay(fc_solve("sentences"), board)
    assert game.is_won
    assert game.code is None
    assert game.layout() == solved.layout()
    assert board.history == []


def test_a_start_in_mid_game_keeps_its_history():
    start = eightoff.replay(f"{CODE}: ACf 2Sc")
    game = eightoff.replay("4Dc 5Hc", start)
    assert [str(move) for move in game.history] == ["ACf", "2Sc", "4Dc", "5Hc"]
    assert len(start.history) == 2


def test_fc_solve_short_moves_need_no_header_when_named():
    # 8h would be a drag to the eighth cell in a record; fc-solve means the foundations.
    game = eightoff.replay("ah 6k", CODE, notation="fc-solve")
    assert [(m.source, m.target) for m in game.history] == [("a", "C"), ("6", "h")]


@pytest.mark.parametrize(
    ("record", "number", "word", "message"),
    [
        (f"{CODE}: ACf 7Ht 2Sc", 2, "7Ht", "7H fits only on 8H"),
        (f"{CODE}: ACf ASf", 2, "ASf", "covered"),
        (f"{CODE}: ACx", 1, "ACx", "is not an action"),
        (f"{CODE}: ACf 9a", 2, "9a", "is not a place"),
        (f"{CODE}: 11", 1, "11", "both source and target"),
        (f"{CODE}: ACf {CODE}: 2Sc", 2, f"{CODE}:", "is not an action"),
        (f"{CODE}: e1", 1, "e1", "no card at e"),
    ],
)
def test_the_first_bad_word_is_named(record, number, word, message):
    with pytest.raises(eightoff.ReplayError) as caught:
        eightoff.replay(record)
    assert (caught.value.number, caught.value.word) == (number, word)
    assert str(caught.value).startswith(f"word {number}, {word!r}: ")
    assert message in str(caught.value)
    assert len(caught.value.game.history) == number - 1


@pytest.mark.parametrize(
    ("moves", "number", "message"),
    [
        ("-=-=-\n6a", 1, "AC is in it"),
        ("-=-=-\nah 6z", 2, "'z' is no place"),
        ("-=-=-\nah h1", 2, "'h' is no place"),
        ("-=-=-\nah 6kk", 2, "no move as fc-solve writes it"),
        ("-=-=-\neh", 1, "no card at e"),
        ("Move a card from stack 8 to freecell 1", 1, "there is no stack 8"),
        ("Move a card from stack 5 to freecell 8", 1, "there is no freecell 8"),
        ("Move a card from freecell 0 to the foundations\nMove it", 2, "no move as fc-solve"),
        ("Move 2 cards from freecell 0 to the foundations", 1, "1 cards would move there, not 2"),
    ],
)
def test_the_first_bad_move_of_fc_solve_is_named(moves, number, message):
    with pytest.raises(eightoff.ReplayError, match=f"^word {number}, ") as caught:
        eightoff.replay(moves, CODE)
    assert message in str(caught.value)
    # A move of other than the stated size leaves nothing behind.
    assert len(caught.value.game.history) == number - 1


@pytest.mark.parametrize("text", ["I could not solve this game.\n", "Iterations count exceeded.\n"])
def test_no_solution_is_no_record(text):
    with pytest.raises(eightoff.ReplayError, match="no moves of fc-solve") as caught:
        eightoff.replay(text, CODE, notation="fc-solve")
    assert caught.value.number is None
    assert caught.value.game is None


def test_starts_that_are_none():
    with pytest.raises(eightoff.ReplayError, match="does not say which deal"):
        eightoff.replay("ACf 2Sc")
    with pytest.raises(eightoff.ReplayError, match="does not say which deal"):
        eightoff.replay(fc_solve("short"))
    with pytest.raises(eightoff.ReplayError, match="but the start is EO1-C4-AAAAAFA"):
        eightoff.replay(f"{CODE}: ACf", "EO1-C4-AAAAAFA")
    with pytest.raises(eightoff.CodeError):
        eightoff.replay("EO9: ACf")
    with pytest.raises(eightoff.CodeError):
        eightoff.replay("ACf", "nonsense")
    with pytest.raises(TypeError, match=r"not int; there is Game\.deal"):
        eightoff.replay("ACf", 20)
    with pytest.raises(ValueError, match="notation 'pgn' is not one of"):
        eightoff.replay("ACf", CODE, notation="pgn")


@given(st.text(alphabet="AaCcFfTt27Hh5k♣ :#\n-=Move1stackfreecell0", max_size=80))
def test_any_text_is_played_or_refused(text):
    for notation in ("record", "fc-solve", "auto"):
        try:
            game = eightoff.replay(text, CODE, notation=notation)
        except (eightoff.ReplayError, eightoff.CodeError):
            continue
        assert game.code == CODE
