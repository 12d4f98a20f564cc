//! Sets of actions as the 156 bytes that learners take.

use wide::u8x16;

use crate::action::{Action, ActionSet};

/// Sixteen entries of a mask, and where they come from.
struct Chunk {
    /// The first of the entries.
    start: usize,
    /// For each entry the byte that holds its card, of the bytes that [`halves`] lays out.
    bytes: [u8; 16],
    /// For each entry its card's bit in that byte.
    bits: [u8; 16],
}

/// The entries from here on are taken from the second half.
const SECOND_HALF: usize = 80;

/// The last chunk overlaps the one before it, since 156 is no multiple of 16.
static CHUNKS: [Chunk; 10] = {
    const NONE: Chunk = Chunk {
        start: 0,
        bytes: [0; 16],
        bits: [0; 16],
    };
    let mut chunks = [NONE; 10];
    let mut chunk = 0;
    while chunk < chunks.len() {
        let last_start = Action::COUNT - 16;
        let start = if 16 * chunk < last_start {
            16 * chunk
        } else {
            last_start
        };
        chunks[chunk].start = start;
        let mut entry = 0;
        while entry < 16 {
            let (card, destination) = ((start + entry) / 3, (start + entry) % 3);
            let first_byte = if start < SECOND_HALF { 0 } else { 3 };
            chunks[chunk].bytes[entry] = (4 * destination + card / 8 - first_byte) as u8;
            chunks[chunk].bits[entry] = 1 << (card % 8);
            entry += 1;
        }
        chunk += 1;
    }
    chunks
};

/// The cards 0..=31 of the three sets, then the cards 24..=51: each chunk needs one of them.
fn halves(actions: ActionSet) -> [u8x16; 2] {
    [0, 24].map(|shift| {
        let [foundation, tableau, cell] = actions
            .by_destination()
            .map(|set| u128::from((set.bits() >> shift) as u32));
        u8x16::from((foundation | tableau << 32 | cell << 64).to_le_bytes())
    })
}

impl ActionSet {
    /// Writes 1 for every action of the set into `mask`, 0 for the others.
    #[inline]
    pub fn write_mask(self, mask: &mut [i8; Action::COUNT]) {
        let halves = halves(self);
        for chunk in &CHUNKS {
            let half = halves[usize::from(chunk.start >= SECOND_HALF)];
            let found = half.shuffle(u8x16::from(chunk.bytes)) & u8x16::from(chunk.bits);
            let ones = found.min(u8x16::splat(1)).to_array();
            mask[chunk.start..chunk.start + 16].copy_from_slice(&ones.map(u8::cast_signed));
        }
    }
}
