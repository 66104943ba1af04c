//! The picture as PNG, with soft edges, by tiny-skia.

use crate::label::Label;
use crate::sheet::Sheet;
use crate::style::DASH;
use crate::{Color, Drawing, Style, text};
use carom::math::Vec2;
use std::io::{Error, Result};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

impl Drawing {
    /// The picture as a PNG file.
    ///
    /// # Errors
    /// If memory for it is lacking.
    pub fn png(&self) -> Result<Vec<u8>> {
        self.pixmap()?.encode_png().map_err(Error::other)
    }

    /// Red, green, blue and opacity of each pixel, row by row from the upper left corner; [`Drawing::size`] has their
    /// number. All pixels are opaque.
    ///
    /// # Errors
    /// If memory for it is lacking.
    pub fn rgba(&self) -> Result<Vec<u8>> {
        Ok(self.pixmap()?.take())
    }

    fn pixmap(&self) -> Result<Pixmap> {
        let (width, height) = self.size();
        let mut pixmap =
            Pixmap::new(width, height).ok_or_else(|| Error::other("no memory for a picture of this size"))?;
        pixmap.fill(solid(Color::BACKGROUND));
        self.put_on(&mut Canvas { pixmap: &mut pixmap });
        Ok(pixmap)
    }
}

/// The pixels of a PNG.
struct Canvas<'a> {
    pixmap: &'a mut Pixmap,
}

impl Canvas<'_> {
    fn paint(&mut self, path: Option<Path>, style: &Style) {
        let Some(path) = path else { return };
        if let Some(color) = style.fill {
            let paint = paint(color, style.fill_opacity);
            self.pixmap.fill_path(&path, &paint, FillRule::EvenOdd, Transform::identity(), None);
        }
        if let Some(color) = style.stroke {
            let paint = paint(color, style.stroke_opacity);
            self.pixmap.stroke_path(&path, &paint, &stroke(style), Transform::identity(), None);
        }
    }
}

impl Sheet for Canvas<'_> {
    fn circle(&mut self, center: Vec2, radius: f32, style: &Style) {
        let mut builder = PathBuilder::new();
        builder.push_circle(center.x, center.y, radius);
        self.paint(builder.finish(), style);
    }

    fn line(&mut self, points: &[Vec2], style: &Style) {
        let mut builder = PathBuilder::new();
        polyline(&mut builder, points);
        self.paint(builder.finish(), style);
    }

    fn region(&mut self, rings: &[Vec<Vec2>], style: &Style) {
        let mut builder = PathBuilder::new();
        for ring in rings {
            polyline(&mut builder, ring);
            builder.close();
        }
        self.paint(builder.finish(), style);
    }

    fn label(&mut self, label: Label<'_>) {
        let x = label.at.x - label.anchor.part() * text::width(label.words, label.size);
        // Of both kinds of overlap within a letter, only winding fills all of it.
        if let Some(path) = text::outlines(label.words, label.size, x, label.at.y) {
            let paint = paint(label.color, 1.0);
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }
}

fn polyline(builder: &mut PathBuilder, points: &[Vec2]) {
    for (i, p) in points.iter().enumerate() {
        if i == 0 { builder.move_to(p.x, p.y) } else { builder.line_to(p.x, p.y) }
    }
}

fn solid(Color(r, g, b): Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(r, g, b, 0xFF)
}

fn paint(Color(r, g, b): Color, opacity: f32) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, (255.0 * opacity).round() as u8);
    paint
}

fn stroke(style: &Style) -> Stroke {
    let dash = if style.is_dashed { StrokeDash::new(vec![DASH, DASH], 0.0) } else { None };
    let (cap, join) = (LineCap::Round, LineJoin::Round);
    Stroke { width: style.stroke_width, dash, line_cap: cap, line_join: join, ..Stroke::default() }
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
