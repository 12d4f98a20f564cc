//! Whether a position can be won, decided exactly.
//!
//! Best first through the states of `state`, by the moves of `moves`. With eight cells a first
//! pass looks at the likeliest moves only: it wins almost every deal, in eight looks as a rule, and proves
//! nothing. What it does not win, a second pass decides with all moves.

mod columns;
mod frontier;
mod lanes;
mod moves;
mod plan;
mod state;
mod tidy;
mod visited;

use self::columns::Columns;
use self::frontier::Frontier;
use self::moves::{More, for_each_move};
use self::plan::Plan;
use self::state::{Removed, State};
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

/// By how much less hopeful a state is whose likeliest child was found.
const LATER: i32 = 120;

/// Which moves a pass looks at.
#[derive(Clone, Copy)]
enum Pass {
    /// Some, with [`State::settle_eagerly`].
    Eager,
    /// All.
    Complete,
}

/// Where a search ended.
#[derive(Clone, Copy)]
struct Win {
    pass: Pass,
    /// The number of the won state among those of the pass.
    state: u32,
}

/// Decides positions, one after another; its memory is used again for the next one.
///
/// A state has 28 bits (three for each column, one for each king); a table at most half full
/// keeps 8 bytes for one, and 56 bytes more say how it was come by: 18 GiB if ever all states
/// were met, and what grows is copied once more. No deal comes near; the largest numbers of nodes among millions are in
/// `docs/winnability.md`.
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
    frontier: Frontier,
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
            frontier: Frontier::new(),
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
            Ok(Some(win)) => Outcome::Winnable(self.solution(position, start, win)),
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

    /// A win, if there is one.
    fn search(
        &mut self,
        position: &Position,
        start: State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Win>, Interrupt> {
        // With fewer cells most positions are lost, and the first pass would be wasted on them.
        if position.rules().cells == CellCount::Eight
            && let Some(state) = self.first_pass(start, meter)?
        {
            let pass = Pass::Eager;
            return Ok(Some(Win { pass, state }));
        }
        let pass = Pass::Complete;
        let won = self.complete_pass(start, meter)?;
        Ok(won.map(|state| Win { pass, state }))
    }

    /// Searches by the likeliest moves; the number of a won state, if it finds one.
    fn first_pass(
        &mut self,
        mut start: State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Interrupt> {
        start.settle_eagerly(&self.columns);
        if self.begin_with(start) {
            meter.count()?;
            return Ok(Some(0));
        }
        let Self {
            columns,
            visited,
            frontier,
        } = self;
        while let Some((number, level)) = frontier.pop() {
            meter.count()?;
            let (state, depth) = frontier.get(number);
            let again = frontier.is_again(number);
            let mut won = None;
            let hurried = for_each_move::<false>(columns, &state, |child, _| {
                let at = frontier.len() as u32;
                let child = frontier.push(child, number, depth + 1);
                child.settle_eagerly(columns);
                if child.is_won() {
                    won = Some(at);
                    return More::Break(());
                }
                let cards = child.removed_cards();
                // A board without a free cell is seldom on the way to a win.
                if cards.cells_used() == columns.cells() || !visited.insert(child.key()) {
                    frontier.drop_last();
                    return More::Continue(());
                }
                let score = child.score(cards, columns, depth + 1);
                frontier.wait(at, score);
                // The first child that looks no worse is followed at once; the state comes again
                // for the others, if that leads nowhere.
                if score <= level && !again {
                    More::Break(())
                } else {
                    More::Continue(())
                }
            });
            if won.is_some() {
                return Ok(won);
            }
            if hurried.is_break() {
                frontier.wait(number, level + LATER);
            }
        }
        Ok(None)
    }

    /// Searches by all moves; the number of a won state. There is none only if no line wins.
    fn complete_pass(
        &mut self,
        mut start: State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Interrupt> {
        start.send_home(&self.columns);
        if self.begin_with(start) {
            meter.count()?;
            return Ok(Some(0));
        }
        let Self {
            columns,
            visited,
            frontier,
        } = self;
        while let Some((number, _)) = frontier.pop() {
            meter.count()?;
            let (state, depth) = frontier.get(number);
            let first_child = frontier.len();
            let mut won = false;
            let only = for_each_move::<true>(columns, &state, |child, _| {
                let child = frontier.push(child, number, depth + 1);
                child.send_home(columns);
                won = child.is_won();
                if won || state.all_went_home(child) {
                    More::Break(())
                } else {
                    More::Continue(())
                }
            });
            if only.is_break() {
                frontier.keep_last(first_child);
                if won {
                    return Ok(Some(first_child as u32));
                }
            }
            frontier.sort_in(first_child, |child| {
                let is_new = visited.insert(child.key());
                is_new.then(|| child.score(child.removed_cards(), columns, depth + 1))
            });
        }
        Ok(None)
    }

    /// Begins a pass with a settled state, and tells whether that is won.
    fn begin_with(&mut self, start: State) -> bool {
        self.visited.clear();
        self.frontier.clear();
        self.visited.insert(start.key());
        self.frontier.push(start, u32::MAX, 0);
        self.frontier.wait(0, 0);
        start.is_won()
    }

    /// The actions of the path found, played out before they are given away.
    fn solution(&self, position: &Position, start: State, win: Win) -> Vec<Action> {
        let mut plan = Plan::new(&self.columns);
        let path = self.frontier.path_to(win.state);
        match win.pass {
            Pass::Eager => plan.follow::<false>(start, &path),
            Pass::Complete => plan.follow::<true>(start, &path),
        }
        let actions = tidied(plan.played(position));
        if let Err(fault) = verify(position, &actions) {
            panic!("the exact solver found no solution where it says so: {fault}");
        }
        actions
    }
}

impl State {
    /// Whether all that was removed between this state and a later one is home in the later
    /// one. Then the later one is at least as good, and nothing else need be tried.
    fn all_went_home(&self, later: &Self) -> bool {
        let removed = later.removed & !self.removed;
        removed != 0 && removed & later.not_home() == 0
    }

    /// How far from a win a state seems to be. The weights came out best in trials on random
    /// deals; neighbouring ones are nearly as good.
    fn score(&self, cards: Removed, columns: &Columns, depth: u32) -> i32 {
        /// The start of an average game has about this score.
        const LEVEL: i32 = 450;
        const CELL: u32 = 18;
        const HOME: u32 = 13;
        const COVERING: u32 = 4;
        const MOVE: u32 = 5;
        let mut covering = 0;
        // Four lanes; where a suit is all home, nothing covers its next card.
        for lane in [0, 16, 32, 48] {
            let next = lane + ((self.next_home >> lane) as u16).trailing_zeros();
            covering |= columns.covering(next);
        }
        let covering = covering & !self.removed;
        let home = self.removed ^ cards.live;
        let costs = CELL * cards.cells_used() + COVERING * covering.count_ones() + MOVE * depth;
        LEVEL + costs.cast_signed() - (HOME * home.count_ones()).cast_signed()
    }
}
