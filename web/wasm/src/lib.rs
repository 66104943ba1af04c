//! The collision course's side of carom. In: questions in JSON, and worlds to step. Out: answers in JSON, and poses.
//!
//! [`answer`] calls carom's functions and adds nothing to them: the page draws what it says. The same function runs
//! natively in `carom_answers`, so tests compare the page's numbers with the library's. [`Live`] and [`Crowd`] hold
//! what lasts longer than a question: a world, and boxes in a broad phase. `bindings` gives all three to JavaScript.
#![forbid(unsafe_code)]

mod bindings;
mod broad;
mod crowd;
mod ears;
mod flights;
mod impact;
mod input;
mod lines;
mod live;
mod pairs;
mod pixels;
mod question;
mod sat;

pub use crowd::Crowd;
pub use live::Live;
pub use question::answer;

/// The snippets of the chapters are tests.
#[cfg(doctest)]
mod snippets;
