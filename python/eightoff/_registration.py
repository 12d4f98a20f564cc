"""Makes ``eightoff/EightOff-v0`` known to Gymnasium without importing Gymnasium.

Gymnasium asks packages to register on import and no longer looks for them by entry points. Importing it
from here would make ``import eightoff`` slow for everybody else; so, where it is not loaded yet, the
registration waits for its import.
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

ENV_ID = "eightoff/EightOff-v0"

#: Three times the longest of the known shortest solutions, so that no sensible game is cut off.
MAX_EPISODE_STEPS = 300


def register() -> None:
    """Registers the environment, single and batched; a second time does nothing."""
    from gymnasium.envs import registration

    if ENV_ID not in registration.registry:
        registration.register(
            ENV_ID,
            entry_point="eightoff.env:EightOffEnv",
            vector_entry_point="eightoff.vector_env:VectorEnv",
            max_episode_steps=MAX_EPISODE_STEPS,
        )


class _WhenImported(MetaPathFinder):
    """Lets the import of Gymnasium take its usual way, and registers at its end."""

    def find_spec(
        self, fullname: str, path: Any = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "gymnasium":
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.loader is None:
            return spec
        loader: Any = spec.loader
        execute = loader.exec_module

        def execute_and_register(module: ModuleType) -> None:
            loader.exec_module = execute
            execute(module)
            register()

        loader.exec_module = execute_and_register
        return spec


def register_now_or_later() -> None:
    """Registers at once if Gymnasium is loaded, else as soon as it is."""
    if "gymnasium" in sys.modules:
        register()
    elif not any(isinstance(finder, _WhenImported) for finder in sys.meta_path):
        sys.meta_path.insert(0, _WhenImported())
