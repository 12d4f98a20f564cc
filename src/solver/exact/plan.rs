//! From the states of a win to the actions of a player.

use super::columns::Columns;
use super::lanes::card_of;
use super::moves::{More, Move, for_each_move};
use super::state::{Eager, State};
use super::tidy::Played;
use crate::action::{Action, Destination};
use crate::card::{Card, CardSet};
use crate::position::Position;

/// One change of the board that does not come about by itself.
#[derive(Clone, Copy)]
enum Step {
    /// The run that begins with this card off its column: onto its parent if that is exposed,
    /// else into cells.
    Dig(u64),
    /// That king's run, or the king alone from its cell, to an empty column.
    ToEmpty(u64),
    /// That king's run into cells.
    ToCells(u64),
}

/// The steps of a win.
pub(super) struct Plan<'a> {
    columns: &'a Columns,
    steps: Vec<Step>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(columns: &'a Columns) -> Self {
        Self {
            columns,
            steps: Vec::new(),
        }
    }

    /// Adds the steps from a state through the settled states that a search with those moves
    /// came by.
    pub(super) fn follow<const ALL: bool>(&mut self, start: State, path: &[State]) {
        let mut settled = start;
        self.settle::<ALL>(&mut settled);
        for &target in &path[1..] {
            let mut found = None;
            let _ = for_each_move::<ALL>(self.columns, &settled, |unsettled, chosen| {
                let mut child = unsettled;
                if ALL {
                    child.send_home(self.columns);
                } else {
                    child.settle_eagerly(self.columns);
                }
                if child == target {
                    found = Some((unsettled, chosen));
                    return More::Break(());
                }
                More::Continue(())
            });
            let (mut next, chosen) = found.expect("each state of a path follows by a move");
            self.play(&settled, chosen);
            self.settle::<ALL>(&mut next);
            settled = next;
        }
    }

    fn settle<const ALL: bool>(&mut self, state: &mut State) {
        state.send_home(self.columns);
        if ALL {
            return;
        }
        while let Some(eager) = state.eager_move(self.columns) {
            match eager {
                Eager::Place(king) => {
                    self.steps.push(Step::ToEmpty(king));
                    state.place(king);
                }
                Eager::Dig(column) => {
                    self.dig(state, column, 1);
                    state.dig(self.columns, column);
                }
            }
            state.send_home(self.columns);
        }
    }

    fn play(&mut self, state: &State, chosen: Move) {
        match chosen {
            Move::Dig { column, runs } => self.dig(state, column, runs),
            Move::DigToEmpty { column, runs } => {
                self.dig(state, column, runs - 1);
                let depth = state.depth(column) + usize::from(runs - 1);
                let king = self.columns.run(column, depth).base;
                self.steps.push(Step::ToEmpty(king));
            }
            Move::DigTwo { first, second } => {
                self.dig(state, first.0, first.1);
                self.dig(state, second.0, second.1);
            }
            Move::Place(king) => self.steps.push(Step::ToEmpty(king)),
            Move::Displace(king) => self.steps.push(Step::ToCells(king)),
        }
    }

    fn dig(&mut self, state: &State, column: usize, runs: u8) {
        let top = state.depth(column);
        for depth in top..top + usize::from(runs) {
            let base = self.columns.run(column, depth).base;
            self.steps.push(Step::Dig(base));
        }
    }

    /// The steps as moves, with all that goes home or onto its parent in between.
    pub(super) fn played(&self, start: &Position) -> Vec<Played> {
        let mut board = Board {
            position: *start,
            played: Vec::new(),
        };
        board.settle();
        for &step in &self.steps {
            let (Step::Dig(bit) | Step::ToEmpty(bit) | Step::ToCells(bit)) = step;
            let card = card_of(bit).expect("steps are of cards");
            let onto_parent = card
                .parent()
                .is_some_and(|parent| board.position.exposed().contains(parent));
            match step {
                Step::ToEmpty(_) => board.play(card, Destination::Tableau),
                Step::Dig(_) if onto_parent => board.play(card, Destination::Tableau),
                Step::Dig(_) | Step::ToCells(_) => board.run_to_cells(card),
            }
            board.settle();
        }
        board.played
    }
}

struct Board {
    position: Position,
    played: Vec<Played>,
}

impl Board {
    fn play(&mut self, card: Card, destination: Destination) {
        let action = Action::new(card, destination);
        let under = self.position.beneath()[usize::from(card.index())];
        let count = self.position.play_unchecked(action).count;
        self.played.push(Played {
            action,
            count,
            under: Card::from_index(under),
        });
    }

    /// Sends home all that can go, and cards in cells onto their exposed parents.
    fn settle(&mut self) {
        loop {
            let (exposed, in_cells) = (self.position.exposed(), self.position.in_cells());
            let home = self.position.home();
            let next_home = CardSet::ACES.or(home.parents()).without(home);
            let going_home = next_home.and(exposed.or(in_cells));
            let onto_parent = in_cells.and(exposed.children());
            if let Some(card) = going_home.iter().next() {
                self.play(card, Destination::Foundation);
            } else if let Some(card) = onto_parent.iter().next() {
                self.play(card, Destination::Tableau);
            } else {
                return;
            }
        }
    }

    fn run_to_cells(&mut self, base: Card) {
        let cards = self.position.run_length(base);
        for index in base.index() + 1 - cards..=base.index() {
            self.play(Card::at(index), Destination::Cell);
        }
    }
}
