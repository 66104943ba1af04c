//! The passes over sixteen paths, hinge after hinge.
//!
//! With J the rows of the hinges of a path, M the masses of its bodies and C the errors, a pass solves
//! (J M^-1 J^T + G) p = -(J v + rate C). Two hinges share a body only if they follow each other. So the matrix has
//! blocks of 2 x 2 on its diagonal and beside it. It is solved from one end to the other and back (L. H. Thomas, 1949).
//!
//! Symbols: K is a block of the diagonal and D what is left of it after the hinges before; O is the block beside it, of
//! a hinge and the next one; V = D^-1 O.

use crate::joint::block::load_pair;
use crate::joint::mesh::chain::{Chain, LinkImpulses, LinkPass, MeshLink, is_taut, store_pair};
use crate::lanes::{at_most, gather_motion, scatter_rows};
use crate::rows::{Row, Rows};
use carom_math::{LANES, Vec2x16, rows_to_lanes};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16, mask32x16};

/// The velocities of sixteen nodes, and the fourth number of their rows.
#[derive(Clone, Copy)]
struct Sixteen<S: Simd> {
    v: Vec2x16<S>,
    w: f32x16<S>,
    /// One over the inertia, made greater for stiffness in rotation; or the stiffness itself, while it is summed up.
    last: f32x16<S>,
}

impl<S: Simd> Sixteen<S> {
    #[inline(always)]
    fn gather(simd: S, nodes: &Rows<'_>, rows: &[Row; LANES]) -> Self {
        let [x, y, w, last] = rows_to_lanes(simd, |lane| *nodes.velocity(rows[lane]));
        Self { v: Vec2x16 { x, y }, w, last }
    }

    #[inline(always)]
    fn scatter(&self, simd: S, nodes: &Rows<'_>, rows: &[Row; LANES], moves: u32) {
        scatter_rows(simd, nodes, rows, moves, [self.v.x, self.v.y, self.w, self.last]);
    }

    /// The velocity at `r` from the centre.
    #[inline(always)]
    fn at(&self, r: Vec2x16<S>) -> Vec2x16<S> {
        Vec2x16::new(self.v.x - self.w * r.y, self.v.y + self.w * r.x)
    }

    /// Adds an impulse `p` at `r`.
    #[inline(always)]
    fn push(&mut self, inv_mass: f32x16<S>, r: Vec2x16<S>, p: Vec2x16<S>) {
        self.v = self.v.add(p.scale(inv_mass));
        self.w += self.last * r.cross(p);
    }
}

/// A symmetric matrix of 2 x 2.
#[derive(Clone, Copy)]
struct Symmetric<S: Simd> {
    xx: f32x16<S>,
    xy: f32x16<S>,
    yy: f32x16<S>,
}

/// Of the hinge before: D^-1, D^-1 of its rest, and its arm on the body that both share.
#[derive(Clone, Copy)]
struct Before<S: Simd> {
    inverse: Symmetric<S>,
    alone: Vec2x16<S>,
    arm: Vec2x16<S>,
}

/// Sums up the stiffness in rotation of the nodes by the impulses of the last substep [N m s].
#[inline(always)]
pub(crate) fn weigh<S: Simd>(
    simd: S,
    nodes: &Rows<'_>,
    chain: &Chain,
    (links, impulses): (&[MeshLink], &[LinkImpulses]),
) {
    let (mut rows, mut moves) = (&chain.first, chain.moves);
    let mut a = Sixteen::gather(simd, nodes, rows);
    let mut turned_a = gather_motion(simd, nodes, rows).dq;
    for (link, p) in links.iter().zip(impulses) {
        let p = load_pair(simd, p);
        let mut b = Sixteen::gather(simd, nodes, &link.next);
        let turned_b = gather_motion(simd, nodes, &link.next).dq;
        a.last -= turned_a.rotate(load_pair(simd, &link.arms[0])).dot(p);
        b.last += turned_b.rotate(load_pair(simd, &link.arms[1])).dot(p);
        a.scatter(simd, nodes, rows, moves);
        (rows, moves, a, turned_a) = (&link.next, link.moves, b, turned_b);
    }
    a.scatter(simd, nodes, rows, moves);
}

/// The numbers of a pass.
#[derive(Clone, Copy)]
pub(crate) struct PassRules {
    /// Whether it is the first one of a substep, which forgets the impulses of the last substep.
    pub first: bool,
    /// One over the time of a part of a substep [1/s], and the greatest speed at which errors shrink [m/s].
    pub inv_part: f32,
    pub push: f32,
    /// The least inertia of a node, in parts of its stiffness in rotation by the impulses of a substep.
    pub least: f32,
}

/// One pass: the impulses of all hinges of the paths. Returns whether some hinge is taut.
#[inline(always)]
pub(crate) fn solve<S: Simd>(
    simd: S,
    nodes: &Rows<'_>,
    chain: &Chain,
    (links, impulses, room): (&[MeshLink], &mut [LinkImpulses], &mut [LinkPass]),
    rules: PassRules,
) -> bool {
    there(simd, nodes, chain, (links, &mut *room), rules);
    back(simd, nodes, chain, (links, impulses, room), rules)
}

/// From the first hinges to the last: eliminates each from the next one.
#[inline(always)]
fn there<S: Simd>(
    simd: S,
    nodes: &Rows<'_>,
    chain: &Chain,
    (links, room): (&[MeshLink], &mut [LinkPass]),
    rules: PassRules,
) {
    let (zero, rate, hard) = (f32x16::splat(simd, 0.0), chain.rate.load(simd) * rules.inv_part, chain.hard.load(simd));
    let mut a = Sixteen::gather(simd, nodes, &chain.first);
    let mut moved_a = gather_motion(simd, nodes, &chain.first);
    let mut inv_mass_a = chain.inv_mass.load(simd);
    let mut before = Before {
        inverse: Symmetric { xx: zero, xy: zero, yy: zero },
        alone: Vec2x16::new(zero, zero),
        arm: Vec2x16::new(zero, zero),
    };
    for (link, pass) in links.iter().zip(room) {
        let b = Sixteen::gather(simd, nodes, &link.next);
        let moved_b = gather_motion(simd, nodes, &link.next);
        let inv_mass_b = link.inv_mass.load(simd);
        let ra = moved_a.dq.rotate(load_pair(simd, &link.arms[0]));
        let rb = moved_b.dq.rotate(load_pair(simd, &link.arms[1]));
        let d = load_pair(simd, &link.between).add(moved_b.dp.sub(moved_a.dp)).add(rb.sub(ra));
        let speed = b.at(rb).sub(a.at(ra)).add(at_most(simd, d.scale(rate), rules.push));
        let (m, ia, ib) = (inv_mass_a + inv_mass_b, a.last, b.last);
        let k = Symmetric {
            xx: (m + ia * ra.y * ra.y + ib * rb.y * rb.y) * hard,
            xy: -(ia * ra.x * ra.y + ib * rb.x * rb.y),
            yy: (m + ia * ra.x * ra.x + ib * rb.x * rb.x) * hard,
        };
        // O: both hinges act on a, at the arms `s` and `ra`, with opposite signs.
        let (s, inverse) = (before.arm, before.inverse);
        let (xx, xy) = (-(inv_mass_a + ia * s.y * ra.y), ia * s.y * ra.x);
        let (yx, yy) = (ia * s.x * ra.y, -(inv_mass_a + ia * s.x * ra.x));
        let v = [
            inverse.xx * xx + inverse.xy * yx,
            inverse.xx * xy + inverse.xy * yy,
            inverse.xy * xx + inverse.yy * yx,
            inverse.xy * xy + inverse.yy * yy,
        ];
        let left = Symmetric {
            xx: k.xx - (xx * v[0] + yx * v[2]),
            xy: k.xy - (xx * v[1] + yx * v[3]),
            yy: k.yy - (xy * v[1] + yy * v[3]),
        };
        let rest = Vec2x16::new(
            -speed.x - (xx * before.alone.x + yx * before.alone.y),
            -speed.y - (xy * before.alone.x + yy * before.alone.y),
        );
        let det = left.xx * left.yy - left.xy * left.xy;
        let used = mask32x16::from_bitmask(simd, u64::from(link.used)) & det.simd_gt(zero);
        let inv_det = used.select(f32x16::splat(simd, 1.0) / det, zero);
        let inverse = Symmetric { xx: left.yy * inv_det, xy: -(left.xy * inv_det), yy: left.xx * inv_det };
        let alone = Vec2x16::new(inverse.xx * rest.x + inverse.xy * rest.y, inverse.xy * rest.x + inverse.yy * rest.y);
        store_pair(&mut pass.alone, alone);
        for (lanes, v) in pass.coupling.iter_mut().zip(&v) {
            lanes.store(*v);
        }
        store_pair(&mut pass.arms[0], ra);
        store_pair(&mut pass.arms[1], rb);
        before = Before { inverse, alone, arm: rb };
        (a, moved_a, inv_mass_a) = (b, moved_b, inv_mass_b);
    }
}

/// From the last hinges to the first: the impulse of each, given to both of its bodies.
#[inline(always)]
fn back<S: Simd>(
    simd: S,
    nodes: &Rows<'_>,
    chain: &Chain,
    (links, impulses, room): (&[MeshLink], &mut [LinkImpulses], &[LinkPass]),
    rules: PassRules,
) -> bool {
    let zero = f32x16::splat(simd, 0.0);
    let (mut p, mut coupling) = (Vec2x16::new(zero, zero), [zero; 4]);
    let mut any_is_taut = false;
    let Some(last) = links.last() else { return false };
    let mut b = Sixteen::gather(simd, nodes, &last.next);
    for (number, ((link, impulse), pass)) in links.iter().zip(impulses).zip(room).enumerate().rev() {
        let before = links[..number].last();
        let rows = before.map_or(&chain.first, |before| &before.next);
        let inv_mass = before.map_or(&chain.inv_mass, |before| &before.inv_mass).load(simd);
        let alone = load_pair(simd, &pass.alone);
        p = Vec2x16::new(
            alone.x - (coupling[0] * p.x + coupling[1] * p.y),
            alone.y - (coupling[2] * p.x + coupling[3] * p.y),
        );
        let sum = if rules.first { p } else { load_pair(simd, impulse).add(p) };
        store_pair(impulse, sum);
        let mut a = Sixteen::gather(simd, nodes, rows);
        let (ra, rb) = (load_pair(simd, &pass.arms[0]), load_pair(simd, &pass.arms[1]));
        any_is_taut |= is_taut(simd, sum, [ra, rb], [a.last, b.last], rules.least);
        b.push(link.inv_mass.load(simd), rb, p);
        b.scatter(simd, nodes, &link.next, link.moves);
        a.push(inv_mass, ra, p.opposite());
        let [xx, xy, yx, yy] = &pass.coupling;
        coupling = [xx.load(simd), xy.load(simd), yx.load(simd), yy.load(simd)];
        b = a;
    }
    b.scatter(simd, nodes, &chain.first, chain.moves);
    any_is_taut
}
