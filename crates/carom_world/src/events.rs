//! What happened in a step, as plain data in a stable order.

use crate::BodyKey;

/// A shape of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapeKey {
    /// The body.
    pub body: BodyKey,
    /// Number of the shape on the body, from 0.
    pub shape: u32,
}

/// Two shapes that began or ceased to touch. Touching begins within the speculative distance, or with the first push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContactEvent {
    /// The one created first (or the one that took an older place).
    pub a: ShapeKey,
    /// The other.
    pub b: ShapeKey,
}

/// The events of the last step.
#[derive(Clone, Debug, Default)]
pub struct Events {
    pub(crate) began: Vec<ContactEvent>,
    pub(crate) ended: Vec<ContactEvent>,
    pub(crate) frozen: Vec<BodyKey>,
    pub(crate) slept: Vec<BodyKey>,
    /// Whether a contact of a shape with several pieces began or ended.
    pub(crate) shared_changed: bool,
}

impl Events {
    /// Pairs of shapes that began to touch.
    pub fn began(&self) -> &[ContactEvent] {
        &self.began
    }

    /// Pairs of shapes that ceased to touch, also because one of them went away: its key is stale then.
    pub fn ended(&self) -> &[ContactEvent] {
        &self.ended
    }

    /// Bodies that turned not finite: each stands at its last good pose and takes no part any more.
    pub fn frozen(&self) -> &[BodyKey] {
        &self.frozen
    }

    /// Bodies that fell asleep.
    pub fn slept(&self) -> &[BodyKey] {
        &self.slept
    }

    pub(crate) fn clear(&mut self) {
        self.began.clear();
        self.ended.clear();
        self.frozen.clear();
        self.slept.clear();
    }
}
