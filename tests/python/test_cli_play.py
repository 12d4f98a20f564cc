"""`eightoff play`: what typed lines do, and that no game is ever lost."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from typing import Self

import pytest

import eightoff
from eightoff.cli.session import Outcome, Refused, carry_out

CODE = "EO1-C8-AAAAAFA"


@pytest.fixture
def game() -> eightoff.Game:
    return eightoff.Game(CODE)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The folder of saved games of this test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path / "eightoff"


def play(*arguments: str, typed: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "eightoff", "play", *arguments]
    return subprocess.run(
        command, input=typed, text=True, capture_output=True, timeout=100, check=False
    )


def saved(path) -> eightoff.Game:
    return eightoff.Game.from_json(path.read_text(encoding="utf-8"))


def words(game: eightoff.Game) -> list[str]:
    return [str(move) for move in game.history]


# --- what lines mean ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "moved"),
    [
        ("ACf", ["ACf"]),
        ("10dc", None),
        ("a", ["ACf"]),
        ("aC", ["ACf"]),
        ("aa", ["ACf"]),
        ("66", ["2Sc"]),
        ("6h", ["2Sc"]),
        ("ACf 6h  7h", None),
        ("ACf 6h 7g", ["ACf", "2Sc", "3Dc"]),
    ],
)
def test_lines_that_move(game, line, moved):
    if moved is None:
        with pytest.raises(Refused):
            carry_out(game, line)
    else:
        assert carry_out(game, line) == Outcome(changed=True)
        assert words(game) == moved


def test_a_refused_word_keeps_those_before_it(game):
    with pytest.raises(Refused, match=r"^word 3: 7Ht is illegal") as caught:
        carry_out(game, "ACf 2Sc 7Ht 3Dc")
    assert caught.value.changed
    assert words(game) == ["ACf", "2Sc"]
    with pytest.raises(Refused, match=r"^7Ht is illegal") as caught:
        carry_out(game, "7Ht")
    assert not caught.value.changed


@pytest.mark.parametrize(
    "line", ["6", "S", "SS", "e", "9", "x", "7H", "99", "u x", "u 1 2", "u -1", "♠"]
)
def test_lines_that_are_refused(game, line):
    with pytest.raises(Refused) as caught:
        carry_out(game, line)
    assert not caught.value.changed
    assert game == eightoff.Game(CODE)


def test_undo(game):
    carry_out(game, "ACf 2Sc 3Dc")
    assert carry_out(game, "u") == Outcome(changed=True, text="took back 3Dc")
    assert carry_out(game, "U 9") == Outcome(changed=True, text="took back 2Sc ACf")
    with pytest.raises(Refused, match="nothing to undo"):
        carry_out(game, "undo")
    assert game == eightoff.Game(CODE)


def test_lines_that_tell(game):
    legal = carry_out(game, "?")
    assert not legal.changed
    for move in game.legal_moves():
        assert f"{move} ({move.source}{move.target})" in legal.text
    assert carry_out(game, "code").text == CODE
    carry_out(game, "ACf")
    assert carry_out(game, "record").text == f"{CODE}: ACf"
    assert "double tap" in carry_out(game, "help").text
    assert carry_out(game, "") == Outcome()
    assert carry_out(game, "q").leaves


def test_hints_lead_to_the_win(game):
    for _ in range(300):
        hint = carry_out(game, "hint")
        assert not hint.changed
        if game.is_won:
            break
        word, _, rest = hint.text.partition(" ")
        assert rest.endswith("is on a way to win")
        carry_out(game, word)
    assert hint.text == "the game is won"


def test_a_lost_game_is_said_to_be():
    lost = eightoff.Game.from_deck(eightoff.ms_deck(465), group_limit="strict")
    assert carry_out(lost, "hint").text.startswith("lost: no play wins")


def test_a_record_with_forgotten_moves_is_refused(game):
    game.undo_limit = 1
    carry_out(game, "ACf 2Sc")
    with pytest.raises(Refused, match="undo_limit"):
        carry_out(game, "record")


def test_a_won_game_has_no_moves_to_list():
    won = eightoff.Game.from_layout("Foundations: H-K C-K D-Q S-K\nFreecells: KD\n" + ":\n" * 8)
    assert "KDf (aD)" in carry_out(won, "?").text
    carry_out(won, "KDf")
    assert carry_out(won, "?").text == "there is no legal move"


# --- by pipe --------------------------------------------------------------------------------


def test_a_piped_game_is_saved_and_gone_on_with(home):
    first = play("20", typed="ACf\n6h\n")
    assert first.returncode == 0
    assert first.stdout == "".join(
        f"{eightoff.replay(f'{CODE}: {moves}')}\n" for moves in ("", "ACf", "ACf 6h")
    )
    file = home / f"{CODE}.json"
    assert first.stderr == f"saved in {file}\n"
    assert words(saved(file)) == ["ACf", "2Sc"]

    again = play(typed="u\nq\nACf")
    assert again.returncode == 0
    assert f"going on with the game saved in {file}" in again.stderr
    assert again.stdout.startswith(f"{eightoff.replay(f'{CODE}: ACf 6h')}\n")
    assert words(saved(file)) == ["ACf"]


def test_piped_lines_that_are_refused_give_exit_code_1(home):
    done = play("20", typed="ACf 7Ht\n2Sc\n")
    assert done.returncode == 1
    assert "error: word 2: 7Ht is illegal" in done.stderr
    # What was played before and after the refused word counts.
    assert words(saved(home / f"{CODE}.json")) == ["ACf", "2Sc"]


def test_bytes_that_are_no_text_are_refused(home):
    command = [sys.executable, "-m", "eightoff", "play", "20"]
    done = subprocess.run(command, input=b"\xff\xfe\nACf\n", capture_output=True, check=False)
    assert done.returncode == 1
    assert words(saved(home / f"{CODE}.json")) == ["ACf"]


def test_a_random_game_can_be_found_again(home):
    done = play(typed="")
    assert done.returncode == 0
    (file,) = home.iterdir()
    assert saved(file).code == file.stem == done.stdout.split()[0]


def test_new_puts_the_saved_game_aside(home):
    play("20", typed="ACf\n")
    done = play("20", "--new", typed="")
    assert str(eightoff.Game(CODE)) in done.stdout
    assert words(saved(home / f"{CODE}.json.1")) == ["ACf"]
    assert words(saved(home / f"{CODE}.json")) == []


def test_games_of_other_rules_are_other_games(home):
    play("20", typed="ACf\n")
    done = play("20", "--group-limit", "strict", typed="")
    assert "strict group limit   score 0" in done.stdout
    assert {file.name for file in home.iterdir()} == {f"{CODE}.json", f"{CODE}-strict.json"}


def test_a_file_of_ones_own(home, tmp_path):
    file = tmp_path / "mine.json"
    play("20", "--save", str(file), "--undo-limit", "none", typed="ACf\n")
    assert saved(file).undo_limit is None
    done = play("21", "--save", str(file), typed="")
    assert done.returncode == 1
    assert "holds another game" in done.stderr
    done = play("--save", str(file), "--undo-limit", "7", typed="")
    assert (saved(file).undo_limit, words(saved(file))) == (7, ["ACf"])
    assert not home.exists()


def test_a_board_is_saved_by_its_start(home, tmp_path):
    board = tmp_path / "board"
    board.write_text(eightoff.Game.from_deck(eightoff.ms_deck(1)).layout(), encoding="ascii")
    play("--board", str(board), typed="8e\n")
    done = play("--board", str(board), typed="")
    assert "going on" in done.stderr
    (file,) = home.iterdir()
    assert len(saved(file).history) == 1


def test_a_won_game_is_not_gone_on_with(home, tmp_path):
    board = tmp_path / "board"
    board.write_text("Foundations: H-K C-K D-Q S-K\nFreecells: KD\n" + ":\n" * 8, encoding="ascii")
    done = play("--board", str(board), typed="KDf\nKDc\n")
    assert "won, with 10 points" in done.stderr
    assert done.returncode == 1
    assert "the game is won" in done.stderr
    assert "going on" not in play(typed="").stderr


def stuck_game() -> eightoff.Game:
    """A game that was played without thought until nothing but withdrawals was legal."""
    for number in range(100):
        game = eightoff.Game.deal(number, 2)
        while moves := [move for move in game.legal_moves() if move.source not in "SHDC"]:
            game.apply(moves[-1])
        if game.is_stuck:
            return game
    raise AssertionError("every game was won")


def test_a_stuck_game_is_said_to_be(home, tmp_path):
    board = tmp_path / "board"
    board.write_text(stuck_game().layout(), encoding="ascii")
    done = play("--board", str(board), "--cells", "2", typed="")
    assert done.returncode == 0
    assert "stuck: only cards on foundations can move" in done.stderr


def test_spoilt_and_unwritable_files(home, tmp_path):
    home.mkdir()
    spoilt = home / f"{CODE}.json"
    spoilt.write_text("{}", encoding="utf-8")
    done = play("20", typed="")
    assert done.returncode == 1
    assert "holds no saved game" in done.stderr
    assert spoilt.read_text(encoding="utf-8") == "{}"
    # Without a deal named, the spoilt file is passed over.
    assert play(typed="").returncode == 0
    done = play("20", "--save", "/dev/null/x", typed="ACf\n")
    assert done.returncode == 1
    assert "cannot save to /dev/null/x" in done.stderr
    # The game itself is in the message, so that it is not lost.
    assert eightoff.Game.from_json(done.stderr.splitlines()[-1]).code == CODE


def test_json_lines(home):
    done = play("20", "--json", typed="ACf\n?\nu\n")
    scores = [json.loads(line)["score"] for line in done.stdout.splitlines()]
    assert scores == [0, 10, 0]


# --- in a terminal --------------------------------------------------------------------------


class Terminal:
    """`eightoff play` in a pseudo-terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "eightoff", "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**os.environ, **environment},
            # A terminal's Ctrl-C reaches the program only when it is its controlling terminal.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.seen = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def expect(self, text: str, *, typing: str = "") -> str:
        """Return what comes up to and with `text`, typing something every while until it comes."""
        deadline, next_typing = time.monotonic() + 100, 0.0
        while text not in self.seen:
            now = time.monotonic()
            assert now < deadline, f"no {text!r} in {self.seen!r}"
            if now >= next_typing:
                self.type(typing)
                next_typing = now + 5
            if select.select([self.master], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.master, 65_536).decode()
                except OSError:  # Linux says so when the other end has closed.
                    assert text in self.seen, f"no {text!r} before the end of {self.seen!r}"
        head, _, self.seen = self.seen.partition(text)
        return head + text

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def status(self) -> int:
        return self.process.wait(timeout=100)


def test_a_terminal_gets_colours_prompt_and_errors(home):
    with Terminal("20", PYTHONUTF8="1") as terminal:
        board = terminal.expect("> ")
        assert CODE in board
        assert "score 0" in board
        assert "\x1b[1;31m7♥\x1b[0m" in board
        terminal.type("7Ht\n")
        assert "error: 7Ht is illegal" in terminal.expect("> ")
        terminal.type("ACf\n")
        assert "score 10" in terminal.expect("> ")
        terminal.type("q\n")
        terminal.expect("saved in ")
        # A person has seen the refusal: no failure.
        assert terminal.status() == 0
    assert words(saved(home / f"{CODE}.json")) == ["ACf"]


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_can_be_refused(home, environment):
    with Terminal("20", **environment) as terminal:
        board = terminal.expect("> ")
        assert re.search(r"\x1b\[[\d;]*m", board) is None
        assert "7H" in board
        terminal.type("\x04")
        assert terminal.status() == 0


@pytest.mark.parametrize("ending", ["\x04", "\x03"], ids=["end of input", "Ctrl-C"])
def test_leaving_any_way_keeps_the_game(home, ending):
    with Terminal("20") as terminal:
        terminal.expect("> ")
        terminal.type("ACf 2Sc\n")
        terminal.expect("> ")
        # CPython notices a Ctrl-C between the prompt and the wait for a key only at the next key.
        terminal.expect("saved in ", typing=ending)
        assert terminal.status() == 0
    assert words(saved(home / f"{CODE}.json")) == ["ACf", "2Sc"]


def test_a_killed_program_keeps_the_game(home):
    with Terminal("20") as terminal:
        terminal.expect("> ")
        terminal.type("ACf\n")
        terminal.expect("> ")
        terminal.process.send_signal(signal.SIGKILL)
        assert terminal.status() == -signal.SIGKILL
    assert words(saved(home / f"{CODE}.json")) == ["ACf"]
    assert [file.name for file in home.iterdir()] == [f"{CODE}.json"]
