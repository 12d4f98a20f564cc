//! The states that a search has met.

/// A set of keys below 2^28, kept in one table of which clearing costs nothing: each entry
/// carries the number of the search it belongs to.
pub(super) struct Visited {
    /// Search number and key, or an entry of an earlier search.
    entries: Vec<u64>,
    search: u64,
    len: usize,
}

const KEY_BITS: u32 = 28;
const SMALLEST: usize = 1024;
/// A table that grew beyond this in one search is given back before the next.
const LARGEST_KEPT: usize = 1 << 18;

impl Visited {
    pub(super) fn new() -> Self {
        Self {
            entries: vec![0; SMALLEST],
            search: 0,
            len: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        if self.entries.len() > LARGEST_KEPT {
            *self = Self::new();
        }
        self.search += 1;
        self.len = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Puts a key in; `false` if it was there.
    pub(super) fn insert(&mut self, key: u32) -> bool {
        if 2 * self.len >= self.entries.len() {
            self.grow();
        }
        let wanted = self.search << KEY_BITS | u64::from(key);
        let mask = self.entries.len() - 1;
        // The upper half of the product depends on all bits of the key.
        let mut slot = (u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        loop {
            let entry = self.entries[slot & mask];
            if entry == wanted {
                return false;
            }
            if entry >> KEY_BITS != self.search {
                self.entries[slot & mask] = wanted;
                self.len += 1;
                return true;
            }
            slot += 1;
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let doubled = vec![0; 2 * self.entries.len()];
        let entries = std::mem::replace(&mut self.entries, doubled);
        self.len = 0;
        for entry in entries {
            if entry >> KEY_BITS == self.search {
                self.insert((entry & ((1 << KEY_BITS) - 1)) as u32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SMALLEST, Visited};

    #[test]
    fn keys_are_kept_through_growth_and_forgotten_by_clear() {
        let mut visited = Visited::new();
        for _ in 0..2 {
            visited.clear();
            let keys = (0..5 * SMALLEST as u32).map(|i| i.wrapping_mul(0x00F1_2345) >> 4);
            let mut reference = std::collections::HashSet::new();
            for key in keys.clone().chain(keys) {
                assert_eq!(visited.insert(key), reference.insert(key), "{key}");
            }
            assert_eq!(visited.len(), reference.len());
        }
    }
}
