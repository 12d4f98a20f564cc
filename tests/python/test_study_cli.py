"""`eightoff study` as people type it."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest

import eightoff
from study_help import rows_of, truth

pytest.importorskip("pyarrow")
pytest.importorskip("scipy")


def command(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "eightoff", "study", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


def test_a_study_and_its_summary(tmp_path):
    out = tmp_path / "s"
    ended = command(
        "--range", "0:500", "--cells", "8,4", "--group-limit", "app,strict", "--out", out
    )
    assert (ended.returncode, ended.stdout) == (0, "")
    assert "2,000 of 2,000 rows (100.0 %)" in ended.stderr
    study = eightoff.study.open(out)
    rules = [(cells, limit) for cells in (8, 4) for limit in ("app", "strict")]
    assert rows_of(study) == truth(range(500), rules)
    ended = command("summary", out)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == f"{study.summary()}\n"
    ended = command("summary", out, "--json", "--confidence", "0.999")
    assert json.loads(ended.stdout) == json.loads(json.dumps(study.summary(0.999).to_dict()))


def test_deals_from_a_file_and_from_standard_input(tmp_path):
    (tmp_path / "deals.txt").write_text("5 9\n1000\n")
    assert command("--deals", tmp_path / "deals.txt", "--cells", "4", "--out", tmp_path / "a",
                   "--quiet").stderr == ""  # fmt: skip
    assert rows_of(eightoff.study.open(tmp_path / "a")) == truth([5, 9, 1000], [(4, "app")])
    codes = " ".join(eightoff.encode_code(n, 2) for n in (5, 9, 1000))
    ended = command("--deals", "-", "--out", tmp_path / "b", "--no-features", input=codes)
    assert ended.returncode == 0
    rows = rows_of(eightoff.study.open(tmp_path / "b"))
    assert rows == truth([5, 9, 1000], [(2, "app")], features=False)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([], 2, "which deals"),
        (["--range", "0:10"], 2, "which deals"),
        (["--out", "x"], 2, "which deals"),
        (["--range", "0:10", "--threads", "0", "--out", "x"], 2, "no whole number from 1 on"),
        (["--range", "10:0", "--out", "x"], 2, "range"),
        (["--range", "a:b", "--out", "x"], 2, "range"),
        (["--range", "0:4294967297", "--out", "x"], 2, "range"),
        (["--range", "0:10", "--cells", "8,3", "--out", "x"], 2, "8, 4, 2"),
        (["--range", "0:10", "--group-limit", "x", "--out", "x"], 2, "app, strict"),
        (["--deals", "nowhere", "--out", "x"], 1, "nowhere"),
        (["summary", "nowhere"], 1, "holds no study"),
        (["--range", "0:10", "--microsoft", "--out", "x"], 2, "begin with number 1"),
    ],
)
def test_wrong_lines_are_explained(arguments, status, message, tmp_path):
    ended = command(*arguments, cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (status, "")
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_other_parameters_are_refused(tmp_path):
    command("--range", "0:50", "--out", tmp_path / "s")
    ended = command("--range", "0:60", "--out", tmp_path / "s")
    assert ended.returncode == 1
    assert "other parameters" in ended.stderr
    assert "hint: repeat the options it was begun with, or name another --out" in ended.stderr


def test_numbers_and_codes_are_not_mixed(tmp_path):
    ended = command("--deals", "-", "--out", tmp_path / "s", input="20 EO1-C8-AAAAAFA 21")
    assert ended.returncode == 1
    assert "cannot be mixed: 20 and EO1-C8-AAAAAFA\nhint:" in ended.stderr


def test_ctrl_c_says_what_is_kept(tmp_path):
    running = subprocess.Popen(
        [sys.executable, "-m", "eightoff", "study", "--range", "0:100000000", "--cells", "8",
         "--no-lengths", "--no-features", "--chunk-size", "1000", "--out", tmp_path / "s"],
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    # The first line comes when the work begins.
    assert "0 of 100,000,000 rows" in running.stderr.readline()
    time.sleep(1)
    running.send_signal(signal.SIGINT)
    *_, last = running.communicate(timeout=100)[1].splitlines()
    assert running.returncode == 130
    kept, total = re.match(r"stopped: ([\d,]+) of ([\d,]+) rows are in ", last).groups()
    assert total == "100,000,000"
    # A chunk may have been written and not yet counted.
    on_disk = eightoff.study.open(tmp_path / "s").deals_done
    assert on_disk - int(kept.replace(",", "")) in (0, 1000)
