//! One episode after another, as one environment plays them.

use super::choice::uniform_action;
use super::judge::Judge;
use super::starts::{NoStart, Start, Starts};
use super::stream::Stream;
use super::task::{Illegal, Task};
use crate::action::{Action, ActionSet, Move};
use crate::position::Position;
use crate::solver::Stop;

/// The state of one environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Episode {
    position: Position,
    /// What [`mask`](Self::mask) tells.
    mask: ActionSet,
    number: Option<u32>,
    score: u32,
    steps: u32,
    /// Ended, by a win, for lack of legal actions or by an illegal one.
    terminated: bool,
    deals: Stream,
    choices: Stream,
}

/// The start of an environment's next episode, and the stream of deals after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    start: Start,
    deals: Stream,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// What the step earned.
    pub reward: f64,
    /// The move made; `None` when the action was not legal.
    pub played: Option<Move>,
}

impl Episode {
    /// An environment that has not been reset yet: its episode has ended, on the board of deal 0.
    ///
    /// `deals` gives the deals of its episodes, `choices` its random actions.
    #[must_use]
    pub fn new(task: &Task, deals: Stream, choices: Stream) -> Self {
        Self {
            position: Start::deal(0, task.rules).position,
            mask: ActionSet::ALL,
            number: None,
            score: 0,
            steps: 0,
            terminated: true,
            deals,
            choices,
        }
    }

    /// The environment that [`parts`](Self::parts) took apart, under the same task.
    #[must_use]
    pub fn restore(task: &Task, parts: Parts) -> Self {
        let legal = task.legal(&parts.start.position);
        let terminated = parts.terminated || legal.is_empty();
        let mask = if terminated { ActionSet::ALL } else { legal };
        Self {
            position: parts.start.position,
            mask,
            number: parts.start.number,
            score: parts.score,
            steps: parts.steps,
            terminated,
            deals: Stream::new(parts.streams.0),
            choices: Stream::new(parts.streams.1),
        }
    }

    /// What [`restore`](Self::restore) takes.
    #[must_use]
    pub const fn parts(&self) -> Parts {
        Parts {
            start: Start {
                position: self.position,
                number: self.number,
            },
            score: self.score,
            steps: self.steps,
            terminated: self.terminated,
            streams: (self.deals.state(), self.choices.state()),
        }
    }

    /// Goes on with other random numbers.
    pub const fn reseed(&mut self, deals: Stream, choices: Stream) {
        self.deals = deals;
        self.choices = choices;
    }

    /// Draws the start of the next episode, for [`begin`](Self::begin). Nothing changes yet.
    ///
    /// # Errors
    /// When there is no deal to start from, or `stop` ended the search for one.
    pub fn draw(
        &self,
        task: &Task,
        starts: &Starts,
        judge: &mut Judge,
        stop: Stop<'_>,
    ) -> Result<Drawn, NoStart> {
        let mut deals = self.deals;
        let start = starts.draw(task.rules, &mut deals, judge, stop)?;
        Ok(Drawn { start, deals })
    }

    /// Begins the episode that was drawn.
    pub fn begin(&mut self, task: &Task, drawn: Drawn, judge: &mut Judge) {
        self.deals = drawn.deals;
        self.start(task, drawn.start, judge);
    }

    /// Begins an episode at `start`.
    pub fn start(&mut self, task: &Task, start: Start, judge: &mut Judge) {
        self.position = start.position;
        self.number = start.number;
        self.score = 0;
        self.steps = 0;
        self.terminated = false;
        self.go_on(task, judge);
    }

    /// Finds what is legal now, or that the episode has come to its end.
    #[inline(always)]
    fn go_on(&mut self, task: &Task, judge: &mut Judge) {
        let legal = task.legal(&self.position);
        self.mask = legal;
        if legal.is_empty() {
            self.end();
        } else if task.end_when_lost {
            self.end_if_lost(judge);
        }
    }

    #[cold]
    fn end_if_lost(&mut self, judge: &mut Judge) {
        if !judge.is_winnable(&self.position) {
            self.end();
        }
    }

    #[cold]
    const fn end(&mut self) {
        self.terminated = true;
        self.mask = ActionSet::ALL;
    }

    /// Plays an action. After the end of an episode none is legal; some deals with few cells end
    /// at once, which the first step then tells.
    #[inline]
    pub fn step(&mut self, task: &Task, action: Action, judge: &mut Judge) -> Outcome {
        if self.terminated || !self.mask.contains(action) {
            return self.step_illegally(task);
        }
        let played = self.position.play_unchecked(action);
        self.steps += 1;
        self.score += u32::from(played.points);
        self.go_on(task, judge);
        Outcome {
            reward: task.reward.of(played, &self.position),
            played: Some(played),
        }
    }

    #[cold]
    fn step_illegally(&mut self, task: &Task) -> Outcome {
        let mut reward = 0.0;
        self.steps += 1;
        if !self.terminated {
            match task.illegal {
                Illegal::Ignore | Illegal::Raise => {}
                Illegal::Penalty(penalty) => reward = -penalty,
                Illegal::Terminate => self.end(),
            }
        }
        Outcome {
            reward,
            played: None,
        }
    }

    /// A legal action, each as likely as any other; after the end any of the 156.
    #[inline]
    pub fn sample(&mut self) -> Action {
        uniform_action(self.mask(), self.choices.next())
    }

    /// The board.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The actions that a step takes; none after the end.
    #[must_use]
    pub const fn legal(&self) -> ActionSet {
        if self.terminated {
            ActionSet::EMPTY
        } else {
            self.mask
        }
    }

    /// The actions that a masked learner may choose from: the legal ones and, after the end, all.
    ///
    /// Learners sample there too, and an empty mask makes them fail.
    #[must_use]
    pub const fn mask(&self) -> ActionSet {
        self.mask
    }

    /// The number of the deal, if the episode began from a numbered one.
    #[must_use]
    pub const fn number(&self) -> Option<u32> {
        self.number
    }

    /// The app's points so far.
    #[must_use]
    pub const fn score(&self) -> u32 {
        self.score
    }

    /// Steps since the episode began, illegal ones included.
    #[must_use]
    pub const fn steps(&self) -> u32 {
        self.steps
    }

    /// Whether the episode has ended.
    #[must_use]
    pub const fn is_terminated(&self) -> bool {
        self.terminated
    }

    /// How many cards are on the foundations.
    #[must_use]
    pub const fn cards_home(&self) -> u8 {
        self.position.home().len() as u8
    }
}

/// An [`Episode`] taken apart, to be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The board now, and the deal it began from.
    pub start: Start,
    /// The app's points so far.
    pub score: u32,
    /// Steps since the episode began.
    pub steps: u32,
    /// Whether the episode has ended.
    pub terminated: bool,
    /// The states of the streams of deals and of actions.
    pub streams: (u64, u64),
}
