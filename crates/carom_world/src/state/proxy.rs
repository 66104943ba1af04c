//! A proxy: a convex piece, its owner, and its flags.

use crate::def::Filter;
use crate::events::BodyShape;
use crate::key::{BodyKey, ShapeKey};
use carom_math::Vec2;
use carom_shapes::Piece;

/// No proxy: the end of a list.
pub(crate) const NONE: u32 = u32::MAX;

/// A piece and its owner.
#[derive(Clone, Debug)]
pub(crate) struct Proxy {
    pub piece: Piece,
    pub filter: Filter,
    pub body: BodyKey,
    /// Its shape.
    pub key: ShapeKey,
    /// The body's next proxy, or [`NONE`].
    pub next: u32,
    /// Whether its shape has more than one piece.
    pub shared: bool,
    /// Whether it is a sensor: it has boxes, and no pairs.
    pub sensor: bool,
    /// [`crate::ShapeDef::full_kinematic_contacts`].
    pub full_kinematic_contacts: bool,
    /// The direction of a one-way shape, in the body's frame, of length 1; zero for others.
    pub one_way: Vec2,
}

impl Proxy {
    /// Its shape and body.
    pub(crate) fn body_shape(&self) -> BodyShape {
        BodyShape { body: self.body, shape: self.key }
    }
}

/// Bits of `Proxies::flags`.
pub(crate) mod flag {
    /// The proxy belongs to a body.
    pub const LIVE: u8 = 1;
    /// Its body may move in this step.
    pub const ACTIVE: u8 = 2;
    /// Its body sleeps.
    pub const ASLEEP: u8 = 4;
    /// Its fat box changed in the last step.
    pub const MOVED: u8 = 8;
    /// It was created, teleported, refiltered or woken: all its pairs are found again.
    pub const DISTURBED: u8 = 16;
    /// Its contacts are no longer valid.
    pub const RENEW: u8 = 32;
    /// Its body is frozen or disabled: it touches nothing.
    pub const OUT: u8 = 64;

    const EACH: [u32; 7] =
        [LIVE as u32, ACTIVE as u32, ASLEEP as u32, MOVED as u32, DISTURBED as u32, RENEW as u32, OUT as u32];

    /// The bits of all.
    pub const ALL: u8 = crate::bits::all_of(&EACH) as u8;
}
