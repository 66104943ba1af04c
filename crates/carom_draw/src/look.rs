//! The looks of things: calm colors whose lightness distinguishes the states of bodies, also for color-blind readers.

use crate::{Color, Style};
use carom::math::clamp;
use carom::{Body, BodyKind};

/// The look of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    /// A body that never moves.
    Fixed,
    /// A body that moves by its own velocity.
    Kinematic,
    /// A dynamic body that is awake.
    Awake,
    /// A dynamic body that sleeps.
    Asleep,
    /// A body that turned non-finite and takes part in nothing any more.
    Frozen,
    /// A body that is disabled.
    Disabled,
    /// A sensor.
    Sensor,
    /// The side from which a one-way shape lets bodies through, by an arrow along their way.
    OneWay,
    /// The region of an area.
    Area,
    /// A joint.
    Joint,
    /// A point of a contact.
    Contact,
    /// The normal of a contact.
    Normal,
    /// The impulse at a point of a contact.
    Impulse,
    /// The box around a body.
    Aabb,
    /// A joint of the layer of that name: its anchors and its arms.
    Hinge,
    /// A body tinted by its island.
    Island,
    /// A contact with the color of its constraint.
    Constraint,
    /// A cell of the broad phase.
    Cell,
    /// A velocity.
    Velocity,
    /// The way that a body took.
    Trail,
    /// The number of a body.
    Id,
}

/// The shades of bodies that are awake.
const BLUES: [Color; 5] = [
    Color(0x6B, 0x9B, 0xC3),
    Color(0x83, 0xB5, 0xCB),
    Color(0x5B, 0x86, 0xB2),
    Color(0x8D, 0xAE, 0xD6),
    Color(0x6C, 0xA9, 0xB6),
];

/// Sleepers are this much paler.
const PALE: f32 = 0.72;
const SLEEP: Color = Color(0xCF, 0xD3, 0xD6);

/// The shade of a body: scattered, so that bodies made in rows do not make stripes (Knuth 1973, multiplicative
/// hashing).
fn blue(number: usize) -> Color {
    BLUES[((number as u32).wrapping_mul(2_654_435_761) >> 16) as usize % BLUES.len()]
}

impl Look {
    /// All looks, in the order of the legend.
    pub const ALL: [Self; 21] = [
        Self::Fixed,
        Self::Kinematic,
        Self::Awake,
        Self::Asleep,
        Self::Frozen,
        Self::Disabled,
        Self::Sensor,
        Self::OneWay,
        Self::Area,
        Self::Joint,
        Self::Contact,
        Self::Normal,
        Self::Impulse,
        Self::Aabb,
        Self::Hinge,
        Self::Island,
        Self::Constraint,
        Self::Cell,
        Self::Velocity,
        Self::Trail,
        Self::Id,
    ];

    /// The look of a body.
    pub fn of(body: &Body<'_>) -> Self {
        match body.kind() {
            _ if body.is_frozen() => Self::Frozen,
            _ if !body.is_enabled() => Self::Disabled,
            BodyKind::Fixed => Self::Fixed,
            BodyKind::Kinematic => Self::Kinematic,
            BodyKind::Dynamic if body.is_awake() => Self::Awake,
            BodyKind::Dynamic => Self::Asleep,
        }
    }

    /// The name in the legend.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Kinematic => "kinematic",
            Self::Awake => "awake",
            Self::Asleep => "asleep",
            Self::Frozen => "frozen",
            Self::Disabled => "disabled",
            Self::Sensor => "sensor",
            Self::OneWay => "one way",
            Self::Area => "area",
            Self::Joint => "joint",
            Self::Contact => "contact",
            Self::Normal => "normal",
            Self::Impulse => "impulse",
            Self::Aabb => "box",
            Self::Hinge => "anchors of a joint",
            Self::Island => "island",
            Self::Constraint => "color of a constraint",
            Self::Cell => "cell",
            Self::Velocity => "velocity",
            Self::Trail => "trail",
            Self::Id => "number",
        }
    }

    /// Whether it is a body's own.
    pub(crate) fn is_body(self) -> bool {
        self <= Self::Disabled
    }

    /// Whether it is a body, in its own color or in that of its island.
    pub(crate) fn is_solid(self) -> bool {
        self.is_body() || self == Self::Island
    }

    /// The color of thing number `number`. Neighbours in the order of creation differ a little, so that a pile does not
    /// run into one.
    pub fn color(self, number: usize) -> Color {
        match self {
            Self::Fixed => Color(0xC4, 0xBF, 0xB6),
            Self::Kinematic => Color(0xD3, 0x94, 0x74),
            Self::Awake => blue(number),
            Self::Asleep => blue(number).towards(SLEEP, PALE),
            Self::Frozen => Color(0xB5, 0x7F, 0xC4),
            Self::Disabled => Color(0xA9, 0xA9, 0xA9),
            Self::Sensor => Color(0x3C, 0x55, 0x6E),
            Self::OneWay => Color(0x2F, 0x80, 0x50),
            Self::Area => Color(0x3E, 0x9C, 0xA6),
            Self::Joint => Color(0x2E, 0x3A, 0x45),
            Self::Contact => Color(0xD9, 0x48, 0x2B),
            Self::Normal => Color(0xB0, 0x6A, 0x12),
            Self::Impulse => Color(0xC2, 0x14, 0x3C),
            Self::Aabb => Color(0x7A, 0x6F, 0xA8),
            Self::Hinge => Color(0x9A, 0x1F, 0x7A),
            Self::Island | Self::Constraint => Color::hue(number),
            Self::Cell => Color(0xB3, 0x93, 0x3F),
            Self::Velocity => Color(0x1F, 0x85, 0x55),
            Self::Trail => Color(0x44, 0x5E, 0xA8),
            Self::Id => Color::INK,
        }
    }

    /// The style of a thing of this color that is so large [px]. Small things have thin outlines or none.
    pub(crate) fn style(self, color: Color, extent: f32) -> Style {
        let dark = color.towards(Color::INK, 0.5);
        match self {
            Self::Disabled => Style { is_dashed: true, fill: Some(color), fill_opacity: 0.25, ..line(dark, extent) },
            Self::Sensor => Style { is_dashed: true, ..line(color, extent) },
            Self::Area => Style { fill: Some(color), fill_opacity: 0.14, ..Style::stroke(color, 1.0) },
            Self::Joint => Style { stroke_opacity: 0.56, ..Style::stroke(color, 1.0) },
            Self::Aabb | Self::Cell => Style { stroke_opacity: 0.75, ..Style::stroke(color, 0.8) },
            Self::Trail => Style { stroke_opacity: 0.6, ..Style::stroke(color, 1.2) },
            Self::Normal => Style::stroke(color, 1.2),
            // Short arrows are thin.
            Self::Impulse | Self::Velocity => Style::stroke(color, clamp(extent / 14.0, 0.8, 1.6)),
            Self::Hinge | Self::OneWay | Self::Constraint => Style::stroke(color, 1.6),
            Self::Contact | Self::Id => Style::fill(color),
            _ => match outline_width(extent) {
                Some(width) => Style { fill: Some(color), ..Style::stroke(dark, width) },
                None => Style::fill(color),
            },
        }
    }
}

/// Width of the thinnest outline [px].
const LEAST_OUTLINE: f32 = 0.6;

fn line(color: Color, extent: f32) -> Style {
    Style::stroke(color, outline_width(extent).unwrap_or(LEAST_OUTLINE))
}

/// Outline width of a thing of this extent [px]; none if it would hide the thing.
fn outline_width(extent: f32) -> Option<f32> {
    match extent {
        e if e < 5.0 => None,
        e if e < 12.0 => Some(LEAST_OUTLINE),
        e if e < 40.0 => Some(1.0),
        _ => Some(1.5),
    }
}
