//! All Rust integration tests, one module a topic.

mod smoke;
