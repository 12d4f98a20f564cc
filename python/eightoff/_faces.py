"""What cards look like and are called: suit shapes, deck colours, names.

The shapes are paths in a box of 100 by 100, so that pictures need no font that has the suits. The
board in the browser draws the same ones (`widget/static/faces.mjs`); a test holds the two together.
"""

SUIT_PATHS = (
    # Spade, heart, diamond, club: the order of cards, foundations and everything else.
    "M50 4C58 24 92 42 92 65C92 82 70 89 56 75C57 86 61 92 69 96H31C39 92 43 86 44 75"
    "C30 89 8 82 8 65C8 42 42 24 50 4Z",
    "M50 94C40 77 6 57 6 31C6 4 40 0 50 25C60 0 94 4 94 31C94 57 60 77 50 94Z",
    "M50 3C60 23 72 37 87 50C72 63 60 77 50 97C40 77 28 63 13 50C28 37 40 23 50 3Z",
    "M50 4A21 21 0 0 1 67 38A21 21 0 1 1 56 71C57 84 61 92 69 96H31C39 92 43 84 44 71"
    "A21 21 0 1 1 33 38A21 21 0 0 1 50 4Z",
)
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
SUIT_LETTERS = "SHDC"
RANK_LETTERS = "A23456789TJQK"
RANK_NAMES = (
    "ace", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip

# Suits differ by shape in either deck; the second tells clubs from spades by colour as well.
# All of these stand out from white by more than 4.5 to 1.
DECKS = {
    "two-colour": ("#111111", "#c1121f", "#c1121f", "#111111"),
    "four-colour": ("#111111", "#c1121f", "#0a58ca", "#067a2b"),
}


def deck_colours(deck: str) -> tuple[str, str, str, str]:
    """The colours of spades, hearts, diamonds and clubs in a deck.

    Raises:
        ValueError: There is no deck of that name.
    """
    try:
        return DECKS[deck]
    except KeyError:
        known = " or ".join(repr(name) for name in DECKS)
        raise ValueError(f"{deck!r} is no deck\nhint: write {known}") from None


def card_text(card: int) -> str:
    """`7H`, as notation writes it."""
    return RANK_LETTERS[card % 13] + SUIT_LETTERS[card // 13]


def rank_label(card: int) -> str:
    """The rank as printed on a card: `10`, not the notation's `T`."""
    letter = RANK_LETTERS[card % 13]
    return "10" if letter == "T" else letter


def card_name(card: int) -> str:
    """`seven of hearts`."""
    return f"{RANK_NAMES[card % 13]} of {SUIT_NAMES[card // 13]}"


def place_name(place: str) -> str:
    """What people call a place: `column 3`, `cell a`, `foundation of hearts`."""
    if place.isdigit():
        return f"column {place}"
    if place.islower():
        return f"cell {place}"
    return f"foundation of {SUIT_NAMES[SUIT_LETTERS.index(place)]}"
