//! From the states of a solution to the actions a player makes.

use super::cards::{card, ones};
use super::search::Search;
use super::steps::State;
use crate::action::{Action, Destination};
use crate::position::Position;

/// The actions that lead through those states, foundations played whenever they can be.
pub(super) fn actions(search: &mut Search, position: &Position, way: &[State]) -> Vec<Action> {
    let mut player = Player {
        position: *position,
        actions: Vec::new(),
    };
    player.play_foundations();
    for pair in way.windows(2) {
        let (state, next) = (pair[0], pair[1]);
        let (step, run) = search
            .step_between(state, next)
            .expect("a move leads from each state of a way to the next");
        let entering = step.cells & !state.cells;
        if entering != 0 {
            // A run goes into cells from its lowest card, which is the highest bit.
            let cards: Vec<u32> = ones(entering).collect();
            for &bit in cards.iter().rev() {
                player.play(bit, Destination::Cell);
            }
        } else if let Some(run) = run {
            player.play(run.base, Destination::Tableau);
        } else {
            for bit in ones(state.cells & !step.cells) {
                player.play(bit, Destination::Tableau);
            }
        }
        player.play_foundations();
    }
    player.actions
}

struct Player {
    position: Position,
    actions: Vec<Action>,
}

impl Player {
    fn play(&mut self, bit: u32, destination: Destination) {
        let action = Action::new(card(bit), destination);
        self.position.play_unchecked(action);
        self.actions.push(action);
    }

    fn play_foundations(&mut self) {
        while let Some(card) = self
            .position
            .legal_actions()
            .to(Destination::Foundation)
            .iter()
            .next()
        {
            let action = Action::new(card, Destination::Foundation);
            self.position.play_unchecked(action);
            self.actions.push(action);
        }
    }
}
