//! Couplings that share bodies, solved at once: the equations of the couplings, and those of all that the coupled
//! joints hold.
//!
//! With H the equations of the joints, G those of the couplings, A = [H G]^T M^-1 [H G] and S the softness of G, the
//! impulses p of a pass solve (A + S) p = (0, -(G v + bias) - S p0). So couplings get what they lack, and joints keep
//! their speeds: a wheel hinged at an arm r resists with I + m r^2. The matrix is factored in each pass, since arms and
//! directions turn (D. Baraff, 1996, has the equations).
//!
//! A rope only pulls. In each pass the ropes that would push are left out, and the rest is solved again (the active set
//! method; C. Lemke, 1965, for such problems in general).

use crate::joint::coupled::input::{CoupledValues, CouplingInput};
use crate::joint::coupled::matrix::Factor;
use crate::joint::coupled::row::{CoupledBody, CoupledJointState, CoupledRow, Equation};
use crate::joint::input::JointInput;
use crate::rows::{RowLimit, Rows};
use crate::{BodyMass, StepRules};
use carom_math::Pose;

/// Softness of a rigid coupling, in parts of its inverse mass: couplings that repeat or contradict each other still
/// have an answer. As that of trees of joints.
const SOFTNESS: f64 = 1.0e-6;

/// The same of all that a joint holds, which may be held twice.
const HELD_SOFTNESS: f64 = 1.0e-9;

/// Part of an error that is corrected in a substep, as in trees of joints.
const RATE: f64 = 0.2;

/// A spring without stiffness: so many times the inverse mass.
const NO_SPRING: f64 = 1.0e12;

/// Beyond this, times its greatest factor, an error is none of a coupling that ever held: turns are counted in f32, and
/// end at some 10^7 rad. Only speeds are held then [rad or m].
const MOST_ERROR: f64 = 1.0e6;

/// No term.
const NONE: u32 = u32::MAX;

/// Couplings that share bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct CouplingGroup {
    bodies: Vec<CoupledBody>,
    joints: Vec<CoupledJointState>,
    rows: Vec<CoupledRow>,
    /// Kept for reuse: the equations of a solve, the couplings among them, their matrix and right side.
    held: Vec<Equation>,
    solved: Vec<u32>,
    factor: Factor,
    softness: Vec<f64>,
    rest: Vec<f64>,
    /// The last of the terms of each body so far, and each term's equation, index there, and next term.
    last_term: Vec<u32>,
    terms: Vec<[u32; 3]>,
}

/// One pass: with the errors, or without.
#[derive(Clone, Copy)]
pub(super) struct CoupledPass<'a> {
    pub relaxes: bool,
    pub rules: &'a StepRules,
}

impl CouplingGroup {
    pub(super) fn clear(&mut self) {
        self.bodies.clear();
        self.joints.clear();
        self.rows.clear();
    }

    /// Number of couplings.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds a coupling.
    pub(super) fn add(&mut self, input: &CouplingInput, joints: &[JointInput], limit: RowLimit) {
        let bodies = &mut self.bodies;
        let mut body_of = |row: u32| {
            let row = limit.row(row);
            let at = bodies.iter().position(|body| body.row == row).unwrap_or_else(|| {
                bodies.push(CoupledBody::new(row));
                bodies.len() - 1
            });
            at as u32
        };
        let seen = &mut self.joints;
        if let CoupledValues::Joints(sides) = input.values {
            for side in sides {
                let joint = &joints[side.joint as usize];
                if !seen.iter().any(|seen| seen.joint == side.joint) {
                    seen.push(CoupledJointState::new(side.joint, joint, joint.rows.map(&mut body_of)));
                }
            }
        }
        let joint_of = |joint: u32| seen.iter().position(|seen| seen.joint == joint).unwrap_or_default() as u32;
        self.rows.push(CoupledRow::new(input, joint_of, body_of));
    }

    /// Takes poses and masses at the beginning of a step; `counted` is the angle of a joint with its turns.
    pub(super) fn place(&mut self, poses: &[Pose], masses: &[BodyMass], counted: impl Fn(u32) -> f32) {
        for body in &mut self.bodies {
            body.place(&masses.get(body.row.index()).copied().unwrap_or_default());
        }
        for joint in &mut self.joints {
            joint.place(&self.bodies, poses, counted(joint.joint));
        }
        for row in &mut self.rows {
            row.place(&self.bodies, poses);
        }
    }

    /// The impulse of a coupling.
    pub(super) fn impulse(&self, row: u32) -> Option<f64> {
        self.rows.get(row as usize).map(|row| row.impulse)
    }

    fn read(&mut self, rows: &Rows<'_>) {
        for body in &mut self.bodies {
            body.read(rows);
        }
        for joint in &mut self.joints {
            joint.count_turns(&self.bodies);
        }
        for row in &mut self.rows {
            row.renew(&self.bodies, &self.joints);
        }
    }

    fn write(&self, rows: &Rows<'_>) {
        for body in self.bodies.iter().filter(|body| body.moves()) {
            let v = body.v.map(|x| x as f32);
            if v.iter().all(|x| x.is_finite()) {
                let [.., flag] = *rows.velocity(body.row);
                rows.set_velocity(body.row, &[v[0], v[1], v[2], flag]);
            }
        }
    }

    /// Gives the bodies the impulses of the last step; or, if they kept those of the last substep, their change by the
    /// motion since then.
    pub(super) fn warm_start(&mut self, rows: &Rows<'_>, is_first: bool) {
        self.read(rows);
        for row in &mut self.rows {
            for (k, (body, j)) in row.equation.terms().iter().enumerate() {
                let CoupledBody { v, inverse, .. } = &mut self.bodies[*body as usize];
                for axis in 0..3 {
                    let wanted = row.impulse * j[axis];
                    let given = if is_first { 0.0 } else { row.given[k][axis] };
                    v[axis] += (wanted - given) * inverse[axis];
                    row.given[k][axis] = wanted;
                }
            }
        }
        self.write(rows);
    }

    /// One pass.
    pub(super) fn solve(&mut self, rows: &Rows<'_>, pass: CoupledPass<'_>) {
        self.read(rows);
        for row in &mut self.rows {
            let speed = row.equation.speed(&self.bodies);
            row.is_taut = !row.is_rope() || row.impulse > 0.0 || speed + bias_of(row, pass) < 0.0;
        }
        // Each time one rope at least lets go.
        for _ in 0..=self.rows.len() {
            if self.solve_taut(pass) {
                break;
            }
        }
        self.write(rows);
    }

    /// Solves the taut ones. If some rope would push, it lets go of it and returns false.
    fn solve_taut(&mut self, pass: CoupledPass<'_>) -> bool {
        let Self { bodies, joints, rows, held, solved, .. } = self;
        solved.clear();
        solved.extend((0..).zip(&*rows).filter(|(_, row)| row.is_taut).map(|(index, _)| index));
        if solved.is_empty() {
            return true;
        }
        held.clear();
        joints.iter().for_each(|joint| joint.list_held(bodies, held));
        let first = held.len();
        held.extend(solved.iter().map(|&row| rows[row as usize].equation));
        self.factor_equations(first);
        let Self { bodies, rows, held, solved, factor, softness, rest, .. } = self;
        rest.clear();
        rest.resize(first, 0.0);
        for (index, &row) in (first..).zip(&*solved) {
            let row = &mut rows[row as usize];
            if !factor.has_answer(index) {
                // Its joints hold all that it couples.
                let left = -row.impulse;
                row.equation.give(bodies, left);
                row.note(left);
                row.impulse = 0.0;
            }
            let is_soft = !pass.relaxes || row.softness.is_some();
            let leak = if is_soft { softness[index] * row.impulse } else { 0.0 };
            rest.push(-row.equation.speed(bodies) - bias_of(row, pass) - leak);
        }
        factor.solve(rest);
        let changes = &rest[first..];
        if !rest.iter().all(|x| x.is_finite()) {
            rows.iter_mut().for_each(|row| row.impulse = 0.0);
            return true;
        }
        // A rope that would push lets go.
        let mut all_pull = true;
        for (&row, &change) in solved.iter().zip(changes) {
            let row = &mut rows[row as usize];
            if row.is_rope() && row.impulse + change < 0.0 {
                let left = -row.impulse;
                row.equation.give(bodies, left);
                row.note(left);
                (row.impulse, row.is_taut, all_pull) = (0.0, false, false);
            }
        }
        if all_pull {
            for (equation, &impulse) in held.iter().zip(&*rest) {
                equation.give(bodies, impulse);
            }
            for (&row, &change) in solved.iter().zip(changes) {
                let row = &mut rows[row as usize];
                row.impulse += change;
                row.note(change);
            }
        }
        all_pull
    }

    /// Factors the matrix of the listed equations; those from `first` on are couplings.
    fn factor_equations(&mut self, first: usize) {
        let Self { bodies, rows, held, solved, factor, softness, last_term, terms, .. } = self;
        factor.reset();
        softness.clear();
        terms.clear();
        last_term.clear();
        last_term.resize(bodies.len(), NONE);
        for (index, equation) in held.iter().enumerate() {
            let numbers = factor.row_mut();
            for (place, (body, j)) in equation.terms().iter().enumerate() {
                let of = &bodies[*body as usize];
                if !of.moves() {
                    continue;
                }
                numbers[index] += of.inverse_mass(j, j);
                let mut next = last_term[*body as usize];
                while let Some(&[other, at, after]) = terms.get(next as usize) {
                    numbers[other as usize] += of.inverse_mass(j, &held[other as usize].terms()[at as usize].1);
                    next = after;
                }
                terms.push([index as u32, place as u32, last_term[*body as usize]]);
                last_term[*body as usize] = (terms.len() - 1) as u32;
            }
            let coupling = index.checked_sub(first).map(|index| &rows[solved[index] as usize]);
            softness.push(factor.take_row(first, coupling.map_or(HELD_SOFTNESS, softness_of)));
        }
    }
}

/// The softness of a coupling, in parts of its inverse mass.
fn softness_of(row: &CoupledRow) -> f64 {
    match row.softness.map(|soft| f64::from(soft.mass_scale)) {
        None => SOFTNESS,
        // A part `scale` of the effective mass m is that of an inverse mass 1 / m times 1 / scale.
        Some(scale) if scale > 1.0 / NO_SPRING => 1.0 / scale - 1.0,
        Some(_) => NO_SPRING,
    }
}

/// The speed at which a coupling closes its error.
fn bias_of(row: &CoupledRow, pass: CoupledPass<'_>) -> f64 {
    let rules = pass.rules;
    if row.is_rope() && row.error > 0.0 {
        // A slack rope lets its rest run out within the substep.
        return row.error * f64::from(rules.inv_h);
    }
    if row.error.abs() > MOST_ERROR * row.greatest_factor() {
        return 0.0;
    }
    match row.softness {
        Some(soft) => row.error * f64::from(soft.bias_rate),
        None if pass.relaxes => 0.0,
        None => {
            let most = f64::from(if row.is_angle { rules.joint_turn_speed } else { rules.joint_push_speed });
            let speed = row.error * RATE * f64::from(rules.inv_h);
            if speed.abs() > most { most.copysign(speed) } else { speed }
        }
    }
}
