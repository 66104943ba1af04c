//! A joint of a tree: its rows, which are what it holds, as linear equations of the velocities of its two bodies.

use crate::StepRules;
use crate::joint::input::{Hold, JointInput, JointState};
use crate::joint::tree::small::{Factor, Three};
use crate::rows::{Row, RowLimit};
use carom_math::{Pose, Rot, Vec2};

/// A vector of the plane in f64.
pub(crate) type Pair = [f64; 2];

/// No body of the tree: the other end of a joint to a body that cannot move.
pub(crate) const OUTSIDE: u32 = u32::MAX;

/// The part of the place that a joint of a tree holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Held {
    Point,
    Line(Vec2),
    Length(f64),
}

/// Number of rows of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Count {
    One,
    Two,
    Three,
}

/// A joint of a tree. Sides: 0 is the body nearer to the leaves, 1 the other one.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// Bodies of the tree, the second one [`OUTSIDE`] if it cannot move.
    pub nodes: [u32; 2],
    /// The rows of both bodies, in the order of the sides.
    pub rows: [Row; 2],
    /// Whether side 0 is the joint's body a.
    flips: bool,
    held: Held,
    holds_angle: bool,
    /// The anchors in the axes of a and b [m], and the angle that counts as zero.
    local: [Vec2; 2],
    reference: Rot,
    /// At the beginning of the step: the anchors of a and b from their centres, from the centre of a to that of b, and
    /// the direction of a line [m]; the angle beyond the reference, as a rotation.
    anchors: [Pair; 2],
    between: Pair,
    direction: Pair,
    angle: Pair,
    /// Number of rows.
    pub count: Count,
    /// The change of each row by the velocities of both sides.
    pub j: [[Three; 3]; 2],
    /// The error of each row [m or rad].
    pub error: Three,
    /// The accumulated impulse of each row [N s or N m s].
    pub impulse: Three,
    /// A little softness, added to the inverse mass of each row.
    pub softness: Three,
    /// The inverse mass of the rows over the subtree of side 0, factored.
    pub factor: Factor,
    /// The rest that the rows lack in a solve, the subtree counted.
    pub rest: Three,
}

#[inline(always)]
fn pair(v: Vec2) -> Pair {
    [f64::from(v.x), f64::from(v.y)]
}

#[inline(always)]
fn rotate([c, s]: Pair, [x, y]: Pair) -> Pair {
    [c * x - s * y, s * x + c * y]
}

#[inline(always)]
fn turn(q: Rot) -> Pair {
    [f64::from(q.c), f64::from(q.s)]
}

/// The second rotation after the inverse of the first.
#[inline(always)]
fn from_to([c, s]: Pair, other: Pair) -> Pair {
    rotate([c, -s], other)
}

#[inline(always)]
fn cross(a: Pair, b: Pair) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// The angle of a rotation [rad]: of a small one the series of the arc of its sine.
#[inline(always)]
fn angle_of([c, s]: Pair) -> f64 {
    if c > 0.0 && s.abs() < 0.1 {
        let square = s * s;
        s + s * square * (1.0 / 6.0 + square * (3.0 / 40.0 + square * (15.0 / 336.0)))
    } else {
        f64::from(Rot { c: c as f32, s: s as f32 }.angle())
    }
}

/// A vector that is no longer than `most`.
#[inline(always)]
fn at_most(v: Pair, most: f64) -> Pair {
    let square = v[0] * v[0] + v[1] * v[1];
    if square <= most * most { v } else { [v[0] * (most / square.sqrt()), v[1] * (most / square.sqrt())] }
}

/// The motion of a body since the step began: of its centre, and its rotation.
pub(crate) type Motion = [Pair; 2];

impl Link {
    /// Whether a tree can hold the joint: all that it holds is rigid, and it holds something.
    pub(crate) fn fits(input: &JointInput) -> bool {
        input.hold.is_rigid() && input.softness.is_none()
    }

    /// A joint between two bodies of a tree; side 0 is body a if `flips`.
    pub(crate) fn new(input: &JointInput, nodes: [u32; 2], flips: bool, limit: RowLimit) -> Self {
        let held = match input.hold {
            Hold::Line(axis) => Held::Line(axis),
            Hold::Length(length) => Held::Length(f64::from(length)),
            _ => Held::Point,
        };
        let holds_angle = input.holds_angle && input.reference.is_some();
        let [a, b] = input.rows.map(|row| limit.row(row));
        let state = &input.state;
        let [x, y] = pair(state.linear);
        let twist = if holds_angle { f64::from(state.twist) } else { 0.0 };
        Self {
            nodes,
            rows: if flips { [a, b] } else { [b, a] },
            flips,
            held,
            holds_angle,
            local: input.anchors,
            reference: input.reference.map_or(Rot::IDENTITY, Rot::from_angle),
            anchors: [[0.0; 2]; 2],
            between: [0.0; 2],
            direction: [0.0; 2],
            angle: [1.0, 0.0],
            count: match (held, holds_angle) {
                (Held::Point, true) => Count::Three,
                (Held::Point, false) | (_, true) => Count::Two,
                (_, false) => Count::One,
            },
            j: [[[0.0; 3]; 3]; 2],
            error: [0.0; 3],
            impulse: if held == Held::Point { [x, y, twist] } else { [x, twist, 0.0] },
            softness: [0.0; 3],
            factor: Factor::default(),
            rest: [0.0; 3],
        }
    }

    /// Takes the poses and centres of mass of a and b at the beginning of the step.
    pub(crate) fn place(&mut self, pose: impl Fn(usize) -> Pose, center: impl Fn(usize) -> Vec2) {
        let [b, a] = if self.flips { [self.rows[1], self.rows[0]] } else { self.rows }.map(|row| row.index());
        let (qa, qb) = (turn(pose(a).q), turn(pose(b).q));
        self.anchors = [rotate(qa, pair(self.local[0])), rotate(qb, pair(self.local[1]))];
        let ([xa, ya], [xb, yb]) = (pair(center(a)), pair(center(b)));
        self.between = [xb - xa, yb - ya];
        if let Held::Line(axis) = self.held {
            self.direction = rotate(qa, pair(axis));
        }
        self.angle = from_to(turn(self.reference), from_to(qa, qb));
        // An image has single precision, and a copy goes on from it.
        self.impulse = self.impulse.map(|impulse| f64::from(single(impulse)));
    }

    /// Writes the rows and their errors for bodies that moved so far; `motions` in the order of the sides.
    #[inline(always)]
    pub(crate) fn look(&mut self, motions: [Motion; 2]) {
        let [[moved_b, qb], [moved_a, qa]] = if self.flips { [motions[1], motions[0]] } else { motions };
        let (ra, rb) = (rotate(qa, self.anchors[0]), rotate(qb, self.anchors[1]));
        let d = [0, 1].map(|i| self.between[i] + (moved_b[i] - moved_a[i]) + (rb[i] - ra[i]));
        let [of_a, of_b] = if self.flips { [0, 1] } else { [1, 0] };
        let mut rows = 2;
        if self.held == Held::Point {
            self.j[of_a] = [[-1.0, 0.0, ra[1]], [0.0, -1.0, -ra[0]], [0.0; 3]];
            self.j[of_b] = [[1.0, 0.0, -rb[1]], [0.0, 1.0, rb[0]], [0.0; 3]];
            (self.error[0], self.error[1]) = (d[0], d[1]);
        } else {
            let distance = (d[0] * d[0] + d[1] * d[1]).sqrt();
            let (u, error) = match self.held {
                Held::Length(length) if distance > 1.0e-9 => ([d[0] / distance, d[1] / distance], distance - length),
                // Anchors at one place have no direction: any will do.
                Held::Length(length) => ([1.0, 0.0], distance - length),
                _ => {
                    let n = rotate(qa, self.direction);
                    let across = [-n[1], n[0]];
                    (across, across[0] * d[0] + across[1] * d[1])
                }
            };
            let lever = [ra[0] + d[0], ra[1] + d[1]];
            self.j[of_a] = [[-u[0], -u[1], -cross(lever, u)], [0.0; 3], [0.0; 3]];
            self.j[of_b] = [[u[0], u[1], cross(rb, u)], [0.0; 3], [0.0; 3]];
            self.error[0] = error;
            rows = 1;
        }
        if self.holds_angle {
            self.j[of_a][rows] = [0.0, 0.0, -1.0];
            self.j[of_b][rows] = [0.0, 0.0, 1.0];
            self.error[rows] = angle_of(rotate(from_to(qa, qb), self.angle));
        }
    }

    /// The speeds at which the errors are to shrink, a part `rate` of them [1/s].
    #[inline(always)]
    pub(crate) fn bias(&self, rate: f64, rules: &StepRules) -> Three {
        let mut bias = self.error.map(|error| rate * error);
        let push = f64::from(rules.joint_push_speed);
        let mut rows = 1;
        if self.held == Held::Point {
            [bias[0], bias[1]] = at_most([bias[0], bias[1]], push);
            rows = 2;
        } else {
            bias[0] = bias[0].clamp(-push, push);
        }
        if self.holds_angle {
            let most = f64::from(rules.joint_turn_speed);
            bias[rows] = bias[rows].clamp(-most, most);
        }
        bias
    }

    /// The torque that a turn of each side by one radian takes from it, by the impulses of now [N m s]: positive if a
    /// pull holds the body straight.
    #[inline(always)]
    pub(crate) fn straightens(&self, side: usize) -> f64 {
        match self.held {
            // The moment is r x p: a turn of r changes it by -r . p.
            Held::Point => {
                let j = &self.j[side];
                let (x, y) = (j[1][2] * j[1][1], -j[0][2] * j[0][0]);
                x * j[0][0] * self.impulse[0] + y * j[1][1] * self.impulse[1]
            }
            _ => 0.0,
        }
    }

    /// Writes its impulses to the state of the joint, as [`Self::place`] starts with them.
    pub(crate) fn store(&self, to: &mut JointState) {
        let [x, y, z] = self.impulse.map(single);
        let (linear, twist) = if self.held == Held::Point { (Vec2::new(x, y), z) } else { (Vec2::new(x, 0.0), y) };
        to.linear = linear;
        if self.holds_angle {
            to.twist = twist;
        }
    }
}

/// In single precision; 0 if it is not finite.
fn single(impulse: f64) -> f32 {
    let single = impulse as f32;
    if single.is_finite() { single } else { 0.0 }
}

/// A row of a joint: its change by the velocity of each body, and its numbers.
#[cfg(test)]
pub(crate) struct Equation {
    pub j: [(usize, Three); 2],
    pub softness: f64,
    pub bias: f64,
    pub impulse: f64,
}

#[cfg(test)]
impl Link {
    /// The rows of a solve.
    pub(crate) fn equations(&self, rules: &StepRules) -> Vec<Equation> {
        let bias = self.bias(super::RATE * f64::from(rules.inv_h), rules);
        let row = |row: usize| Equation {
            j: [0, 1].map(|side| (self.rows[side].index(), self.j[side][row])),
            softness: self.softness[row],
            bias: bias[row],
            impulse: self.impulse[row],
        };
        (0..self.count as usize + 1).map(row).collect()
    }
}
