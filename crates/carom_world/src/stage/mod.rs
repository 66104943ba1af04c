//! The stages of a step, each a free function whose signature is what it reads and writes. `step.rs` calls them in
//! order.

mod areas;
mod boxes;
mod buoyancy;
mod calm;
mod changes;
mod chunks;
mod collide;
mod collide_lanes;
mod contacts;
mod curve;
mod deal;
mod finish;
mod freeze;
mod impulses;
mod joints;
mod one_way;
mod renumber;
mod scattered;
mod seams;
mod sense;
mod sleep;
mod solve;
mod splice;
mod sweep;
mod touch;
mod transient;
mod wake;

pub(crate) use areas::apply_areas;
pub(crate) use boxes::{fat_box, fatten, refit_boxes};
pub(crate) use buoyancy::ClipBuffer;
pub(crate) use changes::take_changes;
pub(crate) use chunks::collide_contacts;
pub(crate) use collide::{Reach, manifold_of};
pub(crate) use contacts::{find_pairs, may_touch, update_contacts};
pub(crate) use deal::reorder_proxies;
pub(crate) use finish::{emit_slowed_events, finalize_bodies};
pub(crate) use freeze::freeze_bad;
pub(crate) use impulses::{Noted, emit_hit_events, record_impulses, recorder_of};
pub(crate) use joints::store_joints;
pub(crate) use one_way::{Crossing, drop_through};
pub(crate) use renumber::reorder_bodies;
pub(crate) use sense::{SensorScratch, update_sensors};
pub(crate) use sleep::{emit_woken_events, fall_asleep, put_to_sleep, take_contacts};
pub(crate) use solve::{gather_forces, prepare_constraints, rules_of};
pub(crate) use splice::Merge;
pub(crate) use sweep::{CcdScratch, Passed, continuous_collision, emit_impact_events, wake_hit};
pub(crate) use touch::{Change, change_touches, emit_touch_events};
pub(crate) use wake::wake_touched;

#[cfg(test)]
mod calm_tests;
#[cfg(test)]
mod oracle_tests;
