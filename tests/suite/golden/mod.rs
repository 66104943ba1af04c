//! One answer (determinism): the state hash after so many steps is the same for any driver, thread count and structure.

mod axes;
mod hashes;
mod schedules;
mod ties;
