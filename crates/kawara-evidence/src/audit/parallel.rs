//! The same step for many things, on several threads, results in their order.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `step` for 0 to `count`; `None` where it panicked.
pub(super) fn each<T: Send>(
    threads: NonZeroUsize,
    count: usize,
    step: impl Fn(usize) -> T + Sync,
) -> Vec<Option<T>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= count {
                return done;
            }
            done.push((nth, catch_unwind(AssertUnwindSafe(|| step(nth))).ok()));
        }
    };
    let mut all: Vec<(usize, Option<T>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.get().min(count)).map(|_| scope.spawn(work)).collect();
        // Nothing in a thread panics that is not caught.
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    all.sort_unstable_by_key(|(nth, _)| *nth);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

    use super::*;

    #[test]
    fn results_keep_their_order_and_a_panic_its_place() {
        for threads in [1, 2, 7] {
            let threads = NonZeroUsize::new(threads).unwrap();
            let done = each(threads, 50, |nth| if nth == 20 { panic!("on purpose") } else { nth * 2 });
            let wanted: Vec<Option<usize>> = (0..50).map(|nth| (nth != 20).then_some(nth * 2)).collect();
            assert_eq!(done, wanted);
            assert!(each(threads, 0, |nth| nth).is_empty());
        }
    }
}
