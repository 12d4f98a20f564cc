//! What a step of a batch costs, without Python: the limits in `benches/README.md` come from here.
//!
//! ```text
//! cargo run --release --example batch_steps -- 1024 8000
//! ```
//!
//! The words are: how many environments, and how many random legal actions each plays (episodes
//! that end begin anew). Prints nanoseconds by the clock, the best of five goes, for a step with
//! its choice of an action and for the choice alone; under valgrind, the difference of two runs
//! of different lengths is what so many more steps take.

use std::time::{Duration, Instant};

use eightoff::Action;
use eightoff::env::{Batch, Observations, Rows, Starts, Stream, Task};
use eightoff::observe::CARDS_LEN;

const GOES: u32 = 5;
const USAGE: &str = "usage: batch_steps ENVIRONMENTS STEPS";

/// The arrays that a batch writes.
struct Arrays {
    observations: Vec<[u8; CARDS_LEN]>,
    masks: Vec<[i8; Action::COUNT]>,
    rewards: Vec<f64>,
    flags: [Vec<bool>; 3],
    numbers: [Vec<i64>; 3],
}

impl Arrays {
    fn new(count: usize) -> Self {
        Self {
            observations: vec![[0; CARDS_LEN]; count],
            masks: vec![[0; Action::COUNT]; count],
            rewards: vec![0.0; count],
            flags: [(); 3].map(|()| vec![false; count]),
            numbers: [(); 3].map(|()| vec![0; count]),
        }
    }

    fn rows(&mut self) -> Rows<'_> {
        let [terminated, truncated, illegal] = &mut self.flags;
        let [scores, cards_home, numbers] = &mut self.numbers;
        Rows {
            observations: Observations::Cards(&mut self.observations),
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated,
            truncated,
            illegal,
            scores,
            cards_home,
            numbers,
        }
    }
}

fn main() {
    let words: Vec<u32> = std::env::args()
        .skip(1)
        .flat_map(|word| word.parse())
        .collect();
    let [count, steps] = words[..] else {
        eprintln!("{USAGE}");
        std::process::exit(2);
    };
    let steps_of_one = steps / GOES;
    let steps_of_all = f64::from(count) * f64::from(steps_of_one);
    let size = count as usize;
    let mut words = Stream::new(1);
    let seeds: Vec<_> = (0..count).map(|_| (words.next(), words.next())).collect();
    let mut batch = Batch::new(Task::default(), Starts::default(), &seeds, 300, true, 1);
    let (mut arrays, mut actions) = (Arrays::new(size), vec![0; size]);
    batch
        .reset(&vec![true; size], None, arrays.rows(), &|| false)
        .expect("any deal will do");
    let (mut best, mut best_choice, mut ended) = (Duration::MAX, Duration::MAX, 0);
    for _ in 0..GOES {
        let (began, mut choosing) = (Instant::now(), Duration::ZERO);
        for _ in 0..steps_of_one {
            let chosen = Instant::now();
            batch.sample(&mut actions).expect("no threads are needed");
            choosing += chosen.elapsed();
            batch
                .step(&actions, arrays.rows(), &|| false)
                .expect("the actions are legal");
            ended += arrays.flags[0].iter().filter(|&&ended| ended).count();
        }
        best = best.min(began.elapsed());
        best_choice = best_choice.min(choosing);
    }
    let each = |time: Duration| time.as_secs_f64() * 1e9 / steps_of_all;
    println!(
        "{count} environments, {steps} steps: {:.1} ns a step, {:.1} of them the choice; {ended} episodes ended",
        each(best),
        each(best_choice),
    );
}
