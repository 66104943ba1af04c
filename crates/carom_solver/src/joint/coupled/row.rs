//! The equation of a coupling, and the equations of the joints that it couples.
//!
//! Symbols: q is a value, J its change by the velocities (x, y, rotation) of its bodies a and b.
//!
//! - An angle: q = angle of b against a, turns counted; J v = wb - wa.
//! - A place along an axis n of a, with d from anchor a to anchor b: q = n . d and
//!   J v = n . (vb - va) + wb (rb x n) - wa ((ra + d) x n).
//! - A length of rope from the fixed point p to the point r from the centre c of a body: q = |c + r - p|. With n the
//!   unit vector along it, J v = n . v + w (r x n).

use crate::joint::coupled::input::{CoupledValues, CouplingInput, RopeEnd};
use crate::joint::input::{Hold, JointInput, joint_angle};
use crate::joint::tree::node::{motion_of, velocity_of};
use crate::joint::tree::small::{Three, add_scaled, dot};
use crate::lanes::finite_or_zero;
use crate::rows::{Row, Rows};
use crate::{BodyMass, Softness};
use carom_math::{Pose, Rot, Vec2};

/// A vector of the plane in f64.
type Pair = [f64; 2];

/// A whole turn [rad].
const TURN: f64 = 2.0 * std::f64::consts::PI;

/// A rope shorter than this has no direction [m].
const SHORTEST: f64 = 1.0e-6;

/// A body of a group of couplings.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoupledBody {
    pub row: Row,
    /// One over mass and inertia, for (x, y, rotation).
    pub inverse: Three,
    center: Pair,
    moved: Pair,
    turned: Rot,
    pub v: Three,
}

impl CoupledBody {
    pub(super) fn new(row: Row) -> Self {
        let zero = [0.0; 2];
        Self { row, inverse: [0.0; 3], center: zero, moved: zero, turned: Rot::IDENTITY, v: [0.0; 3] }
    }

    /// Takes its mass at the beginning of a step.
    pub(super) fn place(&mut self, mass: &BodyMass) {
        let (linear, angular) = (f64::from(mass.inv_mass), f64::from(mass.inv_inertia));
        self.inverse = [linear, linear, angular];
        self.center = pair(mass.center);
    }

    /// Reads its motion and velocity.
    pub(super) fn read(&mut self, rows: &Rows<'_>) {
        let [moved, _] = motion_of(rows, self.row);
        let [_, _, c, s] = *rows.motion(self.row);
        (self.moved, self.turned, self.v) = (moved, Rot { c, s }, velocity_of(rows, self.row));
    }

    /// The change of a rate j v by an impulse along k: j M^-1 k.
    pub(super) fn inverse_mass(&self, j: &Three, k: &Three) -> f64 {
        let [x, y, turn] = self.inverse;
        j[0] * k[0] * x + j[1] * k[1] * y + j[2] * k[2] * turn
    }

    /// Whether an impulse can change its velocity.
    pub(super) fn moves(&self) -> bool {
        self.inverse != [0.0; 3]
    }
}

fn pair(v: Vec2) -> Pair {
    [f64::from(v.x), f64::from(v.y)]
}

fn rotate(q: Rot, [x, y]: Pair) -> Pair {
    let (c, s) = (f64::from(q.c), f64::from(q.s));
    [c * x - s * y, s * x + c * y]
}

fn cross([ax, ay]: Pair, [bx, by]: Pair) -> f64 {
    ax * by - ay * bx
}

fn sum([ax, ay]: Pair, [bx, by]: Pair) -> Pair {
    [ax + bx, ay + by]
}

fn difference([ax, ay]: Pair, [bx, by]: Pair) -> Pair {
    [ax - bx, ay - by]
}

/// An equation of velocities: J of up to four bodies of the group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Equation {
    terms: [(u32, Three); 4],
    count: usize,
}

impl Equation {
    fn add(&mut self, body: u32, factor: f64, [x, y, turn]: Three) {
        let j = [factor * x, factor * y, factor * turn];
        match self.terms[..self.count].iter_mut().find(|(other, _)| *other == body) {
            Some((_, sum)) => add_scaled(sum, 1.0, &j),
            None => {
                self.terms[self.count] = (body, j);
                self.count += 1;
            }
        }
    }

    pub(super) fn terms(&self) -> &[(u32, Three)] {
        &self.terms[..self.count]
    }

    /// The rate of its value.
    pub(super) fn speed(&self, bodies: &[CoupledBody]) -> f64 {
        let of = |&(body, j): &(u32, Three)| dot(&j, &bodies[body as usize].v);
        self.terms().iter().map(of).sum()
    }

    /// Gives an impulse along it.
    pub(super) fn give(&self, bodies: &mut [CoupledBody], impulse: f64) {
        for (body, j) in self.terms() {
            let CoupledBody { v, inverse, .. } = &mut bodies[*body as usize];
            (0..3).for_each(|k| v[k] += impulse * j[k] * inverse[k]);
        }
    }
}

/// A joint as couplings see it.
#[derive(Clone, Debug)]
pub(super) struct CoupledJointState {
    /// Its index among the inputs of joints, and its bodies of the group.
    pub joint: u32,
    bodies: [u32; 2],
    hold: Hold,
    /// Whether it holds its angle, and whether all that it holds is rigid.
    holds_angle: bool,
    is_rigid: bool,
    reference: f32,
    /// At the beginning of the step: the arms of the anchors, from centre to centre, the axis of a line [m]; the angle
    /// with its turns, and the one since then [rad].
    local: [Vec2; 2],
    arms: [Pair; 2],
    between: Pair,
    axis: Pair,
    start: f64,
    since: f64,
}

impl CoupledJointState {
    pub(super) fn new(joint: u32, input: &JointInput, bodies: [u32; 2]) -> Self {
        let max_force = if let Hold::Point { max_force, .. } = input.hold { max_force } else { f32::INFINITY };
        Self {
            joint,
            bodies,
            hold: input.hold,
            holds_angle: input.holds_angle,
            is_rigid: input.spring.is_none() && max_force == f32::INFINITY,
            reference: input.reference.unwrap_or(0.0),
            local: input.anchors,
            arms: [[0.0; 2]; 2],
            between: [0.0; 2],
            axis: [1.0, 0.0],
            start: 0.0,
            since: 0.0,
        }
    }

    /// Takes the poses of its bodies at the beginning of a step, and its angle with the turns counted.
    pub(super) fn place(&mut self, bodies: &[CoupledBody], poses: &[Pose], counted: f32) {
        let [a, b] = self.bodies.map(|body| &bodies[body as usize]);
        let [qa, qb] = [a, b].map(|body| poses.get(body.row.index()).map_or(Rot::IDENTITY, |pose| pose.q));
        self.arms = [rotate(qa, pair(self.local[0])), rotate(qb, pair(self.local[1]))];
        self.between = difference(b.center, a.center);
        if let Hold::Line(axis) = self.hold {
            self.axis = rotate(qa, pair(axis));
        }
        let angle = f64::from(joint_angle(qa, qb, self.reference));
        self.start = angle + TURN * ((f64::from(counted) - angle) / TURN).round_ties_even();
        self.since = 0.0;
    }

    /// The arms of now, and from anchor to anchor.
    fn reach(&self, bodies: &[CoupledBody]) -> ([Pair; 2], Pair) {
        let [a, b] = self.bodies.map(|body| &bodies[body as usize]);
        let arms = [rotate(a.turned, self.arms[0]), rotate(b.turned, self.arms[1])];
        let between = sum(self.between, difference(b.moved, a.moved));
        (arms, sum(between, difference(arms[1], arms[0])))
    }

    /// Notes the angle since the step began.
    pub(super) fn count_turns(&mut self, bodies: &[CoupledBody]) {
        let [a, b] = self.bodies.map(|body| bodies[body as usize].turned);
        let angle = f64::from(a.inv_mul(b).angle());
        self.since = angle + TURN * ((self.since - angle) / TURN).round_ties_even();
    }

    /// Adds its angle or place to an equation; returns the value.
    fn add_value(&self, is_angle: bool, factor: f64, bodies: &[CoupledBody], to: &mut Equation) -> f64 {
        let [a, b] = self.bodies;
        if is_angle {
            to.add(a, factor, [0.0, 0.0, -1.0]);
            to.add(b, factor, [0.0, 0.0, 1.0]);
            return self.start + self.since;
        }
        let n = rotate(bodies[a as usize].turned, self.axis);
        self.add_line(n, factor, bodies, to)
    }

    /// Adds the place along a direction that turns with a; returns it.
    fn add_line(&self, n: Pair, factor: f64, bodies: &[CoupledBody], to: &mut Equation) -> f64 {
        let ([ra, rb], d) = self.reach(bodies);
        to.add(self.bodies[0], factor, [-n[0], -n[1], -cross(sum(ra, d), n)]);
        to.add(self.bodies[1], factor, [n[0], n[1], cross(rb, n)]);
        n[0] * d[0] + n[1] * d[1]
    }

    /// Lists the equations of all that it holds rigidly.
    pub(super) fn list_held(&self, bodies: &[CoupledBody], list: &mut Vec<Equation>) {
        if !self.is_rigid {
            return;
        }
        let [a, b] = self.bodies;
        match self.hold {
            Hold::Point { .. } => {
                let ([ra, rb], _) = self.reach(bodies);
                for (x, y) in [(1.0, 0.0), (0.0, 1.0)] {
                    let mut held = Equation::default();
                    held.add(a, -1.0, [x, y, cross(ra, [x, y])]);
                    held.add(b, 1.0, [x, y, cross(rb, [x, y])]);
                    list.push(held);
                }
            }
            Hold::Line(_) => {
                let [x, y] = rotate(bodies[a as usize].turned, self.axis);
                let mut held = Equation::default();
                self.add_line([-y, x], 1.0, bodies, &mut held);
                list.push(held);
            }
            Hold::Length(_) | Hold::Nothing => {}
        }
        if self.holds_angle {
            let mut held = Equation::default();
            held.add(a, -1.0, [0.0, 0.0, 1.0]);
            held.add(b, 1.0, [0.0, 0.0, 1.0]);
            list.push(held);
        }
    }
}

/// The two values of a coupling in its group.
#[derive(Clone, Debug)]
enum Values {
    /// Joints of the group, and whether the angle counts.
    Joints([(u32, bool); 2]),
    /// Bodies of the group with their parts of a rope, and the arms at the beginning of the step.
    Rope([(u32, RopeEnd); 2], [Pair; 2]),
}

/// A coupling in its group.
#[derive(Clone, Debug)]
pub(super) struct CoupledRow {
    values: Values,
    factors: [f64; 2],
    target: f64,
    pub is_angle: bool,
    pub softness: Option<Softness>,
    /// The accumulated impulse.
    pub impulse: f64,
    /// The equation of now, its error, and the impulses that its bodies got by it in this substep.
    pub equation: Equation,
    pub error: f64,
    pub given: [Three; 4],
    /// Whether it takes part in the solve.
    pub is_taut: bool,
}

impl CoupledRow {
    /// The greater one of its factors and 1.
    pub(super) fn greatest_factor(&self) -> f64 {
        self.factors.iter().fold(1.0, |most, factor| if factor.abs() > most { factor.abs() } else { most })
    }

    /// `joint_of` and `body_of` give the places of a joint and of a row in the group.
    pub(super) fn new(
        input: &CouplingInput,
        mut joint_of: impl FnMut(u32) -> u32,
        mut body_of: impl FnMut(u32) -> u32,
    ) -> Self {
        let values = match input.values {
            CoupledValues::Joints(joints) => {
                Values::Joints(joints.map(|joint| (joint_of(joint.joint), joint.is_angle)))
            }
            CoupledValues::Rope(ends) => Values::Rope(ends.map(|end| (body_of(end.row), end)), [[0.0; 2]; 2]),
        };
        Self {
            values,
            factors: input.factors,
            target: input.target,
            is_angle: input.is_angle,
            softness: input.softness,
            impulse: f64::from(input.impulse),
            equation: Equation::default(),
            error: 0.0,
            given: [[0.0; 3]; 4],
            is_taut: true,
        }
    }

    /// Whether it only pulls.
    pub(super) fn is_rope(&self) -> bool {
        matches!(self.values, Values::Rope(..))
    }

    /// Takes the poses of its bodies at the beginning of a step.
    pub(super) fn place(&mut self, bodies: &[CoupledBody], poses: &[Pose]) {
        // As an image has it: a world that is restored goes on alike.
        self.impulse = f64::from(finite_or_zero(self.impulse as f32));
        if let Values::Rope(ends, arms) = &mut self.values {
            for ((body, end), arm) in ends.iter().zip(arms) {
                let row = bodies[*body as usize].row.index();
                let q = poses.get(row).map_or(Rot::IDENTITY, |pose| pose.q);
                *arm = rotate(q, pair(end.anchor));
            }
        }
    }

    /// Renews equation and error. That of a rope counts what is left of it: f x + g y <= c is c - f x - g y >= 0.
    pub(super) fn renew(&mut self, bodies: &[CoupledBody], joints: &[CoupledJointState]) {
        let mut equation = Equation::default();
        let mut error = -self.target;
        match &self.values {
            Values::Joints(sides) => {
                for (&(joint, is_angle), factor) in sides.iter().zip(self.factors) {
                    error += factor * joints[joint as usize].add_value(is_angle, factor, bodies, &mut equation);
                }
            }
            Values::Rope(ends, arms) => {
                for (((body, end), arm), factor) in ends.iter().zip(arms).zip(self.factors) {
                    let of = &bodies[*body as usize];
                    let arm = rotate(of.turned, *arm);
                    let [x, y] = difference(sum(sum(of.center, of.moved), arm), pair(end.over));
                    let length = (x * x + y * y).sqrt();
                    let n = if length > SHORTEST { [x / length, y / length] } else { [0.0; 2] };
                    equation.add(*body, -factor, [n[0], n[1], cross(arm, n)]);
                    error += factor * length;
                }
                error = -error;
            }
        }
        (self.equation, self.error) = (equation, error);
    }

    /// Notes an impulse that was given along the equation of now.
    pub(super) fn note(&mut self, impulse: f64) {
        let Self { equation, given, .. } = self;
        for (given, (_, j)) in given.iter_mut().zip(equation.terms()) {
            add_scaled(given, impulse, j);
        }
    }
}
