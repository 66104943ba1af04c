//! What threads share on their way through a stage: places in memory that do not disturb each other, and the word that somebody panicked.

use std::sync::atomic::{AtomicBool, Ordering};

/// On lines of memory of its own: what a worker writes there takes no other's away.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Apart<T>(pub T);

/// Tells the others where a task panics.
pub(crate) struct Breaks<'a>(pub &'a AtomicBool);

impl Drop for Breaks<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Release);
        }
    }
}
