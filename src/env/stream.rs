//! The random numbers of one environment.

/// A stream of 64-bit words: the generator that Steele, Lea and Flood (2014) call `SplitMix`.
///
/// One word of state makes thousands of environments cheap to keep, to copy and to save, and the
/// numbers are the same on every machine and for every number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    state: u64,
}

impl Stream {
    /// The stream that starts from `state`; any word will do.
    #[must_use]
    pub const fn new(state: u64) -> Self {
        Self { state }
    }

    /// What [`new`](Self::new) takes to go on from here.
    #[must_use]
    pub const fn state(self) -> u64 {
        self.state
    }

    /// The next word.
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

/// `word` scaled to 0..n. No result is likelier than another by more than n in 2⁶⁴.
#[must_use]
pub(super) const fn scaled(word: u64, n: u64) -> u64 {
    ((word as u128 * n as u128) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::Stream;

    /// The first numbers from 1234567 as published with the Java and C reference programs.
    #[test]
    fn words_are_the_published_ones() {
        let mut stream = Stream::new(1_234_567);
        let words: [u64; 5] = std::array::from_fn(|_| stream.next());
        assert_eq!(
            words,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }
}
