"""Pictures of boards, moves and solutions."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from types import SimpleNamespace

import pytest

import eightoff
from boards import LATE
from eightoff import svg
from eightoff._faces import DECKS, SUIT_PATHS, card_text

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: svg.Picture) -> ET.Element:
    return ET.fromstring(picture.svg)


def ranks_and_suits(picture: svg.Picture) -> tuple[list[str], int]:
    """The rank labels drawn (bold texts), and how many suit shapes."""
    root = parsed(picture)
    labels = [
        text.text or "" for text in root.iter(f"{SVG}text") if text.get("font-weight") == "bold"
    ]
    return labels, sum(path.get("d") in SUIT_PATHS for path in root.iter(f"{SVG}path"))


@pytest.mark.parametrize("cells", [8, 4, 2])
def test_a_deal_shows_all_52_cards_and_the_cells_of_its_game(cells: int) -> None:
    picture = svg.board(eightoff.Game.deal(20, cells=cells))
    labels, _ = ranks_and_suits(picture)
    assert sorted(labels) == sorted(4 * ["A", *map(str, range(2, 11)), "J", "Q", "K"])
    names = [
        text.text for text in parsed(picture).iter(f"{SVG}text") if text.get("font-weight") is None
    ]
    assert names == [*"abcdefgh"[:cells], *"12345678"]


def test_nothing_that_viewers_strip_or_mix_up() -> None:
    game = eightoff.Game.deal(20)
    game.apply(game.legal_moves()[0])
    root = parsed(svg.board(game, move="last", targets="3"))
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {"svg", "title", "desc", "rect", "text", "path"}
        assert not {"id", "class", "style", "href"} & set(element.keys())
    assert len(svg.board(game).svg) < 30_000


def test_title_and_description_say_what_is_drawn() -> None:
    game = eightoff.Game("EO1-C8-AAAAAFA")
    root = parsed(svg.board(game))
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == root.get("aria-label") == "Eight Off, EO1-C8-AAAAAFA, score 0"
    assert root[1].tag == f"{SVG}desc"
    assert root[1].text == str(game).rstrip()
    assert root.get("role") == "img"


def test_text_stands_in_where_no_picture_can() -> None:
    game = eightoff.Game("EO1-C8-AAAAAFA")
    assert repr(svg.board(game)) == str(svg.board(game)) == str(game).rstrip()


@pytest.mark.parametrize(("deck", "colours"), [("two-colour", 2), ("four-colour", 4)])
def test_decks(deck: str, colours: int) -> None:
    root = parsed(svg.board(eightoff.Game.deal(1), deck=deck))
    drawn = {path.get("fill") for path in root.iter(f"{SVG}path")} - {"none"}
    assert drawn & {"#111111", "#c1121f", "#0a58ca", "#067a2b"} == set(DECKS[deck])
    assert len(set(DECKS[deck])) == colours


def luminance(colour: str) -> float:
    """WCAG's relative luminance."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("deck", DECKS)
def test_suits_stand_out_from_the_card(deck: str) -> None:
    for colour in DECKS[deck]:
        assert 1.05 / (luminance(colour) + 0.05) >= 4.5


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"deck": "three-colour"}, "four-colour"),
        ({"targets": "9"}, "9"),
        ({"move": "KSf"}, "KS"),
        ({"move": "nonsense"}, "nonsense"),
    ],
)
def test_what_does_not_exist_is_named(wrong: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        svg.board(eightoff.Game.from_layout(LATE, cells=2), **wrong)


def test_a_move_to_come_and_one_made_are_both_marked() -> None:
    game = eightoff.Game.from_layout(LATE, cells=2)
    before = svg.board(game, move="9St")
    game.drag("1", "2")
    after = svg.board(game, move="last")
    for picture in (before, after):
        rects = [
            rect for rect in parsed(picture).iter(f"{SVG}rect") if rect.get("stroke") == "#ffd400"
        ]
        # Three cards travel; the other place is dashed.
        assert [rect.get("stroke-dasharray") is not None for rect in rects] == [False] * 3 + [True]
    assert before.text.endswith("\nmove: 9St: nine of spades and 2 more, column 1 to column 2")
    assert after.text.endswith("\nlast move: 9St: nine of spades and 2 more, column 1 to column 2")
    assert game.history[-1].source == "1"


def test_marking_a_move_leaves_the_game_alone() -> None:
    game = eightoff.Game.from_layout(LATE, cells=2)
    copy = game.copy()
    for move in game.legal_moves():
        for same in (move, str(move), move.action):
            assert svg.board(game, move=same).text.splitlines()[-1].startswith(f"move: {move}")
    assert game == copy
    assert game.history == []
    assert svg.board(game, move="last").text == svg.board(game).text


def test_targets() -> None:
    picture = svg.board(eightoff.Game.from_layout(LATE, cells=2), targets="1")
    assert picture.text.endswith("\nfrom column 1: 2 b S")
    marked = [
        rect for rect in parsed(picture).iter(f"{SVG}rect") if rect.get("stroke") == "#7ee8ff"
    ]
    assert len(marked) == 3


def test_all_boards_of_a_game_can_be_drawn() -> None:
    game = eightoff.Game.deal(20, undo_limit=None)
    while not game.is_stuck and len(game.history) < 60:
        moves = game.legal_moves()
        game.apply(moves[len(game.history) * 7 % len(moves)])
        assert parsed(svg.board(game, move="last")).get("width") == "640"


def test_size_is_the_width() -> None:
    root = parsed(svg.board(eightoff.Game.deal(1), size=331))
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert root.get("width") == "331"
    assert float(root.get("height", "0")) == pytest.approx(331 * height / width, abs=0.1)


def test_saving(tmp_path: Path) -> None:
    picture = svg.board(eightoff.Game.deal(1))
    path = picture.save(tmp_path / "board.svg")
    assert ET.parse(path).getroot().tag == f"{SVG}svg"
    with pytest.raises(ValueError, match=r"hint: save board\.svg"):
        picture.save(tmp_path / "board.png")


def test_games_and_moves_show_themselves() -> None:
    game = eightoff.Game.from_layout(LATE, cells=2)
    assert game._repr_svg_() == svg.board(game).svg
    move = game.legal_moves()[0]
    assert move._repr_svg_() == svg.move(move).svg
    # What else a person could have meant by showing it is in the text.
    assert str(move) in svg.move(move).text


def test_a_group_is_drawn_card_by_card() -> None:
    game = eightoff.Game.from_layout(LATE, cells=2)
    picture = svg.move(game.drag("9S", "2"))
    labels, suits = ranks_and_suits(picture)
    assert labels == ["9", "8", "7", "9St and 2 more"]
    assert suits == 3 + 1


def test_a_solution_lists_its_moves() -> None:
    moves = eightoff.Game.deal(20).legal_moves()
    solved = SimpleNamespace(
        status="winnable", moves=moves, nodes=12_345, seconds=0.0123, optimal=True
    )
    picture = svg.solution(solved)
    assert picture.text.startswith(
        f"winnable in {len(moves)} moves, the fewest there can be (12,345 states, 12.3 ms)"
    )
    drawn = {text.text for text in parsed(picture).iter(f"{SVG}text")}
    assert {str(move) for move in moves} <= drawn
    lost = SimpleNamespace(status="unwinnable", moves=None, nodes=7, seconds=0.5)
    assert svg.solution(lost).text == "unwinnable (7 states, 500 ms)"


def test_names_agree_with_the_engine() -> None:
    assert [card_text(card) for card in range(52)] == [
        eightoff.card_text(card) for card in range(52)
    ]


def test_drawing_loads_only_when_something_is_drawn() -> None:
    code = (
        "import sys, eightoff; loaded = set(sys.modules); assert 'eightoff.svg' not in loaded;"
        "eightoff.Game()._repr_svg_(); assert 'eightoff.svg' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
