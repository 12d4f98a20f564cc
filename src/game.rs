//! A player's game: a position with its score, its history and the deal it came from.

use std::collections::VecDeque;

use crate::action::{Action, Destination, Move, Place};
use crate::card::{Card, Suit};
use crate::deal::{Deck, GameCode};
use crate::error::NotationError;
use crate::illegal::{IllegalMove, Reason};
use crate::position::Position;
use crate::rules::{COLUMNS, GroupLimit, Rules};

/// How many actions can be undone unless a game is told otherwise.
pub const DEFAULT_UNDO_LIMIT: usize = 100;

/// A game in play.
///
/// Two games are equal when rules, board, score and code are; what can be undone is not compared.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    score: u64,
    code: Option<GameCode>,
    /// The moves that can be undone, oldest first.
    history: VecDeque<Move>,
    undo_limit: Option<usize>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position && self.score == other.score && self.code == other.code
    }
}

impl Eq for Game {}

impl Game {
    /// The game that a code names.
    #[must_use]
    pub fn deal(code: GameCode, group_limit: GroupLimit) -> Self {
        let rules = Rules::new(code.cells, group_limit);
        let position = Position::deal(&Deck::numbered(code.number), rules);
        Self {
            code: Some(code),
            ..Self::from_position(position)
        }
    }

    /// A game that starts from `position`: no score, no history, no code.
    #[must_use]
    pub const fn from_position(position: Position) -> Self {
        Self {
            position,
            score: 0,
            code: None,
            history: VecDeque::new(),
            undo_limit: Some(DEFAULT_UNDO_LIMIT),
        }
    }

    /// The parts of a saved game, already checked to belong together.
    pub(crate) const fn restore(
        position: Position,
        score: u64,
        code: Option<GameCode>,
        history: VecDeque<Move>,
        undo_limit: Option<usize>,
    ) -> Self {
        Self {
            position,
            score,
            code,
            history,
            undo_limit,
        }
    }

    /// The board.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.position.rules()
    }

    /// The points earned so far.
    #[must_use]
    pub const fn score(&self) -> u64 {
        self.score
    }

    /// The code of the deal, if the game began from one.
    #[must_use]
    pub const fn code(&self) -> Option<GameCode> {
        self.code
    }

    /// The moves that can be undone, oldest first.
    #[must_use]
    pub const fn history(&self) -> &VecDeque<Move> {
        &self.history
    }

    /// How many moves can be undone at the most; `None` means all.
    #[must_use]
    pub const fn undo_limit(&self) -> Option<usize> {
        self.undo_limit
    }

    /// Changes how many moves can be undone, and forgets those beyond.
    pub fn set_undo_limit(&mut self, limit: Option<usize>) {
        self.undo_limit = limit;
        self.forget_old_moves();
    }

    /// Forgets all moves made so far.
    pub fn clear_history(&mut self) {
        self.history.clear();
    }

    /// Plays `action`.
    ///
    /// # Errors
    /// When the rules forbid it; nothing changes then.
    pub fn apply(&mut self, action: Action) -> Result<Move, IllegalMove> {
        let played = if self.position.legal_actions().contains(action) {
            self.position.move_of(action)
        } else {
            self.position
                .resolve(action)
                .map_err(|reason| IllegalMove {
                    asked: action.to_string(),
                    reason,
                })?
        };
        self.make(played);
        Ok(played)
    }

    /// Makes a move that was made or proposed elsewhere: between its very places if it is legal
    /// there, else wherever its action leads.
    ///
    /// # Errors
    /// When the rules forbid both; nothing changes then.
    pub fn apply_move(&mut self, wanted: &Move) -> Result<Move, IllegalMove> {
        let card_is_there = self.position.place_of(wanted.card) == wanted.source();
        if card_is_there && self.check_place(wanted.target()).is_ok() {
            let (source, target) = (wanted.source(), wanted.target());
            if let Ok(played) = self.position.resolve_to(wanted.card, source, target) {
                self.make(played);
                return Ok(played);
            }
        }
        self.apply(wanted.action())
    }

    /// The game record: the code and the words of all moves since the deal, or `None` for a game
    /// without a code or with moves forgotten. Moves of a column's base king to another empty
    /// column change nothing but the columns' order, are no actions, and are left out.
    #[must_use]
    pub fn record(&self) -> Option<String> {
        let code = self.code?;
        let mut start = self.position;
        for played in self.history.iter().rev() {
            start.unmake(played);
        }
        if start != *Self::deal(code, self.rules().group_limit).position() {
            return None;
        }
        let mut record = format!("{code}:");
        for played in &self.history {
            if start.is_legal(played.action()) {
                record.push(' ');
                record.push_str(&played.to_string());
            }
            start.make(played);
        }
        Some(record)
    }

    /// Moves from one place to another, as a person drags: of a column, the part of the run at
    /// its end that fits the target. The same rules hold as for actions, except that a king
    /// which is a column's base may go to another empty column.
    ///
    /// # Errors
    /// A cell that this game has not, or a move that the rules forbid. Nothing changes then.
    pub fn drag(&mut self, source: Place, target: Place) -> Result<Move, DragError> {
        self.check_place(source)?;
        self.check_place(target)?;
        let refused = |reason| IllegalMove {
            asked: format!("{source}{target}"),
            reason,
        };
        if source == target {
            return Err(refused(Reason::SamePlace { place: source }).into());
        }
        let card = self
            .draggable(source, target)
            .ok_or_else(|| refused(Reason::EmptySource { place: source }))?;
        let played = self
            .position
            .resolve_to(card, source, target)
            .map_err(refused)?;
        self.make(played);
        Ok(played)
    }

    /// Moves that very card, with what lies on it in its run, to a place: what a person asks for
    /// who picks up a card in the middle of a run.
    ///
    /// # Errors
    /// A cell that this game has not, or a move that the rules forbid. Nothing changes then.
    pub fn drag_card(&mut self, card: Card, target: Place) -> Result<Move, DragError> {
        self.check_place(target)?;
        let refused = |reason| IllegalMove {
            asked: format!("{card}{target}"),
            reason,
        };
        let source = self.position.place_of(card);
        if source == target {
            return Err(refused(Reason::SamePlace { place: source }).into());
        }
        let played = self
            .position
            .resolve_to(card, source, target)
            .map_err(refused)?;
        self.make(played);
        Ok(played)
    }

    /// The card that a drag between these places moves: of a column's last run the card that
    /// fits, or the exposed one when none does.
    fn draggable(&self, source: Place, target: Place) -> Option<Card> {
        let position = &self.position;
        match source {
            Place::Cell(cell) => position.cell(usize::from(cell)),
            Place::Foundation(suit) => {
                let top = position.foundation_height(suit).checked_sub(1)?;
                Some(Card::at(13 * suit as u8 + top))
            }
            Place::Column(column) => {
                let exposed = position.exposed_card(usize::from(column))?;
                let Place::Column(target) = target else {
                    return Some(exposed);
                };
                let onto = position.exposed_card(usize::from(target));
                let mut run = position
                    .column(usize::from(column))
                    .scan(None, |upper, card| {
                        let continues =
                            upper.is_none_or(|upper: Card| upper.parent() == Some(card));
                        *upper = Some(card);
                        continues.then_some(card)
                    });
                Some(run.find(|card| card.parent() == onto).unwrap_or(exposed))
            }
        }
    }

    /// All legal drags from `source`, as moves, by target place.
    ///
    /// # Errors
    /// A place that this game has not.
    pub fn drags_from(&self, source: Place) -> Result<Vec<Move>, NotationError> {
        self.check_place(source)?;
        let cells = (0..self.rules().cells.get()).map(Place::Cell);
        let columns = (0..COLUMNS as u8).map(Place::Column);
        let foundations = Suit::ALL.into_iter().map(Place::Foundation);
        let drags = columns
            .chain(cells)
            .chain(foundations)
            .filter(|&target| target != source)
            .filter_map(|target| {
                let card = self.draggable(source, target)?;
                self.position.resolve_to(card, source, target).ok()
            });
        Ok(drags.collect())
    }

    /// Sends an exposed card or a cell's card to its foundation if that is legal.
    ///
    /// # Errors
    /// A place that this game has not.
    pub fn tap(&mut self, place: Place) -> Result<Option<Move>, NotationError> {
        self.try_in_order(place, &[Destination::Foundation])
    }

    /// Sends an exposed card or a cell's card to the first of: its foundation, the column that
    /// accepts it, an empty column (for a king that is no base), a free cell (if it is in none).
    ///
    /// # Errors
    /// A place that this game has not.
    pub fn double_tap(&mut self, place: Place) -> Result<Option<Move>, NotationError> {
        // Only its parent accepts a card, so the longest column that does is the only one.
        self.try_in_order(place, &Destination::ALL)
    }

    fn try_in_order(
        &mut self,
        place: Place,
        destinations: &[Destination],
    ) -> Result<Option<Move>, NotationError> {
        self.check_place(place)?;
        let card = match place {
            Place::Column(column) => self.position.exposed_card(usize::from(column)),
            Place::Cell(cell) => self.position.cell(usize::from(cell)),
            Place::Foundation(_) => None,
        };
        let Some(card) = card else { return Ok(None) };
        let legal = self.position.legal_actions();
        let action = destinations
            .iter()
            .map(|&destination| Action::new(card, destination))
            .find(|&action| legal.contains(action));
        Ok(action.map(|action| {
            let played = self.position.move_of(action);
            self.make(played);
            played
        }))
    }

    /// Takes back the last move, and the points it earned as far as there are any.
    pub fn undo(&mut self) -> Option<Move> {
        let played = self.history.pop_back()?;
        self.position.unmake(&played);
        self.score = self.score.saturating_sub(u64::from(played.points));
        Some(played)
    }

    fn make(&mut self, played: Move) {
        self.position.make(&played);
        self.score += u64::from(played.points);
        self.history.push_back(played);
        self.forget_old_moves();
    }

    fn forget_old_moves(&mut self) {
        if let Some(limit) = self.undo_limit {
            while self.history.len() > limit {
                self.history.pop_front();
            }
        }
    }

    fn check_place(&self, place: Place) -> Result<(), NotationError> {
        let count = self.rules().cells.get();
        match place {
            Place::Cell(cell) if cell >= count => Err(NotationError::new(
                &place.to_string(),
                format!("is no cell of this game, which has {count}"),
                format!("its cells are a to {}", Place::Cell(count - 1)),
            )),
            _ => Ok(()),
        }
    }
}

/// Why a drag moved nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DragError {
    /// A place that the game has not.
    Notation(NotationError),
    /// The rules forbid it.
    Illegal(IllegalMove),
}

impl From<NotationError> for DragError {
    fn from(error: NotationError) -> Self {
        Self::Notation(error)
    }
}

impl From<IllegalMove> for DragError {
    fn from(error: IllegalMove) -> Self {
        Self::Illegal(error)
    }
}

impl std::fmt::Display for DragError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Notation(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DragError {}
