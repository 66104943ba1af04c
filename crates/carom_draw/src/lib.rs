//! Pictures of a world: one list of things to draw, fitted to the bodies that move, as PNG, as SVG, as a GIF, or by
//! the renderer of a program through [`DebugDraw`]. [`Layers`] show contacts, impulses, islands and more. [`Recorder`]
//! makes a page of a run that any browser plays again. Only public views of a world are read. [`SvgWriter`] draws other
//! pictures in the same hand, such as those of the documents.
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

mod bodies;
mod caption;
mod color;
mod compare;
mod debug_draw;
mod drawing;
mod frame;
mod gif_writer;
mod label;
mod layers;
mod look;
mod mark;
mod options;
mod overlay;
mod placed;
mod png;
mod profile;
mod replay;
mod sheet;
mod style;
mod svg;
mod svg_writer;
mod text;
mod trace_file;
mod trails;

pub use color::Color;
pub use compare::png_difference;
pub use debug_draw::DebugDraw;
pub use drawing::Drawing;
pub use frame::Frame;
pub use gif_writer::GifWriter;
pub use layers::{Layer, Layers, UnknownLayer};
pub use look::Look;
pub use mark::{Figure, Mark, MarkForm};
pub use options::DrawOptions;
pub use profile::Profile;
pub use replay::recorder::{Recorder, ReplayOptions};
pub use style::Style;
pub use svg_writer::SvgWriter;
pub use trace_file::TraceFile;
pub use trails::Trails;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
