//! Embedded bodies are moved apart without a velocity: a nonlinear projection of positions (J. Bender et al., A survey
//! on position based dynamics, 2017). In a row of n bodies inside each other, n contacts would each add the push-out
//! speed, and a last pass cannot take it all back.

use crate::def::WorldDef;
use crate::slots::KeyParts;
use crate::stage::narrow_phase::embedded::{EmbeddedPair, Overlaps};
use crate::state::{Bodies, State};
use crate::step_scratch::StepScratch;
use carom_math::{Rot, Vec2, max, min, vec2};
use std::f32::consts::TAU;

/// Moves embedded bodies apart, and lists those that still are. The overlaps of a body share its way. The ways of an
/// island are shortened alike, so that the fastest body has the push-out speed; unless axes are locked or a body
/// dominates another, its centre of mass stays.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn part_embedded(state: &mut State, scratch: &mut StepScratch, def: &WorldDef) {
    let StepScratch { embedded, embedded_rows, overlaps, islands, .. } = scratch;
    if embedded.iter().all(Vec::is_empty) {
        if !state.embedded.is_empty() {
            state.note_embedded(&[]);
        }
        return;
    }
    let bodies = &mut state.bodies;
    let pairs = || embedded.iter().flatten().filter(|pair| pair.excess > 0.0);
    overlaps.clear();
    overlaps.resize(bodies.awake, Overlaps::default());
    islands.reset(bodies.awake);
    for pair in pairs() {
        islands.link(pair.rows[0], pair.rows[1]);
        pair.rows.iter().for_each(|&row| overlaps[row as usize].count += 1.0);
    }
    embedded_rows.clear();
    embedded_rows.resize(bodies.awake, false);
    for pair in pairs() {
        let [a, b] = pair.rows.map(|row| row as usize);
        let [ma, mb] = bodies.inv_masses_between(pair.rows);
        // Nothing moves two bodies that are locked in place.
        let part = 1.0 / (ma + mb);
        if part.is_finite() {
            let share = 2.0 * pair.excess * part / (1.0 + max(overlaps[a].count, overlaps[b].count));
            let way = bodies.way_apart(pair) * share;
            overlaps[a].way -= way * ma;
            overlaps[b].way += way * mb;
        }
    }
    for pair in embedded.iter().flatten().filter(|pair| pair.lasts) {
        pair.rows.iter().for_each(|&row| embedded_rows[row as usize] = true);
    }
    for row in 0..bodies.awake {
        let root = islands.root(row as u32) as usize;
        overlaps[root].longest = max(overlaps[root].longest, overlaps[row].way.length());
    }
    let most = def.contact_push_speed * def.length_unit * def.dt;
    for (row, &Overlaps { way, .. }) in overlaps.iter().enumerate().filter(|(_, overlaps)| overlaps.count > 0.0) {
        let longest = overlaps[islands.root(row as u32) as usize].longest;
        bodies.move_on(row, if longest > most { way * (most / longest) } else { way });
    }
    state.note_embedded(embedded_rows);
}

/// Distance of two centres below which a normal says nothing of the way apart [min extents].
const SAME_PLACE: f32 = 0.01;

/// Turn from one body to the next at one place, by the golden ratio: any number of bodies then spread evenly.
const GOLDEN: u32 = 0x9E37_79B9;

impl Bodies {
    /// Unit vector by which b gets away from a. Bodies at the same place each have a direction of their own.
    fn way_apart(&self, pair: &EmbeddedPair) -> Vec2 {
        let [a, b] = pair.rows.map(|row| row as usize);
        let between = self.masses[b].center - self.masses[a].center;
        if between.length() > SAME_PLACE * min(self.min_extents[a], self.min_extents[b]) {
            return pair.normal;
        }
        let direction = |row: usize| {
            let turn = self.keys[row].index().wrapping_mul(GOLDEN) as f32 / u32::MAX as f32;
            Rot::from_angle(turn * TAU).rotate(vec2(1.0, 0.0))
        };
        let apart = direction(b) - direction(a);
        let length = apart.length();
        if length > 0.0 { apart / length } else { pair.normal }
    }

    /// Moves a row on within the step, along its free axes [m].
    fn move_on(&mut self, row: usize, way: Vec2) {
        let way = self.forces[row].along_free(way);
        self.states[row].move_by(way);
    }
}
