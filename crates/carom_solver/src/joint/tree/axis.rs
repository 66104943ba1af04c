//! Springs, motors and limits of joints of trees, about the angle of a hinge or along a line: one row for all of them,
//! beside what the joint holds. So they are solved at once with all that the tree holds.
//!
//! Each of them has an accumulated impulse p and the row v + G p + bias = 0 of the rate v, with a softness G of its
//! own. The row of their sum P has 1 / G = sum of 1 / G_i and bias = G sum of bias_i / G_i. A motor at its greatest
//! impulse p_m stands as bias = -G p_m instead. What acts is found in rounds, as by principal pivoting (R. Cottle,
//! G. Dantzig, 1968): a limit that would pull lets go, one that would be passed holds, and a motor stays within its
//! greatest impulse. After the last round nothing more begins to act in this pass, until all is within its bounds. A
//! motor that a limit stops pushes with all that it has, and the limit answers it: neither is in the row.
//!
//! Of a spring, G = 1 / (m b) and bias = Y^2 C / (b h) with its deflection C, and with Y^2 and b as at
//! [`crate::Softness::spring`], for the effective mass m of now. The mass that the stiffness follows from is constant,
//! and so is Y^2 m. As m counts that of the two bodies at their joint alone. All else that a tree holds only adds to
//! it. Springs that share a light body act on each other: the greatest eigenvalue u of all m_i times the inverse masses
//! is up to the number of rivals S ([`crate::joint::hubs`]). A substep is stable if u (Y^2 - 2 b) < 4, so b is
//! Y^2 / 2 - 2 / S at least. That counts from S = 23 on.

use crate::StepRules;
use crate::joint::input::{AxisImpulses, AxisInput, JointInput, JointState};
use crate::joint::tree::link::{Held, Link, single};
use crate::joint::tree::node::{Node, velocity_of};
use crate::joint::tree::small::{Factor, Three, lower};
use crate::rows::Rows;
use crate::softness::MOST_OF_RATE;
use carom_math::min;
use std::f64::consts::TAU;

/// Rounds of a pass in which what acts is found. After them, what acts against its bounds is left out.
pub(super) const ROUNDS: usize = 4;

/// Softness of a motor, in parts of the inverse mass.
const SOFTNESS_OF_MOTOR: f64 = 1.0e-4;

/// The softness of what does not act [1/kg or 1/(kg m^2)].
const NOTHING: f64 = 1.0e30;

/// A way along an axis: towards greater values, towards lesser ones, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Up,
    Down,
    None,
}

impl Way {
    /// 1, -1 or 0.
    fn sign(self) -> f64 {
        match self {
            Self::Up => 1.0,
            Self::Down => -1.0,
            Self::None => 0.0,
        }
    }

    /// The way of a number.
    fn of(x: f64) -> Self {
        if x > 0.0 { Self::Up } else { Self::Down }
    }
}

/// An axis at the beginning of a step, as the lanes and the hubs have it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AxisSeen {
    /// The angle with its turns [rad].
    pub value: f32,
    /// The mass that the stiffness of a spring follows from [kg m^2 or kg], 0 if nothing moves along the axis.
    pub mass: f32,
    /// The rivals of a spring, itself included.
    pub rivals: f32,
}

/// The axis of a joint.
#[derive(Clone, Copy, Debug)]
struct Axis {
    input: AxisInput,
    /// The impulses of spring, motor, lower and upper limit.
    given: [f64; 4],
    /// The way in which a limit pushes, if one acts: up for the lower one.
    limit: Way,
    /// The way in which a motor at its greatest impulse pushes; none for one that holds its speed.
    spent: Way,
    /// The angle or the place [rad or m], the mass of the spring, one over the effective mass of now, and the rivals.
    value: f64,
    mass: f64,
    inv_mass: f64,
    rivals: f64,
    /// Softness of a limit.
    yields: f64,
    /// Softness of the spring, the part of its deflection that is to shrink [1/s], and that deflection.
    softness: f64,
    rate: f64,
    deflection: f64,
    /// The biases of the lower and the upper limit.
    biases: [f64; 2],
}

impl Axis {
    fn new(input: AxisInput, AxisImpulses { spring, motor, lower, upper }: AxisImpulses) -> Self {
        Self {
            input,
            // Impulses of what is gone are left out.
            given: [
                (spring, input.spring.hertz > 0.0),
                (motor, input.max_motor > 0.0),
                (lower, input.lower.is_finite()),
                (upper, input.upper.is_finite()),
            ]
            .map(|(impulse, acts)| if acts { f64::from(impulse) } else { 0.0 }),
            limit: Way::None,
            spent: Way::None,
            value: 0.0,
            mass: 0.0,
            inv_mass: 0.0,
            rivals: 1.0,
            yields: 0.0,
            softness: NOTHING,
            rate: 0.0,
            deflection: 0.0,
            biases: [0.0; 2],
        }
    }

    /// Whether something can move along it.
    fn moves(&self) -> bool {
        self.inv_mass > 0.0
    }

    /// The limit that acts at first: one that pushed, or else one that was passed.
    fn first_limit(&self, gaps: [f64; 2]) -> Way {
        let [_, _, lower, upper] = self.given;
        match [lower > 0.0, upper > 0.0, gaps[0] < 0.0, gaps[1] < 0.0] {
            [true, ..] | [false, false, true, _] => Way::Up,
            [false, true, ..] | [.., true] => Way::Down,
            _ => Way::None,
        }
    }

    /// Takes the effective mass of now, with substeps of `h` [s]. Limits are as soft as what is held.
    fn weigh(&mut self, mass: f64, held: f64, h: f32) {
        self.inv_mass = if mass > 0.0 { 1.0 / mass } else { 0.0 };
        self.yields = held * self.inv_mass;
        (self.softness, self.rate) = (NOTHING, 0.0);
        let spring = self.input.spring;
        if self.moves() && self.mass > 0.0 && spring.hertz > 0.0 {
            let part = f64::from(spring.hertz) * f64::from(h);
            let y = TAU * if part < f64::from(MOST_OF_RATE) { part } else { f64::from(MOST_OF_RATE) };
            let z = f64::from(min(spring.damping_ratio, 1.0e6));
            let ratio = self.mass * self.inv_mass;
            let stiffness = ratio * y * y;
            let slow = if ratio * z * z < 1.0 { ratio * z * z } else { 1.0 };
            let b = 2.0 * z * ratio * y + 2.0 * stiffness * slow + stiffness * (stiffness / (1.0 + stiffness));
            let least = 0.5 * stiffness - 2.0 / self.rivals;
            let b = if b > least { b } else { least };
            (self.softness, self.rate) = (1.0 / (mass * b), stiffness / (b * f64::from(h)));
        }
    }

    /// Aims at a pass: errors of limits shrink at `rate` [1/s], at most at `fastest`. Relaxing keeps the deflection of
    /// the spring, and opens no limit that was passed. Limits begin to act if they pushed, or were passed.
    fn aim(&mut self, rate: Option<f64>, (inv_h, fastest): (f64, f64)) {
        if rate.is_some() {
            self.deflection = self.value - f64::from(self.input.rest);
        }
        let gaps = [self.value - f64::from(self.input.lower), f64::from(self.input.upper) - self.value];
        self.biases = gaps.map(|gap| {
            let back = rate.unwrap_or(0.0) * gap;
            let back = if back > -fastest { back } else { -fastest };
            if gap > 0.0 { gap * inv_h } else { back }
        });
        self.limit = self.first_limit(gaps);
    }

    /// The greatest impulse of the motor.
    fn most(&self, h: f32) -> f64 {
        f64::from(h) * f64::from(self.input.max_motor)
    }

    /// The bias of the limit that acts.
    fn limit_bias(&self) -> f64 {
        self.biases[usize::from(self.limit == Way::Down)]
    }

    /// Whether a limit stops the motor: the motor is to go faster than the limit lets it.
    fn is_stopped(&self) -> bool {
        self.limit != Way::None && self.limit.sign() * f64::from(self.input.motor_speed) + self.limit_bias() < 0.0
    }

    /// Softness and bias of the row.
    fn row(&self, h: f32) -> [f64; 2] {
        if !self.moves() {
            return [NOTHING, 0.0];
        }
        let mut inverse = 1.0 / self.softness;
        let mut bias = self.rate * self.deflection * inverse;
        let most = self.most(h);
        if self.is_stopped() {
            // The limit answers the motor: the row is that of all other loads.
        } else if self.spent != Way::None {
            bias -= self.spent.sign() * most;
        } else if most > 0.0 {
            let firm = 1.0 / (SOFTNESS_OF_MOTOR * self.inv_mass);
            inverse += firm;
            bias -= firm * f64::from(self.input.motor_speed);
        }
        if self.limit != Way::None {
            let firm = 1.0 / self.yields;
            inverse += firm;
            bias += firm * self.limit.sign() * self.limit_bias();
        }
        [1.0 / inverse, bias / inverse]
    }

    /// Shares out the impulse of the row, at a rate `v`. Returns whether something else acts from now on; in `closing`,
    /// nothing begins to.
    fn share(&mut self, v: f64, impulse: f64, (h, closing): (f32, bool)) -> bool {
        if !self.moves() {
            self.given = [0.0; 4];
            return false;
        }
        if !(v + impulse).is_finite() {
            return false;
        }
        let before = (self.limit, self.spent);
        let most = self.most(h);
        let mut spring = 0.0;
        if self.input.spring.hertz > 0.0 {
            spring = -(v + self.rate * self.deflection) / self.softness;
        }
        let wanted = (f64::from(self.input.motor_speed) - v) / (SOFTNESS_OF_MOTOR * self.inv_mass);
        let mut motor = 0.0;
        if most > 0.0 {
            let is_stopped = self.is_stopped();
            motor = if self.spent != Way::None && !is_stopped { self.spent.sign() * most } else { wanted };
            let over = Way::of(motor);
            if is_stopped {
                self.spent = Way::None;
            } else if self.spent == Way::None && motor.abs() > most {
                self.spent = over;
            } else if self.spent.sign() * wanted < 0.0 && !closing {
                self.spent = Way::None;
            }
            motor = if motor.abs() > most { over.sign() * most } else { motor };
        }
        let push = self.limit.sign() * (impulse - spring - motor);
        if self.limit != Way::None {
            self.limit = if push < 0.0 { Way::None } else { self.limit };
        } else if v + self.biases[0] < 0.0 && !closing {
            self.limit = Way::Up;
        } else if self.biases[1] - v < 0.0 && !closing {
            self.limit = Way::Down;
        }
        let push = if push > 0.0 { push } else { 0.0 };
        let limits = if before.0 == Way::Up { [push, 0.0] } else { [0.0, push] };
        self.given = [spring, motor, limits[0], limits[1]];
        before != (self.limit, self.spent)
    }
}

/// The axes of the joints at one place of equal trees.
#[derive(Clone, Debug)]
pub(crate) struct TreeAxis<const W: usize> {
    /// The number of the joint in its tree.
    pub link: usize,
    joints: [u32; W],
    axes: [Axis; W],
}

impl<const W: usize> TreeAxis<W> {
    /// The axes of joints that are number `link` in their trees.
    pub(crate) fn new(link: usize, joints: [u32; W], inputs: [&JointInput; W]) -> Self {
        let axis = |input: &JointInput| {
            let state = &input.state;
            if input.turns_in_tree() {
                Axis::new(input.about, state.about)
            } else {
                Axis::new(input.along, state.along)
            }
        };
        Self { link, joints, axes: inputs.map(axis) }
    }

    /// Takes what the lanes see of the joints at the beginning of a step.
    pub(crate) fn place(&mut self, links: &mut [Link<W>], seen: impl Fn(u32, bool) -> AxisSeen) {
        let link = &mut links[self.link];
        let row = link.count.rows() - 1;
        for (lane, axis) in self.axes.iter_mut().enumerate() {
            let AxisSeen { value, mass, rivals } = seen(self.joints[lane], link.shape.held == Held::Point);
            (axis.value, axis.mass, axis.rivals) = (f64::from(value), f64::from(mass), f64::from(rivals));
            axis.spent = Way::None;
            // An image has single precision, and a copy goes on from it.
            axis.given = axis.given.map(|impulse| f64::from(single(impulse)));
            let [spring, motor, lower, upper] = axis.given;
            link.impulse[row][lane] = spring + motor + lower - upper;
        }
    }

    /// Takes the places and the effective masses of now; `held` is the softness of the rows beside it.
    pub(crate) fn look(&mut self, (nodes, links): (&[Node<W>], &[Link<W>]), held: f64, h: f32) {
        let link = &links[self.link];
        let row = link.count.rows() - 1;
        for (lane, axis) in self.axes.iter_mut().enumerate() {
            let value = link.error[row][lane];
            let turns =
                if link.shape.held == Held::Point { ((axis.value - value) / TAU).round_ties_even() } else { 0.0 };
            axis.value = value + TAU * turns;
            axis.weigh(effective_mass(link, nodes, lane), held, h);
        }
    }

    /// Aims at a pass: errors of limits shrink at `rate` [1/s].
    pub(crate) fn aim(&mut self, links: &[Link<W>], rate: Option<f64>, rules: &StepRules) {
        let is_angle = links[self.link].shape.held == Held::Point;
        let fastest = if is_angle { rules.joint_turn_speed } else { rules.joint_push_speed };
        let bounds = [rules.inv_h, fastest].map(f64::from);
        self.axes.iter_mut().for_each(|axis| axis.aim(rate, (bounds[0], bounds[1])));
    }

    /// Writes the rows.
    pub(crate) fn write(&self, links: &mut [Link<W>], h: f32) {
        let link = &mut links[self.link];
        let row = link.count.rows() - 1;
        for (lane, axis) in self.axes.iter().enumerate() {
            [link.softness[row][lane], link.bias[lane]] = axis.row(h);
        }
    }

    /// Shares out the impulses of a solve that is not yet written. Returns whether something else acts from now on.
    pub(crate) fn share(
        &mut self,
        (nodes, links): (&[Node<W>], &[Link<W>]),
        rows: &Rows<'_>,
        (h, closing): (f32, bool),
    ) -> bool {
        let link = &links[self.link];
        let row = link.count.rows() - 1;
        let mut changes = false;
        for (lane, axis) in self.axes.iter_mut().enumerate() {
            let mut rate = 0.0;
            for (side, &node) in link.shape.nodes.iter().enumerate() {
                let v: Three = match nodes.get(node as usize) {
                    Some(node) => [0, 1, 2].map(|k| node.v[k][lane] + node.change[k][lane]),
                    None => velocity_of(rows, link.rows[side][lane]),
                };
                for (j, v) in link.j[side][row].iter().zip(v) {
                    rate += j[lane] * v;
                }
            }
            changes |= axis.share(rate, link.impulse[row][lane] + link.rest[row][lane], (h, closing));
        }
        changes
    }

    /// Writes the impulses of a lane to the state of its joint, as [`Self::place`] starts with them.
    pub(crate) fn store(&self, lane: usize, is_angle: bool, to: &mut JointState) {
        let [spring, motor, lower, upper] = self.axes[lane].given.map(single);
        let given = AxisImpulses { spring, motor, lower, upper };
        if is_angle {
            to.about = given;
        } else {
            to.along = given;
        }
    }
}

/// The effective mass of the two bodies of a joint along its last row, with the others held; 0 if there is none.
fn effective_mass<const W: usize>(link: &Link<W>, nodes: &[Node<W>], lane: usize) -> f64 {
    let count = link.count.rows();
    let mut inverse = [0.0; 6];
    for (j, &node) in link.j.iter().zip(&link.shape.nodes) {
        let Some(node) = nodes.get(node as usize) else { continue };
        let masses = [node.inv_mass[lane], node.inv_mass[lane], 1.0 / node.inertia[lane]];
        for row in 0..count {
            for other in 0..=row {
                let terms = [0, 1, 2].map(|k| j[row][k][lane] * masses[k] * j[other][k][lane]);
                inverse[lower(row, other)] += terms[0] + terms[1] + terms[2];
            }
        }
    }
    if count == 3 { Factor::of::<3>(&inverse).last::<3>() } else { Factor::of::<2>(&inverse).last::<2>() }
}
