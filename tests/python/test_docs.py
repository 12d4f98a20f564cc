"""What the documents show is what happens."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import eightoff

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("benches/*.md")])


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_links_lead_somewhere(document):
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", document.read_text("utf-8")):
        path = document.parent / target if target else document
        assert path.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)
            assert anchor in [re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings]


def test_the_readmes_python(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    variables: dict[str, object] = {}
    exec(code, variables)
    game = variables["game"]
    assert isinstance(game, eightoff.Game)
    assert (game.score, game.is_won, game.code) == (10, False, "EO1-C8-AAAAAFA")
    printed = capsys.readouterr().out
    assert printed.startswith(str(eightoff.Game("EO1-C8-AAAAAFA")))
    assert "['2Sc', '5Sc', '7Hc', " in printed


def test_the_commands_of_the_command_line_page():
    """Each `$ command` prints the lines below it, `...` standing for any."""
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    shown = re.findall(r"^    \$ (.*)\n((?:    (?!\$).*\n)+)", text, re.MULTILINE)
    assert len(shown) == 2
    program = f"{shlex.quote(sys.executable)} -m eightoff"
    for command, output in shown:
        done = subprocess.run(
            re.sub(r"\beightoff\b", lambda _: program, command),
            shell=True,
            text=True,
            capture_output=True,
            check=False,
        )
        parts = re.sub("(?m)^    ", "", output).split("...\n")
        pattern = "(.*\n)*".join(re.escape(part) for part in parts)
        assert re.fullmatch(pattern, done.stdout + done.stderr), command


def test_the_board_of_the_formats_page():
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    board = re.search(r"(?:    .*\n){10}", text)
    assert board is not None
    game = eightoff.Game("EO1-C8-AAAAAFA")
    game.apply("ACf")
    assert eightoff.Game.from_layout(board[0]).layout() == game.layout()
    (record,) = re.findall(r"    (EO1-.*\n    .*)\n", text)
    assert len(eightoff.replay(record).history) == 5


def test_every_public_name_is_there_to_be_found():
    """Names that load what they need when first used are offered as well, and no others."""
    offered = {name for name in dir(eightoff) if not name.startswith("__")}
    assert offered == {name for name in eightoff.__all__ if not name.startswith("__")}
    assert all(getattr(eightoff, name) is not None for name in eightoff.__all__)
