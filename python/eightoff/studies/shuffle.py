"""All deal numbers in an order that a seed gives, without keeping a list of them."""

import hashlib

import numpy as np
from numpy.typing import NDArray

ALL = 1 << 32
"""How many deal numbers there are."""


def shuffled_numbers(seed: int, start: int, count: int) -> NDArray[np.uint32]:
    """Return `count` deal numbers from place `start` of the order of `seed`.

    Every number comes once in places 0 .. 2**32 - 1. The order of a seed never changes: it does
    not come from a library's generator, whose streams change between versions, but from adding
    and mixing, which can be undone step by step, so that no number comes twice.
    """
    digest = hashlib.sha256(str(seed).encode()).digest()
    first, second, third = np.frombuffer(digest[:12], "<u4").astype(np.uint32)
    # uint32 arithmetic wraps around, as it is meant to.
    places = np.arange(start, min(start + count, ALL), dtype=np.uint64).astype(np.uint32)
    mixed: NDArray[np.uint32] = _mixed(_mixed(places + first) ^ second) + third
    return mixed


def _mixed(x: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the numbers mixed by the 32-bit finalizer of MurmurHash3, which is one to one."""
    x = (x ^ (x >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    x = (x ^ (x >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return x ^ (x >> np.uint32(16))
