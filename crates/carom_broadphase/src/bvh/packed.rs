//! A packed BVH: sixteen boxes to a node, for many ray and swept queries through boxes that stay in place. In: boxes.
//! Out: the boxes that a query meets, about in order, cut short at the first hit.
//!
//! The boxes are in the order of a curve. Sixteen neighbours make a leaf, sixteen leaves the next node, and so on: no
//! node is empty but the last of a level (I. Kamel, C. Faloutsos, "On packing R-trees", 1993; the curve: D. Hilbert
//! 1891). The sixteen boxes of a node are tested side by side, and the one entered first is descended first.

use crate::boxes::{Source, takes_part};
use crate::query::swept::{NOISE, Slabs, SweptBox};
use crate::robust_bounds::RobustBounds;
use carom_math::{Aabb, Vec2, dispatch, hilbert, max, min};
use fearless_simd::{Level, Simd, SimdBase, SimdMask, f32x16};

/// Boxes to a node.
const WIDE: usize = 16;

/// Bits of a coordinate on the curve.
const BITS: u32 = 12;

const _: () = assert!(2 * BITS < u32::BITS, "a key has both coordinates, and a bit that says whether a box is large");

/// A box this many times as large as the space for each box would enlarge its neighbours' node.
const LARGE: f32 = 8.0;

/// Most waiting nodes: each level leaves all but one of sixteen behind, and there are at most eight levels.
const WAITING: usize = 8 * WIDE;

/// Sixteen boxes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct PackedNode {
    low: [[f32; WIDE]; 2],
    high: [[f32; WIDE]; 2],
}

impl PackedNode {
    /// A box nowhere, which nothing meets.
    const NOWHERE: Self = Self { low: [[f32::INFINITY; WIDE]; 2], high: [[f32::INFINITY; WIDE]; 2] };

    fn set(&mut self, lane: usize, b: &Aabb) {
        (self.low[0][lane], self.low[1][lane]) = (b.min.x, b.min.y);
        (self.high[0][lane], self.high[1][lane]) = (b.max.x, b.max.y);
    }
}

/// A tree of boxes for many queries. Rebuilt whole.
#[derive(Clone, Debug)]
pub struct Packed {
    /// The index of each box, in the order of the curve.
    ids: Vec<u32>,
    /// The nodes, leaves first, the root last.
    nodes: Vec<PackedNode>,
    /// The index of each node's first child: a box for the first ones, a node for the others.
    first: Vec<u32>,
    /// Number of leaves.
    leaves: u32,
    order: Vec<(u32, u32)>,
    spare: Vec<(u32, u32)>,
    lanes: Level,
}

impl Default for Packed {
    fn default() -> Self {
        Self {
            ids: Vec::new(),
            nodes: Vec::new(),
            first: Vec::new(),
            leaves: 0,
            order: Vec::new(),
            spare: Vec::new(),
            lanes: Level::new(),
        }
    }
}

impl Packed {
    /// Rebuilds the tree over the boxes of `ids`, found in `boxes` by index.
    pub fn build(&mut self, ids: &[u32], boxes: &[Aabb]) {
        self.sort(ids, boxes);
        self.ids.clear();
        self.ids.extend(self.order.iter().map(|entry| entry.1));
        self.nodes.clear();
        self.first.clear();
        let mut level: Vec<Aabb> = self.ids.iter().map(|&id| boxes[id as usize]).collect();
        let mut start = 0;
        self.leaves = level.len().div_ceil(WIDE) as u32;
        while !level.is_empty() {
            let next = self.nodes.len() as u32;
            let mut above = Vec::with_capacity(level.len().div_ceil(WIDE));
            for (number, some) in (0..).zip(level.chunks(WIDE)) {
                let mut node = PackedNode::NOWHERE;
                some.iter().enumerate().for_each(|(lane, b)| node.set(lane, b));
                self.nodes.push(node);
                self.first.push(start + WIDE as u32 * number);
                above.push(some.iter().fold(Aabb::EMPTY, |all, b| all.union(b)));
            }
            if above.len() == 1 {
                return;
            }
            (start, level) = (next, above);
        }
    }

    /// Fills `order` with the boxes that take part, by their place on the curve, large ones first.
    fn sort(&mut self, ids: &[u32], boxes: &[Aabb]) {
        let spread = RobustBounds::of(&Source { ids, now: boxes, old: &[] });
        let side = max(spread.size.x, spread.size.y);
        let room = LARGE * (spread.size.x * spread.size.y / (1.0 + ids.len() as f32)).sqrt();
        let scale = if side > 0.0 { (1 << BITS) as f32 / side } else { 0.0 };
        let low = spread.center - Vec2::splat(0.5 * side);
        self.order.clear();
        for &id in ids {
            let Some(b) = boxes.get(id as usize).filter(|b| takes_part(b)) else { continue };
            let at = (b.center() - low) * scale;
            let size = b.size();
            let large = room > 0.0 && max(size.x, size.y) > room;
            let cell = |v: f32| (v as u32).min((1 << BITS) - 1);
            self.order.push((if large { 0 } else { 1 << (2 * BITS) | hilbert::<BITS>(cell(at.x), cell(at.y)) }, id));
        }
        for shift in [0, BITS] {
            split(&self.order, &mut self.spare, shift);
            std::mem::swap(&mut self.order, &mut self.spare);
        }
    }

    /// Whether there is no box in it.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Calls `visit(index, entered)` for each box that the segment meets; as [`crate::ActiveStatic::walk_ray`].
    pub fn walk_ray(&self, from: Vec2, to: Vec2, visit: &mut impl FnMut(u32, f32) -> f32) {
        self.walk(SweptBox::ray(from, to), visit);
    }

    /// [`Packed::walk_ray`] for `area`, moved along `by` [m].
    pub fn walk_swept(&self, area: &Aabb, by: Vec2, visit: &mut impl FnMut(u32, f32) -> f32) {
        self.walk(SweptBox::new(area, by), visit);
    }

    fn walk(&self, sweep: Option<SweptBox>, visit: &mut impl FnMut(u32, f32) -> f32) {
        let Some(slabs) = sweep.map(|sweep| Slabs::of(&sweep)) else { return };
        if slabs.is_huge {
            let mut limit = 1.0;
            for &id in &self.ids {
                limit = min(visit(id, 0.0), limit);
                if limit < 0.0 {
                    return;
                }
            }
            return;
        }
        dispatch!(self.lanes, simd => self.descend(simd, &slabs, visit));
    }

    /// Descends into the nearest child of a node; the others wait.
    #[inline(always)]
    fn descend<S: Simd>(&self, simd: S, slabs: &Slabs, visit: &mut impl FnMut(u32, f32) -> f32) {
        let lanes = WideSlabs::new(simd, slabs);
        let boxes = self.ids.len() as u32;
        // The time of entry in the upper half: as whole numbers the times have the same order. In the lower half a box,
        // or behind all boxes a node.
        let mut waiting = [0_u64; WAITING];
        let Some(root) = (boxes + self.nodes.len() as u32).checked_sub(1).filter(|_| boxes > 0) else { return };
        let (mut next, mut count, mut limit) = (u64::from(root), 0, 1.0);
        loop {
            let (entered, number) = (f32::from_bits((next >> 32) as u32), next as u32);
            if entered <= limit {
                if let Some(node) = number.checked_sub(boxes) {
                    let below = if node < self.leaves { 0 } else { boxes };
                    let (mut met, times) = lanes.test(simd, &self.nodes[node as usize], limit);
                    if met != 0 {
                        let child = below + self.first[node as usize];
                        let entry =
                            |lane: u32| u64::from(times[lane as usize].to_bits()) << 32 | u64::from(child + lane);
                        next = entry(met.trailing_zeros());
                        met &= met - 1;
                        // Their order is unpredictable, so it is no branch; the farther of two waits.
                        while met != 0 {
                            let other = entry(met.trailing_zeros());
                            met &= met - 1;
                            (waiting[count], next) = if other < next { (next, other) } else { (other, next) };
                            count += 1;
                        }
                        continue;
                    }
                } else {
                    limit = min(visit(self.ids[number as usize], entered), limit);
                }
            }
            if count == 0 {
                return;
            }
            count -= 1;
            next = waiting[count];
        }
    }
}

/// [`Slabs`] in every lane.
struct WideSlabs<S: Simd> {
    low: [f32x16<S>; 2],
    high: [f32x16<S>; 2],
    inverse: [f32x16<S>; 2],
}

impl<S: Simd> WideSlabs<S> {
    #[inline(always)]
    fn new(simd: S, slabs: &Slabs) -> Self {
        let (low, high, inverse) = (slabs.from + slabs.size, slabs.from, slabs.inverse);
        Self {
            low: [f32x16::splat(simd, low.x), f32x16::splat(simd, low.y)],
            high: [f32x16::splat(simd, high.x), f32x16::splat(simd, high.y)],
            inverse: [f32x16::splat(simd, inverse.x), f32x16::splat(simd, inverse.y)],
        }
    }

    /// The times between which the box is between the sides of each box along an axis.
    #[inline(always)]
    fn axis<const K: usize>(&self, simd: S, node: &PackedNode) -> (f32x16<S>, f32x16<S>) {
        let one = (f32x16::load_array_ref(simd, &node.low[K]) - self.low[K]) * self.inverse[K];
        let other = (f32x16::load_array_ref(simd, &node.high[K]) - self.high[K]) * self.inverse[K];
        (one.min(other), one.max(other))
    }

    /// The boxes met before `limit`, a bit each, and the time of each entry.
    #[inline(always)]
    fn test(&self, simd: S, node: &PackedNode, limit: f32) -> (u32, [f32; WIDE]) {
        let (x_in, x_out) = self.axis::<0>(simd, node);
        let (y_in, y_out) = self.axis::<1>(simd, node);
        let noise = f32x16::splat(simd, NOISE);
        let first = (x_in.max(y_in) - noise).max(f32x16::splat(simd, 0.0));
        let last = (x_out.min(y_out) + noise).min(f32x16::splat(simd, limit));
        let mut times = [0.0; WIDE];
        first.store_array(&mut times);
        (first.simd_le(last).to_bitmask() as u32, times)
    }
}

/// Sorts by twelve or more bits of the key from `shift` on; equals keep their order.
fn split(from: &[(u32, u32)], to: &mut Vec<(u32, u32)>, shift: u32) {
    let digit = |key: u32| (key >> shift) as usize & ((2 << BITS) - 1);
    // The upper digit has the bit for boxes that are not large.
    let digit = |key: u32| if shift == 0 { digit(key) & ((1 << BITS) - 1) } else { digit(key) };
    let mut starts = vec![0_u32; (2 << BITS) + 1];
    for entry in from {
        starts[digit(entry.0) + 1] += 1;
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    to.clear();
    to.resize(from.len(), (0, 0));
    for entry in from {
        let place = &mut starts[digit(entry.0)];
        to[*place as usize] = *entry;
        *place += 1;
    }
}
