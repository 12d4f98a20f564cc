"""Deal numbers: to decks, and to and from game codes."""

import base64
import struct
from collections.abc import Iterator

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

from .cards import PACK


def chacha20_words(number: int) -> Iterator[int]:
    """The ChaCha20 key stream for a deal number, as little-endian 32-bit words.

    `cryptography` (OpenSSL) takes counter and nonce as one 16-byte field; both are zero here.
    Encrypting zeros gives the key stream itself.
    """
    key = struct.pack("<I", number) + bytes(28)
    stream = Cipher(algorithms.ChaCha20(key, bytes(16)), mode=None).encryptor()
    while True:
        yield from struct.unpack("<16I", stream.update(bytes(64)))


def deck(number: int) -> list[str]:
    """The 52 cards in dealing order."""
    words = chacha20_words(number)
    cards = list(PACK)
    for i in range(51, 0, -1):
        n = i + 1
        product = next(words) * n
        while product % 2**32 < (2**32 - n) % n:
            product = next(words) * n
        j = product // 2**32
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def ms_deck(number: int) -> list[str]:
    """Microsoft's numbered deals (1 to 2**32 - 1), in dealing order."""
    state = number
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    for i in range(51, 0, -1):
        state = (state * 214013 + 2531011) % 2**31
        drawn = state // 2**16 + (2**15 if number >= 2**31 else 0)
        j = drawn % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards[::-1]


def encode(number: int, cells: int) -> str:
    """The game code of a deal."""
    letters = base64.b32encode(number.to_bytes(4, "big")).decode().rstrip("=")
    return f"EO1-C{cells}-{letters}"


def decode(code: str) -> tuple[int, int]:
    """Deal number and cells of a code, or ValueError.

    A code is good exactly when encoding what it says gives it back, so nothing is checked piece by
    piece here: that is left to the parser under test.
    """
    text = code.strip().upper()
    version, cells, letters = text.split("-")
    deal = int.from_bytes(base64.b32decode(letters + "="), "big")
    if deal >= 2**32 or not code.strip().isascii():
        raise ValueError(code)
    if version != "EO1" or cells not in ("C8", "C4", "C2") or encode(deal, int(cells[1])) != text:
        raise ValueError(code)
    return deal, int(cells[1])
