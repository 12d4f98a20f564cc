//! Eight Off.
