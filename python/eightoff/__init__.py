"""Eight Off: exact rules, exact solver, environments for reinforcement learning, boards to play.

``import eightoff`` needs NumPy alone; everything heavier loads when it is first used.

>>> import eightoff
>>> game = eightoff.Game("EO1-C8-AAAAAFA")
>>> game.num_cells, game.number
(8, 20)
"""

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
from eightoff.feature_table import MEANINGS as feature_meanings
from eightoff.feature_table import features
from eightoff.records import ReplayError, replay

__all__ = [
    "CodeError",
    "Game",
    "IllegalMoveError",
    "LayoutError",
    "Move",
    "NotationError",
    "ReplayError",
    "__version__",
    "action_text",
    "card_text",
    "deck",
    "decode_code",
    "encode_code",
    "feature_meanings",
    "features",
    "ms_deck",
    "parse_action",
    "parse_card",
    "replay",
]
