//! Positions with what the exact solver says of them, to learn from.

use rayon::prelude::*;

use super::choice::uniform_action;
use super::judge::Judge;
use super::rows::Observations;
use super::starts::{NoStart, Starts};
use super::stream::Stream;
use crate::action::{Action, ActionSet};
use crate::position::Position;
use crate::rules::Rules;
use crate::solver::Stop;

/// Rows that one stream of random numbers fills, whoever works at them.
pub const SHARE: usize = 2048;

/// How lessons are drawn.
#[derive(Clone, Debug)]
pub struct Course {
    /// The rules of the game.
    pub rules: Rules,
    /// Where walks start.
    pub starts: Starts,
    /// How likely a random action is at each step, in 2⁻³².
    pub deviation: u32,
    /// What the random numbers begin from.
    pub seed: u64,
}

/// A share of the rows to fill; all slices have the same length.
#[derive(Debug)]
pub struct LessonRows<'a> {
    /// What a learner sees.
    pub observations: Observations<'a>,
    /// 1 for each legal action, withdrawals left out.
    pub masks: &'a mut [[i8; Action::COUNT]],
    /// The action that the solver's solution takes next, −1 where the game is lost.
    pub actions: &'a mut [i64],
    /// Whether the game can be won.
    pub winnable: &'a mut [bool],
    /// How many actions the solver's solution still has, −1 where the game is lost.
    pub distances: &'a mut [i32],
    /// Whether no random action has been taken since the deal.
    pub on_path: &'a mut [bool],
    /// The number of the deal.
    pub numbers: &'a mut [u32],
}

/// A position and what is known of it.
struct Lesson<'a> {
    position: &'a Position,
    legal: ActionSet,
    /// The rest of a solution; `None` where the game is lost.
    rest: Option<&'a [Action]>,
    on_path: bool,
    number: u32,
}

impl LessonRows<'_> {
    fn len(&self) -> usize {
        self.actions.len()
    }

    fn write(&mut self, row: usize, lesson: &Lesson<'_>) {
        self.observations.write(row, lesson.position);
        lesson.legal.write_mask(&mut self.masks[row]);
        let next = lesson.rest.and_then(|rest| rest.first());
        self.actions[row] = next.map_or(-1, |action| i64::from(action.index()));
        self.winnable[row] = lesson.rest.is_some();
        self.distances[row] = lesson
            .rest
            .map_or(-1, |rest| i32::try_from(rest.len()).unwrap_or(i32::MAX));
        self.on_path[row] = lesson.on_path;
        self.numbers[row] = lesson.number;
    }
}

impl Course {
    /// Fills the shares, each from a stream of its own, on the threads of the current pool.
    ///
    /// # Errors
    /// When there is no deal to start from, or `stop` said to end.
    pub fn teach(&self, shares: Vec<LessonRows<'_>>, stop: Stop<'_>) -> Result<(), NoStart> {
        shares
            .into_par_iter()
            .enumerate()
            .try_for_each(|(share, rows)| {
                // The words of one stream are good seeds for others.
                let mut seeds = Stream::new(self.seed.wrapping_add(share as u64));
                self.fill(&mut Stream::new(seeds.next()), rows, stop)
            })
    }

    /// Walks along solutions, with random steps aside, until all rows are filled.
    fn fill(
        &self,
        words: &mut Stream,
        mut rows: LessonRows<'_>,
        stop: Stop<'_>,
    ) -> Result<(), NoStart> {
        let mut judge = Judge::default();
        let mut row = 0;
        while row < rows.len() {
            if stop() {
                return Err(NoStart::Stopped);
            }
            let start = self.starts.draw(self.rules, words, &mut judge, stop)?;
            let mut position = start.position;
            let mut solution = judge.solution(&position);
            let (mut taken, mut on_path) = (0, true);
            while row < rows.len() && !position.is_won() {
                let legal = position.legal_actions_without_withdrawals();
                let rest = solution.as_ref().map(|actions| &actions[taken..]);
                rows.write(
                    row,
                    &Lesson {
                        position: &position,
                        legal,
                        rest,
                        on_path,
                        number: start.number.unwrap_or_default(),
                    },
                );
                row += 1;
                let Some(&best) = rest.and_then(|rest| rest.first()) else {
                    break;
                };
                let action = if (words.next() >> 32) < u64::from(self.deviation) {
                    uniform_action(legal, words.next())
                } else {
                    best
                };
                position.play_unchecked(action);
                taken += 1;
                if action != best {
                    on_path = false;
                    taken = 0;
                    solution = judge.solution(&position);
                }
            }
        }
        Ok(())
    }
}
