//! Why a move is not legal, in words a player understands.

use std::fmt;

use crate::action::Place;
use crate::card::{Card, Suit};

/// The rule that forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// All cards are home.
    GameIsWon,
    /// Nothing lies where the move begins.
    EmptySource {
        /// The place.
        place: Place,
    },
    /// The move ends where it begins.
    SamePlace {
        /// The place.
        place: Place,
    },
    /// Cards that do not continue the card's run lie on it.
    Covered {
        /// The card to move.
        card: Card,
        /// The exposed card of its column.
        exposed: Card,
    },
    /// Only the top of a foundation can be taken.
    NotTopOfFoundation {
        /// The card to move.
        card: Card,
        /// The top of its foundation.
        top: Card,
    },
    /// The card is on its foundation already.
    AlreadyHome {
        /// The card to move.
        card: Card,
    },
    /// The foundation of another suit.
    OtherFoundation {
        /// The card to move.
        card: Card,
        /// The foundation's suit.
        suit: Suit,
    },
    /// The foundation needs another card first.
    NotNextHome {
        /// The card to move.
        card: Card,
        /// The card the foundation needs.
        needed: Card,
    },
    /// Cards go to foundations and cells one by one.
    SeveralCards {
        /// The card to move.
        card: Card,
        /// How many cards would move.
        count: u8,
    },
    /// The card is in a cell, and cells do not exchange cards.
    AlreadyInCell {
        /// The card to move.
        card: Card,
    },
    /// That cell holds a card.
    CellIsFull {
        /// The card to move.
        card: Card,
        /// The card in the cell.
        occupant: Card,
    },
    /// All cells are full.
    NoFreeCell {
        /// The card to move.
        card: Card,
    },
    /// The one card that accepts the card is not exposed.
    ParentNotExposed {
        /// The card to move.
        card: Card,
        /// The card that would accept it.
        parent: Card,
    },
    /// The card at the column's end does not accept the card.
    DoesNotFit {
        /// The card to move.
        card: Card,
        /// The exposed card of the target.
        onto: Card,
    },
    /// Empty columns take kings only.
    KingsOnly {
        /// The card to move.
        card: Card,
    },
    /// A king needs an empty column.
    NoEmptyColumn {
        /// The king to move.
        king: Card,
    },
    /// The king is a column's deepest card: another empty column is no different.
    KingIsBase {
        /// The king to move.
        king: Card,
    },
    /// More cards than may travel together.
    GroupTooLong {
        /// The card to move.
        card: Card,
        /// How many cards would move.
        count: u8,
        /// How many may.
        limit: u32,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GameIsWon => f.write_str("the game is won; no card moves any more"),
            Self::EmptySource { place } => write!(f, "there is no card at {place}"),
            Self::SamePlace { place } => write!(f, "{place} is both source and target"),
            Self::Covered { card, exposed } => {
                write!(f, "{card} is covered: its column ends in {exposed}")
            }
            Self::NotTopOfFoundation { card, top } => {
                write!(f, "{card} lies under {top} on its foundation")
            }
            Self::AlreadyHome { card } => write!(f, "{card} is on its foundation already"),
            Self::OtherFoundation { card, suit } => {
                write!(f, "{card} does not go to the foundation of {}", suit.name())
            }
            Self::NotNextHome { card, needed } => {
                write!(
                    f,
                    "{card} cannot go home: the foundation needs {needed} first"
                )
            }
            Self::SeveralCards { card, count } => {
                write!(f, "{card} is covered by {} of its run", count - 1)
            }
            Self::AlreadyInCell { card } => write!(f, "{card} is in a cell already"),
            Self::CellIsFull { card, occupant } => {
                write!(f, "{card} cannot go to that cell: {occupant} is in it")
            }
            Self::NoFreeCell { card } => write!(f, "{card} cannot go to a cell: none is free"),
            Self::ParentNotExposed { card, parent } => {
                write!(f, "{card} fits only on {parent}, which no column ends in")
            }
            Self::DoesNotFit { card, onto } => {
                write!(f, "{card} does not fit on {onto}: ")?;
                if card.suit() == onto.suit() {
                    f.write_str("not one higher")
                } else {
                    f.write_str("other suit")
                }
            }
            Self::KingsOnly { card } => {
                write!(f, "{card} cannot go to an empty column: only a king can")
            }
            Self::NoEmptyColumn { king } => {
                write!(f, "{king} needs an empty column, and there is none")
            }
            Self::KingIsBase { king } => {
                write!(f, "{king} is the base of its column, where it may stay")
            }
            Self::GroupTooLong { card, count, limit } => {
                let plural = if limit == 1 { "card" } else { "cards" };
                write!(
                    f,
                    "{card} would travel with {count} cards, but only {limit} {plural} may"
                )
            }
        }
    }
}

impl Reason {
    /// What the player could do instead.
    #[must_use]
    pub fn hint(&self) -> String {
        match *self {
            Self::GameIsWon => "undo, or start another game".to_owned(),
            Self::EmptySource { .. } => "drag from a place that holds a card".to_owned(),
            Self::SamePlace { .. } => "name two places".to_owned(),
            Self::Covered { exposed, .. } => format!("move {exposed} away first"),
            Self::NotTopOfFoundation { top, .. } => format!("only {top} can be taken back"),
            Self::AlreadyHome { .. } => "t or c takes it back to the tableau or a cell".to_owned(),
            Self::OtherFoundation { card, .. } => {
                format!("its foundation is {}", card.suit().letter())
            }
            Self::NotNextHome { needed, .. } => format!("bring {needed} home first"),
            Self::SeveralCards { .. } => {
                "only single cards go to cells and foundations; move the exposed card".to_owned()
            }
            Self::AlreadyInCell { .. } => {
                "from a cell a card goes to a column or its foundation".to_owned()
            }
            Self::CellIsFull { .. } => "choose an empty cell".to_owned(),
            Self::NoFreeCell { .. } => {
                "a card leaves its cell to its foundation or its parent".to_owned()
            }
            Self::ParentNotExposed { parent, .. } => format!("uncover {parent} first"),
            Self::DoesNotFit { card, .. } => match card.parent() {
                Some(parent) => format!("{card} fits only on {parent}"),
                None => format!("{card} fits only into an empty column"),
            },
            Self::KingsOnly { card } => match card.parent() {
                Some(parent) => format!("{card} fits only on {parent}"),
                None => String::new(),
            },
            Self::NoEmptyColumn { .. } => "clear a column first".to_owned(),
            Self::KingIsBase { .. } => "drag moves it to another empty column".to_owned(),
            Self::GroupTooLong { .. } => {
                "free a cell, or move part of the run to cells first".to_owned()
            }
        }
    }
}

/// A move that the rules forbid; the board is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move, as asked for: an action's text or two places.
    pub asked: String,
    /// The rule that forbids it.
    pub reason: Reason,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, reason } = self;
        write!(f, "{asked} is illegal: {reason}\nhint: {}", reason.hint())
    }
}

impl std::error::Error for IllegalMove {}
