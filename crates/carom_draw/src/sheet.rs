//! A sheet of pixels that circles, lines, regions and words are put on: that of a PNG, and that of an SVG.

use crate::label::Label;
use crate::{Style, SvgWriter};
use carom::math::Vec2;

/// A sheet of pixels.
pub(crate) trait Sheet {
    fn circle(&mut self, center: Vec2, radius: f32, style: &Style);
    fn line(&mut self, points: &[Vec2], style: &Style);
    fn region(&mut self, rings: &[Vec<Vec2>], style: &Style);
    fn label(&mut self, label: Label<'_>);
}

impl Sheet for SvgWriter {
    fn circle(&mut self, center: Vec2, radius: f32, style: &Style) {
        Self::circle(self, center, radius, style);
    }

    fn line(&mut self, points: &[Vec2], style: &Style) {
        Self::line(self, points.iter().copied(), style);
    }

    fn region(&mut self, rings: &[Vec<Vec2>], style: &Style) {
        Self::region(self, rings.iter().map(|ring| ring.iter().copied()), style);
    }

    fn label(&mut self, label: Label<'_>) {
        Self::label(self, label);
    }
}
