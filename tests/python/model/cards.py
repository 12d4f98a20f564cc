"""Cards as two-letter names: rank, then suit."""

from itertools import pairwise

RANKS = "A23456789TJQK"
SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def number(card: str) -> int:
    """The card's place in the pack: suits S H D C, each from the ace up."""
    return PACK.index(card)


def parent(card: str) -> str | None:
    """The only card that `card` may lie on in a column; a king has none."""
    rank, suit = card
    return None if rank == "K" else RANKS[RANKS.index(rank) + 1] + suit


def is_run(cards: list[str]) -> bool:
    """Same suit all the way, each card one lower than the card beneath it."""
    return all(parent(upper) == lower for lower, upper in pairwise(cards))
