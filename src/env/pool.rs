//! Threads that survive a fork.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::solver::Stop;

/// How often a caller whose work is done by other threads asks whether to stop it.
const ASK_EVERY: Duration = Duration::from_millis(50);

/// Does `work` on the threads of a pool, telling it to end soon after `stop` says so.
///
/// Only the calling thread asks `stop`: in Python it is the main thread alone that gets signals.
///
/// # Panics
/// When `work` does.
pub fn watched<R: Send>(
    pool: &ThreadPool,
    stop: Stop<'_>,
    work: impl FnOnce(Stop<'_>) -> R + Send,
) -> R {
    let stopped = AtomicBool::new(false);
    let mut result = None;
    pool.in_place_scope(|scope| {
        let (at_work, ended) = mpsc::channel::<()>();
        let (stopped, result) = (&stopped, &mut result);
        scope.spawn(move |_| {
            let _at_work = at_work;
            *result = Some(work(&|| stopped.load(Ordering::Relaxed)));
        });
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(ASK_EVERY) {
            if stop() {
                stopped.store(true, Ordering::Relaxed);
                break;
            }
        }
    });
    result.expect("the scope ends after the work")
}

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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rayon::ThreadPoolBuilder;

    use super::watched;

    #[test]
    fn work_ends_when_the_caller_says_so() {
        let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) == 1;
        let ended = watched(&pool, &stop, |stop| {
            while !stop() {
                std::thread::yield_now();
            }
            7
        });
        assert_eq!((ended, asked.into_inner()), (7, 2));
    }

    #[test]
    #[should_panic(expected = "the work's own")]
    fn panics_come_through() {
        let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        watched(&pool, &|| false, |_| panic!("the work's own"));
    }
}
