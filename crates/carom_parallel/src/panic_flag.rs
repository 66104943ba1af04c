//! A flag by which waiting threads learn of a panic.

use std::sync::atomic::{AtomicBool, Ordering};

/// Sets a flag if its thread panics while it is held.
pub(crate) struct PanicFlag<'a>(pub &'a AtomicBool);

impl Drop for PanicFlag<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Release);
        }
    }
}
