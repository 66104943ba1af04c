//! A record of a step: when each stage ran, and when each thread worked. A world that is not traced pays a branch for
//! each lap and each task.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// Tasks of a thread with less between them are one stretch of work.
const PAUSE: Duration = Duration::from_micros(2);

/// A record of a step. Times count from when it was made.
#[derive(Debug)]
pub struct Trace {
    origin: Instant,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    laps: Vec<(&'static str, Stretch)>,
    threads: Vec<ThreadId>,
    work: Vec<(usize, Stretch)>,
}

type Stretch = (Duration, Duration);

/// A stretch of time of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceSpan {
    /// The thread, numbered from 1 as they came; 0 for the stages of the step.
    pub thread: usize,
    /// Name of the stage.
    pub name: &'static str,
    /// Its start and its end since the trace began [ns].
    pub start_ns: u64,
    /// See `start_ns`.
    pub end_ns: u64,
}

impl Default for Trace {
    fn default() -> Self {
        Self { origin: Instant::now(), inner: Mutex::default() }
    }
}

impl Trace {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A panic in a task leaves a list that is shorter, which is no harm.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the step before.
    pub(crate) fn clear(&self) {
        let mut inner = self.inner();
        inner.laps.clear();
        inner.work.clear();
    }

    /// Notes a stage that ended now and took so long.
    pub(crate) fn lap(&self, name: &'static str, spent: Duration) {
        let end = self.now();
        self.inner().laps.push((name, (end.saturating_sub(spent), end)));
    }

    /// The time since the trace began.
    pub(crate) fn now(&self) -> Duration {
        self.origin.elapsed()
    }

    /// Notes a task of this thread that began at `start` and ends now.
    pub(crate) fn note(&self, start: Duration) {
        let end = self.now();
        let id = std::thread::current().id();
        let mut inner = self.inner();
        let known = inner.threads.iter().position(|&thread| thread == id);
        let thread = known.unwrap_or_else(|| {
            inner.threads.push(id);
            inner.threads.len() - 1
        });
        match inner.work.iter_mut().rev().find(|work| work.0 == thread) {
            Some((_, last)) if start.saturating_sub(last.1) < PAUSE => last.1 = end,
            _ => inner.work.push((thread, (start, end))),
        }
    }

    /// The stages of the last step, then the work of its threads, by the stage in which it began.
    pub fn spans(&self) -> Vec<TraceSpan> {
        let inner = self.inner();
        let span = |thread, name, (start, end): Stretch| TraceSpan {
            thread,
            name,
            start_ns: start.as_nanos() as u64,
            end_ns: end.as_nanos() as u64,
        };
        let stage = |(start, _): Stretch| inner.laps.iter().find(|lap| lap.1.1 > start).map_or("step", |lap| lap.0);
        let stages = inner.laps.iter().map(|&(name, stretch)| span(0, name, stretch));
        let work = inner.work.iter().map(|&(thread, stretch)| span(thread + 1, stage(stretch), stretch));
        stages.chain(work).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Driver, Executor, StageClock};

    #[test]
    fn work_lies_in_its_stage() {
        let mut tasks = Executor::new(Driver::Threads(2));
        let mut clock = StageClock::default();
        let trace = std::sync::Arc::default();
        tasks.trace = Some(std::sync::Arc::clone(&trace));
        clock.set_trace(Some(std::sync::Arc::clone(&trace)));
        for _ in 0..2 {
            clock.start();
            let mut numbers = [0_u32; 64];
            tasks.blocks(8, &mut numbers[..], |first, part| part.iter_mut().for_each(|n| *n = first as u32));
            clock.lap("fill");
            clock.lap("rest");
        }
        let spans = trace.spans();
        let stages: Vec<_> = spans.iter().filter(|span| span.thread == 0).map(|span| span.name).collect();
        assert_eq!(stages, ["fill", "rest"]);
        let work: Vec<_> = spans.iter().filter(|span| span.thread > 0).collect();
        assert!(!work.is_empty() && work.iter().all(|span| span.name == "fill"), "{work:?}");
        for span in &spans {
            assert!(span.start_ns <= span.end_ns, "{span:?}");
        }
    }
}
