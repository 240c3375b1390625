//! When a request may be sent.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest wait before something is tried again.
const LONGEST: Duration = Duration::from_secs(60);

/// One pace for all threads that ask a service.
#[derive(Debug)]
pub(super) struct Pace {
    /// Between two requests.
    interval: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// When the next one may be sent.
    next: Instant,
    /// Until when the service wants to be left alone.
    held: Instant,
}

impl Pace {
    pub(super) fn new(per_minute: Option<NonZeroU32>) -> Self {
        let interval = per_minute.map_or(Duration::ZERO, |requests| Duration::from_secs(60) / requests.get());
        let now = Instant::now();
        Self { interval, state: Mutex::new(State { next: now, held: now }) }
    }

    /// Waits until a request may be sent.
    pub(super) fn wait(&self) {
        let slot = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let slot = state.next.max(state.held).max(Instant::now());
            state.next = slot + self.interval;
            slot
        };
        let mut until = slot;
        loop {
            let wait = until.saturating_duration_since(Instant::now());
            if wait.is_zero() {
                return;
            }
            thread::sleep(wait);
            // Meanwhile another thread may have been told to wait for longer.
            until = self.state.lock().unwrap_or_else(PoisonError::into_inner).held;
        }
    }

    /// Has every thread wait so long before it sends another.
    pub(super) fn hold(&self, wait: Duration) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.held = state.held.max(Instant::now() + wait);
    }
}

/// How long to wait before the `nth` time that something is tried again. Threads that failed together do not come back together: waits
/// differ by up to a half, which decides when something is asked and never what comes out.
pub(super) fn back_off(first: Duration, nth: u32) -> Duration {
    let whole = first.saturating_mul(1_u32.checked_shl(nth).unwrap_or(u32::MAX)).min(LONGEST);
    let share = RandomState::new().hash_one(nth) as f64 / u64::MAX as f64;
    whole.mul_f64(0.5 + share / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_spread_over_the_minute() {
        let pace = Pace::new(NonZeroU32::new(1200));
        let start = Instant::now();
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| (0..2).for_each(|_| pace.wait()));
            }
        });
        assert!(start.elapsed() >= Duration::from_millis(250), "six in {:?}", start.elapsed());
    }

    #[test]
    fn whoever_is_held_waits_whether_it_slept_already_or_not() {
        let pace = Pace::new(NonZeroU32::new(600));
        pace.wait();
        let start = Instant::now();
        thread::scope(|scope| {
            scope.spawn(|| pace.wait());
            thread::sleep(Duration::from_millis(20));
            pace.hold(Duration::from_millis(300));
        });
        assert!(start.elapsed() >= Duration::from_millis(300), "{:?}", start.elapsed());
        pace.wait();
    }

    #[test]
    fn waits_double_up_to_a_minute() {
        let first = Duration::from_millis(500);
        for nth in 0..64 {
            let whole = first.saturating_mul(1 << nth.min(20)).min(LONGEST);
            let wait = back_off(first, nth);
            assert!(wait >= whole / 2 && wait <= whole, "{nth}: {wait:?}");
        }
        assert_eq!(back_off(Duration::ZERO, 3), Duration::ZERO);
    }
}
