//! The simulation: bodies, joints, events, and the step. The only room that sees every other room.
#![forbid(unsafe_code)]

mod def;
mod error;
mod key;

pub use def::{
    AngleLimit, AngleSpring, BodyDef, BodyKind, BroadPhaseKind, Filter, JointDef, Locks, Material, Motor, Revolute,
    ShapeDef, WorldDef,
};
pub use error::Error;
pub use key::{BodyKey, JointKey};
