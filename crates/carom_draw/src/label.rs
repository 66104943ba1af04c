//! Words on a sheet of pixels.

use crate::{Color, text};
use carom::math::Vec2;

/// Side of a text that stands at a given point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// The part of the width that is left of the point.
    pub(crate) fn part(self) -> f32 {
        match self {
            Self::Start => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

/// Words on a sheet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label<'a> {
    pub words: &'a str,
    /// The point of the base line [px].
    pub at: Vec2,
    pub size: f32,
    pub color: Color,
    pub anchor: Anchor,
}

/// The words that fit into a width [px], with dots for those that do not.
pub(crate) fn fitted(words: &str, size: f32, room: f32) -> String {
    if text::width(words, size) <= room {
        return words.to_owned();
    }
    let mut kept = words.to_owned();
    while kept.pop().is_some() {
        let cut = format!("{}\u{2026}", kept.trim_end());
        if text::width(&cut, size) <= room {
            return cut;
        }
    }
    kept
}
