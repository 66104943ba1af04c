//! Parallel stages. A stage is a list of items cut into blocks of a fixed size. The result never depends on which
//! thread runs a block, nor when. Knows no physics.
//!
//! In: columns (slices that are cut at the same places) and a function of one block. Out: the columns, written. The
//! drivers are the current rayon pool, this thread in order, this thread in an order drawn from a seed (a race becomes
//! a seed that can be replayed), and plain threads (for Miri and sanitizers).
#![forbid(unsafe_code)]

mod clock;
mod columns;
mod executor;
mod first_touch;
mod load_balance;
mod meter;
mod panic_flag;
mod parallel_for;
mod scratch_pool;
mod sort;
mod spinning_helpers;
mod staged_run;
mod tail_split;
mod team;
mod trace;
mod tuner;

pub use clock::{StageClock, Stopwatch};
pub use columns::{Columns, Each, Parts};
pub use executor::{Driver, Executor};
pub use load_balance::LoadBalance;
pub use scratch_pool::ScratchPool;
pub use staged_run::Tasks;
pub use tail_split::TailSplit;
pub use trace::{Trace, TraceSpan};
pub use tuner::ThreadingTuner;
