"""The files of tests/data, as the tests read them."""

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[list[str]]:
    """The words of each line of a file, comments left out."""
    lines = (DATA / name).read_text(encoding="ascii").splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


def group_limits() -> list[tuple[int, int, str, int]]:
    """Free cells, empty columns, "filled" or "empty", limit: the 25 entries of the app's table."""
    return [
        (int(free), int(empty), to, int(limit))
        for free, empty, to, limit in rows("group_limits.txt")
    ]
