//! A proxy: a convex piece and its owner.

use crate::def::Filter;
use crate::events::BodyShape;
use crate::key::{BodyKey, ShapeKey};
use carom_math::Vec2;
use carom_shapes::Piece;

/// No proxy: the end of a list.
pub(crate) const NONE: u32 = u32::MAX;

/// A piece and what it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Proxy {
    pub piece: Piece,
    pub filter: Filter,
    pub body: BodyKey,
    /// Its shape, and the place of that in the list of its body.
    pub key: ShapeKey,
    pub shape: u32,
    /// The body's next proxy, or [`NONE`].
    pub next: u32,
    /// Whether its shape has more pieces than one.
    pub shared: bool,
    /// Whether it only senses: it has boxes, and no pairs.
    pub sensor: bool,
    /// The direction of a one-way shape, in the body's frame, of length 1; zero for others.
    pub one_way: Vec2,
}

impl Proxy {
    /// Its shape and body.
    pub(crate) fn body_shape(&self) -> BodyShape {
        BodyShape { body: self.body, shape: self.key }
    }
}
