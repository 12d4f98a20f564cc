//! What an environment asks of its player: the rules, the reward and the end of an episode.

use crate::action::{ActionSet, Move};
use crate::position::Position;
use crate::rules::Rules;

/// What a step is rewarded with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reward {
    /// 1/52 for a card put on a foundation, −1/52 for one withdrawn: an episode earns 1 exactly
    /// when it is won, and moving cards to and fro earns nothing.
    #[default]
    Progress,
    /// 1 for the step that wins.
    Win,
    /// The points that the app gives. They can be farmed by moving cards to and fro.
    Score,
}

impl Reward {
    /// The reward with that name: `progress`, `win` or `score`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "progress" => Some(Self::Progress),
            "win" => Some(Self::Win),
            "score" => Some(Self::Score),
            _ => None,
        }
    }

    /// The reward of a move that led to `after`.
    #[must_use]
    pub(super) fn of(self, played: Move, after: &Position) -> f64 {
        const PER_CARD: f64 = 1.0 / 52.0;
        static BY_GAIN: [f64; 3] = [-PER_CARD, 0.0, PER_CARD];
        match self {
            // Looked up: whether a card went home is as random as the player.
            Self::Progress => BY_GAIN[usize::from((played.gain() + 1).unsigned_abs())],
            Self::Win => f64::from(u8::from(after.is_won())),
            Self::Score => f64::from(played.points),
        }
    }
}

/// What happens when an action is not legal. It never changes the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Illegal {
    /// Reward 0.
    #[default]
    Ignore,
    /// This is taken off the reward.
    Penalty(f64),
    /// The episode ends, with reward 0.
    Terminate,
    /// The step fails and does not count.
    Raise,
}

/// Everything that is the same for all episodes of an environment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Task {
    /// The rules of the game.
    pub rules: Rules,
    /// What a step is rewarded with.
    pub reward: Reward,
    /// Whether foundation cards may be taken back.
    pub withdrawals: bool,
    /// What happens when an action is not legal.
    pub illegal: Illegal,
    /// Whether an episode ends when the exact solver proves that it cannot be won any more.
    pub end_when_lost: bool,
}

impl Task {
    /// The actions that the environment takes in a position.
    #[must_use]
    #[inline(always)]
    pub fn legal(&self, position: &Position) -> ActionSet {
        if self.withdrawals {
            position.legal_actions()
        } else {
            position.legal_actions_without_withdrawals()
        }
    }
}
