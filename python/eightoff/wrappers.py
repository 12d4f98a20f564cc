"""Thin adapters to what other libraries expect of an environment.

Nothing here imports those libraries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from eightoff._gymnasium import gymnasium, spaces
from eightoff.vector_env import VectorEnv

__all__ = ["MaskInObs", "VectorMaskInObs"]

Array = NDArray[Any]
Seen = dict[str, Any]


def _with_mask(space: spaces.Space[Any], mask: spaces.Space[Any], keys: Sequence[str]) -> Any:
    return spaces.Dict({keys[0]: space, keys[1]: mask})


class MaskInObs(gymnasium.Wrapper[Any, int, Any, int]):
    """Puts the action mask beside the observation: ``{obs_key: ..., mask_key: int8 (156,)}``.

    The keys as they are suit PettingZoo's and TorchRL's agents; RLlib's action masking looks for
    ``obs_key="observations"``, of one dimension: docs/environments.md.
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


if TYPE_CHECKING:
    _VectorWrapper = gymnasium.vector.VectorWrapper[Seen, Array, Array, Array, Array]
else:  # generic from Gymnasium 1.3 on
    _VectorWrapper = gymnasium.vector.VectorWrapper


class VectorMaskInObs(_VectorWrapper):
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
