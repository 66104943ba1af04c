//! Laws of motion: a formula and a tolerance each.

mod bullets;
mod chains;
pub mod collisions;
mod contacts;
mod drive;
mod energy;
mod fall;
mod friction;
mod hinge_changes;
mod hinges;
mod hubs;
mod limits;
mod locks;
mod mass;
mod restitution;
mod shot_joints;
mod stacks;
mod stopped;
mod swept;
mod tiles;
mod tunnel;
mod turning;
