//! A sheet of pixels that circles, lines, regions and words are put on: that of a PNG, and that of an SVG.

use crate::{Color, DebugDraw, Drawing, Frame, Style, SvgWriter, text};
use carom::math::{Vec2, vec2};

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

/// Size of words inside the picture [px].
const WORDS: f32 = 10.0;

/// The part of a sheet that shows the world, below `top` pixels of words.
pub(crate) struct Placed<'a, S> {
    sheet: &'a mut S,
    frame: Frame,
    top: f32,
}

impl<S: Sheet> Placed<'_, S> {
    fn place(&self, point: Vec2) -> Vec2 {
        self.frame.place(point) + vec2(0.0, self.top)
    }

    fn ring(&self, points: &[Vec2]) -> Vec<Vec2> {
        points.iter().map(|point| self.place(*point)).collect()
    }
}

impl<S: Sheet> DebugDraw for Placed<'_, S> {
    fn line(&mut self, points: &[Vec2], style: &Style) {
        let points = self.ring(points);
        self.sheet.line(&points, style);
    }

    fn circle(&mut self, center: Vec2, radius: f32, style: &Style) {
        let center = self.place(center);
        self.sheet.circle(center, radius * self.frame.scale, style);
    }

    fn polygon(&mut self, corners: &[Vec2], style: &Style) {
        let ring = self.ring(corners);
        self.sheet.region(&[ring], style);
    }

    fn text(&mut self, at: Vec2, words: &str, color: Color) {
        let at = self.place(at) + vec2(0.0, 0.36 * WORDS);
        self.sheet.label(Label { words, at, size: WORDS, color, anchor: Anchor::Middle });
    }

    fn region(&mut self, rings: &[Vec<Vec2>], style: &Style) {
        let rings: Vec<Vec<Vec2>> = rings.iter().map(|ring| self.ring(ring)).collect();
        self.sheet.region(&rings, style);
    }
}

impl Drawing {
    /// Puts the picture and its words on a sheet.
    pub(crate) fn put_on<S: Sheet>(&self, sheet: &mut S) {
        let top = self.caption.as_ref().map_or(0, |caption| caption.heights(self.frame.width)[0]) as f32;
        self.draw(&mut Placed { sheet, frame: self.frame, top });
        if let Some(caption) = &self.caption {
            caption.put_on(&self.frame, sheet);
        }
    }
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
