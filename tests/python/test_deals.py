"""Deal numbers, decks and codes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import eightoff
from data import rows
from model import deals
from model.cards import PACK

NUMBERS = st.integers(0, 2**32 - 1)
CELLS = st.sampled_from([8, 4, 2])


def names(deck):
    return [PACK[card] for card in deck]


@pytest.mark.parametrize(("deal", "cards"), [(int(row[0]), row[5:]) for row in rows("decks.txt")])
def test_deck_vectors(deal, cards):
    deck = eightoff.deck(deal)
    assert deck.dtype == np.int8
    assert names(deck) == cards


@given(NUMBERS)
def test_decks_follow_the_key_stream(deal):
    """The model draws with the ChaCha20 of OpenSSL, which shares nothing with the engine's."""
    assert names(eightoff.deck(deal)) == deals.deck(deal)


@pytest.mark.parametrize(
    ("deal", "cards"), [(int(row[0]), row[1:]) for row in rows("ms_decks.txt")]
)
def test_microsoft_vectors(deal, cards):
    deck = eightoff.ms_deck(deal)
    assert deck.dtype == np.int8
    assert names(deck) == cards


@given(st.integers(1, 2**32 - 1))
def test_microsoft_decks(deal):
    assert names(eightoff.ms_deck(deal)) == deals.ms_deck(deal)


@pytest.mark.parametrize("row", rows("codes.txt"), ids=lambda row: row[2])
def test_code_vectors(row):
    deal, cells, code = int(row[0]), int(row[1]), row[2]
    assert eightoff.encode_code(deal, cells) == code
    assert eightoff.decode_code(code) == (deal, cells)


@given(NUMBERS, CELLS)
def test_codes_round_trip(deal, cells):
    code = eightoff.encode_code(deal, cells)
    assert code == deals.encode(deal, cells)
    assert eightoff.decode_code(code) == (deal, cells)
    assert eightoff.decode_code(f"\t {code.lower()}\r\n") == (deal, cells)
    game = eightoff.Game(code)
    assert (game.code, game.number, game.num_cells) == (code, deal, cells)
    assert game == eightoff.Game.deal(deal, cells=cells)


def test_random_deals():
    games = [
        eightoff.Game(cells=cells, group_limit="strict") for cells in (8, 4, 2) for _ in range(20)
    ]
    assert len({game.code for game in games}) == len(games)  # by chance alike once in 70 million
    for game in games:
        assert eightoff.decode_code(game.code) == (game.number, game.num_cells)
        assert eightoff.Game(game.code) == eightoff.Game.deal(game.number, cells=game.num_cells)
        assert game.group_limit == "strict"


def test_cells_may_repeat_the_code_and_not_contradict_it():
    assert eightoff.Game("EO1-C4-AAAAAFA", cells=4).num_cells == 4
    with pytest.raises(ValueError, match="contradicts"):
        eightoff.Game("EO1-C4-AAAAAFA", cells=8)


def test_many_codes_are_distinct_and_read_back():
    many = [
        step * 2_654_435_761 % 2**32 for step in range(50_000)
    ]  # Knuth's multiplier: all over the range
    codes = [eightoff.encode_code(deal, 8) for deal in many]
    assert len(set(codes)) == len(many)
    assert [eightoff.decode_code(code)[0] for code in codes] == many


def test_from_deck_is_the_deal_without_its_code():
    """And one deck serves 8, 4 and 2 cells."""
    for cells in (8, 4, 2):
        dealt = eightoff.Game.deal(20, cells=cells)
        deck = eightoff.deck(20)
        for cards in (deck, deck.tolist(), names(deck), tuple(names(deck))):
            game = eightoff.Game.from_deck(cards, cells=cells)
            assert game.layout() == dealt.layout()
            assert game.code is None
            assert game.number is None


BAD_CODES = {
    "": "",
    "EO1-C8-AAAAAFB": "B",  # the last letter's three low bits would be lost
    "EO1-C8-AAAAAF7": "7",
    "EO2-C8-AAAAAFA": "EO2",
    "EO-C8-AAAAAFA": "EO-",
    "EO1-C6-AAAAAFA": "6",
    "EO1-C08-AAAAAFA": "08",
    "EO1-8-AAAAAFA": "C",
    "EO1-C8-AAAAFA": "6",
    "EO1-C8-AAAAAAFA": "8",
    "EO1-C8-AAAA1FA": "1",
    "EO1-C8-AAAA0FA": "0",
    "EO1-C8-AAAA AFA": "",
    "EO1-C8-AAAAÀFA": "À",
    "EO1-C8-AAAAAF=": "=",
    "EO1 C8 AAAAAFA": "",
    "EO1-C8": "",
    "EO1-C8-": "",
    "EO1-C8-AAAAAFA-": "",
    "XEO1-C8-AAAAAFA": "XEO1",
    "AAAAAFA": "",
    "20": "20",
    "EO1-C8-AAAAAFA\0": "",
    "\N{FULLWIDTH LATIN CAPITAL LETTER E}O1-C8-AAAAAFA": "",
    "ß": "ß",
}


@pytest.mark.parametrize(("code", "named"), BAD_CODES.items())
def test_bad_codes_are_refused_by_name(code, named):
    for read in (eightoff.decode_code, eightoff.Game):
        with pytest.raises(eightoff.CodeError) as refusal:
            read(code)
        assert named in str(refusal.value)
        assert isinstance(refusal.value, ValueError)


CODE_LIKE = st.from_regex(r"\A\s?[Ee][Oo][012]-[Cc][0-9]-[A-Ia2-78=]{6,8}\s?\Z")


@given(
    st.one_of(CODE_LIKE, st.text(max_size=20), st.text(alphabet="EO1-C842AIQYaiqy", max_size=16))
)
def test_any_text_is_a_code_or_refused(text):
    try:
        expected = deals.decode(text)
    except ValueError:
        with pytest.raises(eightoff.CodeError):
            eightoff.decode_code(text)
    else:
        assert eightoff.decode_code(text) == expected
