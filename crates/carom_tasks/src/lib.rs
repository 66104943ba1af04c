//! Who runs the blocks of a stage. A stage is a list of items cut into blocks of a fixed size; the answer never
//! depends on who runs which block, nor when. Knows no physics.
//!
//! In: columns (slices that are cut at the same places) and a function of one block. Out: the columns, written.
//! The drivers are the current rayon pool, this thread in order, this thread in an order drawn from a seed (a race
//! becomes a seed that can be replayed), and plain threads (for Miri and sanitizers).
#![forbid(unsafe_code)]

mod apart;
mod balance;
mod clock;
mod columns;
mod company;
mod crew;
mod deal;
mod executor;
mod relay;
mod room;
mod sharing;
mod sort;
mod spare;
mod tail;

pub use balance::LoadBalance;
pub use clock::StageClock;
pub use columns::{Columns, Each, Parts};
pub use executor::{Driver, Executor};
pub use relay::Tasks;
pub use sharing::ThreadingTuner;
pub use spare::ScratchPool;
pub use tail::TailSplit;
