//! Times of the stages of a step.

use crate::Trace;
use std::sync::Arc;
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;
#[cfg(all(target_arch = "wasm32", feature = "web_clock"))]
use web_time::Instant;

/// An instant where there is no clock: all are the same. The standard one panics on wasm32.
#[cfg(all(target_arch = "wasm32", not(feature = "web_clock")))]
#[derive(Clone, Copy, Debug)]
struct Instant;

#[cfg(all(target_arch = "wasm32", not(feature = "web_clock")))]
impl Instant {
    fn now() -> Self {
        Self
    }

    fn duration_since(self, _: Self) -> Duration {
        Duration::ZERO
    }
}

/// The time of each stage of a step, by name, in the order of their first lap. Without a clock (wasm32 without the
/// feature `web_clock`) all times are zero.
#[derive(Clone, Debug, Default)]
pub struct StageClock {
    laps: Vec<(&'static str, Duration)>,
    total: Duration,
    trace: Option<Arc<Trace>>,
    last: Option<Instant>,
}

impl StageClock {
    /// Notes each lap in a trace, or no longer.
    pub fn set_trace(&mut self, trace: Option<Arc<Trace>>) {
        self.trace = trace;
    }

    /// Starts a step: all times become zero.
    pub fn start(&mut self) {
        if let Some(trace) = &self.trace {
            trace.clear();
        }
        self.total = Duration::ZERO;
        for lap in &mut self.laps {
            lap.1 = Duration::ZERO;
        }
        self.last = Some(Instant::now());
    }

    /// Adds the time since the last lap to stage `name`.
    pub fn lap(&mut self, name: &'static str) {
        let now = Instant::now();
        let spent = self.last.map_or(Duration::ZERO, |last| now.duration_since(last));
        self.last = Some(now);
        self.total += spent;
        if let Some(trace) = &self.trace {
            trace.lap(name, spent);
        }
        match self.laps.iter_mut().find(|lap| lap.0 == name) {
            Some(lap) => lap.1 += spent,
            None => self.laps.push((name, spent)),
        }
    }

    /// Name and time of each stage.
    pub fn laps(&self) -> impl Iterator<Item = (&'static str, Duration)> + '_ {
        self.laps.iter().copied()
    }

    /// Time of all stages together.
    pub fn total(&self) -> Duration {
        self.total
    }
}

/// Measures one span of time; zero without a clock, as [`StageClock`].
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    start: Instant,
}

impl Stopwatch {
    /// A stopwatch that starts now.
    pub fn start() -> Self {
        Self { start: Instant::now() }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(self.start)
    }

    pub(crate) fn nanoseconds(&self) -> u64 {
        self.elapsed().as_nanos() as u64
    }
}
