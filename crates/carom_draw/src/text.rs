//! Words in pictures: a small font, as outlines that are filled like any other figure.

use std::sync::LazyLock;
use tiny_skia::{Path, PathBuilder, Transform};
use ttf_parser::{Face, OutlineBuilder};

/// Open Sans Semibold, reduced to the characters of pictures. See `font/README.md`.
static FONT: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("font/OpenSans-Semibold-ascii.ttf"), 0).ok());

/// The width of words in a font of this size [px].
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let Some(face) = &*FONT else { return 0.0 };
    let units: u32 = glyphs(face, text).map(|id| u32::from(face.glyph_hor_advance(id).unwrap_or(0))).sum();
    units as f32 * size / f32::from(face.units_per_em())
}

/// The outlines of words whose base line begins at a point [px].
pub(crate) fn outlines(text: &str, size: f32, x: f32, y: f32) -> Option<Path> {
    let face = FONT.as_ref()?;
    let scale = size / f32::from(face.units_per_em());
    let mut pen = Pen { builder: PathBuilder::new(), x: 0.0 };
    for id in glyphs(face, text) {
        face.outline_glyph(id, &mut pen);
        pen.x += f32::from(face.glyph_hor_advance(id).unwrap_or(0));
    }
    pen.builder.finish()?.transform(Transform::from_row(scale, 0.0, 0.0, -scale, x, y))
}

/// The glyphs of a text. A character that the font lacks is a question mark.
fn glyphs<'a>(face: &'a Face<'_>, text: &'a str) -> impl Iterator<Item = ttf_parser::GlyphId> + 'a {
    text.chars().filter_map(|c| face.glyph_index(c).or_else(|| face.glyph_index('?')))
}

/// Draws outlines of glyphs one after the other, in units of the font.
struct Pen {
    builder: PathBuilder,
    x: f32,
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.builder.move_to(self.x + x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.builder.line_to(self.x + x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.builder.quad_to(self.x + x1, y1, self.x + x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.builder.cubic_to(self.x + x1, y1, self.x + x2, y2, self.x + x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_width() {
        let (short, long) = (width("il", 12.0), width("wm", 12.0));
        assert!(short > 2.0 && long > 2.0 * short, "{short} {long}");
        let bounds = outlines("Hxg", 100.0, 10.0, 200.0).unwrap().bounds();
        assert!(bounds.left() > 10.0 && bounds.right() < 10.0 + width("Hxg", 100.0));
        assert!(bounds.top() > 100.0 && bounds.bottom() > 200.0 && bounds.bottom() < 240.0);
        // Every character that a picture may have is drawn as something.
        assert_eq!(width("\u{1F3B1}", 10.0), width("?", 10.0));
        assert!(outlines(" ", 10.0, 0.0, 0.0).is_none());
    }
}
