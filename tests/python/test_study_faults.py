"""Studies that are disturbed: nothing lost, nothing twice, and a message that helps."""

import errno
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context
from pathlib import Path

import pytest

import eightoff
from eightoff.studies import FailedChunkWarning
from study_help import Poisoning, assert_true, rows_of, truth

pytest.importorskip("pyarrow")

POISONED = 137


def parts_in(out):
    """The parts that are there, with their bytes."""
    return {path.name: path.read_bytes() for path in out.glob("part-*.parquet")}


# --- Chunks that fail -----------------------------------------------------------------------


def test_a_chunk_that_always_fails_gets_error_rows_and_is_named(tmp_path):
    out = tmp_path / "s"
    numbers = range(300)
    with ThreadPoolExecutor(2) as pool:
        executor = Poisoning(pool, POISONED)
        with pytest.warns(
            FailedChunkWarning, match="deals 120 to 139: ZeroDivisionError: deal 137"
        ):
            study = eightoff.study(numbers, (8, 4), executor=executor, chunk_size=20, out=out)
    assert executor.submitted == 15 + 2
    rows, true = rows_of(study), truth(numbers, [(8, "app"), (4, "app")])
    assert rows.keys() == true.keys()
    for (number, cells, _), row in rows.items():
        if 120 <= number < 140:
            assert row["verdict"] == "error"
            assert row["error"] == "ZeroDivisionError: deal 137 is poisoned"
            assert row["code"] == eightoff.encode_code(number, cells)
            assert row["nodes"] is row["mobility"] is None
        else:
            assert row == true[number, cells, "app"]
    (failed,) = study.failed
    assert (failed.start, failed.count, failed.first, failed.last) == (120, 20, 120, 139)
    assert "fail_where_poisoned" in failed.traceback
    assert not study.complete
    assert "failed chunks: 1" in repr(study)
    pytest.importorskip("scipy")
    assert [rule.failed for rule in study.summary().rules] == [20, 20]
    assert study.summary().rules[0].share is None

    untouched = {name: data for name, data in parts_in(out).items() if "0120" not in name}
    resumed = eightoff.study.resume(out)
    assert resumed.complete
    assert rows_of(resumed) == true
    assert parts_in(out).items() >= untouched.items()


def test_a_chunk_that_fails_once_is_tried_again(tmp_path):
    class Moody(Poisoning):
        def submit(self, fn, /, *args, **kwargs):
            if self.submitted == 2:
                self.poisoned = -1
            return super().submit(fn, *args, **kwargs)

    with ThreadPoolExecutor(1) as pool:
        executor = Moody(pool, 0)
        study = eightoff.study(
            range(100), 8, executor=executor, in_flight=1, chunk_size=20, out=tmp_path / "s"
        )
    assert study.complete
    assert rows_of(study) == truth(range(100), [(8, "app")])


def test_when_everything_fails_the_study_stops(tmp_path):
    class Hopeless(Executor):
        def submit(self, fn, /, *args, **kwargs):
            raise_ = compile("1 / 0", "worker", "eval")
            return pool.submit(eval, raise_)

    with ThreadPoolExecutor(1) as pool, pytest.raises(eightoff.StudyError, match="8 chunks in a"):
        eightoff.study(range(1000), 8, executor=Hopeless(), chunk_size=10, out=tmp_path / "s")
    assert eightoff.study.resume(tmp_path / "s").complete


class Forgetful(Executor):
    """Forgets some of what it is asked."""

    def __init__(self, inner, forgets):
        self.inner, self.forgets = inner, forgets

    def submit(self, fn, /, *args, **kwargs):
        if self.forgets(args[0].plan.source.numbers):
            return Future()
        return self.inner.submit(fn, *args, **kwargs)


def test_chunks_that_never_come_back_are_tried_again(tmp_path):
    asked = set()

    def forgets(numbers):
        known = numbers in asked
        asked.add(numbers)
        return not known and numbers[0] % 60 == 0

    with ThreadPoolExecutor(2) as pool:
        study = eightoff.study(
            range(400), 8, executor=Forgetful(pool, forgets), patience=0.5, chunk_size=20,
            out=tmp_path / "s",
        )  # fmt: skip
    assert study.complete
    assert rows_of(study) == truth(range(400), [(8, "app")])


def test_a_chunk_that_never_comes_back_is_named(tmp_path):
    with ThreadPoolExecutor(2) as pool:
        executor = Forgetful(pool, lambda numbers: POISONED in numbers)
        with pytest.warns(FailedChunkWarning, match="deals 120 to 139: TimeoutError: no chunk"):
            study = eightoff.study(
                range(300), 8, executor=executor, patience=0.3, chunk_size=20, out=tmp_path / "s"
            )
    assert len(study) == 300
    assert study.summary().rules[0].failed == 20


# --- Executors and processes that die -------------------------------------------------------


def kill_own_process(fn, task):
    if POISONED in task.plan.source.numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return fn(task)


def test_a_broken_process_pool_is_said_and_the_rest_goes_on(tmp_path):
    class Deadly(Executor):
        def submit(self, fn, /, *args, **kwargs):
            return pool.submit(kill_own_process, fn, *args)

    out = tmp_path / "s"
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        with pytest.raises(
            eightoff.StudyError, match=r"(?s)executor cannot go on.*resume"
        ) as caught:
            eightoff.study(range(400), 8, executor=Deadly(), in_flight=2, chunk_size=20, out=out)
        assert isinstance(caught.value.__cause__, BrokenExecutor)
    before = parts_in(out)
    assert 0 < len(before) < 20
    study = eightoff.study.resume(out)
    assert rows_of(study) == truth(range(400), [(8, "app")])
    assert parts_in(out).items() >= before.items()


DRIVER = """
import sys
import eightoff
eightoff.study(range({count}), (8, 4), chunk_size=200, out=sys.argv[1])
"""


def start_driver(out, count):
    return subprocess.Popen([sys.executable, "-c", DRIVER.format(count=count), out])


def wait_for_parts(out, more_than, process):
    deadline = time.monotonic() + 60
    while len(list(out.glob("part-*"))) <= more_than:
        assert process.poll() is None, "the driver ended by itself: the study is too small"
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_a_killed_driver_resumed_twice(tmp_path):
    out, count = tmp_path / "s", 20_000
    seen = 0
    for _ in range(2):
        process = start_driver(out, count)
        wait_for_parts(out, seen, process)
        time.sleep(0.05)
        process.kill()
        process.wait()
        seen = len(list(out.glob("part-*")))
        assert seen < count // 200
    before = parts_in(out)
    study = eightoff.study.resume(out)
    assert_true(study, range(count), (8, 4))
    assert parts_in(out).items() >= before.items()
    assert {path.name for path in out.iterdir()} == {
        "study.json", "study.lock", *parts_in(out)
    }  # fmt: skip


def test_two_drivers_do_not_work_on_one_study(tmp_path):
    out = tmp_path / "s"
    process = start_driver(out, 60_000)
    try:
        wait_for_parts(out, 0, process)
        with pytest.raises(eightoff.StudyError, match="another process is at work"):
            eightoff.study.resume(out)
    finally:
        process.kill()
        process.wait()


def test_ctrl_c_ends_cleanly_and_the_same_command_goes_on(tmp_path):
    out = tmp_path / "s"
    command = [sys.executable, "-m", "eightoff", "study", "--range", "0:20000", "--cells", "8,4",
               "--chunk-size", "200", "--out", str(out)]  # fmt: skip
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    wait_for_parts(out, 2, process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "the same command goes on" in said
    assert "Traceback" not in said
    assert not list(out.glob(".writing-*"))
    before = parts_in(out)
    assert 2 < len(before) < 100
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "40,000 of 40,000 rows (100.0 %)" in again.stderr
    assert "a second" in again.stderr
    assert again.stdout == ""
    assert parts_in(out).items() >= before.items()
    assert_true(eightoff.study.open(out), range(20_000), (8, 4))


def test_ctrl_c_does_not_wait_for_a_long_chunk(tmp_path):
    # One chunk of some million deals would take a minute.
    process = subprocess.Popen(
        [sys.executable, "-m", "eightoff", "study", "--range", "0:3000000", "--quiet",
         "--chunk-size", "3000000", "--out", str(tmp_path / "s")],
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    time.sleep(3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=5) == 130


# --- Disks ----------------------------------------------------------------------------------


def test_no_space_left_while_writing(tmp_path, monkeypatch):
    out = tmp_path / "s"
    written = 0
    fsync = os.fsync

    def full_after_a_while(handle):
        nonlocal written
        written += 1
        # A study's file, a part and each directory count.
        if written > 12:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", full_after_a_while)
    with pytest.raises(eightoff.StudyError, match=r"No space left on device\nhint: .*whole"):
        eightoff.study(range(400), 8, chunk_size=20, out=out)
    monkeypatch.undo()
    assert not list(out.glob(".writing-*"))
    before = parts_in(out)
    assert 0 < len(before) < 20
    study = eightoff.study.resume(out)
    assert rows_of(study) == truth(range(400), [(8, "app")])
    assert parts_in(out).items() >= before.items()


FULL_DISK = """
set -e
mount -t tmpfs -o size=200k none "$1"
"$2" -m eightoff study --range 0:40000 --cells 8 --chunk-size 1000 --quiet --out "$1/s" && exit 9
status=$?
cp -r "$1/s" "$3"
exit $status
"""


def test_a_disk_that_is_really_full(tmp_path):
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare to make a small file system with")
    small, copy = tmp_path / "small", tmp_path / "copy"
    small.mkdir()
    own_mounts = ["unshare", "--mount", "--map-root-user"]
    if subprocess.run([*own_mounts, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system lets nobody mount")
    ended = subprocess.run(
        [*own_mounts, "bash", "-c", FULL_DISK, "bash", small, sys.executable, copy],
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode == 32:
        pytest.skip("this system lets nobody mount a tmpfs")
    assert ended.returncode == 1, ended.stderr
    assert "No space left on device" in ended.stderr
    assert "Traceback" not in ended.stderr
    before = parts_in(copy)
    assert 0 < len(before) < 40
    study = eightoff.study.resume(copy)
    assert_true(study, range(40_000), [8])
    assert parts_in(copy).items() >= before.items()


SMALL_FILES = """
import resource, sys
import eightoff
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
eightoff.study(range(3000), 8, chunk_size=1500, out=sys.argv[1])
"""


def test_a_limit_on_file_size(tmp_path):
    # The kernel refuses in the middle of a part: half of it must not count as one.
    out = tmp_path / "s"
    ended = subprocess.run(
        [sys.executable, "-c", SMALL_FILES, out], capture_output=True, text=True, check=False
    )
    assert "StudyError" in ended.stderr
    assert "File too large" in ended.stderr
    assert parts_in(out) == {}
    assert not list(out.glob(".writing-*"))
    assert rows_of(eightoff.study.resume(out)) == truth(range(3000), [(8, "app")])


def test_a_directory_below_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(eightoff.StudyError, match="Not a directory"):
        eightoff.study(range(10), 8, out=tmp_path / "file" / "s")


AS_NOBODY = """
import os, sys
import eightoff.studies, pyarrow.parquet
if os.getuid() == 0:
    # Root may write anywhere.
    os.setgid(65534)
    os.setuid(65534)
eightoff.study.resume(sys.argv[1])
"""


def test_an_unwritable_directory():
    # Not in tmp_path, which other users cannot enter.
    top = Path(tempfile.mkdtemp())
    try:
        top.chmod(0o755)
        out = top / "s"
        eightoff.study(range(200), 8, chunk_size=20, out=out)
        (out / "part-0000000100.parquet").unlink()
        before = parts_in(out)
        for path in (out, *out.iterdir()):
            path.chmod(path.stat().st_mode & 0o555)
        ended = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, out], capture_output=True, text=True, check=False
        )
        assert f"StudyError: cannot write to {out}: Permission denied" in ended.stderr
        for path in (out, *out.iterdir()):
            path.chmod(path.stat().st_mode | 0o200)
        assert parts_in(out) == before
        assert rows_of(eightoff.study.resume(out)) == truth(range(200), [(8, "app")])
    finally:
        shutil.rmtree(top)
