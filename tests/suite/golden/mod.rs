//! One answer: the state hash after so many steps is what it was, whoever runs the blocks and however.

mod axes;
mod hashes;
mod schedules;
mod ties;
