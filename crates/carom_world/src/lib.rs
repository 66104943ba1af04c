//! The simulation: bodies, joints, events, and the step. The only room that sees every other room.
//!
//! `step.rs` shows the whole frame; `stage/` has a file for each stage; `state/` is what outlives a step, and nothing
//! else does; `frame.rs` is the memory of a step, rebuilt each time.
#![forbid(unsafe_code)]

mod body;
mod body_mut;
mod def;
mod error;
mod events;
mod frame;
mod joint;
mod key;
mod stage;
mod state;
mod step;
mod world;

pub use body::Body;
pub use body_mut::BodyMut;
pub use carom_tasks::Driver;
pub use def::{
    AngleLimit, AngleSpring, BodyDef, BodyKind, BroadPhaseKind, Filter, JointDef, Locks, Material, Motor, Revolute,
    ShapeDef, WorldDef,
};
pub use error::Error;
pub use events::{ContactEvent, Events, Hit, ShapeKey, Swept};
pub use joint::{Joint, JointMut};
pub use key::{BodyKey, JointKey};
pub use state::Violation;
pub use world::{Counts, StepTimes, World};
