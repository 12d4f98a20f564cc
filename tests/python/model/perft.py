"""Counting action sequences, one by one."""

from .table import Table


def perft(table: Table, depth: int) -> int:
    """How many action sequences of this length start here; a won game goes no further."""
    return _count(table, depth, {})


def _count(table: Table, depth: int, seen: dict[tuple[object, ...], int]) -> int:
    # The same piles met again at the same depth count the same. Only equal piles in equal places
    # do: that cells and empty columns are alike is a claim to be tested, not used.
    if depth == 0:
        return 1
    key = (depth, *map(tuple, table.piles.values()))
    if key not in seen:
        transfers = table.actions().values()
        total = len(transfers)
        if depth > 1:
            total = 0
            for transfer in transfers:
                table.move(transfer)
                total += _count(table, depth - 1, seen)
                table.move_back(transfer)
        seen[key] = total
    return seen[key]
