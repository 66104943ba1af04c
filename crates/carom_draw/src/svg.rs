//! The picture as SVG: plain text that a browser or an editor opens.

use crate::png::{LEAST_OUTLINE, is_clutter, outline_width};
use crate::{Color, Drawing, Figure, Look, Mark, Style, SvgWriter};
use carom::math::Vec2;

impl Drawing {
    /// The picture as an SVG file.
    pub fn svg(&self) -> String {
        let mut svg = SvgWriter::new(self.frame.width, self.frame.height, Color::BACKGROUND);
        for mark in &self.marks {
            self.write_mark(mark, &mut svg);
        }
        svg.finish()
    }

    fn write_mark(&self, mark: &Mark, svg: &mut SvgWriter) {
        let extent = self.extent(mark);
        if is_clutter(mark, extent) {
            return;
        }
        let (fill, line) = (mark.look.fill(mark.number), mark.look.line(mark.number));
        let width = outline_width(extent);
        let style = match width {
            _ if mark.is_sensor => Style { is_dashed: true, ..Style::stroke(line, width.unwrap_or(LEAST_OUTLINE)) },
            Some(width) => Style { fill: Some(fill), ..Style::stroke(line, width) },
            None => Style::fill(fill),
        };
        let place = |point: &Vec2| self.frame.place(*point);
        match &mark.form {
            Figure::Disc { center, radius, hand } => {
                svg.circle(place(center), radius * self.frame.scale, &style);
                if width.is_some() && !mark.is_sensor {
                    svg.line([center, hand].map(place), &Style::stroke(line, 1.0));
                }
            }
            Figure::Area { corners } => svg.region([corners.iter().map(place)], &style),
            Figure::Region { rings } => svg.region(rings.iter().map(|ring| ring.iter().map(place)), &style),
            Figure::Line { points } => {
                let style = match mark.look {
                    Look::Joint => Style { stroke_opacity: 0.56, ..Style::stroke(line, 1.0) },
                    _ => Style { is_dashed: mark.is_sensor, ..Style::stroke(line, 2.0) },
                };
                svg.line(points.iter().map(place), &style);
            }
        }
    }
}
