//! Many things at once: workers in parallel, results in the order of input, bytes in flight capped.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};

/// How work is spread.
pub(crate) struct Spread {
    pub(crate) threads: NonZeroUsize,
    /// The most bytes that are worked on or wait for the sink; one heavier item goes alone.
    pub(crate) bytes_in_flight: u64,
}

/// Does `step` to every item, on as many threads as asked for, each with a worker of its own, and hands the results to `sink` in
/// the order of the items, on this thread. When the sink returns `false` the run stops early. A step must not panic.
pub(crate) fn in_order<T: Send, W, R: Send>(
    spread: &Spread,
    items: impl Iterator<Item = T> + Send,
    weight: impl Fn(&T) -> u64 + Send + Sync,
    worker: impl Fn() -> W + Sync,
    step: impl Fn(&mut W, T) -> R + Sync,
    mut sink: impl FnMut(R) -> bool,
) {
    let flight = Flight::new(spread.bytes_in_flight);
    let (to_workers, from_source) = mpsc::sync_channel::<(u64, u64, T)>(spread.threads.get() * 2);
    // Owned by the workers alone: when they are gone, the source stops instead of waiting for them.
    let from_source = Arc::new(Mutex::new(from_source));
    let (to_sink, from_workers) = mpsc::channel();
    std::thread::scope(|scope| {
        let (flight, worker, step) = (&flight, &worker, &step);
        // However this thread leaves, the source must not go on waiting for room.
        let _abort = Abort(flight);
        scope.spawn(move || {
            for (nth, item) in (0u64..).zip(items) {
                let weight = weight(&item);
                if !flight.take_off(weight) || to_workers.send((nth, weight, item)).is_err() {
                    break;
                }
            }
        });
        for _ in 0..spread.threads.get() {
            let (to_sink, from_source) = (to_sink.clone(), Arc::clone(&from_source));
            scope.spawn(move || {
                let mut worker = worker();
                loop {
                    let next = lock(&from_source).recv();
                    let Ok((nth, weight, item)) = next else { break };
                    if to_sink.send((nth, weight, step(&mut worker, item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop((to_sink, from_source));
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (nth, weight, result) in from_workers {
            waiting.insert(nth, (weight, result));
            while let Some((weight, result)) = waiting.remove(&due) {
                if !sink(result) {
                    return;
                }
                flight.land(weight);
                due += 1;
            }
        }
    });
}

/// Counts the bytes of items between reading and writing.
struct Flight {
    most: u64,
    state: Mutex<State>,
    landed: Condvar,
}

/// Stops the source when it is dropped.
struct Abort<'f>(&'f Flight);

impl Drop for Abort<'_> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[derive(Default)]
struct State {
    bytes: u64,
    aborted: bool,
}

impl Flight {
    fn new(most: u64) -> Self {
        Self { most, state: Mutex::default(), landed: Condvar::new() }
    }

    /// Waits until there is room; `false` when the run was stopped.
    fn take_off(&self, bytes: u64) -> bool {
        let mut state = lock(&self.state);
        while !state.aborted && state.bytes > 0 && state.bytes + bytes > self.most {
            state = self.landed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.bytes += bytes;
        !state.aborted
    }

    fn land(&self, bytes: u64) {
        lock(&self.state).bytes -= bytes;
        self.landed.notify_all();
    }

    fn abort(&self) {
        lock(&self.state).aborted = true;
        self.landed.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
