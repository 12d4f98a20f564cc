"""Boards that several tests look at."""

# Column 1 ends in the run 9S 8S 7S, column 2 in its parent TS; one cell of the two is free.
LATE = """Foundations: H-0 C-K D-K S-6
Freecells: KH -
QH JH TH 9S 8S 7S
KS QS JS TS
9H 8H 7H
6H 5H 4H
3H 2H AH
:
:
:
"""
