//! Springs about the hinges of trees: rows beside those of their points, with a softness of their own. All springs of a
//! tree and all that is held in it are solved at once.
//!
//! With p the accumulated impulse, C the deflection and J v its rate, the row is J v + G p + bias = 0, where
//! G = 1 / (m b) and bias = Y^2 C / (b h). Y^2 and b are those of [`crate::Softness::spring`] for the effective mass m
//! of now: the mass that the stiffness follows from is that of the angle of rest, and Y^2 m is constant. As m counts
//! that of the two bodies at their hinge alone. All else that the tree holds only adds to it, so Y is none too small,
//! and a spring that is stable between two bodies is so in the tree.

use crate::joint::input::JointInput;
use crate::joint::tree::link::{Link, Pair};
use crate::joint::tree::node::Node;
use crate::joint::tree::real::{Real, RealLanes};
use crate::softness::{MOST_OF_RATE, Spring};
use crate::{BodyMass, StepRules};
use carom_math::{Rot, Vec2, min};
use std::f64::consts::TAU;

/// The row of a spring: after those of the point.
const ROW: usize = 2;

/// The softness of a spring between bodies that nothing turns [1/(kg m^2)]: it does nothing.
const NO_SPRING: f64 = 1.0e30;

/// The springs of a joint of each tree.
#[derive(Clone, Debug)]
pub(crate) struct TreeSpring<const W: usize> {
    link: usize,
    joints: [u32; W],
    springs: [Spring; W],
    /// The angle of rest beyond the reference [rad], and the anchors, in a's axes, with b turned to it [m].
    rest: [f32; W],
    arms: [[Vec2; 2]; W],
    /// The effective mass at rest [kg m^2]; 0 if neither body turns.
    mass: [f64; W],
    /// The deflection that a solve took, and the part of it that is to shrink in a second.
    deflection: [f64; W],
    rate: [f64; W],
}

impl<const W: usize> TreeSpring<W> {
    /// The springs of joints that are number `link` in their trees.
    pub(crate) fn new(link: usize, joints: [u32; W], inputs: [&JointInput; W]) -> Self {
        let arms = |input: &JointInput| {
            let turn = Rot::from_angle(input.reference.unwrap_or(0.0)).after(Rot::from_angle(input.about.rest));
            [input.anchors[0], turn.rotate(input.anchors[1])]
        };
        Self {
            link,
            joints,
            springs: inputs.map(|input| input.about.spring),
            rest: inputs.map(|input| input.about.rest),
            arms: inputs.map(arms),
            mass: [0.0; W],
            deflection: [0.0; W],
            rate: [0.0; W],
        }
    }

    /// Takes the masses at the beginning of a step, and the angles of the joints with their turns.
    pub(crate) fn place(&mut self, links: &[Link<W>], masses: &[BodyMass], counted: impl Fn(u32) -> f32) {
        let link = &links[self.link];
        let [of_a, of_b] = link.shape.sides();
        for lane in 0..W {
            let bodies =
                [of_a, of_b].map(|side| masses.get(link.rows[side][lane].index()).copied().unwrap_or_default());
            let arms = self.arms[lane].map(|arm| [f64::from(arm.x), f64::from(arm.y)]);
            let inv_mass = f64::from(bodies[0].inv_mass) + f64::from(bodies[1].inv_mass);
            let inertia = bodies.map(|body| f64::from(body.inv_inertia));
            let turns = inertia[0] + inertia[1] > 0.0;
            self.mass[lane] = if turns { mass_about(inv_mass, inertia, arms) } else { 0.0 };
            self.deflection[lane] = f64::from(counted(self.joints[lane])) - f64::from(self.rest[lane]);
        }
    }

    /// Sets the softness of the rows for the poses of now.
    #[inline(always)]
    pub(crate) fn soften<R: RealLanes<W>>(
        &mut self,
        token: R::Token,
        (nodes, links): (&[Node<W>], &mut [Link<W>]),
        rules: &StepRules,
    ) {
        let link = &mut links[self.link];
        let (zero, one) = (R::splat(token, 0.0), R::splat(token, 1.0));
        let (mut inv_mass, mut inertia, mut arms) = (zero, [zero; 2], [[zero; 2]; 2]);
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            let Some(node) = nodes.get(link.shape.nodes[side] as usize) else { continue };
            inv_mass = inv_mass + R::load(token, &node.inv_mass);
            inertia[side] = one / R::load(token, &node.inertia);
            let [x, y] = [R::load(token, &link.j[side][1][2]), R::load(token, &link.j[side][0][2])];
            arms[side] = [x * x.of(-sign), y * y.of(sign)];
        }
        let mass = mass_about(inv_mass, inertia, arms);
        let h = f64::from(rules.h);
        let mut squares = [0.0; W];
        let mut ratios = [0.0; W];
        for lane in 0..W {
            let Spring { hertz, damping_ratio } = self.springs[lane];
            let y = f64::from(2.0 * carom_math::PI * min(hertz * rules.h, MOST_OF_RATE));
            squares[lane] = y * y;
            ratios[lane] = f64::from(min(damping_ratio, 1.0e6));
        }
        let own = R::load(token, &self.mass);
        let (square, z) = (R::load(token, &squares), R::load(token, &ratios));
        let ratio = own / mass;
        let stiffness = ratio * square;
        let slow = ratio * z * z;
        let slow = slow.if_greater(one, one, slow);
        let swing = (stiffness + stiffness) * slow + stiffness * (stiffness / (one + stiffness));
        let b = (z + z) * ratio * square.sqrt() + swing;
        let acts = |yes: R, no: R| own.if_greater(zero, yes, no);
        acts(one / (mass * b), R::splat(token, NO_SPRING)).store(&mut link.softness[ROW]);
        acts(stiffness / (b * R::splat(token, h)), zero).store(&mut self.rate);
        (R::load(token, &self.rate) * R::load(token, &self.deflection)).store(&mut link.pull);
    }

    /// Takes the deflections of now.
    pub(crate) fn stretch(&mut self, links: &mut [Link<W>]) {
        let link = &mut links[self.link];
        for lane in 0..W {
            let (angle, last) = (link.error[ROW][lane], self.deflection[lane]);
            let turns = ((last - angle) / TAU).round_ties_even();
            self.deflection[lane] = angle + TAU * turns;
            link.pull[lane] = self.rate[lane] * self.deflection[lane];
        }
    }
}

/// The effective mass of two bodies about the angle at a hinge, with their inverse masses summed up, their inverse
/// inertias and their arms.
#[inline(always)]
fn mass_about<R: Real>(inv_mass: R, inertia: [R; 2], [a, b]: [Pair<R>; 2]) -> R {
    let [ja, jb] = inertia.map(|inertia| inertia / inv_mass);
    let dot = |u: Pair<R>, v: Pair<R>| u[0] * v[0] + u[1] * v[1];
    let (between, cross) = ([a[0] - b[0], a[1] - b[1]], a[0] * b[1] - a[1] * b[0]);
    let both = ja + jb + ja * jb * dot(between, between);
    let resistance = inv_mass.of(1.0) + ja * dot(a, a) + jb * dot(b, b) + ja * jb * cross * cross;
    resistance / (inv_mass * both)
}
