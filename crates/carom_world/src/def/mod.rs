//! Definitions: plain data with public fields and chaining setters. They are checked when they reach the world, and
//! only then.

mod area_def;
mod body_def;
mod filter;
#[cfg(feature = "serde")]
mod flat_shape;
pub(crate) mod joint;
mod joint_solver;
mod link_materials;
mod material;
mod mixing;
mod shape_def;
mod world_def;

pub use crate::def::area_def::{AreaDef, Falloff, FieldGravity};
pub(crate) use crate::def::body_def::check_mass;
pub use crate::def::body_def::{BodyDef, BodyKind, Locks};
pub use crate::def::filter::Filter;
pub(crate) use crate::def::joint::Parts;
pub use crate::def::joint::{
    AngleLimit, AngleMotor, AngleSpring, Distance, FilterJoint, Gear, JointDef, JointKind, JointOptions, LineLimit,
    LineMotor, LineSpring, Motor, PinSlot, Prismatic, Pulley, Rack, Revolute, Stiffness, Weld, Wheel,
};
pub use crate::def::joint_solver::JointSolver;
pub use crate::def::link_materials::LinkMaterials;
pub(crate) use crate::def::material::MOST_RESTITUTION;
pub use crate::def::material::Material;
pub use crate::def::mixing::Mixing;
pub(crate) use crate::def::mixing::MixingRules;
pub use crate::def::shape_def::ShapeDef;
pub(crate) use crate::def::shape_def::pieces_of;
pub use crate::def::world_def::WorldDef;
