//! A tree of bodies that joints hold: all that is held in it is solved at once, and springs, motors and limits with it.
//! Equal trees go side by side on lanes.
//!
//! D. Baraff, "Linear-Time Dynamics using Lagrange Multipliers", 1996: the matrix of bodies and joints is factored
//! without any fill-in if each body comes after those nearer to the leaves. With M the masses, J the rows of the
//! joints, and G a little softness, the impulses p solve (J M^-1 J^T + G) p = -(J v + bias) - G p0. From the leaves to
//! the root each body gathers the inertia of all that hangs on it; back from the root each one gets its velocity.
//!
//! A joint to a body that cannot move is the last of all if it is at the root. Another one of that kind only has its
//! softness as a pivot; double precision leaves enough digits for it.
//!
//! A light body under a great pull p at an arm r is stiff in rotation: r . p. Where a substep is too long for it, its
//! inertia is made greater (geometric stiffness: S. Andrews, M. Teichmann, P. Kövecses, 2017).

pub(crate) mod axis;
mod elimination;
pub(crate) mod link;
pub(crate) mod node;
pub(crate) mod real;
pub(crate) mod small;

use crate::BodyMass;
use crate::StepRules;
use crate::joint::input::{JointInput, JointState};
use crate::joint::tree::axis::{AxisSeen, ROUNDS, TreeAxis};
use crate::joint::tree::elimination::{
    accumulate, add_penalty, ascend, begin, descend, eliminate, penalize, settle, soften, swing,
};
use crate::joint::tree::link::{Count, Held, Link, SOFTNESS};
use crate::joint::tree::node::{Node, motions_of, velocities_of};
use crate::joint::tree::real::RealLanes;
use crate::joint::tree::small::{Factor, Three, load, store};
use crate::rows::{Row, Rows};
use crate::stages::Pass;
use carom_math::Pose;

/// The same of a joint to a body that cannot move, if it is not at the root: such a joint may contradict the others. A
/// bridge of sixteen planks hung straight opens it by 0.4 mm, at a tension of 45 kN; with [`SOFTNESS`] by 3 um, at
/// 143 kN.
const EXTRA_SOFTNESS: f64 = 1.0e-3;

/// Part of an error that is corrected in a substep. With 0.5, eight boxes that fall on a straight bridge of sixty
/// planks gain energy at 1 substep.
const RATE: f64 = 0.2;

/// The softness of what a joint holds.
#[inline(always)]
fn softness_of(link: usize, first_extra: usize) -> f64 {
    if link < first_extra { SOFTNESS } else { EXTRA_SOFTNESS }
}

/// `W` trees of bodies and joints that have the same shape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree<const W: usize> {
    /// The root first; each body after the one that it hangs on.
    nodes: Vec<Node<W>>,
    /// The joint of each body towards the root, that of the root if it has one; then the other joints to bodies that
    /// cannot move.
    links: Vec<Link<W>>,
    /// Springs, motors and limits.
    axes: Vec<TreeAxis<W>>,
    /// Whether the root has a joint to a body that cannot move.
    is_grounded: bool,
}

/// Calls a function of so many rows.
macro_rules! rows {
    ($link:expr, $of:ident $args:tt) => {
        match $link.count {
            Count::One => $of::<R, W, 1> $args,
            Count::Two => $of::<R, W, 2> $args,
            Count::Three => $of::<R, W, 3> $args,
        }
    };
}

impl<const W: usize> Tree<W> {
    /// Empties it, with room kept.
    pub(crate) fn clear(&mut self, is_grounded: bool) {
        self.nodes.clear();
        self.links.clear();
        self.axes.clear();
        self.is_grounded = is_grounded;
    }

    /// Adds a body of each tree.
    pub(crate) fn add_node(&mut self, rows: [Row; W]) {
        self.nodes.push(Node::new(rows));
    }

    /// Adds a joint of each tree: those of the bodies first, in their order.
    pub(crate) fn add_link(&mut self, link: Link<W>) {
        self.links.push(link);
    }

    /// Adds the axis of the last joint.
    pub(crate) fn add_axis(&mut self, joints: [u32; W], inputs: [&JointInput; W]) {
        self.axes.push(TreeAxis::new(self.links.len() - 1, joints, inputs));
    }

    /// Writes the impulses of a joint in a lane to its state.
    pub(crate) fn store(&self, link: usize, lane: usize, to: &mut JointState) {
        let joint = &self.links[link];
        joint.store(lane, to);
        if let Ok(axis) = self.axes.binary_search_by_key(&link, |axis| axis.link) {
            self.axes[axis].store(lane, joint.shape.held == Held::Point, to);
        }
    }

    /// The joints in their order.
    #[cfg(test)]
    pub(crate) fn links(&self) -> &[Link<W>] {
        &self.links
    }

    /// The number of the joint from body `node` towards the root.
    #[inline(always)]
    fn up(&self, node: usize) -> Option<usize> {
        (node + usize::from(self.is_grounded)).checked_sub(1)
    }

    /// The number of the first joint that is none of those.
    #[inline(always)]
    fn first_extra(&self) -> usize {
        self.nodes.len() - usize::from(!self.is_grounded)
    }

    /// Takes the poses and masses at the beginning of a step, and what the lanes see of axes.
    pub(crate) fn place(&mut self, poses: &[Pose], masses: &[BodyMass], seen: impl Fn(u32, bool) -> AxisSeen) {
        let pose_of = |row: usize| poses.get(row).copied().unwrap_or_default();
        let center_of = |row: usize| masses.get(row).copied().unwrap_or_default().center;
        for link in &mut self.links {
            link.place(pose_of, center_of);
        }
        for node in &mut self.nodes {
            node.place(masses);
        }
        for axis in &mut self.axes {
            axis.place(&mut self.links, &seen);
        }
    }

    /// One pass: see [`Pass`].
    pub(crate) fn run<R: RealLanes<W>>(&mut self, token: R::Token, rows: &Rows<'_>, pass: Pass, rules: &StepRules) {
        match pass {
            Pass::WarmStart => {
                for node in &mut self.nodes {
                    [_, _, node.left] = velocities_of(rows, &node.rows);
                    node.given = [[0.0; W]; 3];
                }
                self.look::<R>(token, rows);
                self.soften::<R>(token);
                self.prepare::<R>(token, rules);
                self.find_swing::<R>(token);
                self.give_swing::<R>(token, rows);
            }
            Pass::Swing => self.give_swing::<R>(token, rows),
            Pass::Solve => {
                self.solve::<R>(token, rows, rules, Some(RATE * f64::from(rules.inv_h)));
                self.gather_impulses::<R>(token);
                for node in &mut self.nodes {
                    node.given = node.swing;
                }
            }
            Pass::Relax => {
                self.look::<R>(token, rows);
                self.prepare::<R>(token, rules);
                self.find_swing::<R>(token);
                self.solve::<R>(token, rows, rules, None);
            }
            Pass::Restitute => {}
        }
    }

    /// Gathers the change of velocity by all impulses of the joints.
    fn gather_impulses<R: RealLanes<W>>(&mut self, token: R::Token) {
        R::vectorize(
            token,
            #[inline(always)]
            || {
                for node in &mut self.nodes {
                    node.swing = [[0.0; W]; 3];
                }
                for link in &self.links {
                    for (side, &node) in link.shape.nodes.iter().enumerate() {
                        if let Some(node) = self.nodes.get_mut(node as usize) {
                            rows!(link, swing(token, link, side, node));
                        }
                    }
                }
                for node in &mut self.nodes {
                    let [x, y, turn]: Three<R> = load(token, &node.swing);
                    let (inv_mass, inv_stiff) = (R::load(token, &node.inv_mass), R::load(token, &node.inv_stiff));
                    store(&mut node.swing, [x * inv_mass, y * inv_mass, turn * inv_stiff]);
                }
            },
        );
    }

    /// Finds how the same impulses act otherwise now.
    fn find_swing<R: RealLanes<W>>(&mut self, token: R::Token) {
        self.gather_impulses::<R>(token);
        for node in &mut self.nodes {
            for (swing, given) in node.swing.as_flattened_mut().iter_mut().zip(node.given.as_flattened()) {
                *swing -= given;
            }
        }
    }

    /// Gives each body its swing.
    fn give_swing<R: RealLanes<W>>(&mut self, token: R::Token, rows: &Rows<'_>) {
        R::vectorize(
            token,
            #[inline(always)]
            || {
                for node in &mut self.nodes {
                    node.read::<R>(token, rows);
                    node.change = node.swing;
                }
                self.write::<R>(token, rows);
            },
        );
    }

    /// Takes the motions of the bodies and makes the rows of the joints.
    fn look<R: RealLanes<W>>(&mut self, token: R::Token, rows: &Rows<'_>) {
        R::vectorize(
            token,
            #[inline(always)]
            || {
                for node in &mut self.nodes {
                    node.motion = motions_of(rows, &node.rows);
                    node.stiff = [0.0; W];
                }
                for link in &mut self.links {
                    let [side, other] = link.shape.nodes;
                    let motion = load(token, &self.nodes[side as usize].motion);
                    let motions = match self.nodes.get(other as usize) {
                        Some(node) => [motion, load(token, &node.motion)],
                        None => [motion, load(token, &motions_of(rows, &link.rows[1]))],
                    };
                    link.look::<R>(token, motions);
                    for (side, &node) in link.shape.nodes.iter().enumerate() {
                        if let Some(node) = self.nodes.get_mut(node as usize) {
                            link.straighten::<R>(token, side, &mut node.stiff);
                        }
                    }
                }
            },
        );
    }

    /// Sets the softness of the rows.
    fn soften<R: RealLanes<W>>(&mut self, token: R::Token) {
        let first_extra = self.first_extra();
        R::vectorize(
            token,
            #[inline(always)]
            || {
                for (index, link) in self.links.iter_mut().enumerate() {
                    rows!(link, soften(token, link, &self.nodes, softness_of(index, first_extra)));
                }
            },
        );
    }

    /// Prepares a solve with the rows of now. The rows of axes are known in the solve, and the matrix with them.
    fn prepare<R: RealLanes<W>>(&mut self, token: R::Token, rules: &StepRules) {
        let h = f64::from(rules.h);
        let first_extra = self.first_extra();
        for axis in &mut self.axes {
            axis.look((&self.nodes, &self.links), softness_of(axis.link, first_extra), rules.h);
        }
        R::vectorize(
            token,
            #[inline(always)]
            || self.nodes.iter_mut().for_each(|node| node.stiffen::<R>(token, h)),
        );
        if self.axes.is_empty() {
            self.factor::<R>(token);
        }
    }

    /// Factors the matrix, from the leaves to the root.
    fn factor<R: RealLanes<W>>(&mut self, token: R::Token) {
        let first_extra = self.first_extra();
        R::vectorize(
            token,
            #[inline(always)]
            || {
                for node in &mut self.nodes {
                    node.gather::<R>(token);
                }
                for link in &self.links[first_extra..] {
                    let node = &mut self.nodes[link.shape.nodes[0] as usize];
                    rows!(link, add_penalty(token, link, node));
                }
                for index in (0..self.nodes.len()).rev() {
                    let node = &mut self.nodes[index];
                    let factor: Factor<R> = Factor::of::<3>(&load(token, &node.gathered));
                    node.factor.store::<R, 3>(&factor);
                    let Some(up) = self.up(index) else { continue };
                    let link = &mut self.links[up];
                    let parent = self.nodes.get_mut(link.shape.nodes[1] as usize);
                    rows!(link, eliminate(token, link, &factor, parent));
                }
            },
        );
    }

    /// Solves for the impulses and the velocities; errors shrink at `rate` [1/s].
    fn solve<R: RealLanes<W>>(&mut self, token: R::Token, rows: &Rows<'_>, rules: &StepRules, rate: Option<f64>) {
        R::vectorize(
            token,
            #[inline(always)]
            || self.nodes.iter_mut().for_each(|node| node.read::<R>(token, rows)),
        );
        for axis in &mut self.axes {
            axis.aim(&self.links, rate, rules);
        }
        if self.axes.is_empty() {
            self.answer::<R>(token, rows, rules, rate);
        } else {
            // In each round after the last one, a limit lets go or a motor is spent.
            for round in 0..=ROUNDS + 3 * self.axes.len() {
                for axis in &self.axes {
                    axis.write(&mut self.links, rules.h);
                }
                self.factor::<R>(token);
                self.answer::<R>(token, rows, rules, rate);
                let solved = (&self.nodes[..], &self.links[..]);
                let how = (rules.h, round + 1 >= ROUNDS);
                let changes = |changes: bool, axis: &mut TreeAxis<W>| axis.share(solved, rows, how) | changes;
                if !self.axes.iter_mut().fold(false, changes) {
                    break;
                }
            }
        }
        R::vectorize(
            token,
            #[inline(always)]
            || {
                let fits = self.write::<R>(token, rows);
                for link in &mut self.links {
                    rows!(link, accumulate(token, link, fits));
                }
            },
        );
    }

    /// The change of velocity of each body, and of the impulse of each row.
    fn answer<R: RealLanes<W>>(&mut self, token: R::Token, rows: &Rows<'_>, rules: &StepRules, rate: Option<f64>) {
        let first_extra = self.first_extra();
        R::vectorize(
            token,
            #[inline(always)]
            || {
                for node in &mut self.nodes {
                    node.change = [[0.0; W]; 3];
                }
                for link in &mut self.links {
                    let outside = match self.nodes.get(link.shape.nodes[1] as usize) {
                        Some(node) => load(token, &node.v),
                        None => load(token, &velocities_of(rows, &link.rows[1])),
                    };
                    let v = load(token, &self.nodes[link.shape.nodes[0] as usize].v);
                    rows!(link, begin(token, link, [&v, &outside], rate, rules));
                }
                for link in &self.links[first_extra..] {
                    let node = &mut self.nodes[link.shape.nodes[0] as usize];
                    rows!(link, penalize(token, link, node));
                }
                for index in (0..self.nodes.len()).rev() {
                    let node = &mut self.nodes[index];
                    let y = node.factor.load::<R>(token).solve::<3>(load(token, &node.change));
                    let Some(up) = self.up(index) else { continue };
                    let link = &mut self.links[up];
                    let parent = self.nodes.get_mut(link.shape.nodes[1] as usize);
                    rows!(link, ascend(token, link, &y, parent));
                }
                for index in 0..self.nodes.len() {
                    let mut gathered = load(token, &self.nodes[index].change);
                    if let Some(up) = self.up(index) {
                        let link = &mut self.links[up];
                        let parent = self.nodes.get(link.shape.nodes[1] as usize).map(|parent| &parent.change);
                        rows!(link, descend(token, link, parent, &mut gathered));
                    }
                    let node = &mut self.nodes[index];
                    store(&mut node.change, node.factor.load::<R>(token).solve::<3>(gathered));
                }
                for link in &mut self.links[first_extra..] {
                    let change = load(token, &self.nodes[link.shape.nodes[0] as usize].change);
                    rows!(link, settle(token, link, &change));
                }
            },
        );
    }

    /// Changes the velocities of the bodies of each tree, if all of them stay finite. Returns 1 in its lane if they do.
    /// A tree that fills several lanes is written as often.
    #[inline(always)]
    fn write<R: RealLanes<W>>(&mut self, token: R::Token, rows: &Rows<'_>) -> R {
        let mut sum = R::splat(token, 0.0);
        for node in &mut self.nodes {
            let [x, y, turn]: Three<R> = load(token, &node.v);
            let [dx, dy, dturn] = load(token, &node.change);
            let v = [x + dx, y + dy, turn + dturn];
            store(&mut node.v, v);
            sum = sum + (v[0] + v[1] + v[2]);
        }
        let mut sums = [0.0; W];
        sum.store(&mut sums);
        let mut fits = [0.0; W];
        for lane in 0..W {
            fits[lane] = if (sums[lane] as f32).is_finite() { 1.0 } else { 0.0 };
        }
        for node in &mut self.nodes {
            for (lane, &fits) in fits.iter().enumerate() {
                if fits == 0.0 {
                    continue;
                }
                let mut velocity = *rows.velocity(node.rows[lane]);
                if node.free[lane][0] {
                    (velocity[0], velocity[1]) = (node.v[0][lane] as f32, node.v[1][lane] as f32);
                }
                if node.free[lane][1] {
                    velocity[2] = node.v[2][lane] as f32;
                }
                node.left[lane] = f64::from(velocity[2]);
                rows.set_velocity(node.rows[lane], &velocity);
            }
        }
        R::load(token, &fits)
    }
}
