//! The picture as PNG, with soft edges, by tiny-skia.

use crate::svg_writer::DASH;
use crate::{Color, Drawing, Figure, Look, Mark};
use carom::math::{Vec2, max};
use std::io::{Error, Result};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

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
            pixmap.stroke_path(&path, &line, &stroke(width, mark.is_sensor), Transform::identity(), None);
            return;
        }
        if mark.is_sensor {
            let width = outline_width(extent).unwrap_or(LEAST_OUTLINE);
            pixmap.stroke_path(&path, &line, &stroke(width, true), Transform::identity(), None);
            return;
        }
        let fill = paint(mark.look.fill(mark.number), 0xFF);
        pixmap.fill_path(&path, &fill, FillRule::EvenOdd, Transform::identity(), None);
        if let Some(width) = outline_width(extent) {
            pixmap.stroke_path(&path, &line, &stroke(width, false), Transform::identity(), None);
            if let Figure::Disc { center, hand, .. } = mark.form {
                let mut builder = PathBuilder::new();
                let (from, to) = (self.frame.place(center), self.frame.place(hand));
                builder.move_to(from.x, from.y);
                builder.line_to(to.x, to.y);
                if let Some(hand) = builder.finish() {
                    pixmap.stroke_path(&hand, &line, &stroke(width, false), Transform::identity(), None);
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

/// Width of the thinnest outline [px].
pub(crate) const LEAST_OUTLINE: f32 = 0.6;

/// Whether the lines of a joint of this extent [px] would hide the bodies that it holds.
pub(crate) fn is_clutter(mark: &Mark, extent: f32) -> bool {
    mark.look == Look::Joint && extent < 8.0
}

/// Outline width of a thing of this extent [px]; none if it would hide the thing.
pub(crate) fn outline_width(extent: f32) -> Option<f32> {
    match extent {
        e if e < 5.0 => None,
        e if e < 12.0 => Some(LEAST_OUTLINE),
        e if e < 40.0 => Some(1.0),
        _ => Some(1.5),
    }
}

fn paint(Color(r, g, b): Color, alpha: u8) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, alpha);
    paint
}

fn stroke(width: f32, is_dashed: bool) -> Stroke {
    let dash = if is_dashed { StrokeDash::new(vec![DASH, DASH], 0.0) } else { None };
    Stroke { width, dash, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::math::{Aabb, vec2};
    use carom::{BodyDef, Polygon, ShapeDef, World};

    /// The picture of a square of 8 m, and its SVG. A metre has 100 pixels.
    fn square(is_sensor: bool) -> (Pixmap, String) {
        let shape = ShapeDef::from(Polygon::rect(8.0, 8.0).unwrap());
        let mut world = World::default();
        let shape = if is_sensor { shape.sensor() } else { shape };
        world.add_body(BodyDef { shapes: vec![shape], ..BodyDef::default() }).unwrap();
        let frame = crate::Frame::showing(Aabb::new(vec2(-5.0, -5.0), vec2(5.0, 5.0)));
        let drawing = Drawing::framed(&world, frame);
        (Pixmap::decode_png(&drawing.png().unwrap()).unwrap(), drawing.svg())
    }

    #[test]
    fn a_sensor_is_hollow_and_its_outline_is_dashed() {
        let background = |map: &Pixmap, x: u32, y: u32| {
            let pixel = map.pixel(x, y).unwrap();
            Color(pixel.red(), pixel.green(), pixel.blue()) == Color::BACKGROUND
        };
        let gaps = |map: &Pixmap| (100..900).filter(|&x| background(map, x, 100)).count();
        let ((wall, wall_svg), (sensor, sensor_svg)) = (square(false), square(true));
        assert!(!background(&wall, 500, 500) && gaps(&wall) == 0 && !wall_svg.contains("dash"));
        assert!(background(&sensor, 500, 500));
        assert!((160..400).contains(&gaps(&sensor)), "{} of 800 pixels", gaps(&sensor));
        assert!(
            sensor_svg.contains("fill=\"none\"") && sensor_svg.contains("stroke-dasharray=\"5 5\""),
            "{sensor_svg}"
        );
    }
}
