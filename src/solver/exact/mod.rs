//! Whether a position can be won, decided exactly.
//!
//! Depth first through the states of `state`, by the moves of `moves`. With eight cells a first
//! pass looks at the likeliest moves only: it wins almost every deal in a dozen nodes and proves
//! nothing. What it does not win, a second pass decides with all moves.

mod columns;
mod lanes;
mod moves;
mod plan;
mod state;
mod tidy;
mod visited;

use self::columns::Columns;
use self::lanes::COLUMNS_OF_KINGS;
use self::moves::{More, for_each_move};
use self::plan::Plan;
use self::state::State;
use self::tidy::tidied;
use self::visited::Visited;
use super::limits::{Interrupt, Limits, Meter};
use super::stats::Stats;
use super::verify::verify;
use crate::action::Action;
use crate::position::Position;
use crate::rules::CellCount;

/// What a search has found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game can be won.
    Winnable,
    /// The game cannot be won; a proof.
    Unwinnable,
    /// The search was ended before it knew.
    Unknown(Interrupt),
}

/// A [`Verdict`] with a way to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// These actions win the game; they were played out before they came here.
    Winnable(Vec<Action>),
    /// The game cannot be won; a proof.
    Unwinnable,
    /// The search was ended before it knew.
    Unknown(Interrupt),
}

impl Outcome {
    /// The actions that win, if there are any, without the rest.
    #[must_use]
    pub fn into_actions(self) -> Option<Vec<Action>> {
        match self {
            Self::Winnable(actions) => Some(actions),
            Self::Unwinnable | Self::Unknown(_) => None,
        }
    }

    /// The actions that win, if there are any.
    #[must_use]
    pub const fn actions(&self) -> Option<&Vec<Action>> {
        match self {
            Self::Winnable(actions) => Some(actions),
            Self::Unwinnable | Self::Unknown(_) => None,
        }
    }

    /// The outcome without the actions.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        match self {
            Self::Winnable(_) => Verdict::Winnable,
            Self::Unwinnable => Verdict::Unwinnable,
            Self::Unknown(interrupt) => Verdict::Unknown(*interrupt),
        }
    }
}

/// A state to be looked at.
struct Pending {
    state: State,
    /// The number of moves that led to it.
    depth: u32,
    score: i32,
}

/// Which moves a pass looks at.
#[derive(Clone, Copy)]
enum Pass {
    /// Some, with [`State::settle_eagerly`].
    Eager,
    /// All.
    Complete,
}

/// Decides positions, one after another; its memory is used again for the next one.
///
/// A state has 28 bits (three for each column, one for each king), and a table at most half full
/// keeps 8 bytes for one: 4 GiB if ever all states were met. No deal comes near; the largest
/// numbers of nodes among millions are in `docs/winnability.md`. The states still to be looked at
/// and the path are a few entries for each move of one line of play.
///
/// ```
/// use eightoff::solver::{Limits, Outcome, Solver};
/// use eightoff::{Deck, Position, Rules};
///
/// let start = Position::deal(&Deck::numbered(20), Rules::default());
/// let (outcome, stats) = Solver::new().solve(&start, Limits::default());
/// let Outcome::Winnable(actions) = outcome else { panic!("deal 20 can be won") };
/// let mut position = start;
/// for action in actions {
///     assert!(position.is_legal(action));
///     position.play_unchecked(action);
/// }
/// assert!(position.is_won());
/// assert!(stats.nodes > 0);
/// ```
pub struct Solver {
    columns: Columns,
    visited: Visited,
    pending: Vec<Pending>,
    /// The states from the start to the one looked at; to a won one after a win.
    path: Vec<State>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver that has solved nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            columns: Columns::new(),
            visited: Visited::new(),
            pending: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Whether `position` can be won.
    pub fn verdict(&mut self, position: &Position, limits: Limits<'_>) -> (Verdict, Stats) {
        let start = self.columns.load(position);
        let mut meter = Meter::new(limits);
        let verdict = match self.search(position, start, &mut meter) {
            Ok(Some(_)) => Verdict::Winnable,
            Ok(None) => Verdict::Unwinnable,
            Err(interrupt) => Verdict::Unknown(interrupt),
        };
        (verdict, self.stats(&meter))
    }

    /// Whether `position` can be won, and how.
    ///
    /// # Panics
    /// Never, unless a fault of this module made it find a wrong solution: every one is played
    /// out by the rules first.
    pub fn solve(&mut self, position: &Position, limits: Limits<'_>) -> (Outcome, Stats) {
        let start = self.columns.load(position);
        let mut meter = Meter::new(limits);
        let outcome = match self.search(position, start, &mut meter) {
            Ok(Some(pass)) => Outcome::Winnable(self.solution(position, start, pass)),
            Ok(None) => Outcome::Unwinnable,
            Err(interrupt) => Outcome::Unknown(interrupt),
        };
        (outcome, self.stats(&meter))
    }

    fn stats(&self, meter: &Meter<'_>) -> Stats {
        Stats {
            nodes: meter.nodes(),
            stored: self.visited.len() as u64,
        }
    }

    /// The pass that found a win, if there is one.
    fn search(
        &mut self,
        position: &Position,
        start: State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Pass>, Interrupt> {
        // With fewer cells most positions are lost, and the first pass would be wasted on them.
        let likely = position.rules().cells == CellCount::Eight;
        if likely && self.run::<false>(start, meter)? {
            return Ok(Some(Pass::Eager));
        }
        let won = self.run::<true>(start, meter)?;
        Ok(won.then_some(Pass::Complete))
    }

    /// One pass, with all moves or the likeliest; whether it found a win.
    fn run<const ALL: bool>(
        &mut self,
        mut start: State,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Interrupt> {
        let Self {
            columns,
            visited,
            pending,
            path,
        } = self;
        visited.clear();
        pending.clear();
        path.clear();
        start.settle::<ALL>(columns);
        visited.insert(start.key());
        pending.push(Pending {
            state: start,
            depth: 0,
            score: 0,
        });
        while let Some(Pending { state, depth, .. }) = pending.pop() {
            meter.count()?;
            path.truncate(depth as usize);
            path.push(state);
            if state.is_won() {
                return Ok(true);
            }
            let first_child = pending.len();
            let _ = for_each_move::<ALL>(columns, &state, |mut child, _| {
                // Two orders of the same digs lead here; settling the second is wasted work.
                let unsettled = child.key();
                if !visited.insert(unsettled) {
                    return More::Continue(());
                }
                child.settle::<ALL>(columns);
                let key = child.key();
                if key != unsettled && !visited.insert(key) {
                    return More::Continue(());
                }
                let sure = child.is_won() || state.all_went_home(&child);
                let score = if sure { i32::MIN } else { child.score(columns) };
                // Children are kept in order, the best last; there are few of them.
                let mut at = pending.len();
                pending.push(Pending {
                    state: child,
                    depth: depth + 1,
                    score,
                });
                while at > first_child && pending[at - 1].score < score {
                    pending.swap(at - 1, at);
                    at -= 1;
                }
                if sure {
                    More::Break(())
                } else {
                    More::Continue(())
                }
            });
        }
        Ok(false)
    }

    /// The actions of the path found, played out before they are given away.
    fn solution(&self, position: &Position, start: State, pass: Pass) -> Vec<Action> {
        let mut plan = Plan::new(&self.columns);
        match pass {
            Pass::Eager => plan.follow::<false>(start, &self.path),
            Pass::Complete => plan.follow::<true>(start, &self.path),
        }
        let actions = tidied(plan.played(position));
        if let Err(fault) = verify(position, &actions) {
            panic!("the exact solver found no solution where it says so: {fault}");
        }
        actions
    }
}

impl State {
    fn settle<const ALL: bool>(&mut self, columns: &Columns) {
        if ALL {
            self.send_home(columns);
        } else {
            self.settle_eagerly(columns);
        }
    }

    /// Whether all that was removed between this state and a later one is home in the later
    /// one. Then the later one is at least as good, and nothing else need be tried.
    fn all_went_home(&self, later: &Self) -> bool {
        let removed = later.removed & !self.removed;
        removed != 0 && removed & later.removed_cards().live == 0
    }

    /// How far from a win a state seems to be. The weights came out best in trials on random
    /// deals; neighbouring ones are nearly as good.
    fn score(&self, columns: &Columns) -> i32 {
        const CELL: u32 = 14;
        const HOME: u32 = 17;
        const COVERING: u32 = 4;
        let cards = self.removed_cards();
        let mut next = self.next_home & !COLUMNS_OF_KINGS;
        let mut covering = 0;
        while next != 0 {
            covering |= columns.covering(next.trailing_zeros());
            next &= next - 1;
        }
        let covering = covering & !self.removed;
        let home = self.removed ^ cards.live;
        (CELL * cards.cells_used() + COVERING * covering.count_ones()).cast_signed()
            - (HOME * home.count_ones()).cast_signed()
    }
}
