//! The stages of a step, each a free function whose signature is what it reads and writes. `step.rs` calls them in
//! order.

mod areas;
mod boxes;
mod buoyancy;
mod calm;
mod changes;
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
mod passing;
mod renumber;
mod scattered;
mod seams;
mod sense;
mod sleep;
mod solve;
mod splice;
mod sweep;
mod tiles;
mod touch;
mod wake;

pub(crate) use areas::apply_areas;
pub(crate) use boxes::{fat_box, fatten, refit_boxes};
pub(crate) use buoyancy::Bath;
pub(crate) use changes::take_changes;
pub(crate) use collide::{Reach, touch_of};
pub(crate) use contacts::{find_pairs, may_touch, update_contacts};
pub(crate) use deal::deal_numbers;
pub(crate) use finish::{finish_bodies, note_slowed};
pub(crate) use freeze::freeze_bad;
pub(crate) use impulses::{Noted, note_impulses, tell_hits, watch_of};
pub(crate) use joints::store_joints;
pub(crate) use one_way::{Crossing, drop_through};
pub(crate) use renumber::renumber;
pub(crate) use sense::{Sensing, sense};
pub(crate) use sleep::{fall_asleep, note_woken, put_to_sleep, take_contacts};
pub(crate) use solve::{gather_drives, prepare_constraints, rules_of};
pub(crate) use splice::Splice;
pub(crate) use sweep::{Passed, Sweeps, sweep_fast, tell_impacts, wake_hit};
pub(crate) use tiles::meet_contacts;
pub(crate) use touch::{Change, change_touches, tell_touches};
pub(crate) use wake::wake_touched;

#[cfg(test)]
mod calm_tests;
#[cfg(test)]
mod oracle_tests;
