//! The constraint solver: velocities and positions. It sees rows of bodies, contacts with their points, and joints with
//! their anchors; no shapes, no handles, no world.
//!
//! In: body rows, contacts and manifolds, joints, the rules of the step. Out: velocities, motions, impulses. The method
//! is small substeps with soft contacts and a relax pass (Catto 2024, after Macklin et al. 2019). Constraints are
//! colored and solved sixteen side by side on lanes.
#![deny(unsafe_code)]

mod body;
pub mod coloring;
mod contact;
mod grain;
mod integrate;
mod islands;
mod joint;
mod lanes;
mod mass_splitting;
mod overflow;
mod prefetch;
mod recorder;
mod region;
mod room;
mod rows;
mod rules;
mod softness;
mod solver;
mod solver_records;
mod sorted;
mod stages;
mod unconstrained;

pub use body::{BodyMass, BodyState, ForceUpdate};
pub use contact::cache::CachedChunk;
pub use contact::chunk::{CHUNK, chunk_size};
pub use contact::chunk_columns::ChunkColumns;
pub use contact::{ContactManifold, ContactPair, PreparedPoint};
pub use islands::Islands;
pub use joint::coupled::input::{CoupledJoint, CoupledValues, CouplingInput, RopeEnd};
pub use joint::input::{AxisImpulses, AxisInput, Hold, JointInput, JointNews, JointState, joint_angle, nearest_turn};
pub use joint::record::{JointRecord, Recorded};
pub use recorder::{ImpulseRecord, ImpulseRecorder};
pub use room::{grow_room, keep_room, make_room};
pub use rows::prefetch;
pub use rules::{StepRules, TreeChoice};
pub use softness::{Hardening, Softness, Spring};
pub use solver::Solver;
