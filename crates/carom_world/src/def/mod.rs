//! What a user says: plain data with public fields and chaining setters. Nothing here is checked before it reaches
//! the world, and everything is checked there.

mod area_def;
mod body_def;
mod filter;
#[cfg(feature = "serde")]
mod flat_shape;
mod joint_def;
mod material;
mod shape_def;
mod world_def;

pub use area_def::{AreaDef, Falloff, FieldGravity};
pub(crate) use body_def::check_mass;
pub use body_def::{BodyDef, BodyKind, Locks};
pub use filter::Filter;
pub use joint_def::{AngleLimit, AngleSpring, JointDef, Motor, Revolute};
pub use material::Material;
pub use shape_def::ShapeDef;
pub(crate) use shape_def::pieces_of;
pub use world_def::{BroadPhaseKind, WorldDef};
