//! A hash table of numbers, for things that are kept elsewhere in a vector.

use super::memory::{self, NoRoom, make_room};

/// A number and the hash of what it stands for. With the hash at hand a search seldom looks at the
/// wrong thing, and a table can grow without looking at any.
#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    number: u32,
}

const EMPTY: Slot = Slot {
    hash: 0,
    number: u32::MAX,
};

/// Open addressing with linear probing, at most half full.
pub(super) struct Table {
    slots: Vec<Slot>,
}

impl Table {
    /// A table without room; see [`reserve`](Self::reserve).
    pub(super) const fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// Finds the number of the thing with that hash that `is` accepts, or else the slot where its
    /// number belongs.
    pub(super) fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.number == EMPTY.number {
                return Err(at);
            }
            if slot.hash == hash && is(slot.number) {
                return Ok(slot.number);
            }
            at = (at + 1) & mask;
        }
    }

    /// Puts a number into an empty slot that was found for it.
    pub(super) fn fill(&mut self, slot: usize, hash: u32, number: u32) {
        self.slots[slot] = Slot { hash, number };
    }

    /// Puts another number in the place of one that was found.
    pub(super) fn replace(&mut self, hash: u32, old: u32, new: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].number != old {
            at = (at + 1) & mask;
        }
        self.slots[at].number = new;
    }

    /// Empties all slots.
    pub(super) fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    /// The bytes the table holds.
    pub(super) fn bytes(&self) -> usize {
        memory::bytes(&self.slots)
    }

    /// Makes sure that `count` numbers fit, by allocating `spare` bytes at the most.
    pub(super) fn reserve(&mut self, count: usize, spare: usize) -> Result<(), NoRoom> {
        if 2 * count <= self.slots.len() {
            return Ok(());
        }
        let size = (2 * count).next_power_of_two();
        let mut wider = Vec::new();
        make_room(&mut wider, size, spare)?;
        wider.resize(size, EMPTY);
        for slot in std::mem::replace(&mut self.slots, wider) {
            if slot.number != EMPTY.number
                && let Err(at) = self.find(slot.hash, |_| false)
            {
                self.slots[at] = slot;
            }
        }
        Ok(())
    }
}
