//! The door of a file: a panic behind it is a bug of this program, and ends the reading of that file alone.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static IS_INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread reads a file: a panic will be caught and become a gap, so that nothing has to be printed.
pub fn is_reading() -> bool {
    IS_INSIDE.get()
}

/// Reads a file. What it says where it panics.
pub fn guarded<T>(read: impl FnOnce() -> T) -> Result<T, String> {
    let was = IS_INSIDE.replace(true);
    // What a panic leaves behind is the parser of this thread, which is not used again.
    let result = catch_unwind(AssertUnwindSafe(read));
    IS_INSIDE.set(was);
    result.map_err(|panic| said(&*panic))
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let first = text.and_then(|text| text.lines().next()).unwrap_or("no message");
    format!("an internal error, which is a bug of cg-bundle; please report it: {first}")
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::{guarded, is_reading};

    #[test]
    fn a_panic_is_caught_and_said() {
        assert_eq!(guarded(|| 1), Ok(1));
        let error = guarded(|| -> u32 { panic!("index {} out of range\nmore", 3) }).expect_err("a panic");
        assert!(error.ends_with("please report it: index 3 out of range"), "{error}");
        assert!(!is_reading());
    }
}
