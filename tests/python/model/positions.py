"""Positions to test on: played to, or put together.

Both are driven by `choose(n)`, which returns one of 0..n-1: from a key stream for data that is to
stay the same for ever, from hypothesis for positions that shrink.
"""

from collections.abc import Callable

from .cards import PACK, is_run
from .deals import chacha20_words, deck
from .table import COLUMNS, FOUNDATIONS, Table

Choose = Callable[[int], int]

LONGEST_DEALT_COLUMN = 7


def chooser(seed: int) -> Choose:
    """Choices that depend on the seed alone, in every version of everything."""
    words = chacha20_words(seed)
    return lambda n: next(words) % n


def choices_of(content: bytes) -> Choose:
    """Choices that some bytes name, and always the first one when they are used up."""
    rest = iter(content)
    return lambda n: next(rest, 0) % n


def played(choose: Choose, number: int, cells: int, group_limit: str, actions: int) -> Table:
    """A deal after up to so many actions; more than their share go to foundations and tableau.

    One action in eight may be a withdrawal; where nothing else is left, the play ends early.
    """
    table = Table.dealt(deck(number), cells, group_limit)
    for _ in range(actions):
        legal = list(table.actions().values())
        forward = [t for t in legal if t.source not in FOUNDATIONS]
        useful = [t for t in forward if t.target not in table.cells]
        wanted = legal if choose(8) == 0 else useful or forward
        if not wanted:
            break
        table.move(wanted[choose(len(wanted))])
    return table


def put_together(choose: Choose, cells: int, group_limit: str) -> Table:
    """Any position that a board text may describe: runs of any lengths, here and there."""
    table = Table(cells, group_limit)
    groups = []
    cut = 1 + choose(8)  # out of 8: from few long runs to single cards
    highest = 1 + choose(14)
    for suit in FOUNDATIONS:
        cards = [card for card in PACK if card[1] == suit]
        height = choose(highest)
        table.piles[suit] = cards[:height]
        rest = cards[height:][::-1]
        while rest:
            length = 1
            while length < len(rest) and choose(8) >= cut:
                length += 1
            groups.append(rest[:length])
            rest = rest[length:]
    open_columns = COLUMNS[choose(4) :]
    while groups:
        group = groups.pop(choose(len(groups)))
        fitting = [name for name in open_columns if _may_stand(table.piles[name] + group)]
        if len(group) == 1:
            fitting += [name for name in table.cells if not table.piles[name]]
        if fitting:
            table.piles[fitting[choose(len(fitting))]] += group
        elif len(group) > 1:
            groups += [group[:1], group[1:]]
        else:
            open_columns = COLUMNS
            groups.append(group)
    return table


def _may_stand(column: list[str]) -> bool:
    return is_run(column[LONGEST_DEALT_COLUMN - 1 :])


def with_group(free_cells: int, empty_columns: int, target: str, count: int) -> Table:
    """Eight cells, so many of them free, and a run of spades that has one place to go to.

    Column 2 ends in the run of `count`. It fits on the king of spades in column 1 ("filled"), or
    starts with that king and fits into the empty columns, which are the last ("empty").
    """
    table = Table(8, "app")
    spades = [card for card in PACK if card[1] == "S"][::-1]
    others = [card for card in PACK if card[1] != "S"]
    if target == "filled":
        table.piles["1"] = [spades.pop(0)]
    group, low_spades = spades[:count], spades[count:]
    if len(group) < count:
        raise ValueError(f"no run of {count} fits on a {target} column")
    for name in (*COLUMNS[: 8 - empty_columns], *table.cells[free_cells:]):
        if not table.piles[name]:
            table.piles[name] = [others.pop()]
    table.piles["2"] += group
    for card in others + low_spades[::-1]:
        table.piles[card[1]].append(card)
    return table
