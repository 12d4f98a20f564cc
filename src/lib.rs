//! Eight Off: exact rules, an exact solver and batched environments.
//!
//! ```
//! use eightoff::{Action, Deck, Position, Rules};
//!
//! let mut position = Position::deal(&Deck::numbered(20), Rules::default());
//! assert_eq!(position.free_cells(), 4);
//! let action = position.legal_actions().iter().next().expect("every deal has a move");
//! let played = position.play_unchecked(action);
//! position.unmake(&played);
//! assert_eq!(position, Position::deal(&Deck::numbered(20), Rules::default()));
//! ```

pub mod action;
pub mod card;
pub mod deal;
mod display;
pub mod env;
pub mod error;
pub mod features;
pub mod game;
pub mod illegal;
pub mod layout;
mod mask;
mod movegen;
pub mod notation;
pub mod observe;
pub mod position;
pub mod rules;
pub mod save;
pub mod solver;

#[cfg(feature = "python")]
mod python;

pub use action::{Action, ActionSet, Destination, Move, Place};
pub use card::{Card, CardSet, Rank, Suit};
pub use deal::{CodeError, Deck, GameCode};
pub use error::NotationError;
pub use features::Features;
pub use game::{DragError, Game};
pub use illegal::{IllegalMove, Reason};
pub use layout::{Fault, Layout, LayoutError};
pub use position::Position;
pub use rules::{CellCount, GroupLimit, Rules};
pub use save::RestoreError;
