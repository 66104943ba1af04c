//! A world on a sheet of pixels: its figures at their places, its words around it.

use crate::label::{Anchor, Label};
use crate::sheet::Sheet;
use crate::{Color, DebugDraw, Drawing, Frame, Style};
use carom::math::{Vec2, vec2};

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
