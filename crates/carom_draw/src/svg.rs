//! The picture as SVG: plain text that a browser or an editor opens.

use crate::png::{is_clutter, outline_width};
use crate::{Color, Drawing, Form, Look, Mark};
use carom::math::Vec2;
use std::fmt::{Result, Write};

impl Drawing {
    /// The picture as an SVG file.
    pub fn svg(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.write_svg(&mut out);
        out
    }

    fn write_svg(&self, out: &mut String) -> Result {
        let (width, height) = (self.frame.width, self.frame.height);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">"
        )?;
        writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", css(Color::BACKGROUND))?;
        for mark in &self.marks {
            self.write_mark(mark, out)?;
        }
        writeln!(out, "</svg>")
    }

    fn write_mark(&self, mark: &Mark, out: &mut String) -> Result {
        let extent = self.extent(mark);
        if is_clutter(mark, extent) {
            return Ok(());
        }
        let (fill, line) = (css(mark.look.fill(mark.number)), css(mark.look.line(mark.number)));
        let width = outline_width(extent);
        let paint = match width {
            Some(width) => format!("fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{width}\""),
            None => format!("fill=\"{fill}\""),
        };
        match &mark.form {
            Form::Disc { center, radius, hand } => {
                let (c, r) = (self.frame.place(*center), radius * self.frame.scale);
                writeln!(out, "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{r:.2}\" {paint}/>", c.x, c.y)?;
                if width.is_some() {
                    let points = self.points(&[*center, *hand])?;
                    writeln!(out, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{line}\"/>")?;
                }
                Ok(())
            }
            Form::Area { corners } => writeln!(out, "<polygon points=\"{}\" {paint}/>", self.points(corners)?),
            Form::Region { rings } => {
                write!(out, "<path d=\"")?;
                for ring in rings {
                    write!(out, "M{}Z", self.points(ring)?)?;
                }
                writeln!(out, "\" fill-rule=\"evenodd\" {paint}/>")
            }
            Form::Line { points } => {
                let style = if mark.look == Look::Joint { "stroke-opacity=\"0.56\"" } else { "stroke-width=\"2\"" };
                let points = self.points(points)?;
                writeln!(out, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{line}\" {style}/>")
            }
        }
    }

    fn points(&self, points: &[Vec2]) -> std::result::Result<String, std::fmt::Error> {
        let mut out = String::new();
        for point in points {
            let p = self.frame.place(*point);
            write!(out, "{:.2},{:.2} ", p.x, p.y)?;
        }
        Ok(out.trim_end().to_owned())
    }
}

fn css(Color(r, g, b): Color) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
