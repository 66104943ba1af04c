//! A time of impact (TOI) event: two pieces that meet on their segments.

use carom_math::Vec2;

/// The time and normal of an impact of two proxies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ToiEvent {
    /// Part of the step, 0..=1; infinite for none.
    pub time: f32,
    /// The proxies, the smaller id first.
    pub a: u32,
    pub b: u32,
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// Whether the core of the smaller body is stopped, because the surfaces overlap already.
    pub deep: bool,
    /// The depth of a body that sinks into one that turns away under it; they separate by as much in a step [m].
    pub sunk: f32,
}

impl ToiEvent {
    /// No impact.
    pub const NONE: Self =
        Self { time: f32::INFINITY, a: u32::MAX, b: u32::MAX, normal: Vec2::ZERO, deep: false, sunk: 0.0 };

    /// Whether there is one.
    pub fn is_some(&self) -> bool {
        self.time <= 1.0
    }

    /// Whether it comes before another: by time, then by proxy ids. The order is total and does not depend on rows.
    pub fn is_before(&self, other: &Self) -> bool {
        (self.time, self.a, self.b) < (other.time, other.a, other.b)
    }

    /// Its two proxies as one number, in the order of the pairs.
    pub fn pair_id(&self) -> u64 {
        u64::from(self.a) << 32 | u64::from(self.b)
    }

    /// Whether both are the same two proxies at the same time.
    pub fn is_same(&self, other: &Self) -> bool {
        self.is_some() && (self.time, self.a, self.b) == (other.time, other.a, other.b)
    }
}
