"""`eightoff deal`, `code` and `replay` as a shell sees them."""

import json
import os
import subprocess
import sys

import pytest

import eightoff
from data import DATA
from eightoff.cli import main

CODE = "EO1-C8-AAAAAFA"


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def cli(capsys):
    """Run a command line in this process: exit code, standard output, standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(arguments)
        except SystemExit as leaving:
            status = leaving.code
        return status, *capsys.readouterr()

    return run


def shell(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "eightoff", *arguments]
    return subprocess.run(
        command, text=True, capture_output=True, timeout=100, check=False, **options
    )


# --- deal -----------------------------------------------------------------------------------


def test_deal_prints_the_board_of_a_code_or_a_number(cli):
    board = str(eightoff.Game(CODE)) + "\n"
    assert cli("deal", CODE) == (0, board, "")
    assert cli("deal", "20") == (0, board, "")
    assert cli("deal", "20", "--cells", "4") == (0, f"{eightoff.Game.deal(20, 4)}\n", "")


def test_deal_at_random_names_its_code(cli):
    status, out, _ = cli("deal", "--cells", "2", "--group-limit", "strict")
    assert status == 0
    code = out.split()[0]
    assert out == f"{eightoff.Game(code, group_limit='strict')}\n"
    assert code.startswith("EO1-C2-")


def test_deal_writes_board_text_that_is_read_again(cli, tmp_path):
    _, layout, _ = cli("deal", "20", "--layout")
    assert layout == eightoff.Game(CODE).layout()
    (tmp_path / "board").write_bytes(b"\xef\xbb\xbf" + layout.replace("\n", "\r\n").encode())
    assert cli("deal", "--board", str(tmp_path / "board"), "--layout") == (0, layout, "")


def test_deal_json(cli):
    status, out, err = cli("deal", "EO1-C4-AAAAAFA", "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    game = eightoff.Game("EO1-C4-AAAAAFA")
    assert out.count("\n") == 1
    assert data["code"] == game.code
    assert (data["number"], data["num_cells"], data["group_limit"]) == (20, 4, "app")
    assert data["cells"] == ["AC", "8D", "9C", "7C"]
    assert data["columns"][0] == ["8S", "5C", "JS", "2H", "6D", "KD"]
    assert data["foundations"] == {"S": 0, "H": 0, "D": 0, "C": 0}
    assert data["legal"] == [str(move) for move in game.legal_moves()]
    assert eightoff.Game.from_layout(data["layout"], 4).key() == game.key()
    assert (data["score"], data["is_won"], data["is_stuck"]) == (0, False, False)


def test_deal_microsoft(cli):
    assert cli("deal", "--microsoft", "1", "--layout") == (
        0,
        eightoff.Game.from_deck(eightoff.ms_deck(1)).layout(),
        "",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["deal", "EO2-C8-AAAAAFA"], "version"),
        (["deal", "4294967296"], "0..4294967295"),
        (["deal", "-1"], "0..4294967295"),
        (["deal", "--microsoft", "0"], "0"),
        (["deal", "--board", "/nowhere/board"], "cannot read /nowhere/board: No such file"),
        (["deal", "--board", "/"], "cannot read /: Is a directory"),
        (["replay", "/nowhere/record"], "cannot read /nowhere/record"),
        (["replay", "-", "--board", "-"], "cannot be both"),
    ],
)
def test_wrong_input_is_exit_code_1_and_one_message(cli, arguments, message):
    status, out, err = cli(*arguments)
    assert (status, out) == (1, "")
    assert err.startswith("error: ")
    assert message in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["shuffle"],
        ["deal", "20", "--cells", "6"],
        ["deal", "20", "--microsoft", "1"],
        ["deal", "20", "--layout", "--json"],
        ["deal", "20", "21"],
        ["deal", CODE, "--cells", "4"],
        ["replay", "record", "--cells", "4"],
        ["code"],
        ["play", "--undo-limit", "some"],
        ["replay", "--notation", "pgn"],
    ],
)
def test_a_wrong_command_line_is_exit_code_2(cli, arguments):
    status, out, err = cli(*arguments)
    assert (status, out) == (2, "")
    assert "usage: eightoff" in err


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["deal", "20"], "deal"),
        (["solve", "20"], "solve"),
        (["deals"], "deals"),
        (["study"], "study"),
        (["study", "summary", "DIR"], "study summary"),
    ],
)
def test_an_unknown_option_shows_the_usage_of_its_command(cli, command, name):
    status, out, err = cli(*command, "--nonsense")
    assert (status, out) == (2, "")
    assert err.startswith(f"usage: eightoff {name} [-h]")
    assert err.endswith(f"eightoff {name}: error: unrecognized arguments: --nonsense\n")


@pytest.mark.parametrize("command", ["deal", "solve"])
def test_cells_that_contradict_the_code(cli, command):
    status, out, err = cli(command, CODE, "--cells", "4")
    assert (status, out) == (2, "")
    assert f"--cells 4 contradicts the code {CODE}, which says 8\nhint: " in err
    assert cli(command, CODE, "--cells", "8")[0] == 0


@pytest.mark.parametrize("command", [[], ["deal"], ["play"], ["code"], ["replay"]])
def test_help(cli, command):
    status, out, err = cli(*command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith("usage: eightoff")


def test_version(cli):
    assert cli("--version") == (0, f"eightoff {eightoff.__version__}\n", "")


# --- code -----------------------------------------------------------------------------------


def test_code_converts_both_ways(cli):
    assert cli("code", "20") == (0, "EO1-C8-AAAAAFA\n", "")
    assert cli("code", "20", " eo1-c2-aaaaafa", "--cells", "4") == (0, "EO1-C4-AAAAAFA\n20 2\n", "")
    status, out, _ = cli("code", "4294967295", "--json")
    assert (status, json.loads(out)) == (
        0,
        {"code": "EO1-C8-777777Y", "number": 4294967295, "cells": 8},
    )


def test_code_goes_on_after_a_bad_one(cli):
    status, out, err = cli("code", "EO1-C8-AAAAAFB", "1")
    assert (status, out) == (1, "EO1-C8-AAAAAAI\n")
    assert "'B'" in err


# --- replay ---------------------------------------------------------------------------------


def test_replay_prints_the_end_and_its_score(cli, tmp_path):
    record = tmp_path / "record"
    record.write_text(f"{CODE}: ACf 6a\n", encoding="utf-8")
    game = eightoff.replay(record.read_text(encoding="utf-8"))
    assert cli("replay", str(record)) == (0, f"{game}\n", "2 moves, score 10\n")
    assert cli("replay", str(record), "--words") == (0, f"{CODE}: ACf 2Sc\n", "")


def test_replay_names_the_first_bad_word(cli, tmp_path):
    record = tmp_path / "record"
    record.write_text(f"{CODE}: ACf 7Ht ASf", encoding="utf-8")
    status, out, err = cli("replay", str(record))
    assert status == 1
    assert out == f"{eightoff.replay(f'{CODE}: ACf')}\n"
    assert err.splitlines()[1].startswith("error: word 2, '7Ht': 7Ht is illegal: ")
    status, out, _ = cli("replay", str(record), "--json")
    assert status == 1
    fault = json.loads(out)["fault"]
    assert (fault["number"], fault["word"]) == (2, "7Ht")


@pytest.mark.parametrize("form", ["short", "sentences"])
def test_replay_takes_solutions_of_fc_solve(cli, form, tmp_path):
    solution = str(DATA / "fc_solve" / f"deal-20.{form}.txt")
    status, out, err = cli("replay", solution, "--start", "20", "--json")
    data = json.loads(out)
    assert (status, err) == (0, "")
    assert (data["is_won"], data["moves"], data["score"]) == (True, 95, 595)
    assert data["fault"] is None
    (tmp_path / "board").write_text(eightoff.Game(CODE).layout(), encoding="ascii")
    status, out, _ = cli("replay", solution, "--board", str(tmp_path / "board"), "--words")
    assert (status, out.split()) == (0, data["words"])


def test_replay_without_a_start_names_the_options(cli, tmp_path):
    (tmp_path / "solution").write_text("-=-=-\n6h\n", encoding="ascii")
    status, out, err = cli("replay", str(tmp_path / "solution"))
    assert (status, out) == (1, "")
    assert "which deal" in err
    assert "hint: name it with --start" in err


@pytest.mark.parametrize("text", ["", "\n  # nothing yet\n"])
def test_replay_of_nothing_is_an_error(cli, tmp_path, text):
    path = tmp_path / "empty"
    path.write_text(text, encoding="ascii")
    message = f"error: no moves found in {path}\n"
    assert cli("replay", str(path), "--start", "20") == (1, "", message)
    # A game in which nothing was moved yet is a record all the same.
    path.write_text(f"{CODE}:", encoding="ascii")
    assert cli("replay", str(path))[0] == 0


def test_replay_from_standard_input():
    done = shell("replay", "--group-limit", "strict", input=f"{CODE}: ACf\n")
    assert done.returncode == 0
    assert done.stdout.startswith(f"{CODE}   8 cells   strict group limit   score 10\n")
    done = shell("replay", input="ACf\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert "which deal" in done.stderr
    done = subprocess.run(
        [sys.executable, "-m", "eightoff", "replay"],
        input=b"\xff\xfe",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert b"UTF-8" in done.stderr


# --- the process ----------------------------------------------------------------------------


def test_the_console_script_is_installed():
    script = os.path.join(os.path.dirname(sys.executable), "eightoff")
    done = subprocess.run([script, "code", "20"], text=True, capture_output=True, check=True)
    assert done.stdout == "EO1-C8-AAAAAFA\n"


def test_a_reader_that_leaves_early_is_no_error():
    # More output than a pipe holds, so that writing meets the closed end.
    numbers = " ".join(str(number) for number in range(9_000))
    done = subprocess.run(
        ["/bin/sh", "-c", f"'{sys.executable}' -m eightoff code {numbers} --json | head -n 1"],
        text=True,
        capture_output=True,
        timeout=100,
        check=True,
    )
    assert json.loads(done.stdout)["number"] == 0
    assert done.stderr == ""


def test_importing_the_package_loads_no_command_line():
    code = (
        "import sys, eightoff; print(*sorted(m for m in sys.modules if m.startswith('eightoff')))"
    )
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True)
    assert "eightoff.cli" not in done.stdout
