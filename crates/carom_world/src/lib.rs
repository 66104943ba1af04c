//! The simulation: bodies, joints, events, and the step. It is the only crate that sees all the others.
//!
//! `step.rs` shows the whole frame, and `stage/` has a file or folder for each stage. `state/` holds everything that
//! outlives a step. `step_scratch.rs` is the scratch memory of a step, rebuilt each time.
#![forbid(unsafe_code)]

mod area;
mod bits;
mod body;
mod body_enable;
mod body_mut;
mod body_push;
mod bulk;
mod character;
mod contact;
mod def;
mod error;
mod events;
mod explosion;
mod ignored_pairs;
mod joint;
mod key;
mod query;
mod readers;
mod readings;
mod rules;
mod sensor;
mod slots;
mod snapshot;
mod stage;
mod state;
mod step;
mod step_scratch;
mod stepper;
mod world;

pub use body::Body;
pub use body_mut::BodyMut;
pub use bulk::AwakeBodies;
pub use carom_broadphase::BroadPhaseKind;
pub use character::{Ground, Moved, Mover};
pub use contact::{Contact, ContactPoint};
pub use def::{
    AngleLimit, AngleMotor, AngleSpring, AreaDef, BodyDef, BodyKind, Distance, Falloff, FieldGravity, Filter,
    FilterJoint, Gear, JointDef, JointKind, JointOptions, JointSolver, LineLimit, LineMotor, LineSpring, LinkMaterials,
    Locks, Material, Mixing, Motor, PinSlot, Prismatic, Pulley, Rack, Revolute, ShapeDef, Stiffness, Weld, Wheel,
    WorldDef,
};
pub use error::Error;
pub use events::{BodyShape, CcdStats, Events, Hit, JointEnd, JointEndCause, SensorEvent, ShapePair, StrainedJoint};
pub use explosion::Explosion;
pub use joint::{Joint, JointMut};
pub use key::{AreaKey, BodyKey, JointKey, ShapeKey};
pub use query::{Cast, CastHit, Closest, Query, Ray, RayHit, ThrowHit};
pub use slotmap;
pub use stepper::Stepper;
pub use world::{Counts, World};

/// For makers of carom: who drives the blocks of a step, on how many lanes, how long its stages took, which invariants
/// [`World::validate`] found broken, and a clock that wasm32 has too. Islands, colors of constraints and cells of the
/// broad phase are here for pictures.
pub mod diagnostics {
    pub use crate::readings::{
        BroadPhaseCells, broad_phase_cells, constraint_colors, edit_count, islands, set_trace, trace_of,
    };
    pub use crate::state::Violation;
    pub use crate::world::StepTimes;
    pub use carom_math::LaneWidth;
    pub use carom_parallel::{Driver, Stopwatch, TraceSpan};
}
