//! Velocities and positions. Sees rows of bodies, contacts with their points, joints with their anchors; knows no
//! shapes, no handles, no world.
//!
//! In: body rows, contacts and where they touch, joints, the rules of the step. Out: velocities, motions, impulses.
//! The method is the one that won the field: small substeps with soft contacts and a relax pass (Catto 2024, after
//! Macklin et al. 2019), constraints colored, sixteen side by side on lanes.
#![deny(unsafe_code)]

mod ahead;
mod body;
mod chunk;
pub mod color;
mod contact;
mod contact_block;
mod contact_kernel;
mod grain;
mod integrate;
mod islands;
mod keep;
mod lanes;
mod passes;
mod plan;
mod recorder;
mod region;
mod revolute_block;
mod revolute_kernel;
mod room;
mod rows;
mod rules;
mod softness;
mod solver;
mod sorted;
mod split_body;
mod unconstrained;

pub use body::{BodyMass, BodyState, ForceUpdate};
pub use chunk::{CHUNK, ChunkColumns, chunk_size};
pub use contact::{Contact, ContactManifold, ManifoldPoint};
pub use islands::Islands;
pub use keep::CachedChunk;
pub use recorder::{ImpulseRecord, Recorder};
pub use revolute_block::{JointImpulses, JointNews, RevoluteInput, joint_angle};
pub use room::{grow_room, keep_room, make_room};
pub use rows::prefetch;
pub use rules::StepRules;
pub use softness::Softness;
pub use solver::Solver;
