//! The time of stages that threads can share.

use crate::clock::Stopwatch;

/// Sums the time of stages that threads can share; it reads the clock only when such stages begin or end.
pub(crate) struct Meter {
    shared: bool,
    timer: Stopwatch,
    ns: u64,
}

impl Meter {
    /// Outside of such stages.
    pub(crate) fn start() -> Self {
        Self { shared: false, timer: Stopwatch::start(), ns: 0 }
    }

    /// The sum [ns].
    pub(crate) fn ns(&self) -> u64 {
        self.ns
    }

    /// Notes whether threads can share what follows.
    pub(crate) fn turn(&mut self, shared: bool) {
        if self.shared != shared {
            if self.shared {
                self.ns += self.timer.nanoseconds();
            } else {
                self.timer = Stopwatch::start();
            }
            self.shared = shared;
        }
    }
}
