//! Mass scaling: a light body that bears a heavy one counts as heavier while contacts are solved. A soft contact yields
//! by F / (m w^2), with the effective mass m and an angular frequency w that the substep limits. So a stack of light
//! boxes under a heavy one is a soft spring, whatever the number of passes. More mass makes it stiffer at the same w.
//!
//! The mass is scaled only where momentum goes to the ground anyway: in columns that stand on something immovable, in
//! bodies against which nothing that they touch moves fast. Forces, and so weights and loads, stay as they are: only
//! accelerations are smaller. Continuous collision sees the true masses. The factor follows from masses, not from
//! loads: a stiffness that grows with the load resists nothing, and the stack rings.

use crate::def::WorldDef;
use crate::stage::solve::inputs::strength_of_gravity;
use crate::stage::solve::scaled_mass::{Load, MassScaling, ScaledMass};
use crate::state::{Bodies, State};
use crate::step_scratch::StepScratch;
use carom_math::{Vec2, max, min};
use carom_solver::{ContactPair, StepRules};

/// Ratio of masses from which on a body is heavy for another one.
const HEAVIER: f32 = 8.0;

/// A light body counts with at most this part of the mass of the heavy one. With a third, ten boxes under one of nine
/// times their mass still move at 0.15 m/s after 20 s.
const PART: f32 = 0.25;

/// A body counts with at most this many times its own mass; it ends the search for extreme masses.
const MOST_FACTOR: f32 = 1_048_576.0;

/// A body bears others if a contact presses it with this many times its own weight.
const LADEN: f32 = 4.0;

/// Speed of two touching bodies against each other from which on their masses are the true ones [length units/s]: a box
/// that is kicked has the momentum of its own mass.
const KICK_SPEED: f32 = 0.5;

/// The least cosine between the direction to the centre of a body above and the vertical.
const UPRIGHT: f32 = 0.7;

/// Finds the rows that bear a heavy body, and scales their masses until [`restore_masses`].
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn scale_masses(state: &mut State, scratch: &mut StepScratch, def: &WorldDef, rules: &StepRules) {
    let scaling = &mut scratch.mass_scaling;
    scaling.rows.clear();
    let gravity = def.gravity.length();
    // Few contacts are looked through sooner than all masses.
    let few = state.contacts.len() < state.bodies.awake;
    let masses = if few { [0.0, f32::MAX] } else { inv_masses(&state.bodies) };
    // At the greatest frequency that a substep allows, a stack of scaled masses rings.
    if gravity == 0.0
        || strength_of_gravity(def) * def.contact_hertz > 0.25 * rules.inv_h
        || masses[1] <= HEAVIER * masses[0]
    {
        return;
    }
    let find = Columns {
        state,
        up: def.gravity * (-1.0 / gravity),
        weight: LADEN * gravity * rules.h,
        fast: KICK_SPEED * def.length_unit,
    };
    if !find.any_heavy(masses[1]) {
        return;
    }
    find.fill(scaling);
    for (row, load) in scaling.loads.iter().enumerate().filter(|(_, load)| load.bears > 0.0 && load.grounded) {
        let mass = &state.bodies.masses[row];
        let most = PART * load.bears * mass.inv_mass;
        let mut factor = 1.0;
        while 2.0 * factor <= most && factor < MOST_FACTOR {
            factor *= 2.0;
        }
        let (inv_mass, inv_inertia) = (mass.inv_mass, mass.inv_inertia);
        scaling.rows.push(ScaledMass { row: row as u32, factor, inv_mass, inv_inertia });
    }
    if !scaling.rows.is_empty() {
        // Cached blocks have the true masses.
        state.unchanged = 0;
        scale(&mut state.bodies, scratch);
    }
}

/// Divides what forces add in a substep, so that they stay forces on the true masses. The masses must be the true ones
/// while forces are gathered: [`restore_masses`] goes before, and this scales them again.
pub(crate) fn scale_forces(bodies: &mut Bodies, scratch: &mut StepScratch) {
    for scaled in &scratch.mass_scaling.rows {
        scratch.force_updates[scaled.row as usize].scale(1.0 / scaled.factor);
    }
    scale(bodies, scratch);
}

/// Gives all bodies their true masses back.
pub(crate) fn restore_masses(bodies: &mut Bodies, scratch: &StepScratch) {
    for &ScaledMass { row, inv_mass, inv_inertia, .. } in &scratch.mass_scaling.rows {
        let mass = &mut bodies.masses[row as usize];
        (mass.inv_mass, mass.inv_inertia) = (inv_mass, inv_inertia);
    }
}

/// Has no block of this step cached if some of its masses are scaled.
pub(crate) fn uncache_scaled(scratch: &mut StepScratch) {
    if !scratch.mass_scaling.rows.is_empty() {
        scratch.solver.uncache();
    }
}

fn scale(bodies: &mut Bodies, scratch: &StepScratch) {
    for &ScaledMass { row, factor, inv_mass, inv_inertia } in &scratch.mass_scaling.rows {
        let mass = &mut bodies.masses[row as usize];
        (mass.inv_mass, mass.inv_inertia) = (inv_mass / factor, inv_inertia / factor);
    }
}

/// The least and the greatest inverse mass of an awake body without joints [1/kg]: a drum on its motor is in no column.
fn inv_masses(bodies: &Bodies) -> [f32; 2] {
    let (mut least, mut most, mut last) = (f32::MAX, 0.0, 0.0);
    for (row, mass) in bodies.masses[..bodies.awake].iter().enumerate() {
        let inv_mass = mass.inv_mass;
        // Neighbours mostly have one mass.
        if inv_mass == last {
            continue;
        }
        if (inv_mass < least || inv_mass > most) && inv_mass != 0.0 {
            if bodies.motions[row].jointed {
                continue;
            }
            (least, most) = (min(least, inv_mass), max(most, inv_mass));
        }
        last = inv_mass;
    }
    [least, most]
}

/// Finds columns of light bodies below heavy ones.
struct Columns<'a> {
    state: &'a State,
    up: Vec2,
    /// An impulse in a substep above this, per mass, makes a body laden [m/s].
    weight: f32,
    /// [`KICK_SPEED`] in this world [m/s].
    fast: f32,
}

impl Columns<'_> {
    fn rows(&self, contact: &ContactPair) -> [usize; 2] {
        [contact.a, contact.b].map(|id| self.state.proxies.rows[id as usize] as usize)
    }

    /// The rows of a contact that pushes at two points, each of both as the lower one.
    fn ends_of(&self, contact: &ContactPair) -> impl Iterator<Item = [usize; 2]> + use<> {
        let stands = contact.count == 2 && contact.has_pushed();
        let [a, b] = if stands { self.rows(contact) } else { [0; 2] };
        [[a, b], [b, a]].into_iter().filter(move |_| stands)
    }

    /// Whether any contact presses a light body under a heavy one. `lightest` is the greatest inverse mass: most
    /// contacts push too little for any body, so that their bodies need not be looked at.
    fn any_heavy(&self, lightest: f32) -> bool {
        let lades = |contact: &&ContactPair| contact.count == 2 && push_of(contact) * lightest > self.weight;
        self.state.contacts.iter().filter(lades).any(|contact| {
            let [a, b] = self.rows(contact);
            self.is_heavy(contact, a, b) || self.is_heavy(contact, b, a)
        })
    }

    /// Whether a contact presses a light body under a heavy one.
    #[inline(always)]
    fn is_heavy(&self, contact: &ContactPair, low: usize, high: usize) -> bool {
        let [light, heavy] = self.state.bodies.inv_masses_between([low as u32, high as u32]);
        light > HEAVIER * heavy && heavy > 0.0 && push_of(contact) * light > self.weight && self.is_above(low, high)
    }

    /// Whether two free bodies are in a column, the second one above.
    fn is_above(&self, low: usize, high: usize) -> bool {
        let bodies = &self.state.bodies;
        let free = |row: usize| row < bodies.awake && !bodies.motions[row].jointed;
        let way = bodies.masses[high].center - bodies.masses[low].center;
        free(low) && free(high) && way.dot(self.up) > UPRIGHT * way.length()
    }

    fn is_laden(&self, loads: &[Load], row: usize) -> bool {
        let light = self.state.bodies.masses[row].inv_mass;
        loads.get(row).is_some_and(|load| !load.fast && load.push * light > self.weight)
    }

    /// Fills the loads of all awake rows.
    fn fill(&self, MassScaling { loads, columns, .. }: &mut MassScaling) {
        let State { bodies, contacts, .. } = self.state;
        loads.clear();
        loads.resize(bodies.awake, Load::default());
        for contact in contacts.iter().filter(|contact| contact.has_points()) {
            let (rows, push) = (self.rows(contact), push_of(contact));
            let fast = self.is_fast(rows);
            for [row, other] in [rows, [rows[1], rows[0]]] {
                let Some(load) = loads.get_mut(row) else { continue };
                load.fast |= fast;
                load.push = max(load.push, push);
                load.grounded |= push > 0.0 && bodies.min_extents[other] == f32::MAX;
            }
        }
        columns.clear();
        for contact in contacts {
            for [low, high] in self.ends_of(contact) {
                if self.is_laden(loads, low) && self.is_heavy(contact, low, high) {
                    loads[low].bears = max(loads[low].bears, 1.0 / bodies.masses[high].inv_mass);
                } else if self.is_laden(loads, low)
                    && self.is_laden(loads, high)
                    && self.is_above(low, high)
                    && !self.state.bodies.dominates([low as u32, high as u32])[0]
                {
                    columns.push([low as u32, high as u32]);
                }
            }
        }
        let mut changes = true;
        while changes {
            changes = false;
            for &[low, high] in &*columns {
                let [below, above] = [low, high].map(|row| loads[row as usize]);
                changes |= below.bears < above.bears || below.grounded && !above.grounded;
                loads[low as usize].bears = max(below.bears, above.bears);
                loads[high as usize].grounded |= below.grounded;
            }
        }
    }

    /// Whether two bodies move against each other faster than bodies of a column do.
    fn is_fast(&self, rows: [usize; 2]) -> bool {
        let bodies = &self.state.bodies;
        let [a, b] = rows.map(|row| &bodies.states[row]);
        let turning = |row: usize| {
            let moves = row < bodies.awake;
            if moves { bodies.motions[row].max_extent * bodies.states[row].w().abs() } else { 0.0 }
        };
        (b.v() - a.v()).length() + turning(rows[0]) + turning(rows[1]) > self.fast
    }
}

fn push_of(contact: &ContactPair) -> f32 {
    contact.normal_impulse[0] + contact.normal_impulse[1]
}
