//! All Rust integration tests, one module a topic.

mod actions;
mod brute_force;
mod data;
mod deals;
mod dice;
mod drags;
mod games;
mod incremental;
mod limits;
mod parsers;
mod perft;
mod playthroughs;
mod shortest;
mod solver;
mod whole_boards;
