//! Stage 5, its inputs, continued: areas (gravity fields, wind, drag, buoyancy), added to each body's force update.
//!
//! Drag is implicit, as damping is: v' = (v + h (a + c w)) / (1 + h c), with the wind w. So a falling body ends at
//! exactly v = w + a / c, and no drag is too strong. For quadratic drag, c is that of the beginning of the step.
//!
//! Forces that depend on the position are constant over the step. Taken at the position of its beginning, they would
//! feed energy to bodies that swing or orbit. With n substeps the motion of a step is v dt + a dt^2 (n + 1) / 2n. The
//! map of a linear spring keeps areas (is symplectic) exactly if the force is taken at x + v dt (n - 1) / 2n. So that
//! is done.

use crate::def::{AreaDef, Falloff, FieldGravity, WorldDef};
use crate::stage::solve::buoyancy::{ClipBuffer, Dipped, ahead, submerge};
use crate::stage::solve::inputs::BODIES_A_TASK;
use crate::state::{Area, State};
use crate::step_scratch::StepScratch;
use carom_math::{Vec2, cross, max, normalize};
use carom_narrowphase::contains_point;
use carom_parallel::{Each, Executor};
use carom_solver::{ForceUpdate, StepRules};

/// Part of its distance below which a pull to a point grows no more.
const NEAREST: f32 = 0.05;

/// Adds the areas to the force updates.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn apply_areas(
    tasks: &Executor,
    state: &State,
    scratch: &mut StepScratch,
    def: &WorldDef,
    rules: &StepRules,
) {
    if state.areas.is_empty() {
        return;
    }
    let awake = state.bodies.awake;
    let tasks_count = awake.div_ceil(BODIES_A_TASK);
    if scratch.clip_buffers.len() < tasks_count {
        scratch.clip_buffers.resize_with(tasks_count, ClipBuffer::default);
    }
    let columns = (&mut scratch.force_updates[..awake], Each(BODIES_A_TASK, &mut scratch.clip_buffers[..tasks_count]));
    tasks.blocks(BODIES_A_TASK, columns, |first, (updates, Each(_, baths))| {
        for (k, update) in updates.iter_mut().enumerate() {
            act(state, (def, rules), first + k, update, &mut baths[0]);
        }
    });
}

/// Sum of the areas on a body.
#[derive(Default)]
struct Acting {
    pull: Vec2,
    replaces: f32,
    /// Drag, and drag times wind.
    drag: f32,
    drift: Vec2,
    angular_drag: f32,
    force: Vec2,
    torque: f32,
}

/// Adds all areas to the force update of one body.
fn act(
    state: &State,
    (def, rules): (&WorldDef, &StepRules),
    row: usize,
    update: &mut ForceUpdate,
    buffer: &mut ClipBuffer,
) {
    let mut acting = Acting::default();
    let (mass, v) = (&state.bodies.masses[row], state.bodies.states[row].v());
    let mut any = false;
    for area in state.areas.slots.values() {
        let Some(part) = part_in(state, def, area, row, buffer) else { continue };
        any = true;
        let AreaDef { wind, drag, quadratic_drag, angular_drag, fluid_density, .. } = area.def;
        acting.pull += part.part * pull_at(&area.def, mass.center + ahead(def) * v);
        let replaced = if area.def.replaces_gravity { part.part } else { 0.0 };
        acting.replaces = max(acting.replaces, replaced);
        let c = part.part * (drag + quadratic_drag * (v - wind).length());
        acting.drag += c;
        acting.drift += c * wind;
        acting.angular_drag += part.part * angular_drag;
        let lift = -fluid_density * part.area * def.gravity;
        acting.force += lift;
        acting.torque += cross(part.centroid - mass.center, lift);
    }
    if !any {
        return;
    }
    let h = rules.h;
    let a = (acting.pull - acting.replaces * def.gravity) * state.bodies.forces[row].gravity_scale
        + acting.force * mass.inv_mass;
    let keep = 1.0 / (1.0 + h * acting.drag);
    let keep_w = 1.0 / (1.0 + h * acting.angular_drag);
    update.more(h * (a + acting.drift), h * mass.inv_inertia * acting.torque, keep, keep_w);
}

/// The part of a body that is in an area; `None` for nothing.
fn part_in(state: &State, def: &WorldDef, area: &Area, row: usize, buffer: &mut ClipBuffer) -> Option<Dipped> {
    let center = state.bodies.masses[row].center;
    if area.def.fluid_density > 0.0 {
        return submerge(state, def, area, row, buffer);
    }
    let inside = || {
        let local = area.pose.inverse_transform_point(center);
        area.bounds.contains_point(center) && area.pieces.iter().any(|piece| contains_point(piece, local))
    };
    let whole = Dipped { part: 1.0, area: 0.0, centroid: center };
    ((area.is_everywhere() || inside()) && is_admitted(state, area, row)).then_some(whole)
}

/// Whether the filter of an area admits some shape of a body, or the body has none.
fn is_admitted(state: &State, area: &Area, row: usize) -> bool {
    let Some(slot) = state.bodies.slots.get(state.bodies.keys[row]) else { return false };
    slot.shapes.is_empty() || slot.shapes.iter().any(|shape| area.def.filter.admits(&shape.filter))
}

/// Gravity of an area at a place [m/s^2].
fn pull_at(def: &AreaDef, place: Vec2) -> Vec2 {
    match def.gravity {
        None => Vec2::ZERO,
        Some(FieldGravity::Uniform(acceleration)) => acceleration,
        Some(FieldGravity::Point { point, acceleration, distance, falloff }) => {
            let (direction, r) = normalize(point - place);
            let k = distance / max(r, NEAREST * distance);
            let k = match falloff {
                Falloff::Constant => 1.0,
                Falloff::Inverse => k,
                Falloff::InverseSquare => k * k,
            };
            direction * (acceleration * k)
        }
    }
}
