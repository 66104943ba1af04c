//! Times of the stages of a step.

use crate::Trace;
use std::sync::Arc;
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

/// The time of each stage of a step, by name, in the order of their first lap. Without a clock (wasm32) all times are
/// zero.
#[derive(Clone, Debug, Default)]
pub struct StageClock {
    laps: Vec<(&'static str, Duration)>,
    total: Duration,
    trace: Option<Arc<Trace>>,
    #[cfg(not(target_arch = "wasm32"))]
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
        #[cfg(not(target_arch = "wasm32"))]
        {
            self.last = Some(Instant::now());
        }
    }

    /// Adds the time since the last lap to stage `name`.
    pub fn lap(&mut self, name: &'static str) {
        #[cfg(not(target_arch = "wasm32"))]
        let spent = {
            let now = Instant::now();
            let spent = self.last.map_or(Duration::ZERO, |last| now - last);
            self.last = Some(now);
            spent
        };
        #[cfg(target_arch = "wasm32")]
        let spent = Duration::ZERO;
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

/// Measures one span of time; zero without a clock.
pub(crate) struct Timer {
    #[cfg(not(target_arch = "wasm32"))]
    start: Instant,
}

impl Timer {
    pub(crate) fn start() -> Self {
        Self {
            #[cfg(not(target_arch = "wasm32"))]
            start: Instant::now(),
        }
    }

    pub(crate) fn nanoseconds(&self) -> u64 {
        #[cfg(not(target_arch = "wasm32"))]
        return self.start.elapsed().as_nanos() as u64;
        #[cfg(target_arch = "wasm32")]
        0
    }
}
