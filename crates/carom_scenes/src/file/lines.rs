//! The layout of a scene file: a line for each field of the scene, and for each item of its lists.

use serde_json::ser::Formatter;
use std::io::{Result, Write};

/// The depth of the fields of the scene.
const FIELDS: usize = 1;
/// The depth of the items of its lists.
const ITEMS: usize = 2;

/// The layout of a scene file.
#[derive(Default)]
pub(super) struct Lines {
    /// Lists and objects that are open.
    depth: usize,
}

impl Formatter for Lines {
    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.depth += 1;
        out.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.depth -= 1;
        out.write_all(b"}")
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.depth += 1;
        out.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.depth -= 1;
        out.write_all(b"]")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> Result<()> {
        match (self.depth, is_first) {
            (_, true) => Ok(()),
            (FIELDS, _) => out.write_all(b",\n"),
            _ => out.write_all(b","),
        }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        out.write_all(if self.depth == FIELDS { b": " } else { b":" })
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> Result<()> {
        match (self.depth, is_first) {
            (ITEMS, true) => out.write_all(b"\n"),
            (ITEMS, false) => out.write_all(b",\n"),
            (_, true) => Ok(()),
            (_, false) => out.write_all(b","),
        }
    }
}
