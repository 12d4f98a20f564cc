//! Saving a whole game as JSON and restoring it, with nothing taken on trust.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::action::{Move, Place};
use crate::card::Card;
use crate::deal::GameCode;
use crate::error::NotationError;
use crate::game::Game;
use crate::layout::{Layout, LayoutError};
use crate::position::{CELL, HOME, Position};
use crate::rules::{CellCount, GroupLimit, Rules};

const FORMAT: &str = "eightoff-game";
const VERSION: u32 = 1;
const HINT: &str = "a saved game is the text that to_json() gave, unchanged";

/// The saved form. Names and shapes are part of the file format.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    version: u32,
    code: Option<String>,
    group_limit: String,
    score: u64,
    undo_limit: Option<usize>,
    foundations: [u8; 4],
    cells: Vec<Option<String>>,
    columns: [Vec<String>; 8],
    history: Vec<SavedMove>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMove {
    card: String,
    count: u8,
    source: String,
    target: String,
}

/// Why a saved game cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// Not JSON of the right shape, or parts that do not belong together.
    Notation(NotationError),
    /// Its board is no board.
    Layout(LayoutError),
}

impl From<NotationError> for RestoreError {
    fn from(error: NotationError) -> Self {
        Self::Notation(error)
    }
}

impl From<LayoutError> for RestoreError {
    fn from(error: LayoutError) -> Self {
        Self::Layout(error)
    }
}

impl std::fmt::Display for RestoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Notation(error) => error.fmt(f),
            Self::Layout(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RestoreError {}

impl Game {
    /// The whole game as one line of JSON.
    ///
    /// # Panics
    /// Never: strings and numbers always have a JSON form.
    #[must_use]
    pub fn to_json(&self) -> String {
        let layout = self.position().layout();
        let saved = Saved {
            format: FORMAT.to_owned(),
            version: VERSION,
            code: self.code().map(|code| code.to_string()),
            group_limit: self.rules().group_limit.name().to_owned(),
            score: self.score(),
            undo_limit: self.undo_limit(),
            foundations: layout.foundations,
            cells: layout
                .cells
                .iter()
                .map(|cell| cell.map(|card| card.to_string()))
                .collect(),
            columns: layout
                .columns
                .map(|column| column.iter().map(Card::to_string).collect()),
            history: self
                .history()
                .iter()
                .map(|played| SavedMove {
                    card: played.card.to_string(),
                    count: played.count,
                    source: played.source().to_string(),
                    target: played.target().to_string(),
                })
                .collect(),
        };
        serde_json::to_string(&saved).expect("strings and numbers always have a JSON form")
    }

    /// The game that [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    /// Anything but such a text: bad JSON, unknown or missing fields, a board that is none, a
    /// code of another number of cells, a history that did not lead to the board.
    pub fn from_json(text: &str) -> Result<Self, RestoreError> {
        let error = |problem: String| NotationError::new(text, problem, HINT);
        let saved: Saved =
            serde_json::from_str(text).map_err(|e| error(format!("is no saved game: {e}")))?;
        if saved.format != FORMAT || saved.version != VERSION {
            return Err(error(format!(
                "is no saved game of this package: format {:?}, version {}",
                saved.format, saved.version
            ))
            .into());
        }
        let cells = CellCount::new(saved.cells.len() as u64)
            .ok_or_else(|| error(format!("has {} cells, not 8, 4 or 2", saved.cells.len())))?;
        let group_limit = GroupLimit::from_name(&saved.group_limit).ok_or_else(|| {
            error(format!(
                "has an unknown group limit, {:?}",
                saved.group_limit
            ))
        })?;
        let code = saved
            .code
            .map(|code| code.parse::<GameCode>().map_err(|e| error(e.to_string())))
            .transpose()?;
        if code.is_some_and(|code| code.cells != cells) {
            return Err(error(format!("has {} cells, but its code has not", cells.get())).into());
        }
        let mut layout = Layout {
            foundations: saved.foundations,
            ..Layout::default()
        };
        for cell in saved.cells {
            layout
                .cells
                .push(cell.map(|card| card.parse()).transpose()?);
        }
        for (column, cards) in layout.columns.iter_mut().zip(saved.columns) {
            for card in cards {
                column.push(card.parse()?);
            }
        }
        let position = Position::from_layout(&layout, Rules::new(cells, group_limit))?;
        if saved
            .undo_limit
            .is_some_and(|limit| saved.history.len() > limit)
        {
            return Err(error("has a history longer than its undo limit".to_owned()).into());
        }
        let history = retrace(position, &saved.history).map_err(|(number, problem)| {
            error(format!("has a history in which move {number} {problem}"))
        })?;
        Ok(Self::restore(
            position,
            saved.score,
            code,
            history,
            saved.undo_limit,
        ))
    }
}

/// The moves that led to `position`, each taken back from there and found legal where it was
/// made. Otherwise the number of the first bad one from the end, counted from 1, and its fault.
fn retrace(mut position: Position, saved: &[SavedMove]) -> Result<VecDeque<Move>, (usize, String)> {
    let mut history = VecDeque::with_capacity(saved.len());
    for (i, step) in saved.iter().enumerate().rev() {
        let fault = |problem: &str| (i + 1, problem.to_owned());
        let card: Card = step.card.parse().map_err(|_| fault("names no card"))?;
        let place = |text: &str| text.parse::<Place>().map_err(|_| fault("names no place"));
        let (source, target) = (place(&step.source)?, place(&step.target)?);
        if !stands_there(&position, card, step.count, target) || !has_room(&position, card, source)
        {
            return Err(fault("does not lead to the board"));
        }
        let played = Move::new(card, step.count, source, target);
        position.unmake(&played);
        if position.resolve_to(card, source, target) != Ok(played) {
            return Err(fault("was not legal"));
        }
        history.push_front(played);
    }
    if let Some(fault) = position.layout().faults(position.rules().cells).first() {
        return Err((1, format!("starts from an impossible board: {fault}")));
    }
    Ok(history)
}

/// Whether the run of `count` cards from `card` on ends the place.
fn stands_there(position: &Position, card: Card, count: u8, place: Place) -> bool {
    let beneath = position.beneath()[usize::from(card.index())];
    match place {
        Place::Cell(cell) => count == 1 && position.cell(usize::from(cell)) == Some(card),
        Place::Foundation(suit) => {
            let is_top = position.foundation_height(suit) == card.rank().index() + 1;
            count == 1 && suit == card.suit() && beneath == HOME && is_top
        }
        Place::Column(column) => {
            let exposed = position.exposed_card(usize::from(column));
            beneath != HOME
                && beneath != CELL
                && position.run_length(card) == count
                && exposed.is_some_and(|exposed| exposed.index() + (count - 1) == card.index())
        }
    }
}

/// Whether `card` can be put back where it came from.
fn has_room(position: &Position, card: Card, place: Place) -> bool {
    match place {
        Place::Column(_) => true,
        Place::Cell(cell) => {
            cell < position.rules().cells.get() && position.cell(usize::from(cell)).is_none()
        }
        Place::Foundation(suit) => {
            suit == card.suit() && position.foundation_height(suit) == card.rank().index()
        }
    }
}
