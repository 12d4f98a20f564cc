//! What a search has cost, in figures that no other work on the machine changes.

/// What a search has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States looked at, with what can follow them; one that is looked at again counts again.
    pub nodes: u64,
    /// States remembered at the end, which is what memory grows with.
    pub stored: u64,
}
