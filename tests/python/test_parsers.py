"""Every reader of text, and every argument of an odd type: the right error, and no panic.

A panic of the engine's would be a `PanicException`, which is no `Exception` and fails any of these.
"""

import json
import random
import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import eightoff
from model.cards import PACK
from model.positions import choices_of, put_together
from model.table import COLUMNS, Table

CELLS = st.sampled_from([8, 4, 2])


@st.composite
def boards(draw):
    """A board of the model's, with its number of cells."""
    cells = draw(CELLS)
    return put_together(
        choices_of(draw(st.binary(min_size=200, max_size=200))), cells, "app"
    ), cells


# Board text


@given(boards(), st.data())
def test_layouts_are_read_however_they_are_written(board, data):
    table, cells = board
    founded, in_cells, *columns = table.text().splitlines()
    colon = data.draw(st.sampled_from(["", ": ", ":"]))
    columns = [(colon + line.removeprefix(":")).rstrip() for line in columns]
    founded = founded.replace(
        "Foundations:", data.draw(st.sampled_from(["Foundations:", "Founds:", "foundations:"]))
    )
    in_cells = in_cells.replace(
        "Freecells:", data.draw(st.sampled_from(["Freecells:", "FC:", "freecells:"]))
    )
    in_cells = in_cells.replace(" -", data.draw(st.sampled_from([" -", " *"])))
    lines = [founded, in_cells, *columns]
    if table.free_cells() == cells and data.draw(st.booleans()):
        del lines[1]
    if not any(table.piles[suit] for suit in "SHDC") and data.draw(st.booleans()):
        del lines[0]
    if lines[0] == "":
        lines[0] = ":"  # a blank line before everything else is no column
    comment = data.draw(st.sampled_from(["", "# one comment\n", "#\n# two\n"]))
    text = comment + "\n".join(lines) + data.draw(st.sampled_from(["", "\n"]))
    if not columns[-1]:
        text += "\n"
    for old, new in data.draw(
        st.lists(
            st.sampled_from([("T", "10"), ("S", "♠"), ("H", "♥"), ("\n", "\r\n")]),
            unique=True,
            max_size=2,
        )
    ):
        if new == "10" or new == "\r\n":
            text = text.replace(old, new)
        else:
            for card in PACK:
                text = text.replace(card, card.replace(old, new))
    if data.draw(st.booleans()):
        text = text.lower()
    game = eightoff.Game.from_layout(text, cells=cells)
    assert game.layout() == table.text()
    assert game.code is None
    assert game.number is None


@given(boards())
def test_layouts_come_back(board):
    table, cells = board
    game = eightoff.Game.from_layout(table.text(), cells=cells)
    assert eightoff.Game.from_layout(game.layout(), cells=cells) == game


WORDS = [*PACK, "-", "10H", "Foundations:", "Freecells:", "H-K", "S-0", ":", "#", "XX", "\n"]


@given(boards(), st.data())
def test_a_damaged_layout_is_refused_or_a_position(board, data):
    """A word left out, put in, replaced or exchanged: still 52 cards, or a LayoutError."""
    table, cells = board
    words = table.text().replace("\n", " \n ").split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(words) - 1))
        other = data.draw(st.integers(0, len(words) - 1))
        match data.draw(st.sampled_from(["out", "in", "instead", "swap"])):
            case "out":
                words[place] = ""
            case "in":
                words.insert(place, data.draw(st.sampled_from(WORDS)))
            case "instead":
                words[place] = data.draw(st.sampled_from(WORDS))
            case "swap":
                words[place], words[other] = words[other], words[place]
    try:
        game = eightoff.Game.from_layout(" ".join(words), cells=cells)
    except eightoff.LayoutError:
        return
    Table.laid_out(game.layout(), cells, "app")  # refuses anything but 52 different cards


@given(st.one_of(st.text(), st.lists(st.sampled_from(WORDS)).map(" ".join)), CELLS)
def test_no_other_text_is_a_layout(text, cells):
    with pytest.raises(eightoff.LayoutError):
        eightoff.Game.from_layout(text, cells=cells)


def faulty(find, replacement, cells=8):
    return eightoff.Game.deal(20).layout().replace(find, replacement), cells


@pytest.mark.parametrize(
    ("board", "named"),
    [
        (faulty("8S ", "", 8), ["8S"]),  # missing
        (faulty("8S ", "8S 8S "), ["8S"]),  # twice
        (faulty("8S ", "5C "), ["8S", "5C"]),  # one missing, another twice
        (faulty("8S ", "8X "), ["8X"]),
        (faulty("8S ", "11S "), ["11S"]),
        (faulty("- - - -\n8S 5C JS 2H 6D", "8S 5C JS 2H 6D\n"), ["9", "8"]),  # a ninth cell
        (faulty("S-0", "S-X"), ["S-X"]),
        (faulty("S-0", "S-A"), ["AS"]),  # founded and in a column
        (faulty("- - - -", "", 2), ["4", "2"]),  # more cards than cells
        (faulty("\nKS 9D", "\nKS\n9D"), ["9"]),  # nine columns
        (("", 8), []),
        (("Foundations: H-K C-K D-K S-Q\n", 8), ["KS"]),
    ],
)
def test_layout_faults_are_named(board, named):
    text, cells = board
    with pytest.raises(eightoff.LayoutError) as refusal:
        eightoff.Game.from_layout(text, cells=cells)
    for words in named:
        assert words in str(refusal.value)


def test_all_faults_are_named_at_once():
    text, _ = faulty("8S 5C", "XX 8S 5C 5C")
    with pytest.raises(eightoff.LayoutError) as refusal:
        eightoff.Game.from_layout(text.replace("S-0", "S-Q"))
    for words in ("XX", "5C", "AS"):
        assert words in str(refusal.value)


def test_columns_no_play_produces_are_refused():
    """Beyond the seventh card a column can only have grown by a run."""
    table = Table(8, "app")
    table.piles["1"] = ["2S", "4S", "6S", "8S", "TS", "QS", "KH", "QH", "JH"]
    rest = [card for card in PACK if card not in table.piles["1"]]
    for k, card in enumerate(rest):
        table.piles[COLUMNS[1 + k % 7]].append(card)
    assert eightoff.Game.from_layout(table.text()).heights[0] == 9
    table.piles["1"][7:] = ["JH", "QH"]
    with pytest.raises(eightoff.LayoutError, match="1"):
        eightoff.Game.from_layout(table.text())


# Decks


@given(
    st.lists(
        st.one_of(st.integers(-2, 60), st.sampled_from(PACK), st.text(max_size=3)), max_size=60
    )
)
def test_no_other_list_is_a_deck(cards):
    with pytest.raises(ValueError, match=r"\w{3}"):
        eightoff.Game.from_deck(cards)


@given(st.permutations(PACK), CELLS)
def test_every_permutation_is_a_deck(cards, cells):
    assert (
        eightoff.Game.from_deck(cards, cells=cells).layout()
        == Table.dealt(cards, cells, "app").text()
    )


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int64, np.uint64])
def test_decks_of_any_integer_dtype(dtype):
    deck = eightoff.deck(20)
    assert eightoff.Game.from_deck(deck.astype(dtype)) == eightoff.Game.from_deck(deck)


@pytest.mark.parametrize(
    "deck",
    [
        eightoff.deck(1)[:51],
        np.zeros(52, np.int8),
        eightoff.deck(1).reshape(4, 13),
        None,
        20,
        "AS",
        [[]] * 52,
    ],
)
def test_odd_decks(deck):
    with pytest.raises((ValueError, TypeError)):
        eightoff.Game.from_deck(deck)


# Words, places and actions


@given(
    st.one_of(
        st.text(max_size=6), st.from_regex(r"\A\s?(10|[0-9atjqkATJQKX])[shdcSHDC♠♥♦♣]?[ftcx]?\s?\Z")
    )
)
def test_any_word_is_a_move_or_refused(word):
    game = eightoff.Game.deal(20)
    before = game.layout()
    try:
        game.apply(word)
    except (eightoff.NotationError, eightoff.IllegalMoveError):
        assert game.layout() == before
    else:
        assert (
            str(game.history[-1])[:2].lower() in word.lower().replace("10", "t")
            or not word.isascii()
        )


@given(st.text(max_size=3), st.text(max_size=3))
def test_any_places_are_a_drag_or_refused(source, target):
    game = eightoff.Game.deal(20)
    before = game.layout()
    try:
        move = game.drag(source, target)
    except (eightoff.NotationError, eightoff.IllegalMoveError):
        assert game.layout() == before
    else:
        assert source.strip() in (move.source, PACK[move.card])
        assert target.strip() == move.target


@given(st.text(max_size=3))
def test_any_place_is_a_tap_or_refused(place):
    game = eightoff.Game.deal(20)
    for tap in (game.tap, game.double_tap, game.group_limit_to):
        try:
            tap(place)
        except eightoff.NotationError:
            assert place.strip() not in list("12345678")


NO_ACTIONS = [
    -1,
    156,
    255,
    256,
    300,
    70_000,
    2**31,
    2**63,
    -(2**63),
    2**200,
    -(2**200),
    np.uint8(200),
    np.int64(-1),
]


@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
def test_integers_out_of_range(action):
    game = eightoff.Game.deal(20)
    with pytest.raises(ValueError, match=r"\w{3}"):
        game.apply(action)


@pytest.mark.parametrize(
    "action", [1.5, 1.0, None, b"ASf", [], (), {}, object(), np.float64(1), np.zeros(2), 1j]
)
def test_actions_of_odd_types(action):
    game = eightoff.Game.deal(20)
    with pytest.raises(TypeError):
        game.apply(action)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.uint32, np.int64, np.uint64])
def test_actions_of_any_integer_dtype(dtype):
    game = eightoff.Game.deal(20)
    action = next(a for a in game.legal_actions() if a < 127)
    game.apply(dtype(action))
    assert game.history[-1].action == action


@pytest.mark.parametrize("odd", [-1, 2**32, 2**64, 1.5, None, "20x", b"20", [], True])
def test_odd_deal_numbers(odd):
    for call in (eightoff.deck, eightoff.Game.deal, lambda n: eightoff.encode_code(n, 8)):
        with pytest.raises((ValueError, TypeError)):
            call(odd)


@pytest.mark.parametrize("odd", [0, -1, 2**32, 2**64, 1.5, None, "1"])
def test_odd_microsoft_numbers(odd):
    with pytest.raises((ValueError, TypeError)):
        eightoff.ms_deck(odd)


@pytest.mark.parametrize("cells", [0, 1, 3, 5, 6, 7, 9, -8, 2**70, 8.0, "8"])
def test_odd_numbers_of_cells(cells):
    for call in (
        lambda: eightoff.Game.deal(20, cells=cells),
        lambda: eightoff.Game(cells=cells),
        lambda: eightoff.Game.from_deck(eightoff.deck(1), cells=cells),
        lambda: eightoff.Game.from_layout(eightoff.Game.deal(20).layout(), cells=cells),
        lambda: eightoff.encode_code(20, cells),
    ):
        with pytest.raises((ValueError, TypeError)):
            call()


@pytest.mark.parametrize("limit", ["", "App", "free", None, 1, b"app"])
def test_odd_group_limits(limit):
    with pytest.raises((ValueError, TypeError)):
        eightoff.Game.deal(20, group_limit=limit)


@pytest.mark.parametrize("limit", [-1, 1.5, "100", 2**70])
def test_odd_undo_limits(limit):
    with pytest.raises((ValueError, TypeError)):
        eightoff.Game.deal(20, undo_limit=limit)


# Saved games


def saved():
    game = eightoff.Game.deal(20)
    dice = random.Random(20)
    for _ in range(30):
        legal = game.legal_actions()
        game.apply(int(dice.choice(legal))) if legal.size else game.undo()
    return game.to_json()


@given(st.one_of(st.text(), st.text(alphabet=string.printable).map(json.dumps)))
def test_no_other_text_is_a_saved_game(text):
    with pytest.raises(eightoff.NotationError):
        eightoff.Game.from_json(text)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


def places_in(value, path=()):
    """The path of every value in a JSON tree."""
    yield path
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in items:
        yield from places_in(inner, (*path, key))


@given(st.data())
def test_a_damaged_saved_game_is_refused_or_whole(data):
    tree = json.loads(saved())
    *path, last = data.draw(st.sampled_from([path for path in places_in(tree) if path]))
    parent = tree
    for key in path:
        parent = parent[key]
    if data.draw(st.booleans()):
        near = st.integers(-1, 200) if isinstance(parent[last], int) else st.nothing()
        parent[last] = data.draw(near | ANYTHING)
    else:
        del parent[last]
    try:
        game = eightoff.Game.from_json(json.dumps(tree))
    except (eightoff.NotationError, eightoff.LayoutError, eightoff.CodeError):
        return
    Table.laid_out(game.layout(), game.num_cells, "app")
    while game.history:
        game.undo()
        Table.laid_out(game.layout(), game.num_cells, "app")
    assert game.score >= 0
