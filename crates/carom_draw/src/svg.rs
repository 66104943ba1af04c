//! The picture as SVG: plain text that a browser or an editor opens.

use crate::{Color, Drawing, SvgWriter};

impl Drawing {
    /// The picture as an SVG file.
    pub fn svg(&self) -> String {
        let (width, height) = self.size();
        let mut svg = SvgWriter::new(width, height, Color::BACKGROUND);
        self.put_on(&mut svg);
        svg.finish()
    }
}
