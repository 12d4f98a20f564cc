//! Shortest solutions, held to searches over whole boards.

use std::time::Instant;

use eightoff::solver::shortest::{End, Shortest, shortest};
use eightoff::solver::{Interrupt, Limits, Wanted, Work, decide_many, verify};
use eightoff::{Action, CellCount, Deck, GroupLimit, Layout, Position, Rules};

use crate::data::{self, lines};
use crate::dice::Dice;
use crate::whole_boards::shortest_length;

const MEMORY: usize = 1 << 30;

fn deal(number: u32, cells: CellCount, limit: GroupLimit) -> Position {
    Position::deal(&Deck::numbered(number), Rules::new(cells, limit))
}

/// A search to its end, with its answer checked for what can be checked without another one.
fn proved(position: &Position) -> Option<Vec<Action>> {
    let found = shortest(position, Limits::default(), MEMORY);
    assert_eq!(found.end, End::Proved);
    let solution = found.solution?;
    assert_eq!(verify(position, &solution), Ok(()));
    assert_eq!(solution.len() as u32, found.lower_bound);
    Some(solution)
}

fn after_nodes(position: &Position, max_nodes: u64) -> Shortest {
    let limits = Limits {
        max_nodes: Some(max_nodes),
        ..Limits::default()
    };
    shortest(position, limits, MEMORY)
}

/// The deals of `shortest.txt` with so many cells: start and length.
fn known_deals(cells: CellCount) -> Vec<(Position, u32)> {
    let records = lines("shortest.txt");
    let records = records.iter().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = words[2].parse().expect("a deal number");
        let position = deal(number, data::cells(words[0]), data::limit(words[1]));
        (position, words[3].parse().expect("a length"))
    });
    records
        .filter(|(position, _)| position.rules().cells == cells)
        .collect()
}

/// Both searches agree on each deal, and with the length on file.
fn agree_on_deals(cells: CellCount) {
    let deals = known_deals(cells);
    assert!(deals.len() >= 100, "{}", deals.len());
    for (position, length) in deals {
        let boards = shortest_length(&position, usize::MAX);
        assert_eq!(boards, Ok(Some(length)), "{}", position.layout().to_text());
        let solution = proved(&position).map(|solution| solution.len() as u32);
        assert_eq!(solution, Some(length), "{}", position.layout().to_text());
    }
}

#[test]
fn four_cells_agree_with_whole_boards() {
    agree_on_deals(CellCount::Four);
}

#[test]
fn two_cells_agree_with_whole_boards() {
    agree_on_deals(CellCount::Two);
}

/// Most deals with two cells are lost, which either search must find out.
#[test]
fn lost_deals_agree_with_whole_boards() {
    for limit in GroupLimit::ALL {
        let deals = (0..200).map(|number| deal(number, CellCount::Two, limit));
        let lost: Vec<Position> = deals.filter(|deal| proved(deal).is_none()).collect();
        assert!(lost.len() > 150);
        for position in lost {
            assert_eq!(shortest_length(&position, usize::MAX), Ok(None));
        }
    }
}

/// Late positions with eight cells, off the shortest way by some random actions.
#[test]
fn late_positions_agree_with_whole_boards() {
    let (mut compared, mut withdrawn) = (0, 0);
    for number in 0..80 {
        let rules = [GroupLimit::App, GroupLimit::Strict][number % 2];
        let mut position = deal(number as u32, CellCount::Eight, rules);
        let Some(solution) = proved(&position) else {
            continue;
        };
        let mut dice = Dice::new(number as u64);
        for &action in &solution[..solution.len() - 36] {
            position.play_unchecked(action);
        }
        for _ in 0..dice.roll(6) {
            if let Some(action) = dice.action(&position) {
                withdrawn += u32::from(position.home().contains(action.card()));
                position.play_unchecked(action);
            }
        }
        let Ok(length) = shortest_length(&position, 60_000) else {
            continue;
        };
        let solution = proved(&position).map(|solution| solution.len() as u32);
        assert_eq!(solution, length, "{}", position.layout().to_text());
        compared += 1;
    }
    assert!(compared >= 60 && withdrawn > 0, "{compared} {withdrawn}");
}

/// Along a shortest solution the distance to the win is known in every position.
#[test]
fn the_bound_never_exceeds_the_distance() {
    let mut exact = 0;
    let deals = known_deals(CellCount::Four);
    for (mut position, length) in deals.into_iter().chain(known_deals(CellCount::Two)) {
        let solution = proved(&position).expect("a deal that can be won");
        for (played, action) in (0..).zip(solution) {
            let bound = after_nodes(&position, 0).lower_bound;
            assert!(bound <= length - played, "{}", position.layout().to_text());
            exact += u32::from(bound == length - played);
            position.play_unchecked(action);
        }
    }
    assert!(exact > 0, "a bound that is never exact would be a poor one");
}

/// A budget that ends early never claims a proof that is not there, and what it does claim holds.
#[test]
fn budgets_leave_bounds_and_solutions() {
    let (mut proofs, mut partial, mut nothing) = (0, 0, 0);
    for number in 0..12 {
        let position = deal(number, CellCount::Eight, GroupLimit::App);
        let length = proved(&position).expect("a deal that can be won").len() as u32;
        let mut bound = 0;
        for max_nodes in [0, 1, 300, 1000, 5000, 20_000, 400_000] {
            let found = after_nodes(&position, max_nodes);
            assert!(found.stats.nodes <= max_nodes);
            assert!(found.lower_bound <= length);
            let best = found.solution.map(|solution| {
                assert_eq!(verify(&position, &solution), Ok(()));
                solution.len() as u32
            });
            assert!(best.is_none_or(|best| best >= length));
            match (found.end, best) {
                (End::Proved, best) => {
                    assert_eq!((best, found.lower_bound), (Some(length), length));
                    proofs += 1;
                }
                (end, best) => {
                    assert_eq!(end, End::Interrupted(Interrupt::Nodes));
                    assert_eq!(found.stats.nodes, max_nodes);
                    match best {
                        Some(_) => partial += 1,
                        None => nothing += 1,
                    }
                }
            }
            assert!(found.lower_bound >= bound, "more nodes, weaker bound");
            bound = found.lower_bound;
        }
    }
    assert!(
        proofs > 0 && partial > 0 && nothing > 0,
        "{proofs} {partial} {nothing}"
    );
}

#[test]
fn clock_and_stop_signal_end_a_search() {
    let position = deal(0, CellCount::Eight, GroupLimit::App);
    let limits = Limits {
        deadline: Some(Instant::now()),
        ..Limits::default()
    };
    let found = shortest(&position, limits, MEMORY);
    assert_eq!(found.end, End::Interrupted(Interrupt::Time));
    let limits = Limits {
        stop: Some(&|| true),
        ..Limits::default()
    };
    let found = shortest(&position, limits, MEMORY);
    assert_eq!(found.end, End::Interrupted(Interrupt::Stopped));
}

/// Too little memory is an answer too, at any size.
#[test]
fn memory_is_bounded() {
    let position = deal(0, CellCount::Eight, GroupLimit::App);
    let length = proved(&position).expect("a deal that can be won").len() as u32;
    let mut ends = Vec::new();
    for max_memory in [0, 1000, 100_000, 1 << 20, 1 << 22, 1 << 24, 1 << 26] {
        let found = shortest(&position, Limits::default(), max_memory);
        assert!(found.lower_bound <= length);
        ends.push(found.end);
    }
    assert_eq!(ends.first(), Some(&End::OutOfMemory));
    assert_eq!(ends.last(), Some(&End::Proved));
    assert!(ends.is_sorted_by_key(|end| *end == End::Proved));
}

#[test]
fn won_and_lost_positions_are_told() {
    let rules = Rules::default();
    let won = Layout {
        foundations: [13; 4],
        ..Layout::default()
    };
    let won = Position::from_layout(&won, rules).expect("a position");
    assert_eq!(proved(&won), Some(Vec::new()));
    // Known unwinnable by this package's exact solver and by others: Microsoft's deal 465.
    let deck = Deck::microsoft(465).expect("a number in range");
    let strict = Rules::new(CellCount::Eight, GroupLimit::Strict);
    assert_eq!(proved(&Position::deal(&deck, strict)), None);
}

#[test]
fn many_positions_have_the_lengths_that_they_have_alone() {
    let rules = Rules::new(CellCount::Four, GroupLimit::App);
    let start = |number: usize| Position::deal(&Deck::numbered(number as u32), rules);
    let work = Work {
        threads: 2,
        max_nodes: None,
        wanted: Wanted::ShortestLength { max_memory: MEMORY },
    };
    let decided = decide_many(60, start, work, |_| true).expect("nothing ends it");
    for (number, decided) in decided.iter().enumerate() {
        let alone = shortest(&start(number), Limits::default(), MEMORY);
        assert_eq!(decided.verdict, alone.verdict());
        assert_eq!(decided.nodes, alone.stats.nodes);
        let length = alone.solution.map(|solution| solution.len() as u16);
        assert_eq!(decided.length, length);
        assert_eq!(decided.optimal, length.is_some());
        if decided.optimal {
            assert_eq!(decided.length, Some(decided.lower_bound));
        }
    }
    assert!(decided.iter().any(|decided| decided.optimal));
    assert_eq!(decide_many(1_000_000, start, work, |_| false), None);
}
