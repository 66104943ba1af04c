//! A tree of bodies that joints hold: all that is held in it is solved at once.
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
#![allow(clippy::needless_range_loop)] // Indices of matrices, as in their formulas.

pub(crate) mod link;
pub(crate) mod node;
pub(crate) mod small;

use crate::BodyMass;
use crate::StepRules;
use crate::joint::tree::link::{Count, Link};
use crate::joint::tree::node::{Node, motion_of, velocity_of};
use crate::joint::tree::small::{Factor, Three, add_scaled, dot};
use crate::rows::{Row, Rows};
use crate::stages::Pass;
use carom_math::Pose;

/// Softness of a row, in parts of the inverse mass of its two bodies.
const SOFTNESS: f64 = 1.0e-6;

/// The same of a joint to a body that cannot move, if it is not at the root: such a joint may contradict the others. A
/// bridge of sixteen planks hung straight opens it by 0.4 mm, at a tension of 45 kN; with [`SOFTNESS`] by 3 um, at
/// 143 kN.
const EXTRA_SOFTNESS: f64 = 1.0e-3;

/// Part of an error that is corrected in a substep. With 0.5, eight boxes that fall on a straight bridge of sixty
/// planks gain energy at 1 substep.
const RATE: f64 = 0.2;

/// A tree of bodies and joints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// The root first; each body after the one that it hangs on.
    nodes: Vec<Node>,
    /// The joint of each body towards the root, that of the root if it has one; then the other joints to bodies that
    /// cannot move.
    links: Vec<Link>,
    /// Whether the root has a joint to a body that cannot move.
    is_grounded: bool,
}

/// Calls a function of so many rows.
macro_rules! rows {
    ($link:expr, $of:ident $args:tt) => {
        match $link.count {
            Count::One => $of::<1> $args,
            Count::Two => $of::<2> $args,
            Count::Three => $of::<3> $args,
        }
    };
}

/// Adds J^T p of a side.
#[inline(always)]
fn push<const N: usize>(to: &mut Three, j: &[Three; 3], p: &Three) {
    for row in 0..N {
        add_scaled(to, p[row], &j[row]);
    }
}

/// Subtracts J v of a side.
#[inline(always)]
fn lessen<const N: usize>(rest: &mut Three, j: &[Three; 3], v: &Three) {
    for row in 0..N {
        rest[row] -= dot(&j[row], v);
    }
}

/// The softness of the rows, in parts of their inverse mass.
#[inline(always)]
fn soften<const N: usize>(link: &mut Link, nodes: &[Node], softness: f64) {
    for row in 0..N {
        let mut inverse = 0.0;
        for (j, &node) in link.j.iter().zip(&link.nodes) {
            if let Some(node) = nodes.get(node as usize) {
                let [x, y, turn] = j[row];
                inverse += (x * x + y * y) * node.inv_mass + turn * turn / node.inertia;
            }
        }
        link.softness[row] = softness * inverse;
    }
}

/// Adds the inertia of rows that have their softness alone as a pivot.
#[inline(always)]
fn add_penalty<const N: usize>(link: &Link, node: &mut Node) {
    for row in 0..N {
        let (j, weight) = (&link.j[0][row], inverse_of(link.softness[row]));
        for (sum, x) in node.gathered.iter_mut().zip(j) {
            add_scaled(sum, weight * x, j);
        }
    }
}

/// Factors the inverse mass S of the rows over a body and all that hangs on it; the next body gathers J^T S^-1 J.
#[inline(always)]
fn eliminate<const N: usize>(link: &mut Link, factor: &Factor, parent: Option<&mut Node>) {
    let mut inverse = [[0.0; 3]; 3];
    for row in 0..N {
        let y = factor.solve::<3>(link.j[0][row]);
        for other in row..N {
            inverse[other][row] = dot(&link.j[0][other], &y);
        }
        inverse[row][row] += link.softness[row];
    }
    link.factor = Factor::of::<N>(&inverse);
    let Some(parent) = parent else { return };
    let j = &link.j[1];
    for column in 0..3 {
        let weights = link.factor.solve::<N>([j[0][column], j[1][column], j[2][column]]);
        push::<N>(&mut parent.gathered[column], j, &weights);
    }
}

/// The rest that the rows lack: their speed, their error, and what their softness leaks.
#[inline(always)]
fn begin<const N: usize>(link: &mut Link, [v0, v1]: [&Three; 2], rate: Option<f64>, rules: &StepRules) {
    link.rest = [0.0; 3];
    if let Some(rate) = rate {
        let bias = link.bias(rate, rules);
        for row in 0..N {
            link.rest[row] = -bias[row] - link.softness[row] * link.impulse[row];
        }
    }
    lessen::<N>(&mut link.rest, &link.j[0], v0);
    lessen::<N>(&mut link.rest, &link.j[1], v1);
}

/// Rows with their softness alone as a pivot: what they add to the impulse of a body.
#[inline(always)]
fn penalize<const N: usize>(link: &Link, node: &mut Node) {
    for row in 0..N {
        add_scaled(&mut node.change, inverse_of(link.softness[row]) * link.rest[row], &link.j[0][row]);
    }
}

/// Their impulses, now that the body's velocity is known.
#[inline(always)]
fn settle<const N: usize>(link: &mut Link, change: &Three) {
    lessen::<N>(&mut link.rest, &link.j[0], change);
    for row in 0..N {
        link.rest[row] *= inverse_of(link.softness[row]);
    }
}

/// From a body, where its gathered impulse leads to `y`, to the next one.
#[inline(always)]
fn ascend<const N: usize>(link: &mut Link, y: &Three, parent: Option<&mut Node>) {
    lessen::<N>(&mut link.rest, &link.j[0], y);
    if let Some(parent) = parent {
        let p = link.factor.solve::<N>(link.rest);
        push::<N>(&mut parent.change, &link.j[1], &p);
    }
}

/// Back from the next body, whose velocity is known: the impulse of the rows, which a body gathers as well.
#[inline(always)]
fn descend<const N: usize>(link: &mut Link, parent: Option<&Three>, gathered: &mut Three) {
    if let Some(change) = parent {
        lessen::<N>(&mut link.rest, &link.j[1], change);
    }
    link.rest = link.factor.solve::<N>(link.rest);
    push::<N>(gathered, &link.j[0], &link.rest);
}

#[inline(always)]
fn inverse_of(x: f64) -> f64 {
    if x > 0.0 { 1.0 / x } else { 0.0 }
}

impl Tree {
    /// Empties it, with room kept.
    pub(crate) fn clear(&mut self, is_grounded: bool) {
        self.nodes.clear();
        self.links.clear();
        self.is_grounded = is_grounded;
    }

    /// Adds a body.
    pub(crate) fn add_node(&mut self, row: Row) {
        self.nodes.push(Node::new(row));
    }

    /// Adds a joint: those of the bodies first, in their order.
    pub(crate) fn add_link(&mut self, link: Link) {
        self.links.push(link);
    }

    /// The joints in their order.
    pub(crate) fn links(&self) -> &[Link] {
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

    /// Takes the poses and masses at the beginning of a step.
    pub(crate) fn place(&mut self, poses: &[Pose], masses: &[BodyMass]) {
        let mass_of = |row: usize| masses.get(row).copied().unwrap_or_default();
        for link in &mut self.links {
            link.place(|row| poses.get(row).copied().unwrap_or_default(), |row| mass_of(row).center);
        }
        for node in &mut self.nodes {
            node.place(&mass_of(node.row.index()));
        }
    }

    /// One pass: see [`Pass`].
    pub(crate) fn run(&mut self, rows: &Rows<'_>, pass: Pass, rules: &StepRules) {
        match pass {
            Pass::WarmStart => {
                for node in &mut self.nodes {
                    node.left = velocity_of(rows, node.row)[2];
                    node.given = [0.0; 3];
                }
                self.look(rows);
                self.soften();
                self.factor(rules);
                self.find_swing();
                self.give_swing(rows);
            }
            Pass::Swing => self.give_swing(rows),
            Pass::Solve => {
                self.solve(rows, rules, Some(RATE * f64::from(rules.inv_h)));
                self.gather_impulses();
                for node in &mut self.nodes {
                    node.given = node.swing;
                }
            }
            Pass::Relax => {
                self.look(rows);
                self.factor(rules);
                self.find_swing();
                self.solve(rows, rules, None);
            }
            Pass::Restitute => {}
        }
    }

    /// Gathers the change of velocity by all impulses of the joints.
    fn gather_impulses(&mut self) {
        for node in &mut self.nodes {
            node.swing = [0.0; 3];
        }
        for link in &self.links {
            for (j, &node) in link.j.iter().zip(&link.nodes) {
                if let Some(node) = self.nodes.get_mut(node as usize) {
                    rows!(link, push(&mut node.swing, j, &link.impulse));
                }
            }
        }
        for node in &mut self.nodes {
            let [x, y, turn] = node.swing;
            node.swing = [x * node.inv_mass, y * node.inv_mass, turn * node.inv_stiff];
        }
    }

    /// Finds how the same impulses act otherwise now.
    fn find_swing(&mut self) {
        self.gather_impulses();
        for node in &mut self.nodes {
            let given = node.given;
            add_scaled(&mut node.swing, -1.0, &given);
        }
    }

    /// Gives each body its swing.
    fn give_swing(&mut self, rows: &Rows<'_>) {
        for node in &mut self.nodes {
            node.read(rows);
            node.change = node.swing;
        }
        self.write(rows);
    }

    /// Takes the motions of the bodies and makes the rows of the joints.
    fn look(&mut self, rows: &Rows<'_>) {
        for node in &mut self.nodes {
            node.motion = motion_of(rows, node.row);
            node.stiff = 0.0;
        }
        for link in &mut self.links {
            let motions = [0, 1].map(|side| {
                let node = self.nodes.get(link.nodes[side] as usize);
                node.map_or_else(|| motion_of(rows, link.rows[side]), |node| node.motion)
            });
            link.look(motions);
            for (side, &node) in link.nodes.iter().enumerate() {
                if let Some(node) = self.nodes.get_mut(node as usize) {
                    node.stiff += link.straightens(side);
                }
            }
        }
    }

    /// Sets the softness of the rows.
    fn soften(&mut self) {
        let first_extra = self.first_extra();
        for (index, link) in self.links.iter_mut().enumerate() {
            let softness = if index < first_extra { SOFTNESS } else { EXTRA_SOFTNESS };
            rows!(link, soften(link, &self.nodes, softness));
        }
    }

    /// Factors the matrix, from the leaves to the root.
    fn factor(&mut self, rules: &StepRules) {
        for node in &mut self.nodes {
            node.stiffen(f64::from(rules.h));
        }
        for link in &self.links[self.first_extra()..] {
            let node = &mut self.nodes[link.nodes[0] as usize];
            rows!(link, add_penalty(link, node));
        }
        for index in (0..self.nodes.len()).rev() {
            let factor = Factor::of::<3>(&self.nodes[index].gathered);
            self.nodes[index].factor = factor;
            let Some(up) = self.up(index) else { continue };
            let link = &mut self.links[up];
            let parent = self.nodes.get_mut(link.nodes[1] as usize);
            rows!(link, eliminate(link, &factor, parent));
        }
    }

    /// Solves for the impulses and the velocities; errors shrink at `rate` [1/s].
    fn solve(&mut self, rows: &Rows<'_>, rules: &StepRules, rate: Option<f64>) {
        for node in &mut self.nodes {
            node.read(rows);
            node.change = [0.0; 3];
        }
        let first_extra = self.first_extra();
        for link in &mut self.links {
            let outside = match self.nodes.get(link.nodes[1] as usize) {
                Some(node) => node.v,
                None => velocity_of(rows, link.rows[1]),
            };
            let v = &self.nodes[link.nodes[0] as usize].v;
            rows!(link, begin(link, [v, &outside], rate, rules));
        }
        for link in &self.links[first_extra..] {
            let node = &mut self.nodes[link.nodes[0] as usize];
            rows!(link, penalize(link, node));
        }
        for index in (0..self.nodes.len()).rev() {
            let node = &mut self.nodes[index];
            let y = node.factor.solve::<3>(node.change);
            let Some(up) = self.up(index) else { continue };
            let link = &mut self.links[up];
            let parent = self.nodes.get_mut(link.nodes[1] as usize);
            rows!(link, ascend(link, &y, parent));
        }
        for index in 0..self.nodes.len() {
            let mut gathered = self.nodes[index].change;
            if let Some(up) = self.up(index) {
                let link = &mut self.links[up];
                let parent = self.nodes.get(link.nodes[1] as usize).map(|parent| &parent.change);
                rows!(link, descend(link, parent, &mut gathered));
            }
            let node = &mut self.nodes[index];
            node.change = node.factor.solve::<3>(gathered);
        }
        for link in &mut self.links[first_extra..] {
            let change = &self.nodes[link.nodes[0] as usize].change;
            rows!(link, settle(link, change));
        }
        if self.write(rows) {
            for link in &mut self.links {
                add_scaled(&mut link.impulse, 1.0, &link.rest);
            }
        }
    }

    /// Changes the velocities of the bodies, if all of them stay finite. Returns whether they do.
    fn write(&mut self, rows: &Rows<'_>) -> bool {
        let mut sum = 0.0;
        for node in &mut self.nodes {
            add_scaled(&mut node.v, 1.0, &node.change);
            sum += node.v[0] + node.v[1] + node.v[2];
        }
        let fits = (sum as f32).is_finite();
        for node in self.nodes.iter_mut().filter(|_| fits) {
            let mut velocity = *rows.velocity(node.row);
            let [x, y, turn] = node.v.map(|v| v as f32);
            if node.free[0] {
                (velocity[0], velocity[1]) = (x, y);
            }
            if node.free[1] {
                velocity[2] = turn;
            }
            node.left = f64::from(velocity[2]);
            rows.set_velocity(node.row, &velocity);
        }
        fits
    }
}
