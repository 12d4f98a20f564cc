"""Boards to play on, as Python sees them: what a browser sends, and what it is sent."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import eightoff
from boards import LATE
from eightoff import svg
from eightoff._faces import DECKS, SUIT_PATHS

pytest.importorskip("anywidget", reason="no widget tests: anywidget is not installed")

from eightoff.widget import Board, Player, _bundle

REPOSITORY = Path(__file__).parents[2]
NODE = shutil.which("node")


def late_board(**options: Any) -> Board:
    return Board(eightoff.Game.from_layout(LATE, cells=2), **options)


def send(board: Board, **message: Any) -> str:
    """Sends what the browser would, and returns what the board says to it."""
    number = board.note["number"]
    board._handle_custom_msg(message, [])
    assert board.note["number"] == number + 1, "every message is answered, once"
    return board.note["text"]


# --- Board ------------------------------------------------------------------------------------


def test_a_board_takes_a_game_a_code_or_nothing() -> None:
    game = eightoff.Game.deal(20)
    assert Board(game).game is game
    assert Board("EO1-C4-AAAAAFA").game == eightoff.Game.deal(20, cells=4)
    assert Board().game.num_cells == 8
    with pytest.raises(eightoff.CodeError):
        Board("EO1-C5-AAAAAFA")
    with pytest.raises(TypeError, match="not str"):
        Board().game = "EO1-C4-AAAAAFA"


def test_the_browser_is_told_the_whole_board() -> None:
    shown = late_board().shown
    assert shown["columns"][4] == [15, 14, 13]
    assert shown["cells"] == [25, -1]
    assert shown["foundations"] == [6, 0, 13, 13]
    assert shown["drags"]["a"] == [[25, place] for place in "678"]
    assert sorted(shown["drags"]["1"]) == [[6, "S"], [6, "b"], [8, "2"]]
    assert (shown["score"], shown["code"], shown["won"], shown["can_undo"]) == (
        0,
        None,
        False,
        False,
    )


def test_dragging() -> None:
    board = late_board()
    assert (
        send(board, type="drag", card="9S", target="2")
        == "9St, nine of spades and 2 more to column 2."
    )
    assert board.game.history[-1].count == 3
    assert board.shown["columns"][1][-1] == 6
    text = send(board, type="drag", card="9S", target="3")
    assert text == "Not allowed: 9S does not fit on 7H: other suit. Hint: 9S fits only on TS."
    assert board.note["refused"]


def test_tapping() -> None:
    board = late_board()
    assert send(board, type="tap", place="5", card="AH").startswith("AHf, ace of hearts")
    assert send(board, type="tap", place="4", card="4H").startswith("4H cannot go home yet.")
    assert not board.note["refused"]
    assert send(board, type="double_tap", place="a", card="KH").endswith("to column 6, 5 points.")
    assert send(board, type="double_tap", place="6", card="KH").endswith("to cell a.")
    assert board.moves == ("AHf", "KHt", "KHc")


def test_the_second_click_leaves_the_next_card_alone() -> None:
    board = late_board()
    send(board, type="tap", place="5", card="AH")
    said = send(board, type="double_tap", place="5", card="AH")
    assert said.startswith("AHf")
    assert board.moves == ("AHf",)


@pytest.mark.parametrize("place", ["S", "1", "8"])
def test_taps_where_no_tap_has_a_meaning_change_nothing(place: str) -> None:
    board = late_board()
    send(board, type="tap", place=place, card="6S")
    send(board, type="double_tap", place=place, card="6S")
    assert board.moves == ()


def test_actions_by_key() -> None:
    board = late_board()
    assert send(board, type="apply", action="KHt").startswith("KHt")
    assert "5H fits only on 6H" not in send(board, type="apply", action="AHf")
    assert "fits only on" in send(board, type="apply", action="4Ht")


def test_undo() -> None:
    board = late_board()
    assert send(board, type="undo") == "There is nothing to undo."
    send(board, type="apply", action="AHf")
    assert board.shown["can_undo"]
    assert send(board, type="undo").startswith("Took back AHf")
    assert (board.game.score, board.moves) == (0, ())


def test_hints_lead_to_a_win() -> None:
    board = Board(eightoff.Game.deal(20, undo_limit=None))
    while not board.game.is_won:
        text = send(board, type="hint")
        (cards, target), word = board.hinted, text.split()[1].rstrip(",")
        assert (cards[0], target) == (
            board.game.hint().card,
            next(str(m.target) for m in board.game.legal_moves() if str(m) == word),
        )
        send(board, type="apply", action=word)
        assert board.hinted is None
    assert send(board, type="hint") == "The game is won."
    assert board.verdict["text"] == "Won!"


def test_verdicts() -> None:
    lost = next(
        n
        for n in range(50)
        if eightoff.solve(eightoff.Game.deal(n, cells=2)).status == "unwinnable"
    )
    board = Board(eightoff.Game.deal(lost, cells=2))
    assert board.verdict["status"] == "unwinnable"
    assert send(board, type="hint").startswith("No line wins")
    board.live = False
    assert board.verdict == {"status": "off", "text": ""}
    board.game = eightoff.Game.deal(20)
    assert board.verdict["status"] == "off"
    board.live = True
    assert board.verdict["status"] == "winnable"


def test_new_deals() -> None:
    board = Board(eightoff.Game.deal(20, group_limit="strict"), live=False)
    assert send(board, type="deal", cells=4, code="20") == "New deal EO1-C4-AAAAAFA with 4 cells."
    send(board, type="deal", cells=8, code="eo1-c2-aaaaafa")
    assert board.game.code == "EO1-C2-AAAAAFA"
    send(board, type="deal", cells=4, code="")
    assert (board.game.num_cells, board.game.group_limit) == (4, "strict")
    code = board.game.code
    for wrong in ("EO9-C2-AAAAAFA", "99999999999", "twenty", "-1", "²"):
        send(board, type="deal", cells=4, code=wrong)
        assert board.note["refused"], wrong
    assert board.game.code == code


def test_python_changes_show() -> None:
    board = late_board(live=False)
    board.game.apply("AHf")
    assert board.shown["score"] == 0
    board.refresh()
    assert (board.shown["score"], board.moves) == (10, ("AHf",))
    number = board.note["number"]
    board.refresh()
    assert board.note["number"] == number, "nothing changed: nothing to say"
    board.game = eightoff.Game.deal(1)
    assert board.shown["code"] == eightoff.encode_code(1)


def test_moves_are_observed() -> None:
    board = late_board(live=False)
    moves: list[Any] = []
    changes: list[Any] = []
    board.on_move(moves.append)
    board.observe(lambda change: changes.append(change["new"]), "moves")
    send(board, type="apply", action="AHf")
    send(board, type="drag", card="AH", target="3")
    send(board, type="undo")
    assert [str(move) for move in moves] == ["AHf"]
    assert changes == [("AHf",), ()]


def test_a_board_without_its_browser_shows_a_picture_and_a_text() -> None:
    board = late_board(live=False)
    bundle, _ = board._repr_mimebundle_()
    assert bundle["image/svg+xml"] == svg.board(board.game).svg
    assert bundle["text/plain"] == str(board.game).rstrip()
    assert "application/vnd.jupyter.widget-view+json" in bundle


# --- Player -----------------------------------------------------------------------------------


def test_a_player_shows_every_board_on_the_way() -> None:
    game = eightoff.Game.from_layout(LATE, cells=2)
    player = Player(["9St", "AHf"], game)
    assert [board["foundations"] for board in player.boards] == [[6, 0, 13, 13]] * 2 + [
        [6, 1, 13, 13]
    ]
    assert [move["cards"] for move in player.moves] == [[8, 7, 6], [13]]
    assert player.moves[0]["text"] == "9St, nine of spades and 2 more to column 2"
    player.step = 99
    assert player.step == 2
    assert player.game.score == 10
    assert game.history == [], "the game itself stays where it is"


def test_a_player_of_a_solution_knows_where_it_starts() -> None:
    game = eightoff.Game.deal(20)
    player = Player(eightoff.solve(game))
    player.step = len(player.moves)
    assert player.game.is_won
    assert player.boards[0]["columns"] == Board(game, live=False).shown["columns"]


def test_what_cannot_be_played_is_explained() -> None:
    with pytest.raises(ValueError, match="hint: give the game"):
        Player(["9St"])
    with pytest.raises(eightoff.IllegalMoveError):
        Player(["KSf"], eightoff.Game.from_layout(LATE, cells=2))
    lost = next(
        s
        for s in (eightoff.solve(eightoff.Game.deal(n, cells=2)) for n in range(50))
        if s.status == "unwinnable"
    )
    with pytest.raises(ValueError, match="unwinnable"):
        Player(lost)


# --- What the browser runs --------------------------------------------------------------------


@pytest.mark.skipif(NODE is None, reason="no tests of scripts: node is not installed")
def test_the_scripts_own_tests() -> None:
    result = subprocess.run(
        [str(NODE), "--test", str(REPOSITORY / "tests" / "js")], capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout
    assert re.search(r"^# pass [1-9]", result.stdout, re.MULTILINE)


@pytest.mark.parametrize("entry", ["board.mjs", "player.mjs"])
def test_a_bundle_is_one_module_that_loads_nothing(entry: str, tmp_path: Path) -> None:
    script = _bundle.script(entry)
    assert not re.search(
        r"^\s*import\b|\bimport\(|https?://(?!www\.w3\.org/)", script, re.MULTILINE
    )
    assert re.findall(r"^export .*", script, re.MULTILINE) == ["export default { render };"]
    # Joined modules share one scope: a name that two of them define would be an error.
    if NODE is not None:
        (tmp_path / "bundle.mjs").write_text(script, encoding="utf-8")
        subprocess.run([NODE, "--check", tmp_path / "bundle.mjs"], check=True)


def test_every_module_is_in_a_bundle_after_those_it_imports() -> None:
    bundled = {name for entry in ("board.mjs", "player.mjs") for name in _bundle.modules_of(entry)}
    assert bundled == {path.name for path in _bundle.STATIC.glob("*.mjs")}
    order = _bundle.modules_of("board.mjs")
    for name in order:
        text = (_bundle.STATIC / name).read_text(encoding="utf-8")
        for imported in re.findall(r'from "\./([\w.]+)"', text):
            assert order.index(imported) < order.index(name), f"{name} imports {imported}"


def test_the_style_loads_nothing_and_stays_with_the_board() -> None:
    style = re.sub(r"/\*.*?\*/", "", _bundle.style(), flags=re.DOTALL)
    assert "url(" not in style
    assert "@import" not in style
    for selectors in re.findall(r"([^{}]+)\{", style):
        for selector in selectors.split(","):
            selector = selector.strip()
            assert re.search(r"\.(eightoff|eo-)", selector) or selector.startswith("@"), selector


def test_browser_and_python_draw_the_same_cards() -> None:
    faces = (_bundle.STATIC / "faces.mjs").read_text(encoding="utf-8")
    for path in SUIT_PATHS:
        assert f'"{path}"' in faces
    for name, colours in DECKS.items():
        assert f'"{name}": [{", ".join(colours)}]' in faces.replace('["', "[").replace(
            '"]', "]"
        ).replace('", "', ", ")


def test_browser_and_python_lay_out_the_same_table() -> None:
    geometry = (_bundle.STATIC / "geometry.mjs").read_text(encoding="utf-8")
    for name in ("CARD_WIDTH", "CARD_HEIGHT", "MARGIN", "CELLS_TOP", "FAN", "LONGEST_FAN"):
        value = re.search(rf"const {name} = ([\d.]+);", geometry)
        assert value is not None, name
        assert float(value[1]) == getattr(svg, name), name
    style = _bundle.style()
    assert f"width: calc({svg.WIDTH:g} * var(--eo-unit))" in style
    assert f"width: calc({svg.CARD_WIDTH:g} * var(--eo-unit))" in style
    assert f"height: calc({svg.CARD_HEIGHT:g} * var(--eo-unit))" in style


def test_without_anywidget_the_message_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import eightoff\n"
        "try: import eightoff.widget\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == 'hint: pip install "eightoff[jupyter]"'


def test_importing_the_package_loads_no_widgets() -> None:
    code = (
        "import sys, eightoff; assert not {'anywidget', 'IPython', 'matplotlib'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
