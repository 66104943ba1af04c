//! Pictures of a world: one list of things to draw, fitted to the bodies that move, as PNG or as SVG. It sees only
//! public views of a world. [`SvgWriter`] draws other pictures in the same hand, such as those of the documents.
//!
//! ```
//! # fn main() -> std::io::Result<()> {
//! let world = carom::World::default();
//! let drawing = carom_draw::Drawing::of(&world);
//! let png: Vec<u8> = drawing.png()?;
//! let svg: String = drawing.svg();
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod color;
mod drawing;
mod frame;
mod mark;
mod png;
mod svg;
mod svg_writer;

pub use color::{Color, Look};
pub use drawing::Drawing;
pub use frame::Frame;
pub use mark::{Figure, Mark};
pub use svg_writer::{Style, SvgWriter};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
