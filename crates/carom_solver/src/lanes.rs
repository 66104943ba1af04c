//! Sixteen constraints side by side: loads and stores of lanes, and the turn from body rows to lanes and back.
//!
//! Everything here is generic over the machine's instruction set and inlined under one dispatch a chunk of blocks;
//! a block has sixteen lanes at every width, so the bits do not depend on it.

use crate::rows::{Row, Rows};
use fearless_simd::{Select, Simd, SimdBase, f32x4, f32x16};

/// Lanes of a block.
pub const LANES: usize = 16;

/// One number of each of sixteen constraints.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Lanes(pub [f32; LANES]);

impl Default for Lanes {
    fn default() -> Self {
        Self([0.0; LANES])
    }
}

impl Lanes {
    #[inline(always)]
    pub(crate) fn load<S: Simd>(&self, simd: S) -> f32x16<S> {
        f32x16::load_array_ref(simd, &self.0)
    }

    #[inline(always)]
    pub(crate) fn store<S: Simd>(&mut self, x: f32x16<S>) {
        x.store_array(&mut self.0);
    }
}

/// A pair of lanes: a vector of each constraint.
#[derive(Clone, Copy)]
pub(crate) struct Wide2<S: Simd> {
    pub x: f32x16<S>,
    pub y: f32x16<S>,
}

impl<S: Simd> Wide2<S> {
    #[inline(always)]
    pub(crate) fn new(x: f32x16<S>, y: f32x16<S>) -> Self {
        Self { x, y }
    }

    #[inline(always)]
    pub(crate) fn load(simd: S, x: &Lanes, y: &Lanes) -> Self {
        Self { x: x.load(simd), y: y.load(simd) }
    }

    #[inline(always)]
    pub(crate) fn dot(self, o: Self) -> f32x16<S> {
        self.x * o.x + self.y * o.y
    }

    #[inline(always)]
    pub(crate) fn cross(self, o: Self) -> f32x16<S> {
        self.x * o.y - self.y * o.x
    }

    #[inline(always)]
    pub(crate) fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y }
    }

    #[inline(always)]
    pub(crate) fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y }
    }

    #[inline(always)]
    pub(crate) fn scale(self, k: f32x16<S>) -> Self {
        Self { x: self.x * k, y: self.y * k }
    }

    /// Turned by (cos, sin).
    #[inline(always)]
    pub(crate) fn rotated(self, c: f32x16<S>, s: f32x16<S>) -> Self {
        Self { x: c * self.x - s * self.y, y: s * self.x + c * self.y }
    }
}

/// The velocities of sixteen bodies. `unused` is the fourth number of the rows, carried along.
#[derive(Clone, Copy)]
pub(crate) struct WideVelocity<S: Simd> {
    pub v: Wide2<S>,
    pub w: f32x16<S>,
    unused: f32x16<S>,
}

impl<S: Simd> WideVelocity<S> {
    /// Velocity of the point at `r` from the centre of mass.
    #[inline(always)]
    pub(crate) fn at(self, r: Wide2<S>) -> Wide2<S> {
        Wide2::new(self.v.x - self.w * r.y, self.v.y + self.w * r.x)
    }

    /// Adds an impulse `p` at `r`.
    #[inline(always)]
    pub(crate) fn push(&mut self, inv_mass: f32x16<S>, inv_inertia: f32x16<S>, r: Wide2<S>, p: Wide2<S>) {
        self.v = self.v.add(p.scale(inv_mass));
        self.w += inv_inertia * r.cross(p);
    }

    /// Takes away an impulse `p` at `r`.
    #[inline(always)]
    pub(crate) fn pull(&mut self, inv_mass: f32x16<S>, inv_inertia: f32x16<S>, r: Wide2<S>, p: Wide2<S>) {
        self.v = self.v.sub(p.scale(inv_mass));
        self.w -= inv_inertia * r.cross(p);
    }
}

/// The motions of sixteen bodies since the step began.
#[derive(Clone, Copy)]
pub(crate) struct WideMotion<S: Simd> {
    pub dp: Wide2<S>,
    pub c: f32x16<S>,
    pub s: f32x16<S>,
}

/// Sixteen rows of four numbers to four lanes of sixteen: two rounds of unzipping.
#[inline(always)]
fn transpose_in<S: Simd>(simd: S, row: impl Fn(usize) -> f32x4<S>) -> [f32x16<S>; 4] {
    let four = |k: usize| {
        let low = simd.combine_f32x4(row(k), row(k + 1));
        simd.combine_f32x8(low, simd.combine_f32x4(row(k + 2), row(k + 3)))
    };
    let (even0, odd0) = simd.deinterleave_f32x16(four(0), four(4));
    let (even1, odd1) = simd.deinterleave_f32x16(four(8), four(12));
    let (x0, x2) = simd.deinterleave_f32x16(even0, even1);
    let (x1, x3) = simd.deinterleave_f32x16(odd0, odd1);
    [x0, x1, x2, x3]
}

/// The velocities of the bodies in `rows`.
#[inline(always)]
pub(crate) fn gather_velocity<S: Simd>(simd: S, bodies: &Rows<'_>, rows: &[Row; LANES]) -> WideVelocity<S> {
    let [x, y, w, unused] = transpose_in(simd, |k| f32x4::load_array_ref(simd, bodies.velocity(rows[k])));
    WideVelocity { v: Wide2 { x, y }, w, unused }
}

/// The motions of the bodies in `rows`.
#[inline(always)]
pub(crate) fn gather_motion<S: Simd>(simd: S, bodies: &Rows<'_>, rows: &[Row; LANES]) -> WideMotion<S> {
    let [x, y, c, s] = transpose_in(simd, |k| f32x4::load_array_ref(simd, bodies.motion(rows[k])));
    WideMotion { dp: Wide2 { x, y }, c, s }
}

/// Writes the velocities of those bodies whose bit is set in `moves`.
#[inline(always)]
pub(crate) fn scatter_velocity<S: Simd>(
    simd: S,
    bodies: &Rows<'_>,
    rows: &[Row; LANES],
    moves: u32,
    body: WideVelocity<S>,
) {
    let (even0, even1) = simd.interleave_f32x16(body.v.x, body.w);
    let (odd0, odd1) = simd.interleave_f32x16(body.v.y, body.unused);
    let (r0, r1) = simd.interleave_f32x16(even0, odd0);
    let (r2, r3) = simd.interleave_f32x16(even1, odd1);
    for (group, four) in [r0, r1, r2, r3].into_iter().enumerate() {
        let (low, high) = simd.split_f32x16(four);
        let ((a, b), (c, d)) = (simd.split_f32x8(low), simd.split_f32x8(high));
        for (k, row) in [a, b, c, d].into_iter().enumerate() {
            let lane = 4 * group + k;
            if moves & (1 << lane) != 0 {
                bodies.set_velocity(rows[lane], row.as_array());
            }
        }
    }
}

/// Lane by lane `if a < b { a } else { b }`: one instruction on x86, compare and select elsewhere, since other machines'
/// own minimum orders the two zeros.
#[inline(always)]
pub(crate) fn least<S: Simd>(a: f32x16<S>, b: f32x16<S>) -> f32x16<S> {
    if cfg!(any(target_arch = "x86", target_arch = "x86_64")) { a.min(b) } else { a.simd_lt(b).select(a, b) }
}

/// Lane by lane `if a > b { a } else { b }`.
#[inline(always)]
pub(crate) fn most<S: Simd>(a: f32x16<S>, b: f32x16<S>) -> f32x16<S> {
    if cfg!(any(target_arch = "x86", target_arch = "x86_64")) { a.max(b) } else { a.simd_gt(b).select(a, b) }
}
