//! A validated board, small enough to copy, that plays moves and takes them back.

use crate::action::{Action, Destination, Move, Place};
use crate::card::{Card, CardSet, Suit};
use crate::deal::{Dealt, Deck};
use crate::layout::{Layout, LayoutError};
use crate::rules::{COLUMNS, MAX_CELLS, Rules};

/// What [`Position::beneath`] says of a column's deepest card.
pub const BASE: u8 = 52;
/// What [`Position::beneath`] says of a card in a cell.
pub const CELL: u8 = 53;
/// What [`Position::beneath`] says of a card on its foundation.
pub const HOME: u8 = 54;

/// No card: an empty column or cell.
const NONE: u8 = u8::MAX;

/// A board that play can reach, with the rules it is played by.
///
/// The arrangement is held as what lies beneath each card; that alone, whatever column or cell
/// a card stands in, is the [key](Self::key). The sets beside it are kept in step by every move
/// so that the legal actions are a few operations on them (see `movegen`).
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// 0..=51 a card, or [`BASE`], [`CELL`], [`HOME`].
    beneath: [u8; 52],
    /// The exposed card of each column, or [`NONE`].
    tops: [u8; COLUMNS],
    /// The card in each cell, or [`NONE`]; places beyond the game's cells stay [`NONE`].
    cells: [u8; MAX_CELLS],
    exposed: CardSet,
    in_cells: CardSet,
    home: CardSet,
    /// Cards that lie on their parent in a column.
    on_parent: CardSet,
    free_cells: u8,
    empty_columns: u8,
    rules: Rules,
}

/// Two positions are equal when the rules are and every card stands in the same place.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
            && self.beneath == other.beneath
            && self.tops == other.tops
            && self.cells == other.cells
    }
}

impl Eq for Position {}

/// The first place of `bytes` that holds `wanted`, as one would find it by a loop.
const fn find(bytes: [u8; 8], wanted: u8) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let differing = u64::from_le_bytes(bytes) ^ (ONES * wanted as u64);
    // The lowest byte that is zero sets its top bit here; borrows only reach higher bytes.
    let zero = differing.wrapping_sub(ONES) & !differing & (ONES << 7);
    if zero == 0 {
        None
    } else {
        Some(zero.trailing_zeros() as usize / 8)
    }
}

impl Position {
    /// An arrangement of no cards at all, to be filled.
    const fn bare(rules: Rules) -> Self {
        Self {
            beneath: [HOME; 52],
            tops: [NONE; COLUMNS],
            cells: [NONE; MAX_CELLS],
            exposed: CardSet::EMPTY,
            in_cells: CardSet::EMPTY,
            home: CardSet::EMPTY,
            on_parent: CardSet::EMPTY,
            free_cells: rules.cells.get(),
            empty_columns: COLUMNS as u8,
            rules,
        }
    }

    /// The start of the game that `deck` gives under `rules`.
    #[must_use]
    pub fn deal(deck: &Deck, rules: Rules) -> Self {
        let mut position = Self::bare(rules);
        for (k, &card) in deck.cards().iter().enumerate() {
            match Deck::destination(k, rules.cells) {
                Dealt::Column(column) => position.put(card, card, Place::Column(column as u8)),
                Dealt::Cell(cell) => position.put(card, card, Place::Cell(cell as u8)),
            }
        }
        position
    }

    /// The position that `layout` describes.
    ///
    /// # Errors
    /// All [faults](Layout::faults) of the layout at once.
    pub fn from_layout(layout: &Layout, rules: Rules) -> Result<Self, LayoutError> {
        let faults = layout.faults(rules.cells);
        if !faults.is_empty() {
            return Err(LayoutError::new(faults));
        }
        let cells = layout
            .fitted_cells(rules.cells)
            .map_err(|fault| LayoutError::new(vec![fault]))?;
        let mut position = Self::bare(rules);
        for (column, cards) in (0..).zip(&layout.columns) {
            for &card in cards {
                position.put(card, card, Place::Column(column));
            }
        }
        for (cell, card) in (0..).zip(cells) {
            if let Some(card) = card {
                position.put(card, card, Place::Cell(cell));
            }
        }
        for suit in Suit::ALL {
            for card in CardSet::lowest(suit, layout.foundations[suit.index()]).iter() {
                position.put(card, card, Place::Foundation(suit));
            }
        }
        Ok(position)
    }

    /// The arrangement, as a layout that [`from_layout`](Self::from_layout) takes back.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout {
            columns: std::array::from_fn(|column| {
                let mut cards: Vec<Card> = self.column(column).collect();
                cards.reverse();
                cards
            }),
            cells: (0..usize::from(self.rules.cells.get()))
                .map(|cell| self.cell(cell))
                .collect(),
            foundations: Suit::ALL.map(|suit| self.foundation_height(suit)),
        }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The cards of a column (0..=7), from the exposed one down.
    pub fn column(&self, column: usize) -> impl Iterator<Item = Card> {
        let mut next = self.tops[column];
        std::iter::from_fn(move || {
            let card = Card::from_index(next)?;
            next = self.beneath[usize::from(next)];
            Some(card)
        })
    }

    /// The exposed card of a column (0..=7).
    #[must_use]
    pub const fn exposed_card(&self, column: usize) -> Option<Card> {
        Card::from_index(self.tops[column])
    }

    /// The card in a cell (0..=7).
    #[must_use]
    pub const fn cell(&self, cell: usize) -> Option<Card> {
        Card::from_index(self.cells[cell])
    }

    /// How many cards lie on a foundation.
    #[must_use]
    pub const fn foundation_height(&self, suit: Suit) -> u8 {
        self.home.and(CardSet::lowest(suit, 13)).len() as u8
    }

    /// For each card, what lies directly beneath it: 0..=51 a card, [`BASE`], [`CELL`] or
    /// [`HOME`].
    #[must_use]
    pub const fn beneath(&self) -> &[u8; 52] {
        &self.beneath
    }

    /// The exposed cards of the columns.
    #[must_use]
    pub const fn exposed(&self) -> CardSet {
        self.exposed
    }

    /// The cards in cells.
    #[must_use]
    pub const fn in_cells(&self) -> CardSet {
        self.in_cells
    }

    /// The cards on foundations.
    #[must_use]
    pub const fn home(&self) -> CardSet {
        self.home
    }

    /// The cards that lie on their parent in a column.
    #[must_use]
    pub const fn on_parent(&self) -> CardSet {
        self.on_parent
    }

    /// How many cells are free.
    #[must_use]
    pub const fn free_cells(&self) -> u8 {
        self.free_cells
    }

    /// How many columns are empty.
    #[must_use]
    pub const fn empty_columns(&self) -> u8 {
        self.empty_columns
    }

    /// Whether all 52 cards are on the foundations.
    #[must_use]
    pub const fn is_won(&self) -> bool {
        self.home.len() == Card::COUNT as u32
    }

    /// How many cards may travel as a group to that column (0..=7) now.
    #[must_use]
    pub const fn group_limit_to(&self, column: usize) -> u32 {
        self.longest_group(self.tops[column] == NONE)
    }

    /// How many cards may travel as a group to an empty column, or else to any other.
    pub(crate) const fn longest_group(&self, to_empty_column: bool) -> u32 {
        self.rules
            .group_limit
            .longest_group(self.free_cells, self.empty_columns - to_empty_column as u8)
    }

    /// How many cards of the run from `card` down to its end, if the run ends exposed. For other
    /// cards the number is that of the run from `card`, wherever it stands.
    #[must_use]
    pub const fn run_length(&self, card: Card) -> u8 {
        // The bits below the card's own, moved to the top: those that follow are its run.
        let below = self
            .on_parent
            .bits()
            .unbounded_shl(64 - card.index() as u32);
        below.leading_ones() as u8 + 1
    }

    /// 52 bytes, [`beneath`](Self::beneath), and the number of cells: equal exactly for
    /// positions that differ in nothing but the order of cells and of columns.
    #[must_use]
    pub fn key(&self) -> [u8; 53] {
        let mut key = [0; 53];
        key[..52].copy_from_slice(&self.beneath);
        key[52] = self.rules.cells.get();
        key
    }

    /// Where a card stands. A buried card's column is found by climbing to its exposed card.
    #[must_use]
    pub const fn place_of(&self, card: Card) -> Place {
        match self.beneath[card.index() as usize] {
            HOME => Place::Foundation(card.suit()),
            CELL => match find(self.cells, card.index()) {
                Some(cell) => Place::Cell(cell as u8),
                None => unreachable!(),
            },
            _ => {
                let mut upper = card;
                loop {
                    if let Some(column) = find(self.tops, upper.index()) {
                        return Place::Column(column as u8);
                    }
                    upper = self.above(upper);
                }
            }
        }
    }

    /// The card that lies on a covered card.
    const fn above(&self, card: Card) -> Card {
        let mut on_it = 0;
        while self.beneath[on_it as usize] != card.index() {
            on_it += 1;
        }
        Card::at(on_it)
    }

    /// What `action` would do here.
    ///
    /// The action must be legal. For others the result is some move, or a panic, never undefined
    /// behaviour; [`resolve`](Self::resolve) is the checked way.
    #[must_use]
    pub fn move_of(&self, action: Action) -> Move {
        let card = action.card();
        let (source, run) = match self.beneath[usize::from(card.index())] {
            HOME => (Place::Foundation(card.suit()), 1),
            CELL => {
                let cell = find(self.cells, card.index()).unwrap_or_default();
                (Place::Cell(cell as u8), 1)
            }
            _ => {
                let run = self.run_length(card);
                let exposed = card.index() - (run - 1);
                let column = find(self.tops, exposed).unwrap_or_default();
                (Place::Column(column as u8), run)
            }
        };
        let target = match action.destination() {
            Destination::Foundation => Place::Foundation(card.suit()),
            Destination::Cell => Place::Cell(find(self.cells, NONE).unwrap_or_default() as u8),
            Destination::Tableau => {
                let onto = card.parent().map_or(NONE, Card::index);
                Place::Column(find(self.tops, onto).unwrap_or_default() as u8)
            }
        };
        Move::new(card, run, source, target)
    }

    /// Plays a legal action and says what it did.
    ///
    /// The action must be legal: an illegal one leaves a wrong board or panics, never undefined
    /// behaviour. [`crate::Game::apply`] is the checked way.
    pub fn play_unchecked(&mut self, action: Action) -> Move {
        let played = self.move_of(action);
        self.make(&played);
        played
    }

    /// Makes a move that is legal here.
    ///
    /// The same promise as [`play_unchecked`](Self::play_unchecked) for any other move.
    pub fn make(&mut self, played: &Move) {
        self.shift(played.card, played.count, played.source, played.target);
    }

    /// Takes back the move made last.
    ///
    /// Any other move leaves a wrong board or panics, never undefined behaviour.
    pub fn unmake(&mut self, played: &Move) {
        self.shift(played.card, played.count, played.target, played.source);
    }

    fn shift(&mut self, card: Card, count: u8, from: Place, to: Place) {
        let exposed = Card::at(card.index() - (count - 1));
        self.take(card, exposed, from);
        self.put(card, exposed, to);
    }

    /// Takes the run from `card` to `exposed` off a place.
    fn take(&mut self, card: Card, exposed: Card, from: Place) {
        match from {
            Place::Column(column) => {
                let under = self.beneath[usize::from(card.index())];
                self.exposed.remove(exposed);
                if let Some(under) = Card::from_index(under) {
                    self.tops[usize::from(column)] = under.index();
                    self.exposed.insert(under);
                    self.on_parent.remove(card);
                } else {
                    self.tops[usize::from(column)] = NONE;
                    self.empty_columns += 1;
                }
            }
            Place::Cell(cell) => {
                self.cells[usize::from(cell)] = NONE;
                self.in_cells.remove(card);
                self.free_cells += 1;
            }
            Place::Foundation(_) => self.home.remove(card),
        }
    }

    /// Puts the run from `card` to `exposed` on a place.
    fn put(&mut self, card: Card, exposed: Card, to: Place) {
        self.beneath[usize::from(card.index())] = match to {
            Place::Column(column) => {
                let top = &mut self.tops[usize::from(column)];
                let under = Card::from_index(*top);
                *top = exposed.index();
                self.exposed.insert(exposed);
                if let Some(under) = under {
                    self.exposed.remove(under);
                    if card.parent() == Some(under) {
                        self.on_parent.insert(card);
                    }
                    under.index()
                } else {
                    self.empty_columns -= 1;
                    BASE
                }
            }
            Place::Cell(cell) => {
                self.cells[usize::from(cell)] = card.index();
                self.in_cells.insert(card);
                self.free_cells -= 1;
                CELL
            }
            Place::Foundation(_) => {
                self.home.insert(card);
                HOME
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn find_names_the_first_of_several() {
        let bytes = [7, 0, 9, 0, 1, 255, 255, 9];
        for wanted in 0..=255 {
            assert_eq!(
                find(bytes, wanted),
                bytes.iter().position(|&b| b == wanted),
                "{wanted}"
            );
        }
    }
}
