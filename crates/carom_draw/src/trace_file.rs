//! A trace as a file that Perfetto and the tracing page of Chrome open: a row for the steps, one for their stages, and
//! one for each thread.

use carom::World;
use carom::diagnostics::trace_of;
use serde_json::{Value, json};

/// A trace in the making. The world has to be traced: [`carom::diagnostics::set_trace`].
///
/// ```
/// use carom::diagnostics::set_trace;
///
/// let mut world = carom::World::default();
/// set_trace(&mut world, true);
/// let mut trace = carom_draw::TraceFile::default();
/// for _ in 0..3 {
///     world.step();
///     trace.note(&world);
/// }
/// assert!(trace.json().contains("\"step 3\""));
/// ```
#[derive(Clone, Debug, Default)]
pub struct TraceFile {
    events: Vec<Value>,
    threads: usize,
}

/// Rows before those of the threads: steps and stages.
const ROWS: usize = 2;

impl TraceFile {
    /// Notes the last step.
    pub fn note(&mut self, world: &World) {
        let spans = trace_of(world);
        let stages = || spans.iter().filter(|span| span.thread == 0);
        let start = stages().map(|span| span.start_ns).min();
        if let (Some(start), Some(end)) = (start, stages().map(|span| span.end_ns).max()) {
            self.add(&format!("step {}", world.step_count()), 0, start, end);
        }
        for span in &spans {
            self.threads = self.threads.max(span.thread);
            self.add(span.name, span.thread + ROWS - 1, span.start_ns, span.end_ns);
        }
    }

    fn add(&mut self, name: &str, row: usize, start_ns: u64, end_ns: u64) {
        let micros = |ns: u64| ns as f64 * 1e-3;
        let (start, length) = (micros(start_ns), micros(end_ns.saturating_sub(start_ns)));
        self.events.push(json!({ "name": name, "ph": "X", "pid": 1, "tid": row, "ts": start, "dur": length }));
    }

    /// The file.
    pub fn json(&self) -> String {
        let row = |(number, name): (usize, String)| {
            let args = json!({ "name": name });
            json!({ "name": "thread_name", "ph": "M", "pid": 1, "tid": number, "args": args })
        };
        let names = ["steps".to_owned(), "stages".to_owned()].into_iter();
        let names = names.chain((1..=self.threads).map(|thread| format!("thread {thread}")));
        let rows = names.enumerate().map(row);
        let events: Vec<Value> = rows.chain(self.events.iter().cloned()).collect();
        json!({ "traceEvents": events, "displayTimeUnit": "ms" }).to_string()
    }
}
