"""What the network is told of each card: twenty-odd numbers read off the "cards" observation.

The same numbers describe every card of every suit, so what is learned about one holds for all.
"""

import numpy as np

RANK = np.tile(np.arange(13), 4)
SUIT = np.repeat(np.arange(4), 13)
KING = RANK == 12
ACE = RANK == 0
BASE, CELL, HOME = 52, 53, 54

PER_CARD = 26
PER_GAME = 7


def _beside(values, step, fill):
    """Each card's value taken from the card one rank higher (step 1) or lower (-1) of its suit."""
    moved = np.roll(values, -step, 1)
    moved[:, KING if step > 0 else ACE] = fill
    return moved


def _beneath(values, under, fill):
    """Each card's value taken from the card that lies beneath it."""
    padded = np.concatenate([values, np.full((len(values), 1), fill, values.dtype)], 1)
    return np.take_along_axis(padded, under, 1)


def features(cards, cells=8):
    """Numbers of the cards, float32 (n, 52, PER_CARD), and of the games, float32 (n, PER_GAME)."""
    beneath, on_it = cards[:, :, 0].astype(np.int64), cards[:, :, 1].astype(np.float32)
    n = len(cards)
    home, in_cell, base = beneath == HOME, beneath == CELL, beneath == BASE
    in_column = beneath <= BASE
    exposed = in_column & (on_it == 0)
    height = home.reshape(n, 4, 13).sum(2)
    gap = np.where(home, 0, RANK - height[:, SUIT]).astype(np.float32)
    is_next = ~home & (gap == 0)
    on_parent = beneath == np.where(KING, -1, np.arange(52) + 1)
    parent_exposed = _beside(exposed, 1, False)
    child_waits = _beside(in_cell | (exposed & ~on_parent), -1, False)

    # Down the columns by doubling: how deep, the most wanted card beneath, how much is wanted there.
    under = np.where(beneath < BASE, beneath, 52)
    depth = (under < 52).astype(np.float32)
    wanted = _beneath(gap, under, 13.0)
    worth = _beneath(1 / (1 + gap), under, 0.0)
    jump = under
    for _ in range(5):
        depth = depth + _beneath(depth, jump, 0.0)
        wanted = np.minimum(wanted, _beneath(wanted, jump, 13.0))
        worth = worth + _beneath(worth, jump, 0.0)
        jump = _beneath(jump, jump, 52)

    columns = (
        home,
        in_cell,
        base,
        exposed,
        on_parent,
        is_next,
        np.broadcast_to(KING, home.shape),
        np.broadcast_to(RANK / 12, home.shape),
        gap / 12,
        on_it / 6,
        depth / 6,
        wanted / 12,
        wanted == 0,
        worth / 3,
        parent_exposed,
        _beside(in_cell, 1, False),
        _beside(on_it, 1, 0.0) / 6,
        child_waits,
        _beside(in_cell, -1, False),
        _beside(on_it, -1, 0.0) / 6,
        _beneath(gap, under, 13.0) / 12,
        _beneath(is_next, under, False),
        _beneath(parent_exposed & ~on_parent, under, False),
        _beneath(child_waits, under, False),
        _beneath(on_parent, under, False),
        (1 / (1 + gap)) * (1 - home),
    )
    per_card = np.empty((PER_CARD, n, 52), np.float32)
    for column, values in zip(per_card, columns, strict=True):
        column[:] = values
    per_card = np.ascontiguousarray(per_card.transpose(1, 2, 0))
    burial = np.where(is_next, on_it + 1, 0).reshape(n, 4, 13).sum(2)
    per_game = np.concatenate(
        [
            (cells - in_cell.sum(1, keepdims=True)) / 8,
            (8 - base.sum(1, keepdims=True)) / 4,
            home.sum(1, keepdims=True) / 52,
            np.sort(burial, 1) / 6,
        ],
        1,
    ).astype(np.float32)
    return per_card, per_game
