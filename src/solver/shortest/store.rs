//! The states met so far, and the queue of those to expand.

use super::memory::{self, NoRoom, make_room};
use super::steps::State;
use super::table::Table;
use crate::card::Card;

/// The end of a list; the parent of the first node.
const NONE: u32 = u32::MAX;

/// One more than the greatest lower bound: every card moved once.
const BOUNDS: usize = Card::COUNT as usize + 1;

/// A state and how it was reached.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The state.
    pub(super) state: State,
    /// How many actions it took, foundations not counted.
    pub(super) cost: u16,
    /// Whether a cheaper way to the state was found, and has a node of its own.
    outdone: bool,
    /// The node before.
    parent: u32,
    /// The next node of the same list in the queue.
    next: u32,
}

/// All nodes; which one a state has; and the queue, a list for every priority and bound.
pub(super) struct Store {
    nodes: Vec<Node>,
    table: Table,
    queue: Vec<[u32; BOUNDS]>,
    /// No list of a lower priority holds a node.
    lowest: usize,
}

impl Store {
    /// A store without room; see [`reserve`](Self::reserve).
    pub(super) const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            table: Table::new(),
            queue: Vec::new(),
            lowest: 0,
        }
    }

    /// Forgets all nodes, and keeps their room.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.table.clear();
        self.queue.clear();
        self.lowest = 0;
    }

    /// Keeps a state and queues it, unless it was met before at that cost or less.
    pub(super) fn offer(
        &mut self,
        state: State,
        cost: u16,
        parent: Option<u32>,
        priority: usize,
        bound: u32,
    ) {
        let number = self.nodes.len() as u32;
        let (hash, nodes) = (hash(state), &mut self.nodes);
        match self
            .table
            .find(hash, |known| nodes[known as usize].state == state)
        {
            Ok(known) if nodes[known as usize].cost <= cost => return,
            Ok(known) => {
                nodes[known as usize].outdone = true;
                self.table.replace(hash, known, number);
            }
            Err(slot) => self.table.fill(slot, hash, number),
        }
        if self.queue.len() <= priority {
            self.queue.resize(priority + 1, [NONE; BOUNDS]);
        }
        self.lowest = self.lowest.min(priority);
        let list = &mut self.queue[priority][bound as usize];
        nodes.push(Node {
            state,
            cost,
            outdone: false,
            parent: parent.unwrap_or(NONE),
            next: *list,
        });
        *list = number;
    }

    /// Takes the most promising node off the queue: lowest priority, then lowest bound, then the
    /// one queued last, so that the search dives where it can.
    pub(super) fn take(&mut self) -> Option<u32> {
        while let Some(lists) = self.queue.get_mut(self.lowest) {
            let Some(list) = lists.iter_mut().find(|list| **list != NONE) else {
                self.lowest += 1;
                continue;
            };
            let number = *list;
            let node = &self.nodes[number as usize];
            *list = node.next;
            if !node.outdone {
                return Some(number);
            }
        }
        None
    }

    /// A priority that all nodes in the queue reach.
    pub(super) const fn lowest(&self) -> usize {
        self.lowest
    }

    /// How many nodes there are.
    pub(super) const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node with that number.
    pub(super) fn node(&self, number: u32) -> Node {
        self.nodes[number as usize]
    }

    /// The states on the way to a node, the first one's included.
    pub(super) fn way(&self, number: u32) -> Vec<State> {
        let mut way = Vec::new();
        let mut at = number;
        while at != NONE {
            let node = self.node(at);
            way.push(node.state);
            at = node.parent;
        }
        way.reverse();
        way
    }

    /// The bytes the store holds.
    pub(super) fn bytes(&self) -> usize {
        memory::bytes(&self.nodes) + self.table.bytes() + memory::bytes(&self.queue)
    }

    /// Makes sure that `more` nodes fit, by allocating `spare` bytes at the most.
    pub(super) fn reserve(&mut self, more: usize, spare: usize) -> Result<(), NoRoom> {
        let count = self.nodes.len() + more;
        if count > NONE as usize {
            return Err(NoRoom);
        }
        let held = self.bytes();
        make_room(&mut self.nodes, more, spare)?;
        let spare = (spare + held).saturating_sub(self.bytes());
        self.table.reserve(count, spare)
    }
}

fn hash(state: State) -> u32 {
    let cells = state.cells.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let both = cells ^ cells >> 29 ^ u64::from(state.remains);
    (both.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32
}
