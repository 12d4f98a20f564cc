//! The exact solver against everything that can say whether it is right.

use eightoff::solver::{Interrupt, Limits, Outcome, Solver, Verdict, verify};
use eightoff::{Card, CellCount, Deck, GroupLimit, Layout, Position, Rules, Suit};

use crate::brute_force::{self, Found};
use crate::dice::{Dice, wander};

/// Four-cell deals that a search without such moves calls lost.
const KINGS_RETURN: [(GroupLimit, [u32; 5]); 2] = [
    (GroupLimit::App, [452, 2077, 2917, 3261, 4910]),
    (GroupLimit::Strict, [345, 3141, 4052, 4235, 5393]),
];

/// Of the deals 0 to 9999, by rules in the order of `Rules::all`.
const WINNABLE_IN_10_000: [usize; 6] = [9992, 9990, 1370, 1029, 35, 14];

/// The solver's verdict; a solution is played out, and holds whatever the solver believes.
fn verdict(solver: &mut Solver, position: &Position) -> Verdict {
    let (outcome, _) = solver.solve(position, Limits::default());
    if let Outcome::Winnable(actions) = &outcome {
        assert_eq!(verify(position, actions), Ok(()));
    }
    let (alone, _) = solver.verdict(position, Limits::default());
    assert_eq!(alone, outcome.verdict());
    alone
}

/// How often each verdict was confirmed.
#[derive(Default)]
struct Tally {
    wins: u32,
    losses: u32,
    /// Winnable, by a solution that was played out, which trying everything did not find in time.
    only_played_out: u32,
}

impl Tally {
    fn compare(&mut self, solver: &mut Solver, position: &Position, found: Found) {
        let verdict = verdict(solver, position);
        match (verdict, found) {
            (Verdict::Winnable, Found::Win) => self.wins += 1,
            (Verdict::Unwinnable, Found::NoWin) => self.losses += 1,
            (Verdict::Winnable, Found::TooMany) => self.only_played_out += 1,
            (said, found) => panic!(
                "the solver says {said:?}, trying everything {found:?}:\n{:?}",
                position.layout()
            ),
        }
    }
}

fn deals(
    cells: CellCount,
    limit: GroupLimit,
    numbers: std::ops::Range<u32>,
) -> impl Iterator<Item = Position> {
    numbers.map(move |number| Position::deal(&Deck::numbered(number), Rules::new(cells, limit)))
}

#[test]
fn agrees_with_trying_everything_on_two_cell_deals() {
    let mut solver = Solver::new();
    for (limit, wins) in [(GroupLimit::App, 4), (GroupLimit::Strict, 0)] {
        let mut tally = Tally::default();
        for position in deals(CellCount::Two, limit, 0..2500) {
            let found = brute_force::search(&position, 1_000_000);
            tally.compare(&mut solver, &position, found);
        }
        assert_eq!((tally.wins, tally.losses), (wins, 2500 - wins));
    }
}

#[test]
fn agrees_with_trying_everything_on_four_cell_deals_app() {
    four_cell_deals(GroupLimit::App, 42);
}

#[test]
fn agrees_with_trying_everything_on_four_cell_deals_strict() {
    four_cell_deals(GroupLimit::Strict, 34);
}

fn four_cell_deals(limit: GroupLimit, wins: u32) {
    let (mut solver, mut tally) = (Solver::new(), Tally::default());
    for position in deals(CellCount::Four, limit, 0..300) {
        // A win that was played out needs no second proof; the wait for one has its limits.
        let cap = match verdict(&mut solver, &position) {
            Verdict::Winnable => 200_000,
            _ => 6_000_000,
        };
        let found = brute_force::search(&position, cap);
        tally.compare(&mut solver, &position, found);
    }
    assert_eq!(
        (tally.wins + tally.only_played_out, tally.losses),
        (wins, 300 - wins)
    );
    assert!(tally.only_played_out <= 4, "{}", tally.only_played_out);
}

/// Deals that only a king's return to the cells wins.
#[test]
fn takes_kings_off_their_columns_where_that_alone_wins() {
    let mut solver = Solver::new();
    for (limit, numbers) in KINGS_RETURN {
        for position in numbers
            .into_iter()
            .flat_map(|number| deals(CellCount::Four, limit, number..number + 1))
        {
            assert_eq!(verdict(&mut solver, &position), Verdict::Winnable);
        }
    }
}

/// Positions that no deal leads to as a rule: the last cards, strewn about with hardly a free cell.
fn strewn(dice: &mut Dice, cells: CellCount) -> Option<Layout> {
    let mut layout = Layout::default();
    let mut cards = Vec::new();
    for suit in Suit::ALL {
        // More cells want more cards about to be lost.
        let home = match cells {
            CellCount::Eight => dice.roll(3) as u8,
            CellCount::Four => dice.roll(6) as u8,
            CellCount::Two => 2 + dice.roll(7) as u8,
        };
        layout.foundations[suit.index()] = home;
        let first = 13 * suit.index() as u8;
        cards.extend(
            (first + home..first + 13).map(|index| Card::from_index(index).expect("a card")),
        );
    }
    for i in (1..cards.len()).rev() {
        cards.swap(i, dice.roll(i + 1));
    }
    let count = usize::from(cells.get());
    let in_cells = (count - dice.roll(2)).min(cards.len());
    layout.cells = cards.drain(..in_cells).map(Some).collect();
    let columns = cards.len().div_ceil(7) + dice.roll(2);
    for card in cards {
        let column = dice.roll(columns.clamp(1, 8));
        layout.columns[column].push(card);
    }
    let valid = layout.faults(cells).is_empty();
    valid.then_some(layout)
}

#[test]
fn agrees_with_trying_everything_on_strewn_late_cards() {
    let mut solver = Solver::new();
    for rules in Rules::all() {
        let mut dice = Dice::new(u64::from(rules.cells.get()));
        let mut tally = Tally::default();
        while tally.wins + tally.losses < 500 {
            let Some(layout) = strewn(&mut dice, rules.cells) else {
                continue;
            };
            let position = Position::from_layout(&layout, rules).expect("checked already");
            match brute_force::search(&position, 30_000) {
                Found::TooMany => {}
                found => tally.compare(&mut solver, &position, found),
            }
        }
        assert!(
            tally.wins > 40 && tally.losses > 10,
            "{rules:?}: {}",
            tally.losses
        );
    }
}

#[test]
fn agrees_with_trying_everything_after_random_play() {
    let mut solver = Solver::new();
    let mut tally = Tally::default();
    let mut count = 0;
    wander(60, 60, |position| {
        count += 1;
        if position.rules().cells != CellCount::Eight && count % 5 == 0 {
            match brute_force::search(position, 20_000) {
                Found::TooMany => {}
                found => tally.compare(&mut solver, position, found),
            }
        }
    });
    assert!(tally.losses > 300, "{}", tally.losses);
}

#[test]
fn agrees_with_itself_along_winning_lines() {
    let mut solver = Solver::new();
    for rules in Rules::all() {
        for position in deals(rules.cells, rules.group_limit, 0..40) {
            let (outcome, _) = solver.solve(&position, Limits::default());
            let Outcome::Winnable(actions) = outcome else {
                continue;
            };
            let mut position = position;
            for action in actions {
                position.play_unchecked(action);
                assert_eq!(verdict(&mut solver, &position), Verdict::Winnable);
            }
        }
    }
}

/// The layout with columns, cells and suits in another order: the same game.
fn rearranged(layout: &Layout, dice: &mut Dice) -> Layout {
    let mut suits = [0_u8, 1, 2, 3];
    for i in (1..4).rev() {
        suits.swap(i, dice.roll(i + 1));
    }
    let card = |card: Card| {
        let (suit, rank) = (card.index() / 13, card.index() % 13);
        Card::from_index(13 * suits[usize::from(suit)] + rank).expect("a card")
    };
    let mut other = Layout::default();
    for (suit, &height) in suits.iter().zip(&layout.foundations) {
        other.foundations[usize::from(*suit)] = height;
    }
    other.cells = layout.cells.iter().map(|cell| cell.map(card)).collect();
    let shift = dice.roll(8);
    for (column, cards) in layout.columns.iter().enumerate() {
        let target = (5 * column + shift) % 8;
        other.columns[target] = cards.iter().copied().map(card).collect();
    }
    let turn = dice.roll(other.cells.len());
    other.cells.rotate_left(turn);
    other
}

#[test]
fn the_order_of_columns_cells_and_suits_is_all_one() {
    let mut solver = Solver::new();
    let mut dice = Dice::new(8);
    for rules in Rules::all() {
        for position in deals(rules.cells, rules.group_limit, 300..450) {
            let said = verdict(&mut solver, &position);
            for _ in 0..3 {
                let other = rearranged(&position.layout(), &mut dice);
                let other = Position::from_layout(&other, rules).expect("still a position");
                assert_eq!(verdict(&mut solver, &other), said);
            }
        }
    }
}

#[test]
fn a_budget_makes_verdicts_unknown_and_never_wrong() {
    let mut solver = Solver::new();
    for rules in Rules::all() {
        let mut unknown = 0;
        for position in deals(rules.cells, rules.group_limit, 0..300) {
            let (truth, stats) = solver.verdict(&position, Limits::default());
            for max_nodes in [0, 1, 5, 30, stats.nodes - 1, stats.nodes] {
                let limits = Limits {
                    max_nodes: Some(max_nodes),
                    ..Limits::default()
                };
                let (said, spent) = solver.verdict(&position, limits);
                assert!(spent.nodes <= max_nodes);
                if max_nodes >= stats.nodes {
                    assert_eq!(said, truth);
                } else {
                    assert_eq!(said, Verdict::Unknown(Interrupt::Nodes));
                    unknown += 1;
                }
            }
        }
        assert!(unknown > 300);
    }
}

/// How many of the first ten thousand deals can be won; the numbers that a plain search with a
/// hash set over the same states (`benches/solver.rs`) gives too.
#[test]
fn as_many_deals_as_ever_can_be_won() {
    let mut solver = Solver::new();
    for (rules, wins) in Rules::all().zip(WINNABLE_IN_10_000) {
        let winnable = deals(rules.cells, rules.group_limit, 0..10_000)
            .filter(|p| solver.verdict(p, Limits::default()).0 == Verdict::Winnable)
            .count();
        assert_eq!(winnable, wins, "{rules:?}");
    }
}

#[test]
fn a_won_game_and_a_hopeless_one() {
    let mut solver = Solver::new();
    let won = Layout {
        foundations: [13; 4],
        ..Layout::default()
    };
    let won = Position::from_layout(&won, Rules::default()).expect("a position");
    let (outcome, stats) = solver.solve(&won, Limits::default());
    assert_eq!(outcome, Outcome::Winnable(Vec::new()));
    assert!(stats.nodes <= 1);
}
