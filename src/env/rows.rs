//! The buffers that a batch writes, a row for each environment.

use crate::action::{Action, Move};
use crate::observe::{self, CARDS_LEN, GRID_LEN, PLANES_LEN};
use crate::position::Position;

/// Rows of observations in one of their forms.
#[derive(Debug)]
pub enum Observations<'a> {
    /// See [`observe::write_cards`].
    Cards(&'a mut [[u8; CARDS_LEN]]),
    /// See [`observe::write_grid`].
    Grid(&'a mut [[i8; GRID_LEN]]),
    /// See [`observe::write_planes`], in bytes.
    Planes(&'a mut [[u8; PLANES_LEN]]),
    /// See [`observe::write_planes`], in floating-point numbers.
    FloatPlanes(&'a mut [[f32; PLANES_LEN]]),
}

impl Observations<'_> {
    /// Writes a row afresh.
    pub fn write(&mut self, row: usize, position: &Position) {
        match self {
            Self::Cards(rows) => observe::write_cards(position, &mut rows[row]),
            Self::Grid(rows) => observe::write_grid(position, &mut rows[row]),
            Self::Planes(rows) => observe::write_planes(position, 1, &mut rows[row]),
            Self::FloatPlanes(rows) => observe::write_planes(position, 1.0, &mut rows[row]),
        }
    }

    /// Brings a row, which must show the position before `played`, up to the one after it.
    pub fn update(&mut self, row: usize, position: &Position, played: &Move) {
        match self {
            Self::Cards(rows) => observe::update_cards(position, played, &mut rows[row]),
            _ => self.write(row, position),
        }
    }

    fn split_at(self, middle: usize) -> (Self, Self) {
        match self {
            Self::Cards(rows) => {
                let (left, right) = rows.split_at_mut(middle);
                (Self::Cards(left), Self::Cards(right))
            }
            Self::Grid(rows) => {
                let (left, right) = rows.split_at_mut(middle);
                (Self::Grid(left), Self::Grid(right))
            }
            Self::Planes(rows) => {
                let (left, right) = rows.split_at_mut(middle);
                (Self::Planes(left), Self::Planes(right))
            }
            Self::FloatPlanes(rows) => {
                let (left, right) = rows.split_at_mut(middle);
                (Self::FloatPlanes(left), Self::FloatPlanes(right))
            }
        }
    }
}

/// All that a batch tells of its environments; each slice has a row for each of them.
///
/// A step brings "cards" observations up to date rather than writing them anew, and leaves alone
/// what an illegal action does not change; so a batch must be given the rows that it wrote last,
/// unchanged.
#[derive(Debug)]
pub struct Rows<'a> {
    /// What the learners see.
    pub observations: Observations<'a>,
    /// 1 for each action that may be chosen.
    pub masks: &'a mut [[i8; Action::COUNT]],
    /// What the last step earned.
    pub rewards: &'a mut [f64],
    /// Whether the episode has ended.
    pub terminated: &'a mut [bool],
    /// Whether the episode was cut off by the limit of steps.
    pub truncated: &'a mut [bool],
    /// Whether the last action was not legal.
    pub illegal: &'a mut [bool],
    /// The app's points.
    pub scores: &'a mut [i64],
    /// How many cards are on the foundations.
    pub cards_home: &'a mut [i64],
    /// The number of the deal, −1 if it has none.
    pub numbers: &'a mut [i64],
}

impl Rows<'_> {
    /// The rows before `middle` and the others.
    pub(super) fn split_at(self, middle: usize) -> (Self, Self) {
        let (observations, observations2) = self.observations.split_at(middle);
        let (masks, masks2) = self.masks.split_at_mut(middle);
        let (rewards, rewards2) = self.rewards.split_at_mut(middle);
        let (terminated, terminated2) = self.terminated.split_at_mut(middle);
        let (truncated, truncated2) = self.truncated.split_at_mut(middle);
        let (illegal, illegal2) = self.illegal.split_at_mut(middle);
        let (scores, scores2) = self.scores.split_at_mut(middle);
        let (cards_home, cards_home2) = self.cards_home.split_at_mut(middle);
        let (numbers, numbers2) = self.numbers.split_at_mut(middle);
        let left = Self {
            observations,
            masks,
            rewards,
            terminated,
            truncated,
            illegal,
            scores,
            cards_home,
            numbers,
        };
        let right = Self {
            observations: observations2,
            masks: masks2,
            rewards: rewards2,
            terminated: terminated2,
            truncated: truncated2,
            illegal: illegal2,
            scores: scores2,
            cards_home: cards_home2,
            numbers: numbers2,
        };
        (left, right)
    }
}
