"""What the model writes into tests/data."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

from . import playthroughs, records
from .cards import RANKS
from .deals import chacha20_words, deck, encode
from .perft import perft
from .positions import chooser, played, put_together
from .records import Record
from .table import FOUNDATIONS, Table

DATA = Path(__file__).parents[2] / "data"

DEALS = [0, 1, 2, 3, 20, 465, 617, 1_000, 32_001, 123_456_789, 2**31, 2**32 - 1]
CAP = 30_000  # a few seconds a record in the model
DEEP_CAP = 500_000
DEEPEST = 12  # where there is next to nothing to do but to and fro

DECK_HEADER = """\
# Deal number, the first four words of its ChaCha20 key stream (hex), 52 cards in dealing order.
# Written by `cd tests/python && python -m model decks`; ChaCha20 is that of `cryptography`.
"""
MS_HEADER = """\
# Microsoft deal number, 52 cards in dealing order (row by row, the last four to the cells).
# Written by `cd tests/python && python -m model ms_decks`; the deals are those of `pysol-cards`.
"""
CODE_HEADER = """\
# Deal number, cells and game code. Written by `cd tests/python && python -m model codes`.
"""


def first_where(
    make: Callable[[int], Table], wanted: Callable[[Table], bool], count: int
) -> list[Table]:
    """The first so many seeds' tables that are as wanted."""
    return list(itertools.islice(filter(wanted, map(make, itertools.count())), count))


def on_foundations(table: Table) -> int:
    return sum(len(table.piles[name]) for name in FOUNDATIONS)


def limit_matters(table: Table) -> bool:
    """Whether the app's group limit allows an action here that the strict one forbids."""
    strict = Table.laid_out(table.text(), len(table.cells), "strict")
    return len(table.actions()) > len(strict.actions())


def perft_records() -> Iterator[Record]:
    """The positions whose sequences are counted, without the counts."""
    for number, cells in itertools.product(DEALS, (8, 4, 2)):
        yield Record(f"deal-{number}-C{cells}-app", cells, "app", deal=number)
    for number, cells in itertools.product(DEALS[4:8], (8, 4, 2)):
        yield Record(f"deal-{number}-C{cells}-strict", cells, "strict", deal=number)
    for cells in (8, 4, 2):

        def built(seed: int) -> Table:
            return put_together(chooser(seed), cells, "app")  # noqa: B023 - used up in this round

        def midgame(seed: int) -> Table:
            return played(chooser(seed), seed, cells, "app", 60)  # noqa: B023

        kinds = {
            "groups": first_where(built, limit_matters, 6),
            "near-won": first_where(built, lambda table: 45 <= on_foundations(table) < 52, 2),
            "withdrawals": first_where(
                midgame,
                lambda table: any(t.source in FOUNDATIONS for t in table.actions().values()),
                3,
            ),
        }
        for kind, tables in kinds.items():
            for k, table in enumerate(tables, 1):
                for limit in ("app", "strict"):
                    yield Record(f"{kind}-{k}-C{cells}-{limit}", cells, limit, board=table.text())


def write_perft() -> None:
    """Counts every record up to its cap. Takes minutes."""
    blocks = []
    for record in perft_records():
        cap = DEEP_CAP if record.deal == 20 else CAP
        for depth in range(1, DEEPEST + 1):
            record.counts[depth] = perft(record.table(), depth)
            if not 0 < record.counts[depth] < cap:
                break
        blocks.append(record.text())
        print(record.id, record.counts, flush=True)
    (DATA / "perft.txt").write_text(records.HEADER + "\n" + "\n".join(blocks), encoding="ascii")


def write_decks() -> None:
    """Decks of numbers with every byte of the key in use."""
    lines = []
    for number in [*DEALS, 255, 256, 65_535, 65_536, 2**24, 0xDEADBEEF, 0x01020304]:
        words = " ".join(f"{word:08x}" for word in itertools.islice(chacha20_words(number), 4))
        lines.append(f"{number} {words} {' '.join(deck(number))}\n")
    (DATA / "decks.txt").write_text(DECK_HEADER + "".join(lines), encoding="ascii")


def write_codes() -> None:
    """Codes of numbers with each letter in use, and of the smallest and largest."""
    bits = [2**k for k in range(32)]
    lines = [
        f"{number} {cells} {encode(number, cells)}\n"
        for number, cells in itertools.product([*DEALS, *bits, 0xDEADBEEF], (8, 4, 2))
    ]
    (DATA / "codes.txt").write_text(CODE_HEADER + "".join(dict.fromkeys(lines)), encoding="ascii")


def write_ms_decks() -> None:
    """Microsoft's deals as another program deals them, on both sides of 2**31."""
    from pysol_cards.cards import createCards
    from pysol_cards.random import shuffle
    from pysol_cards.random_base import RandomBase

    small = [1, 2, 24, 465, 617, 644, 11_982, 31_999, 32_000]
    large = [32_001, 1_000_000, 2**31 - 1, 2**31, 2**32 - 1]
    lines = []
    for number in small + large:
        cards = shuffle(createCards(1), number, RandomBase.DEALS_MS)
        names = [RANKS[card.rank - 1] + card.suit_s() for card in reversed(cards)]
        lines.append(f"{number} {' '.join(names)}\n")
    (DATA / "ms_decks.txt").write_text(MS_HEADER + "".join(lines), encoding="ascii")


def write_playthroughs() -> None:
    """Whole games, step by step."""
    (DATA / "playthroughs.txt").write_text("".join(playthroughs.transcript()), encoding="ascii")


WRITERS = {
    "perft": write_perft,
    "playthroughs": write_playthroughs,
    "decks": write_decks,
    "ms_decks": write_ms_decks,
    "codes": write_codes,
}
