//! Keys: what a user holds to name a body or a joint. A key knows its world, so that a stale key, or another world's,
//! names nothing.

use crate::slots::slot_key;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

slot_key!(
    /// Place of a body's slot.
    BodySlotKey
);
slot_key!(
    /// Place of a joint's slot.
    JointSlotKey
);

slot_key!(
    /// Place of an area.
    AreaSlotKey
);

/// The one counter of the program: the number of the next world. It is no part of any state.
static NEXT_WORLD: AtomicU32 = AtomicU32::new(1);

/// The number of a world that has no number yet.
pub(crate) fn next_world() -> u32 {
    NEXT_WORLD.fetch_add(1, Ordering::Relaxed)
}

/// Names a body of one world, for as long as the body is there. Shown as the number of the world, the place, and how
/// often that place was given or left: `1:0v1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyKey {
    pub(crate) world: u32,
    pub(crate) slot: BodySlotKey,
}

/// Names a joint of one world, for as long as the joint is there. Shown as the number of the world, the place, and how
/// often that place was given or left: `1:0v1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JointKey {
    pub(crate) world: u32,
    pub(crate) slot: JointSlotKey,
}

/// Names an area of one world, for as long as the area is there. Shown as the number of the world, the place, and how
/// often that place was given or left: `1:0v1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AreaKey {
    pub(crate) world: u32,
    pub(crate) slot: AreaSlotKey,
}

macro_rules! show {
    ($($key:ident)*) => {$(
        impl fmt::Display for $key {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if *self == Self::default() { f.pad("none") } else { f.pad(&format!("{}:{:?}", self.world, self.slot)) }
            }
        }
    )*};
}
show!(BodyKey JointKey AreaKey);
