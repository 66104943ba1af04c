//! The picture as PNG, with soft edges, by tiny-skia.

use crate::{Color, Drawing, Figure, Look, Mark};
use carom::math::{Vec2, max};
use std::io::{Error, Result};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

impl Drawing {
    /// The picture as a PNG file.
    ///
    /// # Errors
    /// If memory for it is lacking.
    pub fn png(&self) -> Result<Vec<u8>> {
        let mut pixmap = Pixmap::new(self.frame.width, self.frame.height)
            .ok_or_else(|| Error::other("no memory for a picture of this size"))?;
        let Color(r, g, b) = Color::BACKGROUND;
        pixmap.fill(tiny_skia::Color::from_rgba8(r, g, b, 0xFF));
        for mark in &self.marks {
            self.paint(mark, &mut pixmap);
        }
        pixmap.encode_png().map_err(Error::other)
    }

    fn paint(&self, mark: &Mark, pixmap: &mut Pixmap) {
        let extent = self.extent(mark);
        if is_clutter(mark, extent) {
            return;
        }
        let Some(path) = self.path(&mark.form) else { return };
        let line = paint(mark.look.line(mark.number), if mark.look == Look::Joint { 0x90 } else { 0xFF });
        if let Figure::Line { .. } = mark.form {
            let width = if mark.look == Look::Joint { 1.0 } else { 2.0 };
            pixmap.stroke_path(&path, &line, &stroke(width), Transform::identity(), None);
            return;
        }
        let fill = paint(mark.look.fill(mark.number), 0xFF);
        pixmap.fill_path(&path, &fill, FillRule::EvenOdd, Transform::identity(), None);
        if let Some(width) = outline_width(extent) {
            pixmap.stroke_path(&path, &line, &stroke(width), Transform::identity(), None);
            if let Figure::Disc { center, hand, .. } = mark.form {
                let mut builder = PathBuilder::new();
                let (from, to) = (self.frame.place(center), self.frame.place(hand));
                builder.move_to(from.x, from.y);
                builder.line_to(to.x, to.y);
                if let Some(hand) = builder.finish() {
                    pixmap.stroke_path(&hand, &line, &stroke(width), Transform::identity(), None);
                }
            }
        }
    }

    /// The greater of width and height [px].
    pub(crate) fn extent(&self, mark: &Mark) -> f32 {
        let pixels = mark.form.aabb().size() * self.frame.scale;
        max(pixels.x, pixels.y)
    }

    fn path(&self, form: &Figure) -> Option<Path> {
        let mut builder = PathBuilder::new();
        match form {
            Figure::Disc { center, radius, .. } => {
                let center = self.frame.place(*center);
                builder.push_circle(center.x, center.y, radius * self.frame.scale);
            }
            Figure::Area { corners } => self.ring(&mut builder, corners),
            Figure::Region { rings } => rings.iter().for_each(|ring| self.ring(&mut builder, ring)),
            Figure::Line { points } => self.polyline(&mut builder, points),
        }
        builder.finish()
    }

    fn ring(&self, builder: &mut PathBuilder, corners: &[Vec2]) {
        self.polyline(builder, corners);
        builder.close();
    }

    fn polyline(&self, builder: &mut PathBuilder, points: &[Vec2]) {
        for (i, point) in points.iter().enumerate() {
            let p = self.frame.place(*point);
            if i == 0 { builder.move_to(p.x, p.y) } else { builder.line_to(p.x, p.y) }
        }
    }
}

/// Whether the lines of a joint of this extent [px] would hide the bodies that it holds.
pub(crate) fn is_clutter(mark: &Mark, extent: f32) -> bool {
    mark.look == Look::Joint && extent < 8.0
}

/// Outline width of a thing of this extent [px]; none if it would hide the thing.
pub(crate) fn outline_width(extent: f32) -> Option<f32> {
    match extent {
        e if e < 5.0 => None,
        e if e < 12.0 => Some(0.6),
        e if e < 40.0 => Some(1.0),
        _ => Some(1.5),
    }
}

fn paint(Color(r, g, b): Color, alpha: u8) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, alpha);
    paint
}

fn stroke(width: f32) -> Stroke {
    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}
