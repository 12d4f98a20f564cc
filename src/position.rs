//! A validated board, small enough to copy, that plays moves and takes them back.

use crate::action::{Action, FIRST_CELL, FIRST_FOUNDATION, Move, Place};
use crate::card::{Card, CardSet, Rank, Suit};
use crate::deal::{CARDS_DEALT_TO_COLUMNS, Dealt, Deck};
use crate::layout::{Layout, LayoutError};
use crate::rules::{COLUMNS, MAX_CELLS, Rules};

/// What [`Position::beneath`] says of a column's deepest card.
pub const BASE: u8 = 52;
/// What [`Position::beneath`] says of a card in a cell.
pub const CELL: u8 = 53;
/// What [`Position::beneath`] says of a card on its foundation.
pub const HOME: u8 = 54;

/// Bits of [`Position::taken`] that are always one.
const FOUNDATIONS: u32 = u32::MAX << FIRST_FOUNDATION;

/// A board that play can reach, with the rules it is played by.
///
/// The arrangement is held as what lies beneath each card; that alone, whatever column or cell
/// a card stands in, is the [key](Self::key). What is held beside it is kept in step by every
/// move, so that a move is found and made without a loop or a branch that depends on the board,
/// and the legal actions are a few operations on sets (see `movegen`).
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// 0..=51 a card, or [`BASE`], [`CELL`], [`HOME`].
    beneath: [u8; 52],
    /// The [index](Place::index) of the place where each card stands.
    place: [u8; 52],
    /// What the next card put on each place comes to lie on: the exposed card of a column or the
    /// card in a cell, and where there is none [`BASE`] or [`CELL`]; [`HOME`] for foundations.
    tops: [u8; Place::COUNT],
    /// The columns and cells that hold cards, a bit each by [index](Place::index), and cells that
    /// the game lacks; the bits from foundations on are ones.
    taken: u32,
    exposed: CardSet,
    in_cells: CardSet,
    home: CardSet,
    /// Cards that lie on their parent in a column.
    on_parent: CardSet,
    /// The deepest card of each column.
    bases: CardSet,
    rules: Rules,
}

/// Two positions are equal when the rules are and every card stands in the same place.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules && self.beneath == other.beneath && self.tops == other.tops
    }
}

impl Eq for Position {}

impl Position {
    /// An arrangement of no cards at all, to be filled.
    const fn bare(rules: Rules) -> Self {
        let mut tops = [HOME; Place::COUNT];
        let mut index = 0;
        while index < COLUMNS + MAX_CELLS {
            tops[index] = if index < COLUMNS { BASE } else { CELL };
            index += 1;
        }
        Self {
            beneath: [HOME; 52],
            place: [0; 52],
            tops,
            taken: u32::MAX << (FIRST_CELL + rules.cells.get()),
            exposed: CardSet::EMPTY,
            in_cells: CardSet::EMPTY,
            home: CardSet::EMPTY,
            on_parent: CardSet::EMPTY,
            bases: CardSet::EMPTY,
            rules,
        }
    }

    /// The start of the game that `deck` gives under `rules`.
    #[must_use]
    pub fn deal(deck: &Deck, rules: Rules) -> Self {
        let mut position = Self::bare(rules);
        let mut on_parent = CardSet::EMPTY;
        let mut put = |card: Card, place: usize| {
            let under = std::mem::replace(&mut position.tops[place], card.index());
            position.beneath[usize::from(card.index())] = under;
            position.place[usize::from(card.index())] = place as u8;
            on_parent = on_parent.or(one_card(under).children().and(CardSet::of(card)));
        };
        let (rows, rest) = deck.cards().as_chunks::<COLUMNS>();
        for row in rows {
            for (column, &card) in row.iter().enumerate() {
                put(card, column);
            }
        }
        for (k, &card) in (CARDS_DEALT_TO_COLUMNS..).zip(rest) {
            match Deck::destination(k, rules.cells) {
                Dealt::Column(column) => put(card, column),
                Dealt::Cell(cell) => put(card, usize::from(FIRST_CELL) + cell),
            }
        }
        // The other sets only follow from where all cards have come to lie.
        position.on_parent = on_parent;
        position.bases = deck.cards()[..COLUMNS].iter().copied().collect();
        for (place, &top) in position.tops[..usize::from(FIRST_FOUNDATION)]
            .iter()
            .enumerate()
        {
            let card = one_card(top);
            position.taken |= u32::from(!card.is_empty()) << place;
            let in_column = place < usize::from(FIRST_CELL);
            position.exposed = position.exposed.or(card.when(in_column));
            position.in_cells = position.in_cells.or(card.when(!in_column));
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
                position.put(card, card, Place::Column(column).index());
            }
        }
        for (cell, card) in (0..).zip(cells) {
            if let Some(card) = card {
                position.put(card, card, Place::Cell(cell).index());
            }
        }
        for suit in Suit::ALL {
            for card in CardSet::lowest(suit, layout.foundations[suit.index()]).iter() {
                position.put(card, card, Place::Foundation(suit).index());
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
        Card::from_index(self.tops[COLUMNS + cell])
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

    /// For each card, the [index](Place::index) of the place where it stands.
    pub(crate) const fn places(&self) -> &[u8; 52] {
        &self.place
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

    /// The deepest card of each column.
    pub(crate) const fn bases(&self) -> CardSet {
        self.bases
    }

    /// How many cells are free.
    #[must_use]
    pub const fn free_cells(&self) -> u8 {
        ((self.taken >> FIRST_CELL) as u8).count_zeros() as u8
    }

    /// How many columns are empty.
    #[must_use]
    pub const fn empty_columns(&self) -> u8 {
        (self.taken as u8).count_zeros() as u8
    }

    /// Whether all 52 cards are on the foundations.
    #[must_use]
    pub const fn is_won(&self) -> bool {
        self.home.len() == Card::COUNT as u32
    }

    /// How many cards may travel as a group to that column (0..=7) now.
    #[must_use]
    pub const fn group_limit_to(&self, column: usize) -> u32 {
        self.longest_group(self.tops[column] == BASE)
    }

    /// How many cards may travel as a group to an empty column, or else to any other.
    pub(crate) const fn longest_group(&self, to_empty_column: bool) -> u32 {
        self.rules.group_limit.longest_group(
            self.free_cells(),
            self.empty_columns() - to_empty_column as u8,
        )
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

    /// Where a card stands.
    #[must_use]
    pub const fn place_of(&self, card: Card) -> Place {
        Place::at(self.place[card.index() as usize])
    }

    /// What `action` would do here.
    ///
    /// The action must be legal. For others the result is some move, or a panic, never undefined
    /// behaviour; [`resolve`](Self::resolve) is the checked way.
    #[must_use]
    #[inline(always)]
    pub fn move_of(&self, action: Action) -> Move {
        let card = action.card();
        // Where the action goes is as random as its player: all three places are worked out, and
        // one is picked without a branch. Only kings have no parent; the index that is looked up
        // for the last of them is any that exists.
        let parent = usize::from(card.index() + 1).min(self.place.len() - 1);
        let tableau = if card.is_king() {
            self.taken.trailing_ones() as u8
        } else {
            self.place[parent]
        };
        let cell = FIRST_CELL + (self.taken >> FIRST_CELL).trailing_ones() as u8;
        let foundation = FIRST_FOUNDATION + card.index() / Rank::COUNT;
        let to = [foundation, tableau, cell][action.destination() as usize];
        let from = self.place[usize::from(card.index())];
        Move::between(card, self.run_length(card), from, to)
    }

    /// Plays a legal action and says what it did.
    ///
    /// The action must be legal: an illegal one leaves a wrong board or panics, never undefined
    /// behaviour. [`crate::Game::apply`] is the checked way.
    #[inline(always)]
    pub fn play_unchecked(&mut self, action: Action) -> Move {
        let played = self.move_of(action);
        self.make(&played);
        played
    }

    /// Makes a move that is legal here.
    ///
    /// The same promise as [`play_unchecked`](Self::play_unchecked) for any other move.
    #[inline(always)]
    pub fn make(&mut self, played: &Move) {
        let (from, to) = played.indices();
        self.shift(played.card, played.count, from, to);
    }

    /// Takes back the move made last.
    ///
    /// Any other move leaves a wrong board or panics, never undefined behaviour.
    #[inline]
    pub fn unmake(&mut self, played: &Move) {
        let (from, to) = played.indices();
        self.shift(played.card, played.count, to, from);
    }

    #[inline(always)]
    fn shift(&mut self, card: Card, count: u8, from: u8, to: u8) {
        let exposed = Card::at(card.index() - (count - 1));
        self.take(card, exposed, from);
        self.put(card, exposed, to);
    }

    /// Takes the run from `card` to `exposed` off the place with that index.
    #[inline(always)]
    fn take(&mut self, card: Card, exposed: Card, from: u8) {
        // A set of one card, or of none where something else than a card lies beneath.
        let under = self.beneath[usize::from(card.index())];
        let uncovered = one_card(under);
        self.tops[usize::from(from)] = under;
        self.taken &= !(u32::from(uncovered.is_empty()) << (from & 31));
        self.exposed = self.exposed.without(CardSet::of(exposed)).or(uncovered);
        let moved = CardSet::of(card);
        self.on_parent = self.on_parent.without(moved);
        self.bases = self.bases.without(moved);
        self.in_cells = self.in_cells.without(moved);
        self.home = self.home.without(moved);
    }

    /// Puts the run from `card` to `exposed` on the place with that index.
    #[inline(always)]
    fn put(&mut self, card: Card, exposed: Card, to: u8) {
        let top = &mut self.tops[usize::from(to)];
        let under = *top;
        self.beneath[usize::from(card.index())] = under;
        *top = if under == HOME { HOME } else { exposed.index() };
        self.taken |= FOUNDATIONS | 1 << (to & 31);
        let covered = one_card(under);
        let moved = CardSet::of(card);
        self.on_parent = self.on_parent.or(covered.children().and(moved));
        self.exposed = self
            .exposed
            .without(covered)
            .or(CardSet::of(exposed).when(to < FIRST_CELL));
        self.bases = self.bases.or(moved.when(under == BASE));
        self.in_cells = self.in_cells.or(moved.when(under == CELL));
        self.home = self.home.or(moved.when(under == HOME));
        self.place[usize::from(card.index())] = to;
        for on_it in exposed.index()..card.index() {
            self.place[usize::from(on_it)] = to;
        }
    }
}

/// The set of that card; no card for [`BASE`], [`CELL`] and [`HOME`].
const fn one_card(index: u8) -> CardSet {
    CardSet::from_bits(1 << (index & 63))
}
