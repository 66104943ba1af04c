//! The palette: calm colors whose lightness distinguishes the states of bodies, also for color-blind readers.

use carom::BodyKind;
use std::fmt::{Display, Formatter, Result};

/// A color without transparency: red, green, blue, 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

/// The look of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A body that never moves.
    Fixed,
    /// A body that moves by its own velocity.
    Kinematic,
    /// A dynamic body that is awake.
    Awake,
    /// A dynamic body that sleeps.
    Asleep,
    /// A joint.
    Joint,
}

/// The shades of bodies that are awake.
const BLUES: [Color; 5] = [
    Color(0x6B, 0x9B, 0xC3),
    Color(0x83, 0xB5, 0xCB),
    Color(0x5B, 0x86, 0xB2),
    Color(0x8D, 0xAE, 0xD6),
    Color(0x6C, 0xA9, 0xB6),
];

/// The shade of a body: scattered, so that bodies made in rows do not make stripes (Knuth 1973, multiplicative
/// hashing).
fn blue(number: usize) -> Color {
    BLUES[((number as u32).wrapping_mul(2_654_435_761) >> 16) as usize % BLUES.len()]
}

impl Color {
    /// The background color.
    pub const BACKGROUND: Self = Self(0xFB, 0xFA, 0xF7);

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

impl Look {
    /// The look of a body.
    pub fn of(kind: BodyKind, awake: bool) -> Self {
        match kind {
            BodyKind::Fixed => Self::Fixed,
            BodyKind::Kinematic => Self::Kinematic,
            BodyKind::Dynamic if awake => Self::Awake,
            BodyKind::Dynamic => Self::Asleep,
        }
    }

    /// The color of the inside of body number `number`. Neighbours in the order of creation differ a little, so that
    /// a pile does not run into one.
    pub fn fill(self, number: usize) -> Color {
        match self {
            Self::Fixed => Color(0xC4, 0xBF, 0xB6),
            Self::Kinematic => Color(0xD3, 0x94, 0x74),
            Self::Awake => blue(number),
            Self::Asleep => blue(number).towards(Color(0xCF, 0xD3, 0xD6), 0.72),
            Self::Joint => Color(0x2E, 0x3A, 0x45),
        }
    }

    /// The color of the outline of body number `number`.
    pub fn line(self, number: usize) -> Color {
        let dark = Color(0x1C, 0x24, 0x2E);
        self.fill(number).towards(dark, if self == Self::Joint { 0.0 } else { 0.5 })
    }
}
