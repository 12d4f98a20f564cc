//! Many environments that step together.

use std::fmt;
use std::sync::Arc;

use rayon::ThreadPool;
use rayon::prelude::*;

use super::episode::{Drawn, Episode, Parts};
use super::judge::Judge;
use super::pool::{Pool, watched};
use super::rows::Rows;
use super::starts::{NoStart, Start, Starts};
use super::stream::Stream;
use super::task::{Illegal, Task};
use crate::action::Action;
use crate::solver::Stop;

/// The fewest environments for which handing work to another thread pays: waking one costs as
/// much as stepping a hundred.
const SHARE: usize = 512;

/// For what is over before anyone could want to stop it.
const NEVER: Stop<'static> = &|| false;

/// The random numbers of one environment: a word for its deals and one for its actions.
pub type Seeds = (u64, u64);

/// What all environments of a batch have in common.
#[derive(Clone, Debug)]
struct Plan {
    task: Task,
    starts: Starts,
    /// Steps after which an episode is cut off.
    max_steps: u32,
    /// Whether a step begins the next episode where the last one ended, instead of acting.
    resets_itself: bool,
}

/// Environments that step together, each exactly as it would alone.
#[derive(Clone, Debug)]
pub struct Batch {
    plan: Plan,
    lanes: Vec<Lane>,
    threads: usize,
    pool: Pool,
}

#[derive(Clone, Debug)]
struct Lane {
    episode: Episode,
    done: bool,
    /// The rest of the solution that was last asked for, its next action last; empty when the
    /// game has left it. Asked anew at every step, the solver may take back with one solution
    /// what it began with another.
    plan: Vec<Action>,
    /// The start of the next episode, where finding one took a search.
    drawn: Option<Box<Drawn>>,
}

/// What a batch and its rows were like before a step.
#[derive(Debug)]
pub struct Before {
    lanes: Vec<Lane>,
    rewards: Vec<f64>,
    illegal: Vec<bool>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

impl Batch {
    /// One environment for each pair of seeds; reset them before the first step.
    ///
    /// `max_steps` cuts episodes off, 0 never. With `resets_itself` the step after the end of an
    /// episode ignores its action and begins the next one. `threads` is how many may work, this
    /// one included; small batches are left to one.
    #[must_use]
    pub fn new(
        task: Task,
        starts: Starts,
        seeds: &[Seeds],
        max_steps: u32,
        resets_itself: bool,
        threads: usize,
    ) -> Self {
        let lane = |&(deals, choices): &Seeds| Lane {
            episode: Episode::new(&task, Stream::new(deals), Stream::new(choices)),
            done: true,
            plan: Vec::new(),
            drawn: None,
        };
        Self {
            plan: Plan {
                task,
                starts,
                max_steps: if max_steps == 0 { u32::MAX } else { max_steps },
                resets_itself,
            },
            lanes: seeds.iter().map(lane).collect(),
            threads: threads.max(1),
            pool: Pool::default(),
        }
    }

    /// How many environments there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether there is no environment.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// The environments' episodes.
    #[must_use]
    pub fn episodes(&self) -> impl ExactSizeIterator<Item = &Episode> {
        self.lanes.iter().map(|lane| &lane.episode)
    }

    /// What the environments have in common.
    #[must_use]
    pub const fn task(&self) -> &Task {
        &self.plan.task
    }

    /// Gives one environment other random numbers.
    pub fn reseed(&mut self, lane: usize, (deals, choices): Seeds) {
        self.lanes[lane].drawn = None;
        self.lanes[lane]
            .episode
            .reseed(Stream::new(deals), Stream::new(choices));
    }

    /// Begins an episode in the environments that `chosen` names, at `start` or at one drawn for
    /// each.
    ///
    /// # Errors
    /// When there is no deal to start from, or `stop` ended the search for one; then nothing has
    /// changed.
    pub fn reset(
        &mut self,
        chosen: &[bool],
        start: Option<Start>,
        rows: Rows,
        stop: Stop<'_>,
    ) -> Result<(), BatchError> {
        if start.is_none() {
            self.draw(|index, _| chosen[index], stop)?;
        }
        self.share(chosen, rows, |plan, judge, lane, &chosen, row, rows| {
            if chosen {
                lane.reset(plan, judge, start, row, rows)
            } else {
                Ok(())
            }
        })
    }

    /// The parts of each environment and whether its episode is over, to be saved.
    #[must_use]
    pub fn parts(&self) -> impl ExactSizeIterator<Item = (Parts, bool)> {
        self.lanes
            .iter()
            .map(|lane| (lane.episode.parts(), lane.done))
    }

    /// Makes the environments those that [`parts`](Self::parts) told, and writes their
    /// observations and masks anew.
    pub fn restore(&mut self, parts: &[(Parts, bool)], mut rows: Rows) {
        self.lanes.clear();
        for (row, &(parts, done)) in parts.iter().enumerate() {
            let mut lane = Lane {
                episode: Episode::restore(&self.plan.task, parts),
                done,
                plan: Vec::new(),
                drawn: None,
            };
            lane.write(row, &mut rows);
            self.lanes.push(lane);
        }
    }

    /// Plays one action in each environment.
    ///
    /// # Errors
    /// Names an action that does not exist or, if the task says so, is not legal. Fails as well
    /// when there is no deal to start from, or `stop` ended the search for one. Then nothing has
    /// changed.
    pub fn step(&mut self, actions: &[i64], rows: Rows, stop: Stop<'_>) -> Result<(), BatchError> {
        self.check(actions)?;
        if self.plan.resets_itself {
            self.draw(|_, lane| lane.done, stop)?;
        }
        self.share(actions, rows, |plan, judge, lane, &action, row, rows| {
            lane.step(plan, judge, action, row, rows)
        })
    }

    /// Whether beginning episodes takes the solver, which may have to look at many deals.
    #[must_use]
    pub const fn needs_searching(&self) -> bool {
        self.plan.starts.need_searching()
    }

    /// All environments as they are with their rows, for [`go_back`](Self::go_back).
    #[must_use]
    pub fn before(&self, rows: &Rows) -> Before {
        Before {
            lanes: self.lanes.clone(),
            rewards: rows.rewards.to_vec(),
            illegal: rows.illegal.to_vec(),
            terminated: rows.terminated.to_vec(),
            truncated: rows.truncated.to_vec(),
        }
    }

    /// Makes the environments again what they were, and their rows.
    pub fn go_back(&mut self, before: Before, mut rows: Rows) {
        self.lanes = before.lanes;
        for (row, lane) in self.lanes.iter_mut().enumerate() {
            lane.write(row, &mut rows);
        }
        rows.rewards.copy_from_slice(&before.rewards);
        rows.illegal.copy_from_slice(&before.illegal);
        rows.terminated.copy_from_slice(&before.terminated);
        rows.truncated.copy_from_slice(&before.truncated);
    }

    /// Looks already for the deals that a [`reset`](Self::reset) of all environments whose
    /// episodes have ended will begin with.
    ///
    /// # Errors
    /// As a reset; nothing has changed then.
    pub fn draw_for_ended(&mut self, stop: Stop<'_>) -> Result<(), BatchError> {
        self.draw(|_, lane| lane.done, stop)
    }

    /// Looks for starts, if that takes a search, before anything changes: all threads work at it,
    /// and it can be stopped.
    fn draw(
        &mut self,
        needed: impl Fn(usize, &Lane) -> bool,
        stop: Stop<'_>,
    ) -> Result<(), BatchError> {
        if !self.needs_searching() {
            return Ok(());
        }
        let plan = &self.plan;
        let lanes = self.lanes.iter_mut().enumerate();
        let lanes: Vec<&mut Lane> = lanes
            .filter(|(index, lane)| lane.drawn.is_none() && needed(*index, lane))
            .map(|(_, lane)| lane)
            .collect();
        let look = |judge: &mut Judge, lane: &mut Lane, stop: Stop<'_>| {
            let drawn = lane.episode.draw(&plan.task, &plan.starts, judge, stop)?;
            lane.drawn = Some(Box::new(drawn));
            Ok(())
        };
        let result = if self.threads == 1 || lanes.len() <= 1 {
            let mut judge = Judge::default();
            let mut lanes = lanes.into_iter();
            lanes.try_for_each(|lane| look(&mut judge, lane, stop))
        } else {
            let pool = self.pool.get(self.threads);
            let pool = pool.map_err(|_| BatchError::NoThreads)?;
            watched(&pool, stop, |stop| {
                let lanes = lanes.into_par_iter();
                lanes.try_for_each_init(Judge::default, |judge, lane| look(judge, lane, stop))
            })
        };
        // The work may have ended while `stop` was being asked: what it raised must not come out
        // of a step that was made.
        let result = match result {
            Ok(()) if stop() => Err(NoStart::Stopped),
            result => result,
        };
        if result.is_err() {
            for lane in &mut self.lanes {
                lane.drawn = None;
            }
        }
        result.map_err(BatchError::NoStart)
    }

    /// Draws a legal action for each environment, each as likely as any other.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn sample(&mut self, actions: &mut [i64]) -> Result<(), BatchError> {
        let draw = |(lane, action): (&mut Lane, &mut i64)| {
            *action = i64::from(lane.episode.sample().index());
        };
        let threads = self.useful_threads();
        if threads <= 1 {
            self.lanes.iter_mut().zip(actions).for_each(draw);
            return Ok(());
        }
        let share = self.lanes.len().div_ceil(threads);
        let pool = self.threads_of_this_process()?;
        pool.install(|| {
            let lanes = self.lanes.par_iter_mut().with_min_len(share);
            lanes.zip(actions).for_each(draw);
        });
        Ok(())
    }

    /// Asks the exact solver about each environment: the next action of a solution and how many
    /// actions it has, `None` where the game is lost or won already. As long as the game follows
    /// it, the solution stays the same.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn advice(&mut self) -> Result<Vec<Option<(Action, usize)>>, BatchError> {
        self.judged(|judge, lane| {
            if lane.plan.is_empty() {
                let solution = judge.solution(lane.episode.position());
                lane.plan = solution.unwrap_or_default();
                lane.plan.reverse();
            }
            lane.plan.last().map(|&next| (next, lane.plan.len()))
        })
    }

    /// Whether each environment's game can be won, or is.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn winnable(&mut self) -> Result<Vec<bool>, BatchError> {
        self.judged(|judge, lane| judge.is_winnable(lane.episode.position()))
    }

    fn judged<T: Send>(
        &mut self,
        ask: impl Fn(&mut Judge, &mut Lane) -> T + Sync,
    ) -> Result<Vec<T>, BatchError> {
        let share = self.lanes.len().div_ceil(self.threads).max(1);
        let answers = |lanes: &mut [Lane]| {
            let mut judge = Judge::default();
            let ask = |lane: &mut Lane| ask(&mut judge, lane);
            lanes.iter_mut().map(ask).collect::<Vec<T>>()
        };
        if self.threads == 1 {
            return Ok(answers(&mut self.lanes));
        }
        let pool = self.threads_of_this_process()?;
        let lanes = &mut self.lanes;
        Ok(pool.install(|| lanes.par_chunks_mut(share).flat_map_iter(answers).collect()))
    }

    /// How many threads pay for work that takes each environment little time.
    fn useful_threads(&self) -> usize {
        self.threads.min(self.lanes.len() / SHARE)
    }

    fn threads_of_this_process(&mut self) -> Result<Arc<ThreadPool>, BatchError> {
        self.pool
            .get(self.threads)
            .map_err(|_| BatchError::NoThreads)
    }

    fn check(&self, actions: &[i64]) -> Result<(), BatchError> {
        if let Some(lane) = actions.iter().position(|&number| action(number).is_none()) {
            let action = actions[lane];
            return Err(BatchError::NoSuchAction { lane, action });
        }
        if self.plan.task.illegal == Illegal::Raise {
            for (index, (lane, &number)) in self.lanes.iter().zip(actions).enumerate() {
                if let Some(action) = action(number)
                    && !lane.done
                    && !lane.episode.legal().contains(action)
                {
                    let lane = index;
                    return Err(BatchError::Illegal { lane, action });
                }
            }
        }
        Ok(())
    }

    /// Does `work` for each environment with its input and its row, on as many threads as pay.
    fn share<T: Sync>(
        &mut self,
        inputs: &[T],
        rows: Rows,
        work: impl Fn(&Plan, &mut Judge, &mut Lane, &T, usize, &mut Rows) -> Result<(), NoStart> + Sync,
    ) -> Result<(), BatchError> {
        let threads = self.useful_threads();
        let done = if threads <= 1 {
            in_one_go(&self.plan, &mut self.lanes, inputs, rows, &work)
        } else {
            let share = self.lanes.len().div_ceil(threads);
            let pool = self.threads_of_this_process()?;
            let (plan, lanes) = (&self.plan, &mut self.lanes[..]);
            pool.install(|| in_halves(plan, lanes, inputs, rows, &work, share))
        };
        done.map_err(BatchError::NoStart)
    }
}

fn in_halves<T: Sync>(
    plan: &Plan,
    lanes: &mut [Lane],
    inputs: &[T],
    rows: Rows,
    work: &(impl Fn(&Plan, &mut Judge, &mut Lane, &T, usize, &mut Rows) -> Result<(), NoStart> + Sync),
    share: usize,
) -> Result<(), NoStart> {
    if lanes.len() <= share {
        return in_one_go(plan, lanes, inputs, rows, work);
    }
    let middle = lanes.len() / 2;
    let (lanes, lanes2) = lanes.split_at_mut(middle);
    let (inputs, inputs2) = inputs.split_at(middle);
    let (rows, rows2) = rows.split_at(middle);
    let (left, right) = rayon::join(
        || in_halves(plan, lanes, inputs, rows, work, share),
        || in_halves(plan, lanes2, inputs2, rows2, work, share),
    );
    left.and(right)
}

fn in_one_go<T>(
    plan: &Plan,
    lanes: &mut [Lane],
    inputs: &[T],
    mut rows: Rows,
    work: &impl Fn(&Plan, &mut Judge, &mut Lane, &T, usize, &mut Rows) -> Result<(), NoStart>,
) -> Result<(), NoStart> {
    let mut judge = Judge::default();
    for (row, (lane, input)) in lanes.iter_mut().zip(inputs).enumerate() {
        work(plan, &mut judge, lane, input, row, &mut rows)?;
    }
    Ok(())
}

/// The action with that number.
fn action(number: i64) -> Option<Action> {
    u8::try_from(number).ok().and_then(Action::from_index)
}

impl Lane {
    #[inline]
    fn step(
        &mut self,
        plan: &Plan,
        judge: &mut Judge,
        number: i64,
        row: usize,
        rows: &mut Rows,
    ) -> Result<(), NoStart> {
        if self.done && plan.resets_itself {
            return self.reset(plan, judge, None, row, rows);
        }
        let action = action(number).expect("checked before the first step");
        let outcome = self.episode.step(&plan.task, action, judge);
        if outcome.played.is_some() && self.plan.pop().is_some_and(|planned| planned != action) {
            self.plan.clear();
        }
        if let Some(played) = outcome.played {
            rows.observations
                .update(row, self.episode.position(), &played);
        }
        self.report(row, rows);
        rows.rewards[row] = outcome.reward;
        rows.illegal[row] = outcome.played.is_none();
        rows.truncated[row] = self.episode.steps() >= plan.max_steps;
        self.done = rows.terminated[row] || rows.truncated[row];
        Ok(())
    }

    #[cold]
    fn reset(
        &mut self,
        plan: &Plan,
        judge: &mut Judge,
        start: Option<Start>,
        row: usize,
        rows: &mut Rows,
    ) -> Result<(), NoStart> {
        match (start, self.drawn.take()) {
            (Some(start), _) => self.episode.start(&plan.task, start, judge),
            (None, Some(drawn)) => self.episode.begin(&plan.task, *drawn, judge),
            (None, None) => {
                let drawn = self.episode.draw(&plan.task, &plan.starts, judge, NEVER)?;
                self.episode.begin(&plan.task, drawn, judge);
            }
        }
        self.done = false;
        self.plan.clear();
        self.write(row, rows);
        Ok(())
    }

    /// Writes the whole row of an environment that has just been reset or restored.
    fn write(&mut self, row: usize, rows: &mut Rows) {
        rows.observations.write(row, self.episode.position());
        self.report(row, rows);
        rows.numbers[row] = self.episode.number().map_or(-1, i64::from);
        rows.rewards[row] = 0.0;
        rows.illegal[row] = false;
        // A deal without a legal action says so at its first step, as a reset has no flags.
        rows.terminated[row] = false;
        rows.truncated[row] = false;
    }

    /// Writes what steps and resets tell alike, but for the observation.
    #[inline(always)]
    fn report(&mut self, row: usize, rows: &mut Rows) {
        self.episode.mask().write_mask(&mut rows.masks[row]);
        rows.terminated[row] = self.episode.is_terminated();
        rows.scores[row] = i64::from(self.episode.score());
        rows.cards_home[row] = i64::from(self.episode.cards_home());
    }
}

/// Why a batch did not step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchError {
    /// An action beyond 0..=155.
    NoSuchAction {
        /// Which environment it was for.
        lane: usize,
        /// The action.
        action: i64,
    },
    /// An action that is not legal, where the task wants to know.
    Illegal {
        /// Which environment it was for.
        lane: usize,
        /// The action.
        action: Action,
    },
    /// There is no deal to start from.
    NoStart(NoStart),
    /// The threads could not be started.
    NoThreads,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchAction { lane, action } => write!(
                f,
                "{action}, for environment {lane}, is no action\nhint: actions are 0 to 155"
            ),
            Self::Illegal { lane, action } => write!(
                f,
                "{action}, for environment {lane}, is not legal there\n\
                 hint: choose where info[\"action_mask\"] is 1"
            ),
            Self::NoStart(error) => error.fmt(f),
            Self::NoThreads => f.write_str("the threads could not be started"),
        }
    }
}

impl std::error::Error for BatchError {}
