//! Ctrl-C in the middle of a search.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How often a search looks for Ctrl-C: attaching to the interpreter may have to wait for other
/// threads.
const SIGNALS_EVERY: Duration = Duration::from_millis(50);

/// The stop signal of a search that runs detached from the interpreter: Ctrl-C.
pub(crate) struct Signals(Mutex<(Instant, Option<PyErr>)>);

impl Signals {
    pub(crate) fn new() -> Self {
        Self(Mutex::new((Instant::now(), None)))
    }

    /// Whether a signal has raised an exception; for [`crate::solver::Stop`].
    pub(crate) fn stop(&self) -> bool {
        let Ok(mut state) = self.0.lock() else {
            return true;
        };
        let (last, raised) = &mut *state;
        if raised.is_none() && last.elapsed() >= SIGNALS_EVERY {
            let looked = Python::attach(|py| {
                py.check_signals()?;
                Ok::<_, PyErr>(())
            });
            *raised = looked.err();
            *last = Instant::now();
        }
        raised.is_some()
    }

    /// The exception that the signal has raised.
    pub(crate) fn into_result(self) -> PyResult<()> {
        let raised = self.0.into_inner().ok().and_then(|(_, raised)| raised);
        raised.map_or(Ok(()), Err)
    }
}
