//! Keys: what a program holds to name a body, a shape, a joint or an area.

use crate::slots::{KeyParts, TAGS};
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

slotmap::new_key_type! {
    /// Names a body of one world, for as long as the body is there. A slotmap key: `SecondaryMap<BodyKey, _>` holds
    /// what a program knows of bodies. Shown as tag of the world, place and generation: `1:0v1`.
    pub struct BodyKey;

    /// Names a shape of a body, for as long as the shape is there: removing a shape renames no other one. Shown as
    /// [`BodyKey`].
    pub struct ShapeKey;

    /// Names a joint of one world, for as long as the joint is there. Shown as [`BodyKey`].
    pub struct JointKey;

    /// Names an area of one world, for as long as the area is there. Shown as [`BodyKey`].
    pub struct AreaKey;
}

/// The one counter of the program: the worlds so far. It is no part of any state.
static WORLDS: AtomicU32 = AtomicU32::new(0);

/// The tag of a new world, which tells its keys from another world's. Tags repeat after 8,191 worlds.
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
