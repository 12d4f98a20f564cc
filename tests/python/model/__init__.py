"""A slow, independent model of Eight Off, written from the rules alone.

The engine keeps sets of cards in machine words and works out what an action does; this model
keeps twenty piles of card names on a table and tries every transfer between every two piles.
Nothing here imports `eightoff`, so that the two can only agree by both being right (or by both
misreading the rules in the same way).
"""
