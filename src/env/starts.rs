//! Where episodes start.

use std::fmt;

use super::judge::Judge;
use super::stream::{Stream, scaled};
use crate::deal::Deck;
use crate::position::Position;
use crate::rules::Rules;
use crate::solver::{Limits, Stop, shortest};

/// Deals looked at before it is given up that any will do. The rarest kind that has a name,
/// winnable ones with two cells by the strict limit, is one in six hundred.
const MOST_DRAWN: usize = 100_000;
/// The same where each needs its shortest solution, which takes hundreds of times as long.
const MOST_SOLVED: usize = 2_000;
/// The same for each deal of a list, which misses one that would do once in e²⁰ times.
const MOST_DRAWN_OF_EACH: usize = 20;

/// The position an episode starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The board.
    pub position: Position,
    /// The deal it comes from, if it comes from a numbered one.
    pub number: Option<u32>,
}

impl Start {
    /// The start of a numbered deal.
    #[must_use]
    pub fn deal(number: u32, rules: Rules) -> Self {
        Self {
            position: Position::deal(&Deck::numbered(number), rules),
            number: Some(number),
        }
    }
}

/// The deals that episodes are drawn from, each as likely as any other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Starts {
    /// The numbers to draw from; `None` means all 2³².
    pub numbers: Option<Box<[u32]>>,
    /// Only deals that can be won.
    pub winnable: bool,
    /// Only deals whose shortest solution has so many actions, bounds included.
    pub lengths: Option<(u32, u32)>,
    /// Not the deal itself but the position so many actions before the end of its solution, or
    /// the deal if that has fewer; only of deals that can be won.
    pub before_end: Option<u32>,
}

impl Starts {
    /// Whether drawing a start takes the solver, which may have to look at many deals.
    #[must_use]
    pub const fn need_searching(&self) -> bool {
        self.winnable || self.lengths.is_some() || self.before_end.is_some()
    }

    /// Draws a start; one word of the stream is used for each deal looked at.
    ///
    /// # Errors
    /// When no deal will do, or `stop` ended the search for one.
    pub fn draw(
        &self,
        rules: Rules,
        words: &mut Stream,
        judge: &mut Judge,
        stop: Stop<'_>,
    ) -> Result<Start, NoStart> {
        for _ in 0..self.most_drawn() {
            let number = self.draw_number(words).ok_or(NoStart::NoneFound)?;
            let start = Start::deal(number, rules);
            let accepted = self.accept(start.position, judge, stop);
            if self.need_searching() && stop() {
                // What was said of the last deal may be the guess of a search cut short.
                return Err(NoStart::Stopped);
            }
            if let Some(position) = accepted {
                return Ok(Start { position, ..start });
            }
        }
        Err(NoStart::NoneFound)
    }

    fn most_drawn(&self) -> usize {
        let most = match self.lengths {
            Some(_) => MOST_SOLVED,
            None => MOST_DRAWN,
        };
        let listed = self.numbers.as_ref().map(|numbers| numbers.len());
        listed.map_or(most, |count| most.min(MOST_DRAWN_OF_EACH * count))
    }

    fn draw_number(&self, words: &mut Stream) -> Option<u32> {
        let word = words.next();
        match &self.numbers {
            None => Some((word >> 32) as u32),
            Some(numbers) => {
                let index = scaled(word, numbers.len() as u64);
                numbers.get(index as usize).copied()
            }
        }
    }

    /// The position to start from, if the deal will do.
    fn accept(&self, deal: Position, judge: &mut Judge, stop: Stop<'_>) -> Option<Position> {
        let limits = Limits {
            stop: Some(stop),
            ..Limits::default()
        };
        if let Some((least, most)) = self.lengths {
            // A gigabyte is far more than any deal has been seen to take.
            let length = shortest(&deal, limits, 1 << 30).solution?.len();
            if !(least as usize..=most as usize).contains(&length) {
                return None;
            }
        }
        match self.before_end {
            None if self.winnable && !judge.knows_winnable(&deal, limits) => None,
            None => Some(deal),
            Some(left) => {
                let solution = judge.solution_within(&deal, limits)?;
                let played = solution.len().saturating_sub(left as usize);
                let mut position = deal;
                for &action in &solution[..played] {
                    position.play_unchecked(action);
                }
                Some(position)
            }
        }
    }
}

/// Why an environment has no deal to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStart {
    /// None of many deals is as the environment was told to have them.
    NoneFound,
    /// The search for one was stopped.
    Stopped,
}

impl fmt::Display for NoStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoneFound => {
                "none of many deals is as the environment was told to have them\n\
                 hint: widen solution_length, or list other deals"
            }
            Self::Stopped => "the search for a deal to start from was stopped",
        })
    }
}

impl std::error::Error for NoStart {}
