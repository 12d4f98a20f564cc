//! The legal actions of a position, why an action is not one of them, and perft.

use crate::action::{Action, ActionSet, Destination, Move, Place};
use crate::card::{Card, CardSet};
use crate::illegal::Reason;
use crate::position::{BASE, Position};

impl Position {
    /// All legal actions, withdrawals included. A won game has none.
    #[must_use]
    pub fn legal_actions(&self) -> ActionSet {
        if self.is_won() {
            return ActionSet::EMPTY;
        }
        let home = self.home();
        // The topmost card of each foundation: its parent is not home too.
        self.actions_with(home.without(home.children()))
    }

    /// The legal actions but withdrawals, which never bring a win nearer.
    #[must_use]
    #[inline(always)]
    pub fn legal_actions_without_withdrawals(&self) -> ActionSet {
        // When the game is won, no card is left that could go anywhere.
        self.actions_with(CardSet::EMPTY)
    }

    /// The legal actions of all cards that are not home and of those that may be taken from there.
    #[inline(always)]
    fn actions_with(&self, withdrawable: CardSet) -> ActionSet {
        let (exposed, in_cells, home) = (self.exposed(), self.in_cells(), self.home());
        let next_home = CardSet::ACES.or(home.parents()).without(home);
        let accepted = exposed.children();
        let singles = in_cells.or(withdrawable);
        let has_empty_column = self.empty_columns() > 0;

        // Adding the exposed cards to those on their parents carries each up its run to the
        // first card that is not on its parent: the deep end of the run.
        let on_parent = self.on_parent();
        let ends = CardSet::from_bits(on_parent.bits() + exposed.bits()).without(on_parent);
        let limit = self.longest_group(false);
        // The cards that would travel in a group of two or more, of three or more, of four or
        // more. Long runs are rare: only for them is a branch worth its while.
        let twos = on_parent.parents();
        let threes = twos.and(twos.parents());
        let fours = threes.and(threes.parents());
        let too_long = twos.when(limit < 2).or(threes.when(limit < 3));
        let mut groups = ends.and(accepted).without(too_long);
        for base in groups.and(fours).iter() {
            if u32::from(self.run_length(base)) > limit {
                groups.remove(base);
            }
        }
        let mut tableau = groups.or(accepted
            .or(CardSet::KINGS.when(has_empty_column))
            .and(singles));
        let kings = ends.and(CardSet::KINGS).without(self.bases());
        for king in kings.when(has_empty_column).iter() {
            if u32::from(self.run_length(king)) <= self.longest_group(true) {
                tableau.insert(king);
            }
        }
        ActionSet::new(
            next_home.and(exposed.or(in_cells)),
            tableau,
            exposed.or(withdrawable).when(self.free_cells() > 0),
        )
    }

    /// Whether the game is not won and nothing but withdrawals is legal.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        !self.is_won() && self.legal_actions_without_withdrawals().is_empty()
    }

    /// Whether `action` is legal, found out rule by rule rather than by the generator.
    #[must_use]
    pub fn is_legal(&self, action: Action) -> bool {
        self.resolve(action).is_ok()
    }

    /// What `action` does here.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn resolve(&self, action: Action) -> Result<Move, Reason> {
        if self.is_won() {
            return Err(Reason::GameIsWon);
        }
        let card = action.card();
        let source = self.place_of(card);
        match action.destination() {
            Destination::Foundation => {
                self.resolve_to(card, source, Place::Foundation(card.suit()))
            }
            Destination::Cell => {
                if let Place::Cell(_) = source {
                    return Err(Reason::AlreadyInCell { card });
                }
                let cells = usize::from(self.rules().cells.get());
                let free = (0..cells).find(|&cell| self.cell(cell).is_none());
                let cell = free.ok_or(Reason::NoFreeCell { card })?;
                self.resolve_to(card, source, Place::Cell(cell as u8))
            }
            Destination::Tableau => {
                let mut columns = 0..crate::rules::COLUMNS;
                let column = match card.parent() {
                    Some(parent) => columns
                        .find(|&column| self.exposed_card(column) == Some(parent))
                        .ok_or(Reason::ParentNotExposed { card, parent })?,
                    None if self.beneath()[usize::from(card.index())] == BASE => {
                        return Err(Reason::KingIsBase { king: card });
                    }
                    None => columns
                        .find(|&column| self.exposed_card(column).is_none())
                        .ok_or(Reason::NoEmptyColumn { king: card })?,
                };
                self.resolve_to(card, source, Place::Column(column as u8))
            }
        }
    }

    /// What moving `card`, with all that lies on it in its run, to that very place does here.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn resolve_to(&self, card: Card, source: Place, target: Place) -> Result<Move, Reason> {
        if self.is_won() {
            return Err(Reason::GameIsWon);
        }
        let count = self.movable_run(card, source)?;
        match target {
            Place::Foundation(suit) => {
                if let Place::Foundation(_) = source {
                    return Err(Reason::AlreadyHome { card });
                }
                if suit != card.suit() {
                    return Err(Reason::OtherFoundation { card, suit });
                }
                let height = self.foundation_height(suit);
                if card.rank().index() != height {
                    let needed = Card::at(13 * suit as u8 + height);
                    return Err(Reason::NotNextHome { card, needed });
                }
                // Nothing lies on it that moves along: all lower cards of its suit are home.
            }
            Place::Cell(cell) => {
                if let Place::Cell(_) = source {
                    return Err(Reason::AlreadyInCell { card });
                }
                if let Some(occupant) = self.cell(usize::from(cell)) {
                    return Err(Reason::CellIsFull { card, occupant });
                }
                if count > 1 {
                    return Err(Reason::SeveralCards { card, count });
                }
            }
            Place::Column(column) => {
                match (self.exposed_card(usize::from(column)), card.parent()) {
                    (None, None) => {}
                    (None, Some(_)) => return Err(Reason::KingsOnly { card }),
                    (Some(onto), parent) => {
                        if parent != Some(onto) {
                            return Err(Reason::DoesNotFit { card, onto });
                        }
                    }
                }
                let limit = self.group_limit_to(usize::from(column));
                if u32::from(count) > limit {
                    return Err(Reason::GroupTooLong { card, count, limit });
                }
            }
        }
        Ok(Move::new(card, count, source, target))
    }

    /// How many cards move when `card` does.
    fn movable_run(&self, card: Card, source: Place) -> Result<u8, Reason> {
        match source {
            Place::Cell(_) => Ok(1),
            Place::Foundation(suit) => {
                let height = self.foundation_height(suit);
                let top = Card::at(13 * suit as u8 + height - 1);
                if top == card {
                    Ok(1)
                } else {
                    Err(Reason::NotTopOfFoundation { card, top })
                }
            }
            Place::Column(column) => {
                let mut upper: Option<Card> = None;
                for (count, lower) in (1..).zip(self.column(usize::from(column))) {
                    if upper.is_some_and(|upper| upper.parent() != Some(lower)) {
                        break;
                    }
                    if lower == card {
                        return Ok(count);
                    }
                    upper = Some(lower);
                }
                let exposed = self.exposed_card(usize::from(column)).unwrap_or(card);
                Err(Reason::Covered { card, exposed })
            }
        }
    }

    /// The number of action sequences of length `depth`; a won game ends its sequence.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            // The leaves are counted, not visited.
            1 => u64::from(self.legal_actions().len()),
            _ => {
                let mut position = *self;
                self.legal_actions()
                    .iter_by_destination()
                    .map(|action| {
                        let played = position.play_unchecked(action);
                        let count = position.perft(depth - 1);
                        position.unmake(&played);
                        count
                    })
                    .sum()
            }
        }
    }
}
