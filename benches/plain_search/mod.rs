//! The yardstick: a straightforward depth-first search with a hash set, over the same states
//! as the exact solver (`docs/solver.md`, 1 to 6), and with none of what makes that one fast.

use std::collections::HashSet;

use eightoff::rules::COLUMNS;
use eightoff::{Card, CardSet, Position, Suit};

/// What is left of the columns, and which kings have one of the empty columns.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    left: [u8; COLUMNS],
    placed: CardSet,
}

/// Where the cards stand in a state.
struct Board {
    home: CardSet,
    in_cells: CardSet,
    /// Cards on which another can be put.
    open: CardSet,
    /// Removed cards that lie on their parents.
    on_parents: CardSet,
    free: u8,
    empty_columns: u8,
}

/// The runs that the columns of a position begin with, deepest first.
struct Search {
    start: Position,
    runs: [Vec<Vec<Card>>; COLUMNS],
}

/// Whether the position can be won, and how many states were looked at to know.
pub(crate) fn is_winnable(start: &Position) -> (bool, u64) {
    let search = Search::new(start);
    let first = search.settled(State {
        left: std::array::from_fn(|column| search.runs[column].len() as u8),
        placed: CardSet::EMPTY,
    });
    let mut seen = HashSet::from([first.clone()]);
    let mut pending = vec![first];
    let mut nodes = 0;
    while let Some(state) = pending.pop() {
        nodes += 1;
        let board = search.board(&state);
        if board.home == CardSet::ALL {
            return (true, nodes);
        }
        let mut children: Vec<(u32, State)> = Vec::new();
        for child in search.children(&state, &board) {
            let child = search.settled(child);
            if seen.insert(child.clone()) {
                children.push((search.board(&child).in_cells.len(), child));
            }
        }
        // Those with the fewest cards in cells are tried first.
        children.sort_by_key(|(cells, _)| std::cmp::Reverse(*cells));
        pending.extend(children.into_iter().map(|(_, child)| child));
    }
    (false, nodes)
}

impl Search {
    fn new(start: &Position) -> Self {
        let runs = std::array::from_fn(|column| {
            let mut cards: Vec<Card> = start.column(column).collect();
            cards.reverse();
            let mut runs: Vec<Vec<Card>> = Vec::new();
            for card in cards {
                match runs.last_mut() {
                    Some(run) if run.last().copied() == card.parent() => run.push(card),
                    _ => runs.push(vec![card]),
                }
            }
            runs
        });
        Self {
            start: *start,
            runs,
        }
    }

    fn exposed_run(&self, state: &State, column: usize) -> Option<&[Card]> {
        let index = usize::from(state.left[column]).checked_sub(1)?;
        Some(&self.runs[column][index])
    }

    fn board(&self, state: &State) -> Board {
        let in_columns: CardSet = (0..COLUMNS)
            .flat_map(|column| &self.runs[column][..usize::from(state.left[column])])
            .flatten()
            .copied()
            .collect();
        let removed = CardSet::ALL.without(in_columns);
        let mut home = CardSet::EMPTY;
        for suit in Suit::ALL {
            let whole =
                (1..=13).take_while(|&n| CardSet::lowest(suit, n).without(removed).is_empty());
            home = home.or(CardSet::lowest(suit, whole.last().unwrap_or(0)));
        }
        let kings = state.placed.without(home);
        let mut open = kings;
        for column in 0..COLUMNS {
            if let Some(run) = self.exposed_run(state, column) {
                open.insert(run[run.len() - 1]);
            }
        }
        let exposed = open;
        loop {
            let more = open.children().and(removed).without(home).without(open);
            if more.is_empty() {
                break;
            }
            open = open.or(more);
        }
        let on_parents = open.without(exposed);
        let in_cells = removed.without(home).without(on_parents).without(kings);
        let cells = self.start.rules().cells.get();
        let empty = (0..COLUMNS)
            .filter(|&column| state.left[column] == 0)
            .count() as u8;
        Board {
            home,
            in_cells,
            open,
            on_parents,
            free: cells - in_cells.len() as u8,
            empty_columns: empty - kings.len() as u8,
        }
    }

    /// Exposed runs that can go home are home, and kings whose suit is home have no column.
    fn settled(&self, mut state: State) -> State {
        loop {
            let home = self.board(&state).home;
            let next = CardSet::ACES.or(home.parents()).without(home);
            let column = (0..COLUMNS).find(|&column| {
                self.exposed_run(&state, column)
                    .is_some_and(|run| next.contains(run[run.len() - 1]))
            });
            let Some(column) = column else {
                state.placed = state.placed.without(home);
                return state;
            };
            state.left[column] -= 1;
        }
    }

    /// The cards that hang on a card, itself among them.
    fn hanging(board: &Board, card: Card) -> u8 {
        let mut count = 1;
        let mut end = card;
        while let Some(child) = end
            .child()
            .filter(|&child| board.on_parents.contains(child))
        {
            end = child;
            count += 1;
        }
        count
    }

    fn children(&self, state: &State, board: &Board) -> Vec<State> {
        let limit = |empty| {
            let rules = self.start.rules();
            rules.group_limit.longest_group(board.free, empty) as u8
        };
        let mut children = Vec::new();
        for column in 0..COLUMNS {
            let Some(run) = self.exposed_run(state, column) else {
                continue;
            };
            let length = run.len() as u8 - 1 + Self::hanging(board, run[run.len() - 1]);
            let mut dug = state.clone();
            dug.left[column] -= 1;
            let base = run[0];
            if base
                .parent()
                .is_some_and(|parent| board.open.contains(parent))
            {
                if length <= limit(board.empty_columns) {
                    children.push(dug);
                }
                continue;
            }
            let bottom = state.left[column] == 1;
            if base.is_king()
                && !bottom
                && board.empty_columns > 0
                && length <= limit(board.empty_columns - 1)
            {
                let mut placed = dug.clone();
                placed.placed.insert(base);
                children.push(placed);
            }
            if length <= board.free {
                children.push(dug);
            }
        }
        if board.empty_columns > 0 {
            for king in board.in_cells.and(CardSet::KINGS).iter() {
                let mut placed = state.clone();
                placed.placed.insert(king);
                children.push(placed);
            }
        }
        for king in state.placed.iter() {
            if Self::hanging(board, king) <= board.free {
                let mut displaced = state.clone();
                displaced.placed.remove(king);
                children.push(displaced);
            }
        }
        children
    }
}
