//! Ordered parallel map with bounded read-ahead.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc;

use cli_support::Failure;
use rayon::ThreadPoolBuilder;

/// Number of tasks read ahead of the next result, per worker.
const READ_AHEAD: usize = 4;

/// Worker pool that processes tasks in parallel and returns the results in the order of the tasks.
pub(crate) struct OrderedWorkers<'a> {
    /// Number of tasks processed at the same time.
    pub(crate) jobs: usize,
    /// Returns true when no further task is to be started.
    pub(crate) is_stopped: &'a (dyn Fn() -> bool + Sync),
}

impl OrderedWorkers<'_> {
    /// Processes tasks until `next_task` returns `None`, the pool is stopped, or `take` fails. Only `process` runs on
    /// the workers.
    pub(crate) fn run<Task: Send, T: Send>(
        &self,
        mut next_task: impl FnMut() -> Option<Task>,
        process: impl Fn(&Task) -> T + Sync,
        mut take: impl FnMut(Task, T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let pool = ThreadPoolBuilder::new().num_threads(self.jobs).build().map_err(Failure::bad_input)?;
        let (sender, finished) = mpsc::channel();
        let process = &process;
        pool.in_place_scope(|scope| {
            let mut waiting = BTreeMap::new();
            let (mut started, mut taken) = (0, 0);
            loop {
                while started < taken + READ_AHEAD * self.jobs && !(self.is_stopped)() {
                    let Some(task) = next_task() else { break };
                    let (number, sender) = (started, sender.clone());
                    scope.spawn(move |_| {
                        let result = catch_unwind(AssertUnwindSafe(|| process(&task)));
                        // The receiver is gone only after `take` has failed.
                        let _ = sender.send((number, task, result));
                    });
                    started += 1;
                }
                if started == taken {
                    return Ok(());
                }
                let Ok((number, task, result)) = finished.recv() else { return Ok(()) };
                waiting.insert(number, (task, result.unwrap_or_else(|panic| resume_unwind(panic))));
                while let Some((task, result)) = waiting.remove(&taken) {
                    taken += 1;
                    take(task, result)?;
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_keep_the_order_of_the_tasks() {
        let mut tasks = 0..50;
        let mut results = Vec::new();
        let workers = OrderedWorkers { jobs: 4, is_stopped: &|| false };
        let double_slowly = |&task: &u64| {
            thread::sleep(Duration::from_millis(task % 5));
            2 * task
        };
        let run = workers.run(
            || tasks.next(),
            double_slowly,
            |task, result| {
                results.push((task, result));
                Ok(())
            },
        );
        assert!(run.is_ok());
        assert_eq!(results, (0..50).map(|task| (task, 2 * task)).collect::<Vec<_>>());
    }

    #[test]
    fn a_failure_ends_the_run() {
        let mut taken = 0;
        let workers = OrderedWorkers { jobs: 2, is_stopped: &|| false };
        let run = workers.run(
            || Some(()),
            |()| (),
            |(), ()| {
                taken += 1;
                if taken == 3 { Err(Failure::CheckFailed) } else { Ok(()) }
            },
        );
        assert!(matches!(run, Err(Failure::CheckFailed)));
        assert_eq!(taken, 3);
    }
}
