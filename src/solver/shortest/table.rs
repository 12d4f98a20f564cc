//! A hash table of numbers, for things that are kept elsewhere in a vector.

use super::memory::{self, NoRoom, make_room};

/// An empty slot.
const EMPTY: u32 = u32::MAX;

/// Open addressing with linear probing, at most half full.
pub(super) struct Table {
    slots: Vec<u32>,
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
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                EMPTY => return Err(slot),
                number if is(number) => return Ok(number),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Puts a number into an empty slot.
    pub(super) fn fill(&mut self, slot: usize, number: u32) {
        self.slots[slot] = number;
    }

    /// Puts another number in the place of one that was found.
    pub(super) fn replace(&mut self, hash: u32, old: u32, new: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != old {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = new;
    }

    /// Empties all slots.
    pub(super) fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    /// The bytes the table holds.
    pub(super) fn bytes(&self) -> usize {
        memory::bytes(&self.slots)
    }

    /// Makes sure that `count` numbers fit, by allocating `spare` bytes at the most. The numbers
    /// in the table and their hashes are `all`.
    pub(super) fn reserve(
        &mut self,
        count: usize,
        spare: usize,
        all: impl Iterator<Item = (u32, u32)>,
    ) -> Result<(), NoRoom> {
        if 2 * count <= self.slots.len() {
            return Ok(());
        }
        let size = (2 * count).next_power_of_two();
        let mut wider = Vec::new();
        make_room(&mut wider, size, spare)?;
        wider.resize(size, EMPTY);
        self.slots = wider;
        for (number, hash) in all {
            if let Err(slot) = self.find(hash, |_| false) {
                self.fill(slot, number);
            }
        }
        Ok(())
    }
}
