"""Boards for Jupyter: `Board` to play on, `Player` to step through a solution.

    import eightoff
    from eightoff.widget import Board

    Board(eightoff.Game())

They need `anywidget`: ``pip install "eightoff[jupyter]"``. All that the browser runs ships with the
package; nothing is loaded from elsewhere.
"""

from importlib.util import find_spec

if find_spec("anywidget") is None:
    raise ModuleNotFoundError(
        'boards to play on need anywidget\nhint: pip install "eightoff[jupyter]"', name="anywidget"
    )

from eightoff.widget._board import Board
from eightoff.widget._player import Player

__all__ = ["Board", "Player"]
