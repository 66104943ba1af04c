//! Colors: the background, the ink of words, and hues that are told apart.

use std::fmt::{Display, Formatter, Result};

/// A color without transparency: red, green, blue, 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color(pub u8, pub u8, pub u8);

/// Hues of groups that are to be told apart, such as islands.
const HUES: [Color; 12] = [
    Color(0x4F, 0x86, 0xB8),
    Color(0xE0, 0x9A, 0x4F),
    Color(0x5F, 0xA5, 0x6B),
    Color(0xC2, 0x6A, 0x7F),
    Color(0x8E, 0x7C, 0xC3),
    Color(0xC9, 0xB4, 0x4B),
    Color(0x55, 0xA8, 0xA8),
    Color(0xA8, 0x6B, 0x4A),
    Color(0x9A, 0xB8, 0x5A),
    Color(0xD0, 0x85, 0xC0),
    Color(0x6A, 0x7F, 0x95),
    Color(0xE3, 0x7A, 0x62),
];

impl Color {
    /// The background color.
    pub const BACKGROUND: Self = Self(0xFB, 0xFA, 0xF7);
    /// The color of words.
    pub const INK: Self = Self(0x1C, 0x24, 0x2E);
    /// The color of words beside the point.
    pub const PALE_INK: Self = Self(0x6A, 0x72, 0x7B);

    /// A hue by number. Twelve are told apart; then they come again.
    pub fn hue(number: usize) -> Self {
        HUES[number % HUES.len()]
    }

    /// The color `part` of the way to `end`, 0 to 1.
    #[must_use]
    pub fn towards(self, end: Self, part: f32) -> Self {
        let mix = |from: u8, to: u8| (f32::from(from) + part * (f32::from(to) - f32::from(from))).round() as u8;
        Self(mix(self.0, end.0), mix(self.1, end.1), mix(self.2, end.2))
    }
}

impl Display for Color {
    /// The color as SVG and CSS write it: `#6b9bc3`.
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let Self(r, g, b) = self;
        write!(out, "#{r:02x}{g:02x}{b:02x}")
    }
}
