//! Actions (what a player asks for), places (where cards stand) and moves (what an action does
//! on one board), with the text of each.

use std::fmt;
use std::str::FromStr;

use crate::card::{Card, CardSet, Suit};
use crate::error::NotationError;
use crate::rules::{CELL_TO_TABLEAU_POINTS, COLUMNS, FOUNDATION_POINTS, MAX_CELLS};

/// The kind of place an action sends a card to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Destination {
    /// The foundation of the card's suit; letter `f`.
    Foundation,
    /// Onto the card's parent or, for a king, into the leftmost empty column; letter `t`.
    Tableau,
    /// The first empty cell; letter `c`.
    Cell,
}

impl Destination {
    /// All kinds, in order.
    pub const ALL: [Self; 3] = [Self::Foundation, Self::Tableau, Self::Cell];

    /// The kind's letter.
    #[must_use]
    pub const fn letter(self) -> char {
        ['f', 't', 'c'][self as usize]
    }
}

/// `3 * card + destination`, 0..=155. Since cells are alike, and so are empty columns, that
/// names a move fully.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

impl Action {
    /// How many actions there are.
    pub const COUNT: usize = 156;

    /// The action that sends `card` to `destination`.
    #[must_use]
    pub const fn new(card: Card, destination: Destination) -> Self {
        Self(3 * card.index() + destination as u8)
    }

    /// The action with that index, or `None` beyond 155.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT {
            Some(Self(index))
        } else {
            None
        }
    }

    /// All 156 actions, ascending.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// 0..=155.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The card that moves (the deepest one of a group).
    #[must_use]
    pub const fn card(self) -> Card {
        Card::at(self.0 / 3)
    }

    /// Where it goes.
    #[must_use]
    pub const fn destination(self) -> Destination {
        Destination::ALL[self.0 as usize % 3]
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.card(), self.destination().letter())
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Action {
    type Err = NotationError;

    /// Reads a card and `f`, `t` or `c`, in either case: `7Ht`, `10hc`.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        const HINT: &str = "write a card and f (foundation), t (tableau) or c (cell), as in 7Ht";
        let error = |problem| NotationError::new(text, problem, HINT);
        let destination = match text.chars().next_back() {
            Some('f' | 'F') => Destination::Foundation,
            Some('t' | 'T') => Destination::Tableau,
            Some('c' | 'C') => Destination::Cell,
            _ => return Err(error("is not an action: its last letter is not f, t or c")),
        };
        let card = text[..text.len() - 1]
            .parse()
            .map_err(|_| error("is not an action: it does not begin with a card"))?;
        Ok(Self::new(card, destination))
    }
}

/// The actions that are legal in a position: for each destination, in order, the cards that may
/// go there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionSet([CardSet; 3]);

impl ActionSet {
    /// No action.
    pub const EMPTY: Self = Self([CardSet::EMPTY; 3]);
    /// All 156 actions.
    pub const ALL: Self = Self([CardSet::ALL; 3]);

    /// The set of actions that send these cards to their foundations, to the tableau and to cells.
    #[must_use]
    pub const fn new(foundation: CardSet, tableau: CardSet, cell: CardSet) -> Self {
        Self([foundation, tableau, cell])
    }

    /// The cards that may go to a destination.
    #[must_use]
    pub const fn to(self, destination: Destination) -> CardSet {
        self.0[destination as usize]
    }

    /// The cards that may go to each destination, in order.
    #[must_use]
    pub const fn by_destination(self) -> [CardSet; 3] {
        self.0
    }

    /// The cards that may go anywhere.
    const fn cards(self) -> CardSet {
        let [foundation, tableau, cell] = self.0;
        foundation.or(tableau).or(cell)
    }

    /// How many actions the set has.
    #[must_use]
    pub const fn len(self) -> u32 {
        let [foundation, tableau, cell] = self.0;
        foundation.len() + tableau.len() + cell.len()
    }

    /// Whether the set has no action.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.cards().is_empty()
    }

    /// Whether `action` is in the set.
    #[must_use]
    pub const fn contains(self, action: Action) -> bool {
        self.to(action.destination()).contains(action.card())
    }

    /// The set without actions of `cards`.
    #[must_use]
    pub fn without_cards(self, cards: CardSet) -> Self {
        Self(self.0.map(|set| set.without(cards)))
    }

    /// The set without actions that go there.
    #[must_use]
    pub const fn without_destination(mut self, destination: Destination) -> Self {
        self.0[destination as usize] = CardSet::EMPTY;
        self
    }

    /// The actions, ascending.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        self.cards().iter().flat_map(move |card| {
            Destination::ALL
                .into_iter()
                .map(move |destination| Action::new(card, destination))
                .filter(move |&action| self.contains(action))
        })
    }

    /// The actions by destination (foundation, tableau, cell), within each by card: quicker than
    /// [`iter`](Self::iter) for callers to whom the order is all one.
    pub fn iter_by_destination(self) -> impl Iterator<Item = Action> {
        let of = move |destination| {
            let cards = self.to(destination).iter();
            cards.map(move |card| Action::new(card, destination))
        };
        of(Destination::Foundation)
            .chain(of(Destination::Tableau))
            .chain(of(Destination::Cell))
    }
}

/// A place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Column 0..=7; text `1` to `8`.
    Column(u8),
    /// Cell 0..=7; text `a` to `h`.
    Cell(u8),
    /// A foundation; text `S`, `H`, `D` or `C`.
    Foundation(Suit),
}

/// The lowest [`Place::index`] of a cell and of a foundation.
pub(crate) const FIRST_CELL: u8 = COLUMNS as u8;
pub(crate) const FIRST_FOUNDATION: u8 = FIRST_CELL + MAX_CELLS as u8;

impl Place {
    /// How many places there are: columns, as many cells as a game can have, foundations.
    pub(crate) const COUNT: usize = FIRST_FOUNDATION as usize + 4;

    /// Columns 0..=7, cells 8..=15, foundations 16..=19.
    pub(crate) const fn index(self) -> u8 {
        match self {
            Self::Column(column) => column,
            Self::Cell(cell) => FIRST_CELL + cell,
            Self::Foundation(suit) => FIRST_FOUNDATION + suit as u8,
        }
    }

    /// The place with that index; those beyond 19 begin anew at the first foundation.
    pub(crate) const fn at(index: u8) -> Self {
        let within = index % 8;
        match kind(index) {
            0 => Self::Column(within),
            1 => Self::Cell(within),
            _ => Self::Foundation(Suit::ALL[within as usize % 4]),
        }
    }
}

/// Whether a [`Place::index`] is that of a column (0), a cell (1) or a foundation (2).
const fn kind(index: u8) -> usize {
    index as usize / 8
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self {
            Self::Column(column) => (b'1' + column) as char,
            Self::Cell(cell) => (b'a' + cell) as char,
            Self::Foundation(suit) => suit.letter(),
        };
        write!(f, "{letter}")
    }
}

impl FromStr for Place {
    type Err = NotationError;

    /// Reads `1` to `8`, `a` to `h` (small: a cell) and `S`, `H`, `D`, `C` (capital or glyph: a
    /// foundation).
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut letters = text.trim().chars();
        let place = match (letters.next(), letters.next()) {
            (Some(c @ '1'..='8'), None) => Some(Self::Column(c as u8 - b'1')),
            (Some(c @ 'a'..='h'), None) => Some(Self::Cell(c as u8 - b'a')),
            (Some(c), None) if !c.is_ascii_lowercase() => Suit::from_char(c).map(Self::Foundation),
            _ => None,
        };
        place.ok_or_else(|| {
            NotationError::new(
                text,
                "is not a place",
                "columns are 1 to 8, cells a to h (small letters), foundations S H D C (capitals)",
            )
        })
    }
}

/// What an action does on the board it is played on; enough to take it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The card that moves, the deepest one of a group.
    pub card: Card,
    /// How many cards travel.
    pub count: u8,
    /// The points it earns.
    pub points: u8,
    /// [`Place::index`] of where it stood and of where it goes: as numbers they need no branch to
    /// be told apart.
    from: u8,
    to: u8,
}

impl Move {
    /// The move of those cards, with the points that it earns.
    #[must_use]
    pub const fn new(card: Card, count: u8, source: Place, target: Place) -> Self {
        Self::between(card, count, source.index(), target.index())
    }

    /// The same with the places' indices.
    #[inline]
    pub(crate) const fn between(card: Card, count: u8, from: u8, to: u8) -> Self {
        // By kind of source and of target: columns, cells, foundations.
        const POINTS: [[u8; 3]; 3] = [
            [0, 0, FOUNDATION_POINTS],
            [CELL_TO_TABLEAU_POINTS, 0, FOUNDATION_POINTS],
            [0, 0, FOUNDATION_POINTS],
        ];
        Self {
            card,
            count,
            points: POINTS[kind(from)][kind(to)],
            from,
            to,
        }
    }

    /// Where the cards stood.
    #[must_use]
    pub const fn source(&self) -> Place {
        Place::at(self.from)
    }

    /// Where they go.
    #[must_use]
    pub const fn target(&self) -> Place {
        Place::at(self.to)
    }

    /// The indices of source and target.
    pub(crate) const fn indices(self) -> (u8, u8) {
        (self.from, self.to)
    }

    /// How many cards more are home after the move: 1, 0 or, for a withdrawal, −1.
    #[must_use]
    pub const fn gain(&self) -> i8 {
        (self.to >= FIRST_FOUNDATION) as i8 - (self.from >= FIRST_FOUNDATION) as i8
    }

    /// The action that asks for this move.
    #[must_use]
    pub const fn action(&self) -> Action {
        let destination = match self.target() {
            Place::Foundation(_) => Destination::Foundation,
            Place::Column(_) => Destination::Tableau,
            Place::Cell(_) => Destination::Cell,
        };
        Action::new(self.card, destination)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.action(), f)
    }
}
