"""Eight Off: exact rules, exact solver, environments for reinforcement learning, boards to play.

``import eightoff`` needs NumPy alone; everything heavier loads when it is first used.

>>> import eightoff
>>> game = eightoff.Game("EO1-C8-AAAAAFA")
>>> game.num_cells, game.number
(8, 20)
"""

from typing import TYPE_CHECKING, Any

from eightoff._core import (
    CodeError,
    Game,
    IllegalMoveError,
    LayoutError,
    Move,
    NotationError,
    __version__,
    action_text,
    card_text,
    deck,
    decode_code,
    encode_code,
    ms_deck,
    parse_action,
    parse_card,
)
from eightoff._registration import register_now_or_later
from eightoff.feature_table import MEANINGS as feature_meanings
from eightoff.feature_table import features
from eightoff.records import ReplayError, replay
from eightoff.solving import Solution, solve, solve_many

if TYPE_CHECKING:
    from eightoff.env import EightOffEnv
    from eightoff.expert import ExpertDataset, expert_dataset
    from eightoff.studies import Study, StudyError, find_deals, study
    from eightoff.vector_env import VectorEnv

__all__ = [
    "CodeError",
    "EightOffEnv",
    "ExpertDataset",
    "Game",
    "IllegalMoveError",
    "LayoutError",
    "Move",
    "NotationError",
    "ReplayError",
    "Solution",
    "Study",
    "StudyError",
    "VectorEnv",
    "__version__",
    "action_text",
    "card_text",
    "deck",
    "decode_code",
    "encode_code",
    "expert_dataset",
    "feature_meanings",
    "features",
    "find_deals",
    "ms_deck",
    "parse_action",
    "parse_card",
    "replay",
    "solve",
    "solve_many",
    "study",
]

_LAZY = {
    "EightOffEnv": "eightoff.env",
    "ExpertDataset": "eightoff.expert",
    "Study": "eightoff.studies",
    "StudyError": "eightoff.studies",
    "VectorEnv": "eightoff.vector_env",
    "expert_dataset": "eightoff.expert",
    "find_deals": "eightoff.studies",
    "study": "eightoff.studies",
}


def __getattr__(name: str) -> Any:
    """Loads what needs more than NumPy when it is first asked for."""
    if name in _LAZY:
        from importlib import import_module

        value = getattr(import_module(_LAZY[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'eightoff' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What there is, loaded or not."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


register_now_or_later()
