//! Bad input: always an error that names the place, never a panic, and the state stays.

mod areas;
mod calls;
mod defs;
mod keys;
mod shapes;
mod violent;
