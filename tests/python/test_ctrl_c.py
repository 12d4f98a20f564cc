"""Ctrl-C while Rust is at work: it ends the work soon, by a KeyboardInterrupt, and nothing has changed."""

import pickle
import signal
import subprocess
import sys
import time

import gymnasium
import numpy as np
import pytest

import eightoff

#: A shortest solution of this board takes one search of some twenty seconds: 18 million states.
HARD = """\
Foundations: H-0 C-0 D-0 S-0
Freecells: JS JH JD JC - - - -
3S QS KS 4S 5S 7S
3H QH KH 4H 5H 7H
3D QD KD 4D 5D 7D
3C QC KC 4C 5C 7C
2S TS AS 9S 8S 6S
2H TH AH 9H 8H 6H
2D TD AD 9D 8D 6D
2C TC AC 9C 8C 6C
"""
HARD_GAME = f"game = eightoff.Game.from_layout({HARD!r}, group_limit='strict')"

#: A fifth of a second for each of the 2,000 draws after which it would be given up.
NO_SUCH_DEALS = "deals=[4227] * 100, solution_length=(200, 300)"


def environment(kind, **arguments):
    """Statements that make one which will search, begin a game that takes no search, and remember all of it."""
    told = "".join(f", {name}={value!r}" for name, value in arguments.items())
    return f"""
env = eightoff.{kind}{NO_SUCH_DEALS}{told})
env.reset(seed=3, options={{"number": 20}})
def state():
    shown = env.action_masks().tolist(), env._core.observation() if single else env._results[0].tolist()
    return pickle.dumps(env._core), str(shown)
single = {kind == "EightOffEnv("}
def play_on():
    env.reset(options={{"number": 21}})
    env.sample_action() if single else env.sample_actions()
"""


BATCH, SINGLE = "VectorEnv(3, ", "EightOffEnv("
STEP = "env.step(actions)"
ACTIONS = "\nactions = env.sample_actions()"
FIRST_STEP = f"\nactions = env.sample_actions(); {STEP}; actions = env.sample_actions()"

CASES = {
    "solve": (HARD_GAME, "eightoff.solve(game, shortest=True)"),
    "hint": (HARD_GAME, "game.hint(shortest=True)"),
    "solve_many": (
        "",
        "eightoff.solve_many(range(3_950_000_000, 4_000_000_000), threads=2)",
    ),
    "solve_many_shortest": (
        "",
        "eightoff.solve_many([4227] * 500, shortest=True, threads=2)",
    ),
    "expert_dataset": ("", "eightoff.expert_dataset(3_000_000, deviation=1.0, threads=2)"),
    "expert_dataset_start": ("", f"eightoff.expert_dataset(9, {NO_SUCH_DEALS}, threads=2)"),
    "reset": (environment(SINGLE), "env.reset()"),
    "batch_reset": (environment(BATCH, threads=2), "env.reset()"),
    "batch_reset_1": (environment(BATCH, threads=1), "env.reset()"),
    "next_step": (environment(BATCH, threads=2, max_episode_steps=1) + FIRST_STEP, STEP),
    "same_step": (
        environment(BATCH, threads=2, max_episode_steps=1, autoreset_mode="SameStep") + ACTIONS,
        STEP,
    ),
    "same_step_1": (
        environment(BATCH, threads=1, max_episode_steps=1, autoreset_mode="SameStep") + ACTIONS,
        STEP,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_ctrl_c_ends_the_work(case):
    setup, work = CASES[case]
    program = f"""
import pickle, sys, time
import eightoff
def state(): pass
play_on = state
{setup}
before = state()
print("started", flush=True)
began = time.process_time()
try:
    {work}
except KeyboardInterrupt:
    used = time.process_time() - began
    assert state() == before, "the work has left a trace"
    play_on()
    # The processor's time, since the clock says little where others are at work; the whole work takes far more.
    sys.exit(7 if used < 5 else f"ended after {{used}} seconds")
sys.exit("not interrupted")
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"started\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 7


def test_ctrl_c_between_searches():
    """A handler of one's own is heard as well, and the next search knows nothing of the last one."""
    game = eightoff.Game.from_layout(HARD, group_limit="strict")

    def raise_it(number, frame):
        raise TimeoutError(number)

    usual = signal.signal(signal.SIGALRM, raise_it)
    try:
        for _ in range(2):
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with pytest.raises(TimeoutError):
                eightoff.solve(game, shortest=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)
    assert eightoff.solve(game).status == "winnable"


def test_a_signal_heard_while_the_last_deal_is_found_changes_nothing():
    """A handler may take its time, and the other threads may be done before it raises."""
    env = eightoff.VectorEnv(256, cells=2, group_limit="strict", deals="winnable", threads=2)
    env.reset(seed=1, options={"number": 7})
    before = pickle.dumps(env._core)

    def raise_it_late(number, frame):
        time.sleep(2)
        raise TimeoutError(number)

    usual = signal.signal(signal.SIGALRM, raise_it_late)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(TimeoutError):
            env.reset()
    finally:
        signal.signal(signal.SIGALRM, usual)
    assert pickle.dumps(env._core) == before


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_step_that_finds_no_deal_changes_nothing(mode, threads):
    lost = 3  # with two cells
    assert eightoff.solve(eightoff.Game.deal(lost, 2)).status == "unwinnable"
    env = eightoff.VectorEnv(
        4, cells=2, deals=[lost], start=5, threads=threads, max_episode_steps=3, autoreset_mode=mode
    )
    env.reset(seed=1, options={"layout": eightoff.Game.deal(7, 2).layout()})
    for _ in range(2 + (mode == "NextStep")):
        env.step(env.sample_actions())
    actions = env.sample_actions()
    shown = [*env._results, *env._infos.values()]
    before = pickle.dumps(env._core), [array.copy() for array in shown]
    for _ in range(2):
        with pytest.raises(ValueError, match="none of many deals"):
            env.step(actions)
        assert pickle.dumps(env._core) == before[0]
        np.testing.assert_equal(shown, before[1])
    with pytest.raises(ValueError, match="none of many deals"):
        env.reset()
    assert pickle.dumps(env._core) == before[0]
    _, infos = env.reset(options={"number": 7})
    assert infos["number"].tolist() == [7] * 4


@pytest.mark.parametrize("mode", list(gymnasium.vector.AutoresetMode)[:2])
@pytest.mark.parametrize("threads", [1, 3])
def test_deals_looked_for_ahead_are_those_of_single_environments(mode, threads):
    arguments = {"cells": 4, "deals": "winnable", "start": 12}
    env = eightoff.VectorEnv(6, autoreset_mode=mode, threads=threads, **arguments)
    single = [lambda: eightoff.EightOffEnv(**arguments)] * 6
    twin = gymnasium.vector.SyncVectorEnv(single, autoreset_mode=mode)
    ends = 0
    for seed in (5, None, 6):
        seen, theirs = env.reset(seed=seed)[0], twin.reset(seed=seed)[0]
        for _ in range(60):
            np.testing.assert_array_equal(seen, theirs)
            actions = env.sample_actions()
            seen, _, ended, _, infos = env.step(actions)
            theirs, _, _, _, told = twin.step(actions)
            np.testing.assert_array_equal(infos["number"], told["number"])
            ends += ended.sum()
    assert ends > 12
