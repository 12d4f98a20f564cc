"""The model against the facts of the rules, before it judges the engine."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import DATA, group_limits, rows
from model import deals, playthroughs, records
from model.cards import PACK, number, parent
from model.game import Game
from model.perft import perft
from model.positions import chooser, put_together, with_group
from model.table import FOUNDATIONS, Table, Transfer

PERFT = records.read(DATA / "perft.txt")
PERFT_CAP = 500  # the model needs a second for a few thousand


def test_pack_and_parents():
    assert [number(card) for card in ("AS", "KS", "AH", "AD", "AC", "KC")] == [
        0,
        12,
        13,
        26,
        39,
        51,
    ]
    assert parent("7H") == "8H"
    assert parent("KC") is None
    assert sum(parent(card) is not None for card in PACK) == 48


def test_key_stream_of_deal_0_is_the_published_one():
    # RFC 8439, appendix A.1, test vector 1: zero key, zero nonce, counter 0.
    published = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
    words = itertools.islice(deals.chacha20_words(0), 8)
    assert b"".join(word.to_bytes(4, "little") for word in words).hex() == published


def test_code_of_deal_20():
    assert deals.encode(20, 8) == "EO1-C8-AAAAAFA"
    assert deals.decode(" eo1-c8-aaaaafa\n") == (20, 8)


@pytest.mark.parametrize(
    "code", ["EO1-C8-AAAAAFB", "EO2-C8-AAAAAFA", "EO1-C6-AAAAAFA", "EO1-C8-AAAAAF"]
)
def test_bad_codes(code):
    with pytest.raises(ValueError):  # noqa: PT011 - which one is the engine's business
        deals.decode(code)


def test_data_files_are_the_models_own():
    for number_, *rest in rows("decks.txt"):
        assert rest[4:] == deals.deck(int(number_))
        words = itertools.islice(deals.chacha20_words(int(number_)), 4)
        assert rest[:4] == [f"{word:08x}" for word in words]
    for number_, cells, code in rows("codes.txt"):
        assert code == deals.encode(int(number_), int(cells))
    for number_, *cards in rows("ms_decks.txt"):
        assert cards == deals.ms_deck(int(number_))


def test_playthroughs_are_the_models_own():
    assert "".join(playthroughs.transcript()) == (DATA / "playthroughs.txt").read_text(
        encoding="ascii"
    )


@pytest.mark.parametrize(
    ("cells", "heights", "in_cells"),
    [(8, [6] * 8, 4), (4, [6] * 8, 4), (2, [6, 6, 7, 7, 6, 6, 6, 6], 2)],
)
def test_deal(cells, heights, in_cells):
    deck = deals.deck(20)
    table = Table.dealt(deck, cells, "app")
    assert [len(table.piles[name]) for name in "12345678"] == heights
    assert len(table.cells) - table.free_cells() == in_cells
    assert table.piles["3"][0] == deck[2]
    assert table.piles["8"][5] == deck[47]
    assert [table.top("a"), table.top("b")] == deck[48:50]
    assert [table.top(name) for name in ("cd" if cells > 2 else "34")] == deck[50:]


@pytest.mark.parametrize(("free", "empty", "target", "limit"), group_limits())
def test_group_limits(free, empty, target, limit):
    column = "1" if target == "filled" else "8"
    longest = 12 if target == "filled" else 13
    for rule, most in [("app", limit), ("strict", free + 1)]:
        for count in range(1, longest + 1):
            table = with_group(free, empty, target, count)
            table.group_limit = rule
            assert table.limit_to(column) == most
            assert table.may_move(Transfer("2", count, column)) == (count <= most)


def test_kings_only_in_empty_columns():
    table = with_group(4, 1, "filled", 1)
    assert table.top("2") == "QS"
    assert not table.may_move(Transfer("2", 1, "8"))
    assert table.may_move(
        Transfer("1", 1, "8")
    )  # the king of spades, base of column 1: by hand only
    assert 3 * number("KS") + 1 not in table.actions()


def test_no_cell_to_cell_and_no_foundation_to_foundation():
    table = with_group(4, 1, "filled", 1)
    occupied, free = table.cells[-1], table.cells[0]
    assert table.top(occupied)
    assert not table.top(free)
    assert not table.may_move(Transfer(occupied, 1, free))
    assert all(not table.may_move(Transfer(a, 1, b)) for a in FOUNDATIONS for b in FOUNDATIONS)
    assert table.may_move(Transfer("S", 1, free))


def test_won_game_is_closed():
    table = Table(8, "app")
    for card in PACK:
        table.piles[card[1]].append(card)
    assert table.is_won()
    assert not table.is_stuck()
    assert not table.transfers()


TAPS = """\
Foundations: H-T C-T D-T S-T
Freecells: - - - - - - - -
KS
JS QS
KH
QH JH
JD QD KD
JC QC
KC

"""


def test_taps():
    game = Game(Table.laid_out(TAPS, 8, "app"))
    assert [game.tap(place) for place in ("1", "2", "8", "a", "S")] == [None] * 5
    assert [game.double_tap(place) for place in ("8", "a", "S")] == [None] * 3
    steps = [
        ("2", "1"),  # the queen to its king
        ("1", "a"),  # from there it fits nowhere else
        ("1", "b"),  # a king that is a base has no use for column 8
        ("b", "1"),  # the leftmost empty column
        ("a", "1"),
        ("2", "S"),
        ("5", "2"),  # a king that is no base
    ]
    for place, target in steps:
        assert game.double_tap(place).transfer == Transfer(place, 1, target)
    assert game.score == 5 + 5 + 10
    assert game.tap("4").transfer == Transfer("4", 1, "H")


def test_score_never_below_zero():
    game = Game(Table.laid_out(TAPS, 8, "app"))
    for source, target in [("3", "a"), ("a", "3")]:
        game.drag(source, target)
    assert game.score == 5
    game.score = 3
    game.undo()
    assert game.score == 0


@pytest.mark.parametrize("record", PERFT, ids=[record.id for record in PERFT])
def test_perft_file(record):
    for depth, count in record.counts.items():
        if count <= PERFT_CAP or depth == 1:
            assert perft(record.table(), depth) == count, depth


@given(st.integers(0, 2**32 - 1), st.sampled_from([8, 4, 2]))
def test_put_together_holds_all_cards_and_reads_back(seed, cells):
    table = put_together(chooser(seed), cells, "app")
    again = Table.laid_out(table.text(), cells, "app")  # refuses anything but 52 different cards
    assert again.piles == table.piles
