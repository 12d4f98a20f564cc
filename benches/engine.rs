//! How fast the core is. Every benchmark checks the counts it produces, so that nothing can be
//! made faster by becoming wrong.

use std::hint::black_box;
use std::num::NonZeroUsize;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eightoff::{Action, CellCount, Deck, GroupLimit, Move, Position, Rules};

/// Counts that an independent model of the rules produced (see tests/data/README.md).
const PERFT_DATA: &str = include_str!("../tests/data/perft.txt");

/// A position with the number of action sequences of one length that start there.
struct Perft {
    position: Position,
    depth: u32,
    count: u64,
}

/// The deepest known count of each numbered deal with that many cells, app limit.
fn known_counts(cells: CellCount) -> Vec<Perft> {
    let suffix = format!("-C{}-app", cells.get());
    let rules = Rules::new(cells, GroupLimit::App);
    PERFT_DATA
        .split("\n\n")
        .filter_map(|record| {
            let value = |key| record.lines().find_map(move |line| line.strip_prefix(key));
            value("id deal-").filter(|id| id.ends_with(&suffix))?;
            let number = value("deal ")?.parse().ok()?;
            let deepest = record
                .lines()
                .rev()
                .find_map(|l| l.strip_prefix("perft "))?;
            let (depth, count) = deepest.split_once(' ')?;
            Some(Perft {
                position: Position::deal(&Deck::numbered(number), rules),
                depth: depth.parse().ok()?,
                count: count.parse().ok()?,
            })
        })
        .collect()
}

/// Action sequences a second, the last action of each counted rather than played.
fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for cells in CellCount::ALL {
        let known = known_counts(cells);
        assert!(!known.is_empty(), "no counts for {cells:?} in the data");
        group.throughput(Throughput::Elements(known.iter().map(|k| k.count).sum()));
        group.bench_function(format!("{} cells", cells.get()), |b| {
            b.iter(|| {
                for known in &known {
                    assert_eq!(black_box(&known.position).perft(known.depth), known.count);
                }
            });
        });
    }
    group.finish();
}

/// A deal and the actions of one game of it.
struct Played {
    start: Position,
    actions: Vec<Action>,
}

/// Games of the first hundred deals, each to its dead end or for 200 actions: at each step a
/// different choice among the legal ones.
fn games() -> Vec<Played> {
    (0..100)
        .map(|number| {
            let start = Position::deal(&Deck::numbered(number), Rules::default());
            let (mut position, mut actions) = (start, Vec::new());
            while actions.len() < 200 {
                let legal: Vec<Action> = position.legal_actions().iter().collect();
                let Some(choices) = NonZeroUsize::new(legal.len()) else {
                    break;
                };
                let action = legal[(actions.len() * 7 + 3) % choices];
                position.play_unchecked(action);
                actions.push(action);
            }
            Played { start, actions }
        })
        .collect()
}

/// One element: all legal actions found, one of them played, and later taken back.
fn play(c: &mut Criterion) {
    let games = games();
    let moves: usize = games.iter().map(|game| game.actions.len()).sum();
    let mut group = c.benchmark_group("play");
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("generate, apply, undo", |b| {
        let mut played: Vec<Move> = Vec::with_capacity(200);
        b.iter(|| {
            for Played { start, actions } in black_box(&games) {
                let mut position = *start;
                for &action in actions {
                    assert!(position.legal_actions().contains(action));
                    played.push(position.play_unchecked(action));
                }
                while let Some(last) = played.pop() {
                    position.unmake(&last);
                }
                assert_eq!(position, *start);
            }
        });
    });
    group.finish();
}

/// The legal actions alone, as sets and as the 156 bytes that environments hand out.
fn legal(c: &mut Criterion) {
    let mut positions = Vec::new();
    for Played { start, actions } in games() {
        let mut position = start;
        positions.push(position);
        for action in actions {
            position.play_unchecked(action);
            positions.push(position);
        }
    }
    let total: u32 = positions.iter().map(|p| p.legal_actions().len()).sum();
    let mut group = c.benchmark_group("legal");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("sets", |b| {
        b.iter(|| {
            let found: u32 = black_box(&positions)
                .iter()
                .map(|position| position.legal_actions().len())
                .sum();
            assert_eq!(found, total);
        });
    });
    group.bench_function("mask", |b| {
        let mut mask = [0_i8; Action::COUNT];
        b.iter(|| {
            for position in black_box(&positions) {
                position.legal_actions().write_mask(black_box(&mut mask));
            }
        });
        let last = positions[positions.len() - 1].legal_actions();
        assert_eq!(
            mask.iter()
                .map(|&byte| u32::from(byte.unsigned_abs()))
                .sum::<u32>(),
            last.len()
        );
    });
    group.finish();
}

/// From a deal number to a position.
fn deal(c: &mut Criterion) {
    const DEALS: u32 = 100;
    let mut group = c.benchmark_group("deal");
    group.throughput(Throughput::Elements(u64::from(DEALS)));
    group.bench_function("numbered", |b| {
        b.iter(|| {
            for number in 0..black_box(DEALS) {
                let position = Position::deal(&Deck::numbered(number), Rules::default());
                assert_eq!(position.free_cells(), 4);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, perft, play, legal, deal);
criterion_main!(benches);
