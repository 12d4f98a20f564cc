//! Threads that survive a fork.

use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Worker threads of the process that uses them.
///
/// A forked child inherits the pool but not its threads, and would wait for them for ever; so a
/// pool belongs to a process, and a child builds its own at first use.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    built: Option<(u32, Arc<ThreadPool>)>,
}

impl Pool {
    /// The pool of this process, with that many threads.
    pub(super) fn get(&mut self, threads: usize) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
        let process = std::process::id();
        match &self.built {
            Some((owner, pool)) if *owner == process => Ok(Arc::clone(pool)),
            _ => {
                let pool = Arc::new(ThreadPoolBuilder::new().num_threads(threads).build()?);
                self.forget();
                self.built = Some((process, Arc::clone(&pool)));
                Ok(pool)
            }
        }
    }

    /// Lets go of a pool without ending its threads, which this process may not have.
    fn forget(&mut self) {
        if let Some((_, pool)) = self.built.take() {
            std::mem::forget(pool);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if self
            .built
            .as_ref()
            .is_some_and(|(owner, _)| *owner != std::process::id())
        {
            self.forget();
        }
    }
}
