"""PufferLib: its own vectorisation where it is installed, a stand-in for its base class elsewhere."""

import importlib.util
import sys
import types

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import eightoff

INSTALLED = importlib.util.find_spec("pufferlib") is not None
BUFFERS = {"observations": np.uint8, "rewards": np.float32, "terminals": bool, "truncations": bool}


class StandIn:
    """What PufferLib's class does with its buffers."""

    def __init__(self, buf=None):
        for name, dtype in BUFFERS.items():
            shape = (self.num_agents, *self.single_observation_space.shape)
            own = np.zeros(shape if name == "observations" else shape[:1], dtype)
            setattr(self, name, own if buf is None else buf[name])


@pytest.fixture
def puffer(monkeypatch):
    if not INSTALLED:
        monkeypatch.setitem(sys.modules, "pufferlib", types.SimpleNamespace(PufferEnv=StandIn))
    monkeypatch.delitem(sys.modules, "eightoff.puffer", raising=False)
    import eightoff.puffer

    yield eightoff.puffer.PufferEightOff
    sys.modules.pop("eightoff.puffer", None)


@pytest.mark.skipif(INSTALLED, reason="PufferLib is installed")
def test_without_it_the_error_says_what_to_install():
    with pytest.raises(ImportError, match="pip install pufferlib"):
        import eightoff.puffer  # noqa: F401


def twin(n, steps):
    return eightoff.VectorEnv(n, autoreset_mode=AutoresetMode.SAME_STEP, max_episode_steps=steps)


@pytest.mark.parametrize("own", [True, False])
def test_buffers_tell_what_a_batch_tells(puffer, own):
    n = 16
    whole = {
        name: np.zeros((n, 260) if name == "observations" else n, t) for name, t in BUFFERS.items()
    }
    whole |= {"masks": np.ones(n, bool), "actions": np.zeros(n, np.int32), "teacher_actions": None}
    env = puffer(n, None if own else whole, seed=3, max_episode_steps=60)
    other = twin(n, 60)
    seen, infos = env.reset()
    theirs, told = other.reset(seed=3)
    assert infos == []
    ended = 0
    for _ in range(100):
        assert seen is (env.observations if own else whole["observations"])
        np.testing.assert_array_equal(seen[:, :104].reshape(n, 52, 2), theirs)
        np.testing.assert_array_equal(seen[:, 104:], told["action_mask"])
        actions = other.sample_actions()
        seen, rewards, terminals, truncations, infos = env.step(actions)
        theirs, their_rewards, terminated, truncated, told = other.step(actions)
        np.testing.assert_array_equal(rewards, their_rewards.astype(np.float32))
        np.testing.assert_array_equal(terminals, terminated)
        np.testing.assert_array_equal(truncations, truncated)
        assert bool(infos) == bool((terminated | truncated).any())
        ended += len(infos)
    assert ended
    env.close()


@pytest.mark.skipif(not INSTALLED, reason="PufferLib is not installed; it brings PyTorch")
@pytest.mark.parametrize("backend", ["PufferEnv", "Serial", "Multiprocessing"])
def test_pufferlibs_own_vectorisation(puffer, backend):
    import pufferlib.vector

    count = 1 if backend == "PufferEnv" else 2
    vector = pufferlib.PufferEnv if backend == "PufferEnv" else getattr(pufferlib.vector, backend)
    workers = {"num_workers": 2} if backend == "Multiprocessing" else {}
    arguments = {"num_envs": 8, "max_episode_steps": 40}
    env = pufferlib.vector.make(
        puffer, env_kwargs=arguments, backend=vector, num_envs=count, **workers
    )
    env.async_reset(5)
    wins = []
    draw = np.random.default_rng(0)
    for _ in range(60):
        seen, rewards, *_, infos, _, masks = env.recv()
        assert seen.shape == (8 * count, 260)
        assert masks.all()
        assert np.isfinite(rewards).all()
        allowed = seen[:, 104:].astype(bool)
        assert allowed.any(1).all()
        wins += [info["won"] for info in infos]
        env.send((allowed * draw.random(allowed.shape)).argmax(1))
    assert wins
    env.close()
