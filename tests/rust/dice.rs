//! Random play that is the same in every run.

use eightoff::{Action, Deck, Destination, Position, Rules};

/// Numbers from a multiplicative generator: good enough to wander about in games.
pub(crate) struct Dice(u64);

impl Dice {
    /// Dice for that seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed * 2 + 1)
    }

    /// One of `0..sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        // Multiplier of Steele and Vigna's table for 64-bit generators; the high bits are the good ones.
        self.0 = self.0.wrapping_mul(0xd134_2543_de82_ef95);
        (self.0 >> 33) as usize % sides
    }

    /// A legal action; three in four times one that is no withdrawal and needs no cell, if there is one.
    pub(crate) fn action(&mut self, position: &Position) -> Option<Action> {
        let all = position.legal_actions();
        let useful = position
            .legal_actions_without_withdrawals()
            .without_destination(Destination::Cell);
        let from = if useful.is_empty() || self.roll(4) == 0 {
            all
        } else {
            useful
        };
        let count = from.len() as usize;
        (count > 0).then(|| from.iter().nth(self.roll(count)).expect("within the count"))
    }
}

/// Calls `visit` with every position of random games under all rules, `games` of each.
pub(crate) fn wander(games: u32, actions: usize, mut visit: impl FnMut(&Position)) {
    for rules in Rules::all() {
        for number in 0..games {
            let mut dice = Dice::new(u64::from(number));
            let mut position = Position::deal(&Deck::numbered(number), rules);
            visit(&position);
            for _ in 0..actions {
                let Some(action) = dice.action(&position) else {
                    break;
                };
                position.play_unchecked(action);
                visit(&position);
            }
        }
    }
}
