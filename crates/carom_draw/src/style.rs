//! The fill and the outline of things, and numbers as SVG writes them.

use crate::Color;
use std::fmt::{Display, Formatter, Result};

/// Length of a dash and of the gap after it [px].
pub(crate) const DASH: f32 = 5.0;

/// The fill and the outline of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Color of the inside; none for an empty one.
    pub fill: Option<Color>,
    /// Opacity of the inside, 0 to 1.
    pub fill_opacity: f32,
    /// Color of the outline; none for no outline.
    pub stroke: Option<Color>,
    /// Width of the outline [px].
    pub stroke_width: f32,
    /// Opacity of the outline, 0 to 1.
    pub stroke_opacity: f32,
    /// Whether the outline is dashed.
    pub is_dashed: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { fill: None, fill_opacity: 1.0, stroke: None, stroke_width: 1.0, stroke_opacity: 1.0, is_dashed: false }
    }
}

impl Style {
    /// A fill without an outline.
    pub fn fill(color: Color) -> Self {
        Self { fill: Some(color), ..Self::default() }
    }

    /// An outline of this width [px] without a fill.
    pub fn stroke(color: Color, width: f32) -> Self {
        Self { stroke: Some(color), stroke_width: width, ..Self::default() }
    }
}

impl Display for Style {
    /// The attributes that differ from the defaults of SVG.
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self.fill {
            Some(color) => write!(out, "fill=\"{color}\"")?,
            None => write!(out, "fill=\"none\"")?,
        }
        if self.fill.is_some() && self.fill_opacity != 1.0 {
            write!(out, " fill-opacity=\"{}\"", Number(self.fill_opacity))?;
        }
        let Some(color) = self.stroke else { return Ok(()) };
        write!(out, " stroke=\"{color}\"")?;
        if self.stroke_width != 1.0 {
            write!(out, " stroke-width=\"{}\"", Number(self.stroke_width))?;
        }
        if self.stroke_opacity != 1.0 {
            write!(out, " stroke-opacity=\"{}\"", Number(self.stroke_opacity))?;
        }
        if self.is_dashed {
            write!(out, " stroke-dasharray=\"{DASH} {DASH}\"")?;
        }
        Ok(())
    }
}

/// A number with two digits after the point at most.
pub(crate) struct Number(pub f32);

impl Display for Number {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        out.write_str(if text == "-0" { "0" } else { text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let pairs = [(0.0, "0"), (-0.001, "0"), (100.0, "100"), (1.5, "1.5"), (-0.256, "-0.26"), (1.0e6, "1000000")];
        for (number, text) in pairs {
            assert_eq!(Number(number).to_string(), text);
        }
    }
}
