//! The joints at one place of equal trees: their rows, which are what they hold, as linear equations of the velocities
//! of their two bodies.

use crate::StepRules;
use crate::joint::input::{Hold, JointInput, JointState};
use crate::joint::tree::real::{Real, RealLanes};
use crate::joint::tree::small::{Factor, Three, load, store};
use crate::rows::{Row, RowLimit};
use carom_math::{Pose, Rot, Vec2};

/// A vector of the plane.
pub(crate) type Pair<T = f64> = [T; 2];

/// No body of the tree: the other end of a joint to a body that cannot move.
pub(crate) const OUTSIDE: u32 = u32::MAX;

/// Softness of a row, in parts of the inverse mass of its two bodies.
pub(crate) const SOFTNESS: f64 = 1.0e-6;

/// The part of the place that a joint of a tree holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Point,
    Line,
    Length,
}

/// Number of rows of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Count {
    One,
    Two,
    Three,
}

impl Count {
    /// As a number.
    #[inline(always)]
    pub(crate) fn rows(self) -> usize {
        self as usize + 1
    }
}

/// Which rows a joint has. Joints that go side by side have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LinkShape {
    /// Bodies of the tree: side 0 is the one nearer to the leaves, side 1 is [`OUTSIDE`] if it cannot move.
    pub nodes: [u32; 2],
    /// Whether side 0 is the joint's body a.
    pub flips: bool,
    pub held: Held,
    pub holds_angle: bool,
    /// Whether the last row is that of a spring, a motor and limits ([`crate::joint::tree::axis`]).
    pub has_axis: bool,
}

impl LinkShape {
    /// Whether a tree can hold the joint: all that it holds is rigid, and it holds something.
    pub(crate) fn fits(input: &JointInput) -> bool {
        input.hold.is_rigid() && input.spring.is_none() && input.turn_spring.is_none()
    }

    pub(crate) fn new(input: &JointInput, nodes: [u32; 2], flips: bool) -> Self {
        let held = match input.hold {
            Hold::Line(_) => Held::Line,
            Hold::Length(_) => Held::Length,
            _ => Held::Point,
        };
        let holds_angle = input.holds_angle && input.reference.is_some();
        Self { nodes, flips, held, holds_angle, has_axis: input.turns_in_tree() || input.slides_in_tree() }
    }

    /// Sides of bodies a and b.
    #[inline(always)]
    pub(crate) fn sides(self) -> [usize; 2] {
        if self.flips { [0, 1] } else { [1, 0] }
    }

    /// Whether it has a row of the angle.
    #[inline(always)]
    fn has_angle(self) -> bool {
        self.holds_angle || self.turns()
    }

    /// Whether the last row is about the angle of a hinge.
    #[inline(always)]
    fn turns(self) -> bool {
        self.has_axis && self.held == Held::Point
    }

    /// The number of rows.
    fn count(self) -> Count {
        let held = if self.held == Held::Point { 2 } else { 1 };
        match held + u32::from(self.holds_angle) + u32::from(self.has_axis) {
            1 => Count::One,
            2 => Count::Two,
            _ => Count::Three,
        }
    }
}

/// A joint of each tree. Numbers are first, so that none of a pack lies across two lines.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct Link<const W: usize> {
    /// The change of each row by the velocities of both sides.
    pub j: [[Three<[f64; W]>; 3]; 2],
    /// The error of each row [m or rad].
    pub error: Three<[f64; W]>,
    /// The bias of a row of springs, motors and limits [rad/s or m/s].
    pub bias: [f64; W],
    /// The accumulated impulse of each row [N s or N m s].
    pub impulse: Three<[f64; W]>,
    /// A little softness, added to the inverse mass of each row.
    pub softness: Three<[f64; W]>,
    /// The inverse mass of the rows over the subtree of side 0, factored.
    pub factor: Factor<[f64; W]>,
    /// The rest that the rows lack in a solve, the subtree counted.
    pub rest: Three<[f64; W]>,
    /// At the beginning of the step: the anchors of a and b from their centres, from the centre of a to that of b, and
    /// the direction of a line [m]; the angle beyond the reference, as a rotation.
    anchors: [Pair<[f64; W]>; 2],
    between: Pair<[f64; W]>,
    direction: Pair<[f64; W]>,
    angle: Pair<[f64; W]>,
    /// The length that is held [m].
    length: [f64; W],
    /// The anchors in the axes of a and b and the axis of a line in those of a [m], and the angle that counts as zero.
    local: [[Vec2; 2]; W],
    axis: [Vec2; W],
    reference: [Rot; W],
    /// The rows of both bodies, in the order of the sides.
    pub rows: [[Row; W]; 2],
    pub shape: LinkShape,
    /// Number of rows.
    pub count: Count,
}

#[inline(always)]
fn pair(v: Vec2) -> Pair {
    [f64::from(v.x), f64::from(v.y)]
}

#[inline(always)]
fn rotate<R: Real>([c, s]: Pair<R>, [x, y]: Pair<R>) -> Pair<R> {
    [c * x - s * y, s * x + c * y]
}

#[inline(always)]
fn turn(q: Rot) -> Pair {
    [f64::from(q.c), f64::from(q.s)]
}

/// The second rotation after the inverse of the first.
#[inline(always)]
fn from_to<R: Real>([c, s]: Pair<R>, other: Pair<R>) -> Pair<R> {
    rotate([c, -s], other)
}

#[inline(always)]
fn cross<R: Real>(a: Pair<R>, b: Pair<R>) -> R {
    a[0] * b[1] - a[1] * b[0]
}

/// The angle of a rotation [rad]: of a small one the series of the arc of its sine.
#[inline(always)]
fn angle_of<R: RealLanes<W>, const W: usize>(token: R::Token, [c, s]: Pair<R>) -> R {
    let (zero, small) = (c.of(0.0), c.of(0.1));
    let square = s * s;
    let rest = c.of(1.0 / 6.0) + square * (c.of(3.0 / 40.0) + square * c.of(15.0 / 336.0));
    let series = s + s * square * rest;
    if c.all_greater(zero) && small.all_greater(s.abs()) {
        return series;
    }
    let [mut angles, mut cs, mut ss] = [[0.0; W]; 3];
    series.store(&mut angles);
    c.store(&mut cs);
    s.store(&mut ss);
    for lane in 0..W {
        let (c, s) = (cs[lane], ss[lane]);
        if !(c > 0.0 && s.abs() < 0.1) {
            angles[lane] = f64::from(Rot { c: c as f32, s: s as f32 }.angle());
        }
    }
    R::load(token, &angles)
}

/// A vector that is no longer than `most`.
#[inline(always)]
fn at_most<R: Real>(v: Pair<R>, most: f64) -> Pair<R> {
    let square = v[0] * v[0] + v[1] * v[1];
    let (scale, limit) = (square.of(most) / square.sqrt(), square.of(most * most));
    [square.if_at_most(limit, v[0], v[0] * scale), square.if_at_most(limit, v[1], v[1] * scale)]
}

/// A number within a range around 0.
#[inline(always)]
fn within<R: Real>(x: R, most: f64) -> R {
    let (least, most) = (x.of(-most), x.of(most));
    let x = least.if_greater(x, least, x);
    x.if_greater(most, most, x)
}

impl<const W: usize> Link<W> {
    /// Joints of a shape, without values.
    pub(crate) fn new(shape: LinkShape) -> Self {
        let (zero, one) = ([0.0; W], [1.0; W]);
        let mut j = [[[zero; 3]; 3]; 2];
        let mut angle_row = 1;
        if shape.held == Held::Point {
            angle_row = 2;
            for (side, sign) in shape.sides().into_iter().zip([-1.0, 1.0]) {
                (j[side][0][0], j[side][1][1]) = ([sign; W], [sign; W]);
            }
        }
        if shape.has_angle() {
            for (side, sign) in shape.sides().into_iter().zip([-1.0, 1.0]) {
                j[side][angle_row][2] = [sign; W];
            }
        }
        Self {
            j,
            error: [zero; 3],
            bias: zero,
            impulse: [zero; 3],
            softness: [zero; 3],
            factor: Factor::<[f64; W]>::ZERO,
            rest: [zero; 3],
            anchors: [[zero; 2]; 2],
            between: [zero; 2],
            direction: [zero; 2],
            angle: [one, zero],
            length: zero,
            local: [[Vec2::ZERO; 2]; W],
            axis: [Vec2::ZERO; W],
            reference: [Rot::IDENTITY; W],
            rows: [[Row::default(); W]; 2],
            shape,
            count: shape.count(),
        }
    }

    /// Takes the values of a joint of this shape.
    pub(crate) fn fill(&mut self, lane: usize, input: &JointInput, limit: RowLimit) {
        let [a, b] = input.rows.map(|row| limit.row(row));
        let [of_a, of_b] = self.shape.sides();
        (self.rows[of_a][lane], self.rows[of_b][lane]) = (a, b);
        self.local[lane] = input.anchors;
        match input.hold {
            Hold::Line(axis) => self.axis[lane] = axis,
            Hold::Length(length) => self.length[lane] = f64::from(length),
            _ => {}
        }
        self.reference[lane] = input.reference.map_or(Rot::IDENTITY, Rot::from_angle);
        let state = &input.state;
        let [x, y] = pair(state.linear);
        let twist = if self.shape.holds_angle { f64::from(state.twist) } else { 0.0 };
        let impulse = if self.shape.held == Held::Point { [x, y, twist] } else { [x, twist, 0.0] };
        set(&mut self.impulse, lane, impulse);
    }

    /// Takes the poses and centres of mass of a and b at the beginning of the step.
    pub(crate) fn place(&mut self, pose: impl Fn(usize) -> Pose, center: impl Fn(usize) -> Vec2) {
        let [of_a, of_b] = self.shape.sides();
        for lane in 0..W {
            let (a, b) = (self.rows[of_a][lane].index(), self.rows[of_b][lane].index());
            let (qa, qb) = (turn(pose(a).q), turn(pose(b).q));
            let [local_a, local_b] = self.local[lane];
            set(&mut self.anchors[0], lane, rotate(qa, pair(local_a)));
            set(&mut self.anchors[1], lane, rotate(qb, pair(local_b)));
            let ([xa, ya], [xb, yb]) = (pair(center(a)), pair(center(b)));
            set(&mut self.between, lane, [xb - xa, yb - ya]);
            if self.shape.held == Held::Line {
                set(&mut self.direction, lane, rotate(qa, pair(self.axis[lane])));
            }
            if self.shape.has_angle() {
                set(&mut self.angle, lane, from_to(turn(self.reference[lane]), from_to(qa, qb)));
            }
        }
        // An image has single precision, and a copy goes on from it.
        for impulse in self.impulse.as_flattened_mut() {
            *impulse = f64::from(single(*impulse));
        }
    }

    /// Writes the rows and their errors for bodies that moved so far; `motions` in the order of the sides.
    #[inline(always)]
    pub(crate) fn look<R: RealLanes<W>>(&mut self, token: R::Token, motions: [[R; 4]; 2]) {
        let [of_a, of_b] = self.shape.sides();
        let ([xa, ya, ca, sa], [xb, yb, cb, sb]) =
            if self.shape.flips { (motions[0], motions[1]) } else { (motions[1], motions[0]) };
        let (qa, qb) = ([ca, sa], [cb, sb]);
        let ra = rotate(qa, load(token, &self.anchors[0]));
        let rb = rotate(qb, load(token, &self.anchors[1]));
        let [x, y]: Pair<R> = load(token, &self.between);
        let d = [x + (xb - xa) + (rb[0] - ra[0]), y + (yb - ya) + (rb[1] - ra[1])];
        let mut rows = 2;
        if self.shape.held == Held::Point {
            ra[1].store(&mut self.j[of_a][0][2]);
            (-ra[0]).store(&mut self.j[of_a][1][2]);
            (-rb[1]).store(&mut self.j[of_b][0][2]);
            rb[0].store(&mut self.j[of_b][1][2]);
            d[0].store(&mut self.error[0]);
            d[1].store(&mut self.error[1]);
        } else {
            let (u, error) = if self.shape.held == Held::Length {
                let distance = (d[0] * d[0] + d[1] * d[1]).sqrt();
                // Anchors at one place have no direction: any will do.
                let (least, one, zero) = (distance.of(1.0e-9), distance.of(1.0), distance.of(0.0));
                let u = [
                    distance.if_greater(least, d[0] / distance, one),
                    distance.if_greater(least, d[1] / distance, zero),
                ];
                (u, distance - R::load(token, &self.length))
            } else {
                let n = rotate(qa, load(token, &self.direction));
                let across = [-n[1], n[0]];
                (across, across[0] * d[0] + across[1] * d[1])
            };
            let lever = [ra[0] + d[0], ra[1] + d[1]];
            store(&mut self.j[of_a][0], [-u[0], -u[1], -cross(lever, u)]);
            store(&mut self.j[of_b][0], [u[0], u[1], cross(rb, u)]);
            error.store(&mut self.error[0]);
            rows = 1;
            if self.shape.has_axis {
                let n = [u[1], -u[0]];
                let row = self.count.rows() - 1;
                store(&mut self.j[of_a][row], [-n[0], -n[1], -cross(lever, n)]);
                store(&mut self.j[of_b][row], [n[0], n[1], cross(rb, n)]);
                (n[0] * d[0] + n[1] * d[1]).store(&mut self.error[row]);
            }
        }
        if self.shape.has_angle() {
            let angle = load(token, &self.angle);
            angle_of(token, rotate(from_to(qa, qb), angle)).store(&mut self.error[rows]);
        }
    }

    /// The speeds at which the errors are to shrink, a part `rate` of them [1/s].
    #[inline(always)]
    pub(crate) fn bias<R: RealLanes<W>>(&self, token: R::Token, rate: f64, rules: &StepRules) -> Three<R> {
        let rate = R::splat(token, rate);
        let [x, y, z]: Three<R> = load(token, &self.error);
        let mut bias = [rate * x, rate * y, rate * z];
        let push = f64::from(rules.joint_push_speed);
        let mut rows = 1;
        if self.shape.held == Held::Point {
            [bias[0], bias[1]] = at_most([bias[0], bias[1]], push);
            rows = 2;
        } else {
            bias[0] = within(bias[0], push);
        }
        if self.shape.holds_angle {
            bias[rows] = within(bias[rows], f64::from(rules.joint_turn_speed));
        }
        if self.shape.has_axis {
            bias[self.count.rows() - 1] = R::load(token, &self.bias);
        }
        bias
    }

    /// The torque that a turn of a side by one radian takes from it, by the impulses of now [N m s]: positive if a
    /// pull holds the body straight. The joint holds a point.
    #[inline(always)]
    fn straightens<R: RealLanes<W>>(&self, token: R::Token, side: usize) -> R {
        // The moment is r x p: a turn of r changes it by -r . p.
        let j = &self.j[side];
        let (x1, y1) = (R::load(token, &j[0][0]), R::load(token, &j[1][1]));
        let (x, y) = (R::load(token, &j[1][2]) * y1, -R::load(token, &j[0][2]) * x1);
        x * x1 * R::load(token, &self.impulse[0]) + y * y1 * R::load(token, &self.impulse[1])
    }

    /// Adds that torque to what there is of a side.
    #[inline(always)]
    pub(crate) fn straighten<R: RealLanes<W>>(&self, token: R::Token, side: usize, stiff: &mut [f64; W]) {
        if self.shape.held == Held::Point {
            (R::load(token, stiff) + self.straightens(token, side)).store(stiff);
        }
    }

    /// Writes the impulses of a lane to the state of its joint, as [`Self::place`] starts with them.
    pub(crate) fn store(&self, lane: usize, to: &mut JointState) {
        let [x, y, z] = self.impulse.map(|impulse| single(impulse[lane]));
        let is_point = self.shape.held == Held::Point;
        let (linear, twist) = if is_point { (Vec2::new(x, y), z) } else { (Vec2::new(x, 0.0), y) };
        to.linear = linear;
        if self.shape.holds_angle {
            to.twist = twist;
        }
    }
}

/// Sets the numbers of a lane.
#[inline(always)]
fn set<const W: usize, const N: usize>(to: &mut [[f64; W]; N], lane: usize, from: [f64; N]) {
    for (to, from) in to.iter_mut().zip(from) {
        to[lane] = from;
    }
}

/// In single precision; 0 if it is not finite.
pub(crate) fn single(impulse: f64) -> f32 {
    let single = impulse as f32;
    if single.is_finite() { single } else { 0.0 }
}

/// A row of a joint: its change by the velocity of each body, and its numbers.
#[cfg(test)]
#[derive(Debug, PartialEq)]
pub(crate) struct Equation {
    pub j: [(usize, Three); 2],
    pub softness: f64,
    pub bias: f64,
    pub impulse: f64,
}

#[cfg(test)]
impl<const W: usize> Link<W> {
    /// The rows of a solve in a lane.
    pub(crate) fn equations<R: RealLanes<W>>(&self, token: R::Token, lane: usize, rules: &StepRules) -> Vec<Equation> {
        let mut bias = [[0.0; W]; 3];
        store(&mut bias, self.bias::<R>(token, super::RATE * f64::from(rules.inv_h), rules));
        let row = |row: usize| Equation {
            j: [0, 1].map(|side| (self.rows[side][lane].index(), self.j[side][row].map(|x| x[lane]))),
            softness: self.softness[row][lane],
            bias: bias[row][lane],
            impulse: self.impulse[row][lane],
        };
        (0..self.count.rows()).map(row).collect()
    }
}
