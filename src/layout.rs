//! Any arrangement of cards, valid or not, and the list of all that is wrong with one.

use std::fmt;

use crate::card::{Card, CardSet, Suit};
use crate::error::{NotationError, quoted};
use crate::rules::{COLUMNS, CellCount};

/// Cards that a column can hold beyond which every further one must continue a run: the longest
/// column of a deal, which only two cells give.
pub const DEALT_COLUMN: usize = 7;
/// The most cards a column can hold: six dealt, then a run of twelve on a king, or seven with it.
pub const COLUMN_CAPACITY: usize = 19;

/// Cards in places, not checked. [`crate::Position::from_layout`] is the door to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The columns, left to right; each one's exposed card is last.
    pub columns: [Vec<Card>; COLUMNS],
    /// The cells, left to right.
    pub cells: Vec<Option<Card>>,
    /// How many cards lie on each foundation, in suit order.
    pub foundations: [u8; 4],
}

impl Layout {
    /// Every card of the arrangement, as often as it occurs.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        let home = Suit::ALL
            .into_iter()
            .flat_map(|suit| CardSet::lowest(suit, self.foundations[suit.index()].min(13)).iter());
        let columns = self.columns.iter().flatten().copied();
        columns
            .chain(self.cells.iter().flatten().copied())
            .chain(home)
    }

    /// The cells of a game with `count` of them: empty ones are added, and a longer list of
    /// cells (other programs always write eight) closes up when its cards fit.
    ///
    /// # Errors
    /// [`Fault::TooManyCellCards`] when they do not fit.
    pub fn fitted_cells(&self, count: CellCount) -> Result<[Option<Card>; 8], Fault> {
        let mut fitted = [None; 8];
        let limit = usize::from(count.get());
        let beyond = self.cells.iter().skip(limit).any(Option::is_some);
        if beyond {
            let cards: Vec<Card> = self.cells.iter().flatten().copied().collect();
            if cards.len() > limit {
                return Err(Fault::TooManyCellCards { cards, limit });
            }
            for (place, card) in fitted.iter_mut().zip(cards) {
                *place = Some(card);
            }
        } else {
            for (place, card) in fitted.iter_mut().zip(&self.cells) {
                *place = *card;
            }
        }
        Ok(fitted)
    }

    /// Everything that keeps the arrangement from being a position of a game with `count` cells.
    ///
    /// A position holds all 52 cards once, at most `count` of them in cells, and in each column
    /// at most 19 cards, of which every one beyond the seventh continues a run downwards: no
    /// play from any deal produces another.
    #[must_use]
    pub fn faults(&self, count: CellCount) -> Vec<Fault> {
        let mut faults = Vec::new();
        for suit in Suit::ALL {
            let height = self.foundations[suit.index()];
            if height > 13 {
                faults.push(Fault::FoundationHeight { suit, height });
            }
        }
        faults.extend(self.fitted_cells(count).err());
        for (column, cards) in self.columns.iter().enumerate() {
            if cards.len() > COLUMN_CAPACITY {
                faults.push(Fault::ColumnTooLong {
                    column,
                    length: cards.len(),
                });
            }
            let broken =
                (DEALT_COLUMN..cards.len()).find(|&i| cards[i].parent() != Some(cards[i - 1]));
            if let Some(place) = broken {
                faults.push(Fault::UnreachableColumn {
                    column,
                    place,
                    card: cards[place],
                    beneath: cards[place - 1],
                });
            }
        }
        faults.extend(Fault::missing_and_repeated(self.cards()));
        faults
    }
}

/// One thing wrong with a layout or a deck. Lines, columns and places count from 0 here and
/// from 1 in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Cards that stand nowhere.
    Missing(Vec<Card>),
    /// Cards that stand in more than one place.
    Repeated(Vec<Card>),
    /// A deck that has not 52 cards.
    DeckSize(usize),
    /// Something that is no card, at that place of a deck.
    NotACard {
        /// The place, from 0.
        place: usize,
        /// What was found there.
        found: String,
    },
    /// More cards in cells than there are cells.
    TooManyCellCards {
        /// The cards in cells.
        cards: Vec<Card>,
        /// The number of cells.
        limit: usize,
    },
    /// More than 13 cards on a foundation.
    FoundationHeight {
        /// The foundation.
        suit: Suit,
        /// What it is said to hold.
        height: u8,
    },
    /// A column of more than 19 cards.
    ColumnTooLong {
        /// The column.
        column: usize,
        /// Its number of cards.
        length: usize,
    },
    /// A card beyond the seventh that does not continue a run.
    UnreachableColumn {
        /// The column.
        column: usize,
        /// The card's place in the column.
        place: usize,
        /// The card.
        card: Card,
        /// The card it lies on.
        beneath: Card,
    },
    /// More than eight lines of cards.
    TooManyColumns {
        /// The line on which the ninth column stands.
        line: usize,
    },
    /// A header that occurs twice.
    RepeatedHeader {
        /// The line of the second one.
        line: usize,
        /// The header, as written.
        header: String,
    },
    /// A word that cannot be read.
    Word {
        /// The line, from 0.
        line: usize,
        /// What is wrong with the word.
        error: NotationError,
    },
}

impl Fault {
    /// The cards of a deck that `cards` lacks, and those it has more than once.
    pub fn missing_and_repeated(cards: impl Iterator<Item = Card>) -> impl Iterator<Item = Self> {
        let (mut seen, mut repeated) = (CardSet::EMPTY, CardSet::EMPTY);
        for card in cards {
            if seen.contains(card) {
                repeated.insert(card);
            }
            seen.insert(card);
        }
        let missing = CardSet::ALL.without(seen);
        let fault = |set: CardSet, fault: fn(Vec<Card>) -> Self| {
            (!set.is_empty()).then(|| fault(set.iter().collect()))
        };
        fault(missing, Self::Missing)
            .into_iter()
            .chain(fault(repeated, Self::Repeated))
    }
}

fn list(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(Card::to_string).collect();
    words.join(" ")
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(cards) => write!(f, "missing: {}", list(cards)),
            Self::Repeated(cards) => write!(f, "there more than once: {}", list(cards)),
            Self::DeckSize(size) => write!(f, "{size} cards where a deck has 52"),
            Self::NotACard { place, found } => {
                write!(f, "place {}: {} is not a card", place + 1, quoted(found))
            }
            Self::TooManyCellCards { cards, limit } => {
                write!(f, "{} cards in {limit} cells: {}", cards.len(), list(cards))
            }
            Self::FoundationHeight { suit, height } => {
                write!(f, "{height} cards on the foundation of {}", suit.name())
            }
            Self::ColumnTooLong { column, length } => write!(
                f,
                "column {} has {length} cards; no column can have more than {COLUMN_CAPACITY}",
                column + 1
            ),
            Self::UnreachableColumn {
                column,
                place,
                card,
                beneath,
            } => write!(
                f,
                "column {}, card {}: {card} on {beneath} cannot come about, since beyond the \
                 {DEALT_COLUMN} cards of a deal columns grow only by runs",
                column + 1,
                place + 1
            ),
            Self::TooManyColumns { line } => {
                write!(f, "line {}: a ninth column; there are {COLUMNS}", line + 1)
            }
            Self::RepeatedHeader { line, header } => {
                write!(f, "line {}: {} a second time", line + 1, quoted(header))
            }
            Self::Word { line, error } => write!(
                f,
                "line {}: {} {} ({})",
                line + 1,
                quoted(&error.input),
                error.problem,
                error.hint
            ),
        }
    }
}

/// All that is wrong with an arrangement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutError {
    /// The faults, at least one.
    faults: Vec<Fault>,
}

impl LayoutError {
    /// An error with these faults, of which there must be one at least.
    #[must_use]
    pub fn new(faults: Vec<Fault>) -> Self {
        debug_assert!(!faults.is_empty());
        Self { faults }
    }

    /// The faults, at least one.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a board of this game: ")?;
        for (i, fault) in self.faults.iter().enumerate() {
            let separator = if i > 0 { "; " } else { "" };
            write!(f, "{separator}{fault}")?;
        }
        f.write_str(
            "\nhint: all 52 cards once, the foundations line (Foundations: H-0 C-0 D-0 S-0) for \
             cards that are home, the cells line (Freecells: 7C - TH) for those in cells",
        )
    }
}

impl std::error::Error for LayoutError {}
