//! Between C and Rust: panics stop here, and failures are remembered.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::failure::{Failure, OK};
use crate::text::Text;

pub use crate::failure::Status;

thread_local! {
    static LAST: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// Does what a function of the header is for, and tells C how it went.
///
/// Unwind safety: engine and chunks are only read; what they fill as they go is behind locks and cells that outlive a panic.
pub(crate) fn border(work: impl FnOnce() -> Result<(), Failure>) -> Status {
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(Failure::panicked(payload)));
    let Err(failure) = done else { return OK };
    let status = failure.status;
    // A thread that is ending has no last error any more.
    let _ = LAST.try_with(|last| last.replace(Some(failure)));
    status
}

/// The same for a function that returns something else: where that fails, it is the default.
pub(crate) fn border_with<T: Default>(work: impl FnOnce() -> T) -> T {
    let mut result = T::default();
    border(|| {
        result = work();
        Ok(())
    });
    result
}

/// See `kawara_last_status` in the header.
#[unsafe(no_mangle)]
pub extern "C" fn kawara_last_status() -> Status {
    let status =
        |last: &RefCell<Option<Failure>>| last.borrow().as_ref().map_or(OK, |failure| failure.status);
    LAST.try_with(status).unwrap_or(OK)
}

/// See `kawara_last_error` in the header.
#[unsafe(no_mangle)]
pub extern "C" fn kawara_last_error() -> Text {
    let message =
        |last: &RefCell<Option<Failure>>| last.borrow().as_ref().map(|failure| Text::of(&failure.message));
    LAST.try_with(message).ok().flatten().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::panic::panic_any;

    use super::*;
    use crate::failure::{ARGUMENT, PANIC};

    fn last() -> String {
        // SAFETY: nothing fails between here and the copy.
        unsafe { kawara_last_error().read("the last error") }.unwrap().to_owned()
    }

    #[test]
    fn panics_end_here() {
        struct Twice;
        impl Drop for Twice {
            fn drop(&mut self) {
                panic!("once more");
            }
        }
        assert_eq!(border(|| panic!("the roof fell in")), PANIC);
        assert!(last().contains("the roof fell in"), "{}", last());
        assert_eq!(border(|| panic_any(Twice)), PANIC);
        assert_eq!(border_with::<usize>(|| panic!("and the wall")), 0);
        assert!(last().contains("and the wall"));
        assert_eq!(kawara_last_status(), PANIC);
    }

    #[test]
    fn errors_stay_with_their_thread_and_until_the_next() {
        assert_eq!(border(|| Err(Failure::argument("one"))), ARGUMENT);
        let other = std::thread::spawn(|| {
            let before = (kawara_last_status(), last());
            border(|| Err(Failure::argument("two")));
            (before, last())
        });
        assert_eq!(other.join().unwrap(), ((OK, String::new()), "two".to_owned()));
        assert_eq!(border(|| Ok(())), OK);
        assert_eq!((kawara_last_status(), last()), (ARGUMENT, "one".to_owned()));
    }
}
