"""Studies on dask: a real cluster of processes on this machine, and what can happen to it."""

import os
import signal
import subprocess
import sys
import time

import pytest

import eightoff
from eightoff.studies import FailedChunkWarning
from study_help import Poisoning, assert_true, rows_of, truth

pytest.importorskip("pyarrow")
distributed = pytest.importorskip("distributed")

# What dask and its event loop leave open or call deprecated is not ours to judge.
pytestmark = pytest.mark.filterwarnings("ignore")

RULES = [(8, "app"), (4, "app")]


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.fixture
def client(cluster):
    with distributed.Client(cluster) as client:
        client.wait_for_workers(2, timeout=60)
        yield client


def test_a_worker_killed_in_mid_run(client, tmp_path):
    count = 12_000
    pids = set(client.run(os.getpid).values())
    killed = []

    def kill_one(done, total):
        if not killed and done > total // 4:
            killed.append(min(pids))
            os.kill(min(pids), signal.SIGKILL)

    study = eightoff.study(
        range(count),
        (8, 4),
        executor=client.get_executor(pure=False, retries=3),
        chunk_size=200,
        in_flight=8,
        out=tmp_path / "s",
        progress=kill_one,
    )
    assert killed
    assert study.complete
    assert_true(study, range(count), (8, 4))
    client.wait_for_workers(2, timeout=60)
    assert not set(client.run(os.getpid).values()) & set(killed)


def test_a_chunk_that_always_fails(client, tmp_path):
    executor = Poisoning(client.get_executor(pure=False, retries=1), 137)
    with pytest.warns(FailedChunkWarning, match=r"deals 120 to 139: ZeroDivisionError: deal 137"):
        study = eightoff.study(
            range(300), (8, 4), executor=executor, chunk_size=20, out=tmp_path / "s"
        )
    rows, true = rows_of(study), truth(range(300), RULES)
    assert rows.keys() == true.keys()
    wrong = {key for key, row in rows.items() if row != true[key]}
    assert wrong == {key for key in true if 120 <= key[0] < 140}
    assert {rows[key]["verdict"] for key in wrong} == {"error"}
    (failed,) = study.failed
    assert (failed.first, failed.last) == (120, 139)
    resumed = eightoff.study.resume(
        tmp_path / "s", executor=client.get_executor(pure=False, retries=3)
    )
    assert rows_of(resumed) == true


def test_a_killed_driver_resumed_twice(cluster, client, tmp_path):
    # The cluster outlives the driver, as it does when it is another machine's.
    out, count = tmp_path / "s", 16_000
    command = [sys.executable, "-m", "eightoff", "study", "--range", f"0:{count}", "--quiet",
               "--cells", "8,4", "--chunk-size", "200", "--out", str(out),
               "--scheduler", cluster.scheduler_address]  # fmt: skip
    seen = 0
    for _ in range(2):
        process = subprocess.Popen(command)
        deadline = time.monotonic() + 60
        while len(list(out.glob("part-*"))) <= seen:
            assert process.poll() is None, "the driver ended by itself: the study is too small"
            assert time.monotonic() < deadline
            time.sleep(0.002)
        process.kill()
        process.wait()
        seen = len(list(out.glob("part-*")))
        assert seen < count // 200
    before = {path: path.read_bytes() for path in out.glob("part-*")}
    subprocess.run(command, check=True)
    study = eightoff.study.open(out)
    assert study.complete
    assert_true(study, range(count), (8, 4))
    assert all(path.read_bytes() == data for path, data in before.items())


def test_a_cluster_that_goes_away(tmp_path):
    out = tmp_path / "s"
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor(pure=False, retries=3)

        def leave(done, total):
            if done > total // 10:
                client.close()

        with pytest.raises(eightoff.StudyError, match="go on with"):
            eightoff.study(
                range(8_000), 8, executor=executor, chunk_size=100, out=out, progress=leave
            )
    study = eightoff.study.resume(out)
    assert_true(study, range(8_000), [8])


def test_no_scheduler_there(tmp_path):
    ended = subprocess.run(
        [sys.executable, "-m", "eightoff", "study", "--range", "0:10", "--out",
         str(tmp_path / "s"), "--scheduler", "tcp://127.0.0.1:9"],
        env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert ended.returncode == 1
    assert ended.stderr.startswith("error: no dask scheduler at tcp://127.0.0.1:9")
