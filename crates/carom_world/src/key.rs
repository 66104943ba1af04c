//! Keys, by which a program names a body, a shape, a joint or an area.

use crate::slots::{KeyParts, TAGS};
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

slotmap::new_key_type! {
    /// Names a body of one world, for as long as the body is there. It is a slotmap key: `SecondaryMap<BodyKey, _>`
    /// holds a program's own data of bodies. Shown as the tag of its world, index and generation: `1:0v1`.
    pub struct BodyKey;

    /// Names a shape of a body, for as long as the shape is there. Removing a shape renames no other one. Shown as
    /// [`BodyKey`].
    pub struct ShapeKey;

    /// Names a joint of one world, for as long as the joint is there. Shown as [`BodyKey`].
    pub struct JointKey;

    /// Names an area of one world, for as long as the area is there. Shown as [`BodyKey`].
    pub struct AreaKey;
}

/// The number of worlds so far. It is the only counter of the program, and no part of any state.
static WORLDS: AtomicU32 = AtomicU32::new(0);

/// The tag of a new world, which sets its keys apart from another world's. Tags repeat after 8,191 worlds.
pub(crate) fn next_tag() -> u32 {
    1 + WORLDS.fetch_add(1, Ordering::Relaxed) % (TAGS - 1)
}

macro_rules! show {
    ($($key:ident)*) => {$(
        impl fmt::Display for $key {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.tag() {
                    0 => f.pad("none"),
                    tag => f.pad(&format!("{tag}:{}v{}", self.index(), self.generation())),
                }
            }
        }
    )*};
}
show!(BodyKey ShapeKey JointKey AreaKey);
