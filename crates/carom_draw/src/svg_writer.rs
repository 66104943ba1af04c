//! The writer of SVG: circles, paths and words in pixels, each painted in one style.

use crate::label::{Anchor, Label};
use crate::style::Number;
use crate::{Color, Style};
use carom::math::Vec2;
use std::fmt::{Arguments, Write};

/// An SVG file in the making. Elements lie above those written before; points that are not finite are left out.
///
/// ```
/// use carom::vec2;
/// use carom_draw::{Color, Style, SvgWriter};
///
/// let mut svg = SvgWriter::new(90, 60, Color::BACKGROUND);
/// svg.circle(vec2(30.0, 30.0), 20.0, &Style::fill(Color(0x4F, 0x86, 0xB8)));
/// svg.words(vec2(30.0, 30.0), "a < b", Color(0, 0, 0));
/// assert!(svg.finish().ends_with(">a &lt; b</text>\n</svg>\n"));
/// ```
#[derive(Clone, Debug)]
pub struct SvgWriter {
    text: String,
}

impl SvgWriter {
    /// A picture of this size [px], filled with one color.
    pub fn new(width: u32, height: u32, background: Color) -> Self {
        let mut svg = Self { text: String::new() };
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" \
             font-family=\"sans-serif\" font-size=\"13\">"
        ));
        svg.put(format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>"));
        svg
    }

    fn put(&mut self, element: Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{element}");
    }

    /// A circle [px].
    pub fn circle(&mut self, center: Vec2, radius: f32, style: &Style) {
        if center.is_finite() && radius.is_finite() {
            let [x, y, r] = [center.x, center.y, radius].map(Number);
            self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {style}/>"));
        }
    }

    /// A line through points [px].
    pub fn line(&mut self, points: impl IntoIterator<Item = Vec2>, style: &Style) {
        let path = path(points);
        self.put(format_args!("<path d=\"{path}\" {style}/>"));
    }

    /// A region bounded by rings [px]. A point is inside if a ray from it crosses the rings an odd number of times.
    pub fn region<R: IntoIterator<Item = Vec2>>(&mut self, rings: impl IntoIterator<Item = R>, style: &Style) {
        let path: String = rings.into_iter().map(|ring| path(ring) + "Z").collect();
        self.put(format_args!("<path d=\"{path}\" fill-rule=\"evenodd\" {style}/>"));
    }

    /// Words whose base line begins at a point [px].
    pub fn words(&mut self, at: Vec2, words: &str, color: Color) {
        let words = escaped(words);
        let [x, y] = [at.x, at.y].map(Number);
        self.put(format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"{color}\">{words}</text>"));
    }

    /// Words of a size, beside or about a point [px].
    pub(crate) fn label(&mut self, label: Label<'_>) {
        let anchor = match label.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (words, color) = (escaped(label.words), label.color);
        let [x, y, size] = [label.at.x, label.at.y, label.size].map(Number);
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"Open Sans,sans-serif\" font-weight=\"600\" \
             font-size=\"{size}\" fill=\"{color}\"{anchor}>{words}</text>"
        ));
    }

    /// The text of the file.
    pub fn finish(mut self) -> String {
        self.put(format_args!("</svg>"));
        self.text
    }
}

/// Words as XML writes them. Characters that it cannot hold are left out.
fn escaped(words: &str) -> String {
    let words = words.replace(|c: char| c.is_control(), "");
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Data of a path through points.
fn path(points: impl IntoIterator<Item = Vec2>) -> String {
    let mut path = String::new();
    for p in points.into_iter().filter(|p| p.is_finite()) {
        let command = if path.is_empty() { 'M' } else { 'L' };
        // Writing to a string does not fail.
        let _ = write!(path, "{command}{} {}", Number(p.x), Number(p.y));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::math::vec2;

    #[test]
    fn elements_have_their_style() {
        let mut svg = SvgWriter::new(8, 4, Color::BACKGROUND);
        let ink = Color(1, 2, 255);
        svg.line(
            [vec2(0.0, 1.0), vec2(f32::NAN, 0.0), vec2(2.5, 3.0)],
            &Style { is_dashed: true, ..Style::stroke(ink, 2.0) },
        );
        let pale = Style { fill: Some(ink), fill_opacity: 0.5, ..Style::stroke(ink, 1.0) };
        svg.region([[vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)]], &pale);
        svg.circle(vec2(1.0, f32::INFINITY), 1.0, &Style::fill(ink));
        let text = svg.finish();
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "<path d=\"M0 1L2.5 3\" fill=\"none\" stroke=\"#0102ff\" stroke-width=\"2\" stroke-dasharray=\"5 5\"/>",
                "<path d=\"M0 0L1 0L0 1Z\" fill-rule=\"evenodd\" \
                 fill=\"#0102ff\" fill-opacity=\"0.5\" stroke=\"#0102ff\"/>",
                "</svg>",
            ]
        );
    }
}
