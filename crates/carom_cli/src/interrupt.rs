//! Ctrl-C: the first ends a run after its step, so that its report can be written. The second ends the program.

use crate::failure::{Failure, INTERRUPTED};
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Listens to Ctrl-C from now on.
pub fn listen() {
    let stop = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    // Without a handler Ctrl-C ends the program at once, as elsewhere.
    let _ = ctrlc::set_handler(stop);
}

/// The failure of a run that was interrupted.
pub fn failure(done: u32, steps: u32) -> Option<Failure> {
    let is_asked = ASKED.load(Ordering::Relaxed) && done < steps;
    is_asked.then(|| Failure::interrupted(format!("interrupted after {done} of {steps} steps")))
}
