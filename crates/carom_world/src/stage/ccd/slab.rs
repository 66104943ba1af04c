//! A slab: the swept box around a body, in the body's own frame. A long and thin body that turns passes near many
//! bodies, and comes to few of them. Its slab decides whether it can meet something that stays in a box.

use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::rounding::are_apart;
use crate::stage::ccd::segment::{CHORD, MotionSegment};
use carom_math::{Aabb, Aabbx16, Pose, Rot, Rotx16, Vec2, Vec2x16, least2, max, most, most2};
use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f32x16};

/// A body whose max extent is no more than so many times its min extent has no slab: its box is hardly longer than
/// wide.
const STUBBY: f32 = 2.0;

/// A curve hangs beside its chord by an eighth of its greatest acceleration. This is more, for rotations that are not
/// quite even.
const HANG: f32 = 0.15;

/// One body on a segment that turns by little.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slab {
    /// Around its pieces, about its centre of mass.
    own: Aabb,
    /// Its centre and its rotation at the beginning and at the end.
    c0: Vec2,
    c1: Vec2,
    q0: Rot,
    q1: Rot,
    turn: f32,
}

impl Slab {
    /// For a row with this segment; `None` if it turns by too much, or if there is little to gain.
    pub fn of(ctx: &CcdContext<'_>, row: u32, segment: &MotionSegment) -> Option<Self> {
        let turn = segment.turn.abs();
        let (extent, reach) =
            (ctx.state.bodies.min_extents[row as usize], ctx.state.bodies.motions[row as usize].max_extent);
        if turn.is_nan() || turn > CHORD || extent != f32::MAX && reach <= STUBBY * extent {
            return None;
        }
        let frame = Pose { p: -segment.local_center, q: Rot::IDENTITY };
        let pieces = ctx.state.proxies.of_body(ctx.first_proxy(row));
        let own = pieces.map(|id| ctx.piece(id).aabb(frame)).reduce(|all, piece| all.union(&piece))?;
        Some(Self { own, c0: segment.c0, c1: segment.c1, q0: segment.q0, q1: segment.q1, turn })
    }

    /// Whether it stays away by `margin` [m] from all that is in `area`, at any time.
    pub fn misses(&self, area: &Aabb, margin: f32) -> bool {
        let (center, radius) = (area.center(), 0.5 * area.size().length());
        let (d0, d1) = (center - self.c0, center - self.c1);
        let size = |v: Vec2| v.x.abs() + v.y.abs();
        let rounding = 8.0 * f32::EPSILON * (size(self.c0) + size(center));
        let around = Aabb::around([self.q0.inverse_rotate(d0), self.q1.inverse_rotate(d1)]);
        are_apart(&self.own, &around.grown(radius + hang(self.turn, d0, d1) + rounding + margin))
    }

    /// Those of sixteen areas that it stays away from, a bit each: see [`Slab::misses`].
    #[inline(always)]
    pub fn misses16<S: Simd>(&self, simd: S, areas: &Aabbx16<S>, margin: f32) -> u32 {
        let splat = |x: f32| f32x16::splat(simd, x);
        let point = |v: Vec2| Vec2x16::splat(simd, v);
        let rot = |q: Rot| Rotx16 { c: splat(q.c), s: splat(q.s) };
        let center = areas.min.add(areas.max).scale(splat(0.5));
        let radius = length(areas.max.sub(areas.min)) * 0.5;
        let (d0, d1) = (center.sub(point(self.c0)), center.sub(point(self.c1)));
        let size = most(center.x, -center.x) + most(center.y, -center.y) + (self.c0.x.abs() + self.c0.y.abs());
        let turned = length(d1.sub(d0)) * 2.0 + most(length(d0), length(d1)) * self.turn;
        let by = radius + turned * (HANG * self.turn) + size * (8.0 * f32::EPSILON) + margin;
        let (at_start, at_end) = (rot(self.q0).inverse_rotate(d0), rot(self.q1).inverse_rotate(d1));
        let around = Aabbx16 { min: least2(at_start, at_end), max: most2(at_start, at_end) }.grown(by);
        let (low, high) = (point(self.own.min), point(self.own.max));
        let apart = high.x.simd_lt(around.min.x)
            | around.max.x.simd_lt(low.x)
            | high.y.simd_lt(around.min.y)
            | around.max.y.simd_lt(low.y);
        apart.to_bitmask() as u32
    }
}

/// Lengths of sixteen vectors.
#[inline(always)]
fn length<S: Simd>(v: Vec2x16<S>) -> f32x16<S> {
    v.dot(v).sqrt()
}

/// The most by which a straight motion from `d0` to `d1` hangs beside its chord, seen from a frame that turns by `turn`
/// evenly: an eighth of its greatest acceleration, 2 w |d1 - d0| + w^2 max |d| ([`HANG`]) [m].
pub(crate) fn hang(turn: f32, d0: Vec2, d1: Vec2) -> f32 {
    HANG * turn * (2.0 * (d1 - d0).length() + turn * max(d0.length(), d1.length()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::{LANES, Lanes, dispatch, vec2};
    use fearless_simd::Level;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Sixteen areas at once, and one after the other with so much more margin.
    fn both(slab: &Slab, areas: &[Aabb; LANES], more: f32) -> [u32; 2] {
        let lanes = |of: fn(&Aabb) -> f32| Lanes(areas.each_ref().map(of));
        let [x0, y0, x1, y1] = [lanes(|a| a.min.x), lanes(|a| a.min.y), lanes(|a| a.max.x), lanes(|a| a.max.y)];
        let at_once = dispatch!(Level::new(), simd => {
            let areas = Aabbx16 { min: Vec2x16::load(simd, &x0, &y0), max: Vec2x16::load(simd, &x1, &y1) };
            slab.misses16(simd, &areas, 0.005)
        });
        let bits = areas.iter().enumerate();
        let one_by_one = bits.fold(0, |bits, (k, area)| bits | u32::from(slab.misses(area, 0.005 + more)) << k);
        [at_once, one_by_one]
    }

    /// Both say the same, unless roundings decide.
    #[test]
    fn sixteen_are_asked_as_one_is() {
        let mut random = StdRng::seed_from_u64(11);
        let mut range = |least: f32, most: f32| random.random_range(least..most);
        let mut missed = [0, 0];
        for round in 0..4_000 {
            let far = if round % 4 == 0 { 1.0e6 } else { 1.0 };
            let turn = if round % 3 == 0 { 0.0 } else { range(0.0, CHORD) };
            let (c0, q0) = (far * vec2(range(-1.0, 1.0), range(-1.0, 1.0)), Rot::from_angle(range(-3.0, 3.0)));
            let half = vec2(range(0.5, 8.0), range(0.01, 0.5));
            let slab = Slab {
                own: Aabb::new(-half, half),
                c0,
                c1: c0 + vec2(range(-2.0, 2.0), range(-2.0, 2.0)),
                q0,
                q1: Rot::from_angle(turn).after(q0),
                turn,
            };
            let areas = std::array::from_fn(|_| {
                let (at, size) = (vec2(range(-9.0, 9.0), range(-9.0, 9.0)), vec2(range(0.0, 2.0), range(0.0, 2.0)));
                Aabb::new(c0 + at, c0 + at + size)
            });
            let decides = 1.0e-4 + 1.0e-5 * far;
            let ([at_once, strict], [_, lax]) = (both(&slab, &areas, decides), both(&slab, &areas, -decides));
            assert_eq!((strict & !at_once, at_once & !lax), (0, 0), "{slab:?} {areas:?}");
            missed = [missed[0] + at_once.count_ones(), missed[1] + (!at_once & 0xFFFF).count_ones()];
        }
        assert!(missed.iter().all(|&count| count > 8_000), "{missed:?}");
    }

    #[test]
    fn what_is_no_number_is_never_missed() {
        let q = Rot::IDENTITY;
        let slab = Slab { own: Aabb::new(-Vec2::ONE, Vec2::ONE), c0: Vec2::ZERO, c1: Vec2::X, q0: q, q1: q, turn: 0.1 };
        let bad = [f32::NAN, f32::INFINITY];
        let areas = std::array::from_fn(|k| Aabb::new(vec2(bad[k % 2], 20.0), vec2(30.0, bad[k / 2 % 2])));
        assert_eq!(both(&slab, &areas, 0.0), [0, 0]);
    }
}
