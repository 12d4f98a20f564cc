//! How fast shortest solutions are found and proved. The lengths are checked, so that nothing can
//! be made faster by becoming wrong.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eightoff::solver::Limits;
use eightoff::solver::shortest::shortest;
use eightoff::{CellCount, Deck, GroupLimit, Position, Rules};

/// All deals from number 0 on under one rule set, and what becomes of them.
struct Deals {
    rules: Rules,
    count: u32,
    winnable: usize,
    /// The lengths of the shortest solutions, added up.
    actions: usize,
}

const DEALS: [Deals; 3] = [
    Deals {
        rules: Rules::new(CellCount::Eight, GroupLimit::App),
        count: 100,
        winnable: 99,
        actions: 7_261,
    },
    Deals {
        rules: Rules::new(CellCount::Eight, GroupLimit::Strict),
        count: 100,
        winnable: 99,
        actions: 7_280,
    },
    Deals {
        rules: Rules::new(CellCount::Four, GroupLimit::App),
        count: 1000,
        winnable: 147,
        actions: 11_368,
    },
];

fn shortest_solutions(c: &mut Criterion) {
    let mut group = c.benchmark_group("shortest");
    group.sample_size(10);
    for deals in DEALS {
        let rules = deals.rules;
        let starts: Vec<Position> = (0..deals.count)
            .map(|number| Position::deal(&Deck::numbered(number), rules))
            .collect();
        group.throughput(Throughput::Elements(deals.count.into()));
        let name = format!("{} cells, {}", rules.cells.get(), rules.group_limit);
        group.bench_function(name, |b| {
            b.iter(|| {
                let solve = |start| shortest(black_box(start), Limits::default(), 1 << 30).solution;
                let lengths: Vec<usize> = starts
                    .iter()
                    .filter_map(solve)
                    .map(|solution| solution.len())
                    .collect();
                assert_eq!(lengths.len(), deals.winnable);
                assert_eq!(lengths.iter().sum::<usize>(), deals.actions);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, shortest_solutions);
criterion_main!(benches);
