//! Runs independent jobs on several threads.

use clap::builder::RangedU64ValueParser;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Bytes of stack of each thread: enough for a search, which a job may do on its thread.
const STACK_SIZE: usize = 32 << 20;

/// How many jobs a task does at a time, as its command line says it.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct Threads {
    /// Games, searches or other jobs at a time (default: all cores)
    #[arg(long = "threads", value_name = "N",
          value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub given: Option<usize>,
}

impl Threads {
    /// The number of threads, at least 1.
    #[must_use]
    pub fn count(self) -> usize {
        self.given.unwrap_or_else(default_threads)
    }
}

/// The default number of threads: all cores.
#[must_use]
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does every job and returns the results in the order of the jobs.
///
/// `threads` is raised to 1 where it is 0.
///
/// # Errors
/// After the first failure no more jobs are handed out, those under way are
/// finished, and the failure of the earliest failed job is returned: jobs start
/// in order, so it is the same one however many threads there are.
pub fn run<J: Sync, R: Send, E: Send>(
    jobs: &[J],
    threads: usize,
    work: impl Fn(&J) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let finished: Mutex<Vec<(usize, Result<R, E>)>> = Mutex::new(Vec::with_capacity(jobs.len()));
    let worker = || {
        while !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else { break };
            let result = work(job);
            failed.fetch_or(result.is_err(), Ordering::Relaxed);
            finished.lock().expect("no job panics with the lock held").push((index, result));
        }
    };
    std::thread::scope(|scope| {
        let spawn =
            || std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, worker);
        // Where the system refuses more of them, those that run do all jobs.
        let started = (0..threads.clamp(1, jobs.len().max(1))).take_while(|_| spawn().is_ok());
        if started.count() == 0 {
            worker();
        }
    });
    let mut finished = finished.into_inner().expect("no job panics with the lock held");
    finished.sort_by_key(|&(index, _)| index);
    finished.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_failures_are_those_of_the_jobs_in_order() {
        let jobs: Vec<u32> = (0..1000).collect();
        let squares = run(&jobs, 4, |&job| Ok::<_, ()>(job * job)).unwrap();
        assert!(squares.iter().zip(&jobs).all(|(square, job)| *square == job * job));
        for threads in [0, 1, 4] {
            let result = run(&jobs, threads, |&job| if job >= 500 { Err(job) } else { Ok(job) });
            assert_eq!(result, Err(500));
        }
        assert_eq!(run(&[] as &[u8], 2, |_| Ok::<u8, ()>(0)), Ok(vec![]));
    }
}
