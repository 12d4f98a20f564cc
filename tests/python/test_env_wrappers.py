"""The adapters to other libraries' shapes, and pictures as pixels."""

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

import eightoff
from eightoff import raster
from eightoff.wrappers import MaskInObs, VectorMaskInObs


def test_mask_in_observation():
    env = gymnasium.wrappers.PassiveEnvChecker(MaskInObs(eightoff.EightOffEnv()))
    seen, info = env.reset(seed=1)
    for _ in range(30):
        assert seen in env.observation_space
        np.testing.assert_array_equal(seen["action_mask"], info["action_mask"])
        assert not np.shares_memory(seen["action_mask"], info["action_mask"])
        seen, _, terminated, _, info = env.step(env.unwrapped.sample_action())
        if terminated:
            seen, info = env.reset()


def test_masks_in_batched_observations():
    env = VectorMaskInObs(eightoff.VectorEnv(6, autoreset_mode=AutoresetMode.SAME_STEP))
    seen, infos = env.reset(seed=1)
    ends = 0
    for _ in range(150):
        assert seen in env.observation_space
        np.testing.assert_array_equal(seen["action_mask"], infos["action_mask"])
        seen, *_, infos = env.step(env.unwrapped.sample_actions())
        for final in infos.get("final_obs", ()):
            if final is not None:
                ends += 1
                assert final in env.single_observation_space
                assert final["action_mask"].all()
    assert ends > 5


def test_pixels():
    env = gymnasium.make("eightoff/EightOff-v0", render_mode="rgb_array")
    env.reset(options={"number": 20})
    picture = env.render()
    assert (picture.dtype, picture.shape) == (np.uint8, (474, 298, 3))
    other = eightoff.Game.deal(20)
    np.testing.assert_array_equal(picture, raster.board(other))
    other.apply("2Sc")
    changed = np.argwhere((raster.board(other) != picture).any(2))
    assert changed.min(0).tolist() >= [0, 0]
    assert 0 < len(changed) < 60 * 84, "two cards' worth of pixels"


def test_every_card_looks_different():
    pictures = set()
    for card in range(52):
        pixels = np.zeros((500, 40, 3), np.uint8)
        raster._place(pixels, 0, 0, card)
        pictures.add(pixels.tobytes())
    assert len(pictures) == 52
