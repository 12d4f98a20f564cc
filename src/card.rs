//! Suits, ranks, cards and sets of cards.

use std::fmt;
use std::str::FromStr;

use crate::error::NotationError;

/// One of the four suits, in the order of the foundations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// ♠, letter `S`.
    Spades,
    /// ♥, letter `H`.
    Hearts,
    /// ♦, letter `D`.
    Diamonds,
    /// ♣, letter `C`.
    Clubs,
}

impl Suit {
    /// All suits, in order.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Hearts, Self::Diamonds, Self::Clubs];

    /// 0..=3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The suit's letter, `S`, `H`, `D` or `C`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['S', 'H', 'D', 'C'][self as usize]
    }

    /// The suit's English name, lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["spades", "hearts", "diamonds", "clubs"][self as usize]
    }

    /// The suit that a letter (either case) or a glyph (outlined or filled) stands for.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Self> {
        match c {
            'S' | 's' | '♠' | '♤' => Some(Self::Spades),
            'H' | 'h' | '♥' | '♡' => Some(Self::Hearts),
            'D' | 'd' | '♦' | '♢' => Some(Self::Diamonds),
            'C' | 'c' | '♣' | '♧' => Some(Self::Clubs),
            _ => None,
        }
    }
}

/// A rank, ace (0) to king (12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// How many ranks there are.
    pub const COUNT: u8 = 13;
    /// The lowest rank.
    pub const ACE: Self = Self(0);
    /// The highest rank.
    pub const KING: Self = Self(12);
    const LETTERS: [char; 13] = [
        'A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K',
    ];

    /// The rank with that index, ace = 0.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index))
        } else {
            None
        }
    }

    /// 0..=12.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The rank's letter, `A23456789TJQK`.
    #[must_use]
    pub const fn letter(self) -> char {
        Self::LETTERS[self.0 as usize]
    }

    /// The rank that a text stands for: its letter in either case, `10` or `0` for the ten,
    /// `1` for the ace.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "10" | "0" => return Some(Self(9)),
            "1" => return Some(Self::ACE),
            _ => {}
        }
        let mut chars = text.chars();
        let letter = chars.next()?.to_ascii_uppercase();
        if chars.next().is_some() {
            return None;
        }
        Self::LETTERS
            .iter()
            .position(|&l| l == letter)
            .map(|i| Self(i as u8))
    }
}

/// A card: `13 * suit + rank`, 0..=51.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// How many cards there are.
    pub const COUNT: u8 = 52;

    /// The card of that suit and rank.
    #[must_use]
    pub const fn new(suit: Suit, rank: Rank) -> Self {
        Self(13 * suit as u8 + rank.0)
    }

    /// The card with that index, or `None` beyond 51.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index))
        } else {
            None
        }
    }

    /// For indices the caller knows to be below 52; a higher one is a bug caught in debug builds.
    pub(crate) const fn at(index: u8) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index)
    }

    /// All 52 cards, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self)
    }

    /// 0..=51.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The card's suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / Rank::COUNT) as usize]
    }

    /// The card's rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank(self.0 % Rank::COUNT)
    }

    /// Whether the card is an ace.
    #[must_use]
    pub const fn is_ace(self) -> bool {
        CardSet::ACES.contains(self)
    }

    /// Whether the card is a king.
    #[must_use]
    pub const fn is_king(self) -> bool {
        CardSet::KINGS.contains(self)
    }

    /// The only card that accepts this one in the tableau: same suit, one higher.
    #[must_use]
    pub const fn parent(self) -> Option<Self> {
        if self.is_king() {
            None
        } else {
            Some(Self(self.0 + 1))
        }
    }

    /// The only card that this one accepts in the tableau: same suit, one lower.
    #[must_use]
    pub const fn child(self) -> Option<Self> {
        if self.is_ace() {
            None
        } else {
            Some(Self(self.0 - 1))
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = NotationError;

    /// Reads `7H`, `7h`, `TH`, `10H`, `7♥` and, as other programs write, `H7`.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let split_last = || {
            let suit = text.chars().next_back()?;
            Some((&text[..text.len() - suit.len_utf8()], suit))
        };
        let split_first = || {
            let suit = text.chars().next()?;
            Some((&text[suit.len_utf8()..], suit))
        };
        for (rank, suit) in [split_last(), split_first()].into_iter().flatten() {
            if let (Some(rank), Some(suit)) = (Rank::from_text(rank), Suit::from_char(suit)) {
                return Ok(Self::new(suit, rank));
            }
        }
        Err(NotationError::new(
            text,
            "is not a card",
            "write the rank (A 2 3 4 5 6 7 8 9 T J Q K), then the suit (S H D C), as in 7H",
        ))
    }
}

/// A set of cards; card `c` is bit `c`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 52 cards.
    pub const ALL: Self = Self((1 << 52) - 1);
    /// The four aces.
    pub const ACES: Self = Self(1 | 1 << 13 | 1 << 26 | 1 << 39);
    /// The four kings.
    pub const KINGS: Self = Self(Self::ACES.0 << 12);

    /// The set whose bits are those of `bits`; bits beyond 51 are dropped.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// One bit a card.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one card.
    #[must_use]
    pub const fn of(card: Card) -> Self {
        Self(1 << card.0)
    }

    /// The lowest `count` cards of `suit`, as on its foundation.
    #[must_use]
    pub const fn lowest(suit: Suit, count: u8) -> Self {
        Self(((1 << count) - 1) << (13 * suit as u8))
    }

    /// Whether `card` is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 != 0
    }

    /// Whether no card is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The cards in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// This set if `condition` holds, else none: what is not to be a branch.
    #[must_use]
    pub(crate) const fn when(self, condition: bool) -> Self {
        Self(self.0 & (condition as u64).wrapping_neg())
    }

    /// Puts `card` in.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes `card` out.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// The parents of the set's cards; kings have none.
    #[must_use]
    pub const fn parents(self) -> Self {
        Self((self.0 & !Self::KINGS.0) << 1)
    }

    /// The children of the set's cards; aces have none.
    #[must_use]
    pub const fn children(self) -> Self {
        Self((self.0 & !Self::ACES.0) >> 1)
    }

    /// The cards, ascending.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let card = (rest != 0).then(|| Card(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(card)
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards
            .into_iter()
            .fold(Self::EMPTY, |set, card| set.or(Self::of(card)))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
