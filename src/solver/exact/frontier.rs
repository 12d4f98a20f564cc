//! The states that a search came by, and which of them to look at next.

use super::state::State;

/// How hopeful a state can be: 0 the most.
const LEVELS: usize = 1024;
/// More states than this are given back before the next search.
const MOST_KEPT: usize = 1 << 16;
const NONE: u32 = u32::MAX;

/// A state, how it was come by, and its place among the others.
struct Reached {
    state: State,
    /// The state it follows from, by number.
    parent: u32,
    /// The number of moves that led to it.
    depth: u32,
    /// The next one of the same level.
    next: u32,
    /// Whether it waits to be looked at once more.
    again: bool,
}

/// All states of a search, in the order in which they were come by; those that still wait to be
/// looked at are in lists, one for each level of hope.
pub(super) struct Frontier {
    reached: Vec<Reached>,
    /// The number of the last state put on each level, where a level's bit is set.
    last: [u32; LEVELS],
    /// A bit for each level, set where states wait.
    levels: [u64; LEVELS / 64],
    /// A bit for each word of `levels`, set where that is not zero.
    words: u64,
}

impl Frontier {
    pub(super) fn new() -> Self {
        Self {
            reached: Vec::new(),
            last: [NONE; LEVELS],
            levels: [0; LEVELS / 64],
            words: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        if self.reached.len() > MOST_KEPT {
            self.reached = Vec::new();
        }
        self.reached.clear();
        self.levels = [0; LEVELS / 64];
        self.words = 0;
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.reached.len()
    }

    /// Puts a state behind the others, as yet in no list.
    pub(super) fn push(&mut self, state: State, parent: u32, depth: u32) -> &mut State {
        let at = self.reached.len();
        self.reached.push(Reached {
            state,
            parent,
            depth,
            next: NONE,
            again: false,
        });
        &mut self.reached[at].state
    }

    /// Takes out the state pushed last.
    pub(super) fn drop_last(&mut self) {
        self.reached.pop();
    }

    /// Takes out all states from number `first` to the last but one, which gets that number.
    pub(super) fn keep_last(&mut self, first: usize) {
        let last = self.reached.len() - 1;
        self.reached.swap(first, last);
        self.reached.truncate(first + 1);
    }

    /// Of the states from number `first` on, puts those for which `hope` has a level on that
    /// level, and takes out the others.
    pub(super) fn sort_in(&mut self, first: usize, mut hope: impl FnMut(&State) -> Option<i32>) {
        let mut kept = first;
        for at in first..self.reached.len() {
            if let Some(level) = hope(&self.reached[at].state) {
                if kept != at {
                    self.reached.swap(kept, at);
                }
                self.wait(kept as u32, level);
                kept += 1;
            }
        }
        self.reached.truncate(kept);
    }

    /// Puts a state that waits on no level on that one. Smaller levels come first.
    pub(super) fn wait(&mut self, number: u32, level: i32) {
        let level = usize::try_from(level).unwrap_or(0).min(LEVELS - 1);
        let (word, bit) = (level / 64, 1 << (level % 64));
        let others = self.levels[word] & bit != 0;
        let last = self.last[level];
        self.last[level] = number;
        self.levels[word] |= bit;
        self.words |= 1 << word;
        self.reached[number as usize].next = if others { last } else { NONE };
    }

    /// The number of the state to look at next, which is the last of the most hopeful, and its
    /// level.
    pub(super) fn pop(&mut self) -> Option<(u32, i32)> {
        if self.words == 0 {
            return None;
        }
        let word = self.words.trailing_zeros() as usize % (LEVELS / 64);
        let level = (64 * word + self.levels[word].trailing_zeros() as usize) % LEVELS;
        let number = self.last[level];
        let next = self.reached[number as usize].next;
        self.last[level] = next;
        if next == NONE {
            self.levels[word] &= self.levels[word] - 1;
            if self.levels[word] == 0 {
                self.words &= self.words - 1;
            }
        }
        Some((number, i32::from(level as u16)))
    }

    /// A state and its depth, by its number.
    pub(super) fn get(&self, number: u32) -> (State, u32) {
        let reached = &self.reached[number as usize];
        (reached.state, reached.depth)
    }

    /// Whether it is looked at for the second time; from now on it is.
    pub(super) fn is_again(&mut self, number: u32) -> bool {
        std::mem::replace(&mut self.reached[number as usize].again, true)
    }

    /// The states from the first of the search to that one.
    pub(super) fn path_to(&self, number: u32) -> Vec<State> {
        let mut path = Vec::new();
        let mut at = number;
        while let Some(reached) = self.reached.get(at as usize) {
            path.push(reached.state);
            at = reached.parent;
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::Frontier;
    use crate::solver::exact::state::State;

    /// A state that can be told from others.
    fn state(number: u32) -> State {
        State {
            depths: number,
            ..State::default()
        }
    }

    #[test]
    fn the_most_hopeful_come_first_and_of_these_the_last() {
        let mut frontier = Frontier::new();
        for _ in 0..2 {
            frontier.clear();
            let hopes = [7, 5000, -3, 64, 7, 63, 0, 7, 1023];
            for (number, _) in hopes.iter().enumerate() {
                frontier.push(state(number as u32), u32::MAX, 0);
            }
            frontier.sort_in(0, |state| Some(hopes[state.depths as usize]));
            let popped: Vec<u32> = std::iter::from_fn(|| frontier.pop())
                .map(|popped| popped.0)
                .collect();
            assert_eq!(popped, [6, 2, 7, 4, 0, 5, 3, 8, 1]);
        }
    }

    #[test]
    fn hopeless_states_are_taken_out() {
        let mut frontier = Frontier::new();
        for number in 0..10 {
            frontier.push(state(number), u32::MAX, 0);
        }
        frontier.keep_last(6);
        assert_eq!(frontier.len(), 7);
        frontier.sort_in(2, |state| {
            (state.depths % 2 == 1).then_some(state.depths.cast_signed())
        });
        let left = (0..frontier.len() as u32).map(|at| frontier.get(at).0.depths);
        assert_eq!(left.collect::<Vec<_>>(), [0, 1, 3, 5, 9]);
        let popped = std::iter::from_fn(|| frontier.pop()).map(|popped| popped.0);
        assert_eq!(popped.collect::<Vec<_>>(), [2, 3, 4]);
    }

    #[test]
    fn a_path_begins_at_the_first_state() {
        let mut frontier = Frontier::new();
        for (number, parent) in [(0, u32::MAX), (1, 0), (2, 0), (3, 2)] {
            frontier.push(state(number), parent, 0);
        }
        assert_eq!(frontier.path_to(3), [0, 2, 3].map(state));
    }
}
