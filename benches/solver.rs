//! How fast the exact solver is, next to a plain search over the same states. Every benchmark
//! checks how many deals can be won, so that nothing can be made faster by becoming wrong.

mod plain_search;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eightoff::solver::{Limits, Solver, Verdict, Wanted, Work, decide_many};
use eightoff::{CellCount, Deck, GroupLimit, Position, Rules};

/// Of the deals 0 to 9999, by rules in the order of `Rules::all`, as the plain search has it.
const WINNABLE_IN_10_000: [usize; 6] = [9992, 9990, 1370, 1029, 35, 14];
const DEALS: u32 = 10_000;

fn name(rules: Rules) -> String {
    format!("{} cells, {}", rules.cells.get(), rules.group_limit)
}

/// From deal number to verdict, one after another on one thread.
fn verdicts(c: &mut Criterion) {
    let mut group = c.benchmark_group("verdict");
    group
        .throughput(Throughput::Elements(DEALS.into()))
        .sample_size(20);
    let mut solver = Solver::new();
    for (rules, wins) in Rules::all().zip(WINNABLE_IN_10_000) {
        let can_be_won = |number: &u32| {
            let position = Position::deal(&Deck::numbered(*number), rules);
            solver.verdict(&position, Limits::default()).0 == Verdict::Winnable
        };
        let mut can_be_won = can_be_won;
        group.bench_function(name(rules), |b| {
            b.iter(|| assert_eq!((0..DEALS).filter(&mut can_be_won).count(), wins));
        });
    }
    group.finish();
}

/// The same by the plain search, for the games whose speed has a goal.
fn plain(c: &mut Criterion) {
    let mut group = c.benchmark_group("plain search");
    group
        .throughput(Throughput::Elements(DEALS.into()))
        .sample_size(10);
    for (rules, wins) in Rules::all().zip(WINNABLE_IN_10_000) {
        if rules.cells != CellCount::Eight {
            continue;
        }
        group.bench_function(name(rules), |b| {
            b.iter(|| {
                let won = (0..DEALS)
                    .filter(|&n| {
                        plain_search::is_winnable(&Position::deal(&Deck::numbered(n), rules)).0
                    })
                    .count();
                assert_eq!(won, wins);
            });
        });
    }
    group.finish();
}

/// Solutions with their moves, tidied and played out.
fn solutions(c: &mut Criterion) {
    let mut group = c.benchmark_group("solution");
    group
        .throughput(Throughput::Elements(DEALS.into()))
        .sample_size(20);
    let mut solver = Solver::new();
    group.bench_function("8 cells, app", |b| {
        b.iter(|| {
            let won = (0..DEALS)
                .filter(|&n| {
                    let position = Position::deal(&Deck::numbered(n), Rules::default());
                    solver.solve(&position, Limits::default()).0.verdict() == Verdict::Winnable
                })
                .count();
            assert_eq!(won, WINNABLE_IN_10_000[0]);
        });
    });
    group.finish();
}

/// Many deals on one thread and on two.
fn many(c: &mut Criterion) {
    const MANY: usize = 10 * DEALS as usize;
    let mut group = c.benchmark_group("many");
    group
        .throughput(Throughput::Elements(MANY as u64))
        .sample_size(10);
    for threads in [1, 2] {
        group.bench_function(format!("{threads} threads"), |b| {
            b.iter(|| {
                let work = Work {
                    threads,
                    max_nodes: None,
                    wanted: Wanted::Verdict,
                };
                let deal = |i| Position::deal(&Deck::numbered(i as u32), Rules::default());
                let decided = decide_many(MANY, deal, work, |_| true).expect("nobody stops it");
                let lost = decided.iter().filter(|d| d.verdict == Verdict::Unwinnable);
                assert_eq!(lost.count(), 86);
            });
        });
    }
    group.finish();
}

/// Microsoft's first 32,000 deals by the strict limit, as other programs' solvers are measured.
fn microsoft(c: &mut Criterion) {
    const COUNT: u32 = 32_000;
    let rules = Rules::new(CellCount::Eight, GroupLimit::Strict);
    let positions: Vec<Position> = (1..=COUNT)
        .filter_map(|number| Some(Position::deal(&Deck::microsoft(number)?, rules)))
        .collect();
    let mut group = c.benchmark_group("Microsoft's deals");
    group
        .throughput(Throughput::Elements(COUNT.into()))
        .sample_size(10);
    let mut solver = Solver::new();
    group.bench_function("1 to 32000, strict", |b| {
        b.iter(|| {
            let lost = positions
                .iter()
                .filter(|p| solver.verdict(p, Limits::default()).0 == Verdict::Unwinnable)
                .count();
            assert_eq!(lost, 45);
        });
    });
    group.finish();
}

criterion_group!(benches, verdicts, plain, solutions, many, microsoft);
criterion_main!(benches);
