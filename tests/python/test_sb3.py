"""Stable-Baselines3: the batch in its shape, and the example with MaskablePPO.

Not part of what `make test` sets up, for its size: `pip install 'eightoff[sb3]'` beside the tests.
"""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import eightoff  # noqa: F401 - registers the environments

EXAMPLE = Path(__file__).parents[2] / "examples" / "learning" / "maskable_ppo.py"
INSTALLED = importlib.util.find_spec("sb3_contrib") is not None
needed = pytest.mark.skipif(not INSTALLED, reason="sb3-contrib is not installed; it is gigabytes")


@pytest.mark.skipif(INSTALLED, reason="Stable-Baselines3 is installed")
def test_without_it_the_error_says_what_to_install():
    with pytest.raises(ImportError, match=r"eightoff\[sb3\]"):
        import eightoff.sb3  # noqa: F401


@needed
@pytest.mark.parametrize("arguments", [{}, {"start": 30, "tell_winnable": True}])
def test_a_batch_is_as_many_single_environments(arguments):
    from stable_baselines3.common.vec_env import DummyVecEnv

    from eightoff.sb3 import SB3VecEnv

    def single():
        return gymnasium.make("eightoff/EightOff-v0", max_episode_steps=45, **arguments)

    one, two = SB3VecEnv(7, max_episode_steps=45, **arguments), DummyVecEnv([single] * 7)
    assert (one.observation_space, one.action_space) == (two.observation_space, two.action_space)
    for env in (one, two):
        env.seed(4)
    seen, theirs = one.reset(), two.reset()
    kept = seen, seen.copy()
    draw = np.random.default_rng(1)
    ends = 0
    for told, info in zip(one.reset_infos, two.reset_infos, strict=True):
        assert told.items() <= info.items()
    for _ in range(150):
        np.testing.assert_array_equal(seen, theirs)
        masks = np.stack(one.env_method("action_masks"))
        np.testing.assert_array_equal(masks, np.stack(two.env_method("action_masks")))
        np.testing.assert_array_equal(masks[[5, 2]], one.env_method("action_masks", indices=[5, 2]))
        actions = (masks * draw.random(masks.shape)).argmax(1)
        seen, rewards, done, infos = one.step(actions)
        theirs, their_rewards, their_done, their_infos = two.step(actions)
        np.testing.assert_array_equal(rewards, their_rewards)
        assert rewards.dtype == their_rewards.dtype
        np.testing.assert_array_equal(done, their_done)
        for ended, told, info in zip(done, infos, their_infos, strict=True):
            if not ended:
                assert told == {}
                continue
            ends += 1
            final = told.pop("terminal_observation")
            np.testing.assert_array_equal(final, info.pop("terminal_observation"))
            assert told.pop("is_success") == (info["cards_home"] == 52)
            assert told.items() <= info.items()
            assert {"cards_home", "number", "score", "TimeLimit.truncated"} <= told.keys()
    assert ends > 7
    np.testing.assert_array_equal(*kept)


@needed
def test_the_rest_of_a_vec_env():
    from sb3_contrib.common.maskable.utils import is_masking_supported
    from stable_baselines3.common.vec_env import VecMonitor

    from eightoff.sb3 import SB3VecEnv

    env = VecMonitor(SB3VecEnv(3, cells=4, max_episode_steps=20, render_mode="rgb_array"))
    assert is_masking_supported(env)
    assert env.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    assert env.get_attr("num_envs", [0, 1]) == [3, 3]
    with pytest.raises(AttributeError, match="cannot be set"):
        env.set_attr("cells", 2)
    env.set_options({"number": 20})
    env.reset()
    assert [info["number"] for info in env.unwrapped.reset_infos] == [20, 20, 20]
    assert env.render().ndim == 3
    for _ in range(20):
        *_, infos = env.step(env.unwrapped.env.sample_actions())
    assert all("episode" in info for info in infos if "terminal_observation" in info)
    env.set_options([{"number": 20}, {}, {}])
    with pytest.raises(ValueError, match="same options"):
        env.reset()
    env.close()


@needed
@pytest.mark.parametrize("kind", [[], ["--dummy"]])
def test_the_example_runs(kind):
    sizes = ["--steps=1024", "--envs=8", "--games=50", *kind]
    done = subprocess.run(
        [sys.executable, EXAMPLE, *sizes],
        check=True,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    rows = re.findall(r"^\| (\w+) \| ([\d,]+) \| \d+ \| (\d+) of 50 \|", done.stdout, re.MULTILINE)
    assert [row[:2] for row in rows] == [
        ("random", "0"),
        ("untrained", "0"),
        ("MaskablePPO", "1,024"),
    ]
    assert all(5 < int(won) < 50 for *_, won in rows)
