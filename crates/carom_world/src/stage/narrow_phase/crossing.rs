//! A one-way shape and a body that touch.

use crate::events::BodyShape;
use crate::key::BodyKey;

/// A touch of a body with a one-way shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub platform: BodyShape,
    pub body: BodyKey,
    /// Index of the contact.
    pub contact: u32,
    /// Whether it was held in the last step, by a contact or by an impact, which bent its way.
    pub held: bool,
    /// Whether it comes from before the surface.
    pub comes: bool,
    /// Whether it is before the surface and no longer leaves it.
    pub arrived: bool,
}
