"""Thin adapters to what other libraries expect of an environment.

Nothing here imports those libraries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eightoff._gymnasium import gymnasium, spaces
from eightoff.vector_env import VectorEnv

__all__ = ["MaskInObs", "PufferEightOff", "VectorMaskInObs"]

Array = NDArray[Any]
Seen = dict[str, Any]


def _with_mask(space: spaces.Space[Any], mask: spaces.Space[Any], keys: Sequence[str]) -> Any:
    return spaces.Dict({keys[0]: space, keys[1]: mask})


class MaskInObs(gymnasium.Wrapper[Any, int, Any, int]):
    """Puts the action mask beside the observation: ``{obs_key: ..., mask_key: int8 (156,)}``.

    The keys as they are suit PettingZoo's and TorchRL's agents; RLlib's action masking looks for
    ``obs_key="observations"``.
    """

    def __init__(
        self,
        env: gymnasium.Env[Array, int],
        obs_key: str = "observation",
        mask_key: str = "action_mask",
    ) -> None:
        """Wraps an `EightOffEnv`, wrapped or not."""
        super().__init__(env)
        self.keys = (obs_key, mask_key)
        mask = spaces.MultiBinary(int(env.action_space.n))  # type: ignore[attr-defined]
        self.observation_space = _with_mask(env.observation_space, mask, self.keys)

    def _join(self, observation: Array, info: dict[str, Any]) -> Seen:
        return dict(zip(self.keys, (observation, info["action_mask"].copy()), strict=True))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """As the environment's, with the mask in the observation."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._join(observation, info), info

    def step(self, action: int) -> tuple[Seen, Any, bool, bool, dict[str, Any]]:
        """As the environment's, with the mask in the observation."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._join(observation, info), reward, terminated, truncated, info


class VectorMaskInObs(gymnasium.vector.VectorWrapper[Seen, Array, Array, Array, Array]):
    """`MaskInObs` for a `VectorEnv`; in SAME_STEP ``final_obs`` has the masks of the end as well."""

    def __init__(
        self, env: VectorEnv, obs_key: str = "observation", mask_key: str = "action_mask"
    ) -> None:
        """Wraps a `VectorEnv`, wrapped or not."""
        super().__init__(env)
        self.keys = (obs_key, mask_key)
        one = spaces.MultiBinary(int(env.single_action_space.n))  # type: ignore[attr-defined]
        self.single_observation_space = _with_mask(env.single_observation_space, one, self.keys)
        self.observation_space = gymnasium.vector.utils.batch_space(
            self.single_observation_space, env.num_envs
        )

    def _join(self, observations: Array, infos: dict[str, Any]) -> Seen:
        masks = infos["action_mask"]
        for row in np.flatnonzero(infos.get("_final_obs", ())):
            final = (infos["final_obs"][row], infos["final_info"]["action_mask"][row])
            infos["final_obs"][row] = dict(zip(self.keys, final, strict=True))
        return dict(zip(self.keys, (observations, masks), strict=True))

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """As the environment's, with the masks in the observation."""
        observations, infos = self.env.reset(seed=seed, options=options)
        return self._join(observations, infos), infos

    def step(self, actions: Array) -> tuple[Seen, Array, Array, Array, dict[str, Any]]:
        """As the environment's, with the masks in the observation."""
        observations, rewards, terminated, truncated, infos = self.env.step(actions)
        return self._join(observations, infos), rewards, terminated, truncated, infos


class PufferEightOff:
    """The shape of a PufferLib environment: agents in rows of buffers that its vectorisation owns.

    Attributes:
        single_observation_space: uint8 (260,): the observation "cards" in 104 bytes, then the mask in 156.
        single_action_space: Discrete(156).
        num_agents: how many games.
        observations, rewards (float32), terminals, truncations, masks (bool: True, every agent acts): the buffers.

    Ended games begin again in the same step, as PufferLib's own environments do; an info is a dict of means
    over the games that ended.
    """

    def __init__(self, num_envs: int = 1, buf: Any = None, seed: int = 0, **arguments: Any) -> None:
        """Makes the games; ``buf`` has the buffers as attributes, None: own ones. ``arguments`` as for `VectorEnv`."""
        mode = gymnasium.vector.AutoresetMode.SAME_STEP
        self.env = VectorEnv(num_envs, autoreset_mode=mode, copy=False, **arguments)
        self.num_agents = num_envs
        self.single_observation_space = spaces.Box(0, 255, (104 + 156,), np.uint8)
        self.single_action_space = self.env.single_action_space
        self.observations: Array = getattr(buf, "observations", np.zeros((num_envs, 260), np.uint8))
        self.rewards: Array = getattr(buf, "rewards", np.zeros(num_envs, np.float32))
        self.terminals: Array = getattr(buf, "terminals", np.zeros(num_envs, np.bool_))
        self.truncations: Array = getattr(buf, "truncations", np.zeros(num_envs, np.bool_))
        self.masks: Array = getattr(buf, "masks", np.ones(num_envs, np.bool_))
        self.seed = seed

    def _write(self, observations: Array, infos: dict[str, Any]) -> None:
        self.observations[:, :104] = observations.reshape(self.num_agents, 104)
        self.observations[:, 104:] = infos["action_mask"]

    def reset(self, seed: int | None = None) -> tuple[Array, list[dict[str, float]]]:
        """Begins all games; returns the buffer of observations and no infos."""
        self._write(*self.env.reset(seed=self.seed if seed is None else seed))
        return self.observations, []

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, list[dict[str, float]]]:
        """Plays an action in each game and returns the buffers and infos."""
        observations, self.rewards[:], self.terminals[:], self.truncations[:], infos = (
            self.env.step(np.asarray(actions).reshape(-1))
        )
        self._write(observations, infos)
        done = infos.get("_final_info")
        if done is None:
            return self._buffers([])
        home = infos["final_info"]["cards_home"][done]
        score = float(infos["final_info"]["score"][done].mean())
        won = float((home == 52).mean())
        return self._buffers([{"won": won, "cards_home": float(home.mean()), "score": score}])

    def _buffers(
        self, infos: list[dict[str, float]]
    ) -> tuple[Array, Array, Array, Array, list[dict[str, float]]]:
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self) -> None:
        """Closes the games."""
        self.env.close()
