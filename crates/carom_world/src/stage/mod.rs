//! The stages of a step. Each is a free function whose signature is what it reads and writes. `step.rs` calls them in
//! order.

mod break_joints;
pub(crate) mod broad_phase;
mod ccd;
mod changes;
pub(crate) mod finalize;
pub(crate) mod memory_order;
pub(crate) mod narrow_phase;
pub(crate) mod report;
pub(crate) mod sensor_scratch;
mod sensors;
pub(crate) mod sleep;
pub(crate) mod solve;
mod strain_joints;
pub(crate) mod touch_change;
mod touching;

pub(crate) use crate::stage::break_joints::break_joints;
pub(crate) use crate::stage::broad_phase::contacts::{find_pairs, update_contacts};
pub(crate) use crate::stage::broad_phase::merge::Merge;
pub(crate) use crate::stage::broad_phase::shapes::may_touch;
pub(crate) use crate::stage::ccd::scratch::CcdScratch;
pub(crate) use crate::stage::ccd::{Passed, continuous_collision, emit_impact_events, wake_hit};
pub(crate) use crate::stage::changes::{settle_starts, take_changes};
pub(crate) use crate::stage::finalize::bodies::{emit_slowed_events, finalize_bodies};
pub(crate) use crate::stage::finalize::fat_boxes::{fat_box, fatten, refit_boxes};
pub(crate) use crate::stage::finalize::freeze::freeze_bad;
pub(crate) use crate::stage::memory_order::reorder_bodies::reorder_bodies;
pub(crate) use crate::stage::memory_order::reorder_proxies::reorder_proxies;
pub(crate) use crate::stage::narrow_phase::bounce_chain::BounceChain;
pub(crate) use crate::stage::narrow_phase::bounce_chains::{mark_bounce_chains, unmark_bounce_chains};
pub(crate) use crate::stage::narrow_phase::chunks::collide_contacts;
pub(crate) use crate::stage::narrow_phase::collide::manifold_of;
pub(crate) use crate::stage::narrow_phase::crossing::Crossing;
pub(crate) use crate::stage::narrow_phase::embedded::{EmbeddedPair, Overlaps};
pub(crate) use crate::stage::narrow_phase::first_touch::{LateTouch, undo_late_touches};
pub(crate) use crate::stage::narrow_phase::one_way::drop_through;
pub(crate) use crate::stage::narrow_phase::reach::Reach;
pub(crate) use crate::stage::report::impulses::{emit_hit_events, record_impulses, recorder_of};
pub(crate) use crate::stage::report::noted::Noted;
pub(crate) use crate::stage::report::touch_events::emit_touch_events;
pub(crate) use crate::stage::sensor_scratch::SensorScratch;
pub(crate) use crate::stage::sensors::update_sensors;
pub(crate) use crate::stage::sleep::driven::keep_driven_awake;
pub(crate) use crate::stage::sleep::fall_asleep::{emit_woken_events, fall_asleep, put_to_sleep, take_contacts};
pub(crate) use crate::stage::sleep::wake::wake_touched;
pub(crate) use crate::stage::solve::areas::apply_areas;
pub(crate) use crate::stage::solve::buoyancy::ClipBuffer;

pub(crate) use crate::stage::solve::inputs::{gather_forces, prepare_constraints, rules_of};
pub(crate) use crate::stage::solve::joints::store_joints;
pub(crate) use crate::stage::solve::mass_scaling::{restore_masses, scale_forces, scale_masses, uncache_scaled};
pub(crate) use crate::stage::solve::part_embedded::part_embedded;
pub(crate) use crate::stage::solve::scaled_mass::MassScaling;
pub(crate) use crate::stage::strain_joints::strain_joints;
pub(crate) use crate::stage::touch_change::Change;
pub(crate) use crate::stage::touching::change_touches;
