//! The shape that a user gives to a body.

use crate::{Capsule, Chain, Circle, MassProperties, Outline, Piece, Polygon, Segment, TileGrid};

/// An outline that a body can have. It is cut into one or more convex [`Piece`]s.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Shape {
    /// A circle.
    Circle(Circle),
    /// A capsule.
    Capsule(Capsule),
    /// A thin line.
    Segment(Segment),
    /// A convex polygon, sharp or rounded.
    Polygon(Polygon),
    /// A line of segments.
    Chain(Chain),
    /// A grid of solid, sloped and empty cells.
    TileGrid(TileGrid),
    /// A filled outline of any form, with or without holes.
    Outline(Outline),
}

impl Shape {
    /// Number of pieces.
    pub fn piece_count(&self) -> usize {
        match self {
            Self::Chain(s) => s.len(),
            Self::TileGrid(s) => s.piece_count(),
            Self::Outline(s) => s.pieces().len(),
            _ => 1,
        }
    }

    /// Piece `i`, from 0 to [`Shape::piece_count`]; counted round beyond. A tile grid without solid cells has none, and
    /// gives a link without length, which touches nothing.
    pub fn piece(&self, i: usize) -> Piece {
        match self {
            Self::Circle(s) => Piece::Circle(*s),
            Self::Capsule(s) => Piece::Capsule(*s),
            Self::Segment(s) => Piece::Segment(*s),
            Self::Polygon(s) => Piece::Polygon(s.clone()),
            Self::Chain(s) => Piece::Link(s.link(i)),
            Self::TileGrid(s) => s.piece(i),
            Self::Outline(s) => Piece::Polygon(s.pieces()[i % s.pieces().len()].clone()),
        }
    }

    /// Mass properties at `density` [kg/m^2]; none for segments and chains.
    pub fn mass(&self, density: f32) -> MassProperties {
        match self {
            Self::Circle(s) => s.mass(density),
            Self::Capsule(s) => s.mass(density),
            Self::Polygon(s) => s.mass(density),
            Self::TileGrid(s) => s.mass(density),
            Self::Outline(s) => s.mass(density),
            Self::Segment(_) | Self::Chain(_) => MassProperties::default(),
        }
    }
}

macro_rules! from {
    ($($kind:ident),+) => {
        $(impl From<$kind> for Shape {
            fn from(s: $kind) -> Self {
                Self::$kind(s)
            }
        })+
    };
}
from!(Circle, Capsule, Segment, Polygon, Chain, TileGrid, Outline);
