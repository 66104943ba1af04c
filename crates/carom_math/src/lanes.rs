//! Sixteen numbers side by side: vectors, rotations and poses of sixteen things, and the turn from rows of four numbers
//! to lanes and back. Every formula is that of its scalar twin ([`crate::Rot`], [`crate::Pose`]), so that a lane gives
//! the same bits.
//!
//! Everything is generic over the machine's instruction set and inlined under one dispatch a chunk of work; there are
//! sixteen lanes at every width, so the bits do not depend on it.

use crate::Vec2;
use crate::turn::turn;
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, f32x4, f32x16, mask32x16};

/// How many lanes there are.
pub const LANES: usize = 16;

/// One number of each of sixteen things, in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Lanes(pub [f32; LANES]);

impl Default for Lanes {
    fn default() -> Self {
        Self([0.0; LANES])
    }
}

impl Lanes {
    /// As a vector of the machine.
    #[inline(always)]
    pub fn load<S: Simd>(&self, simd: S) -> f32x16<S> {
        f32x16::load_array_ref(simd, &self.0)
    }

    /// Takes the numbers of a vector of the machine.
    #[inline(always)]
    pub fn store<S: Simd>(&mut self, x: f32x16<S>) {
        x.store_array(&mut self.0);
    }
}

/// Sixteen vectors.
#[derive(Clone, Copy, Debug)]
pub struct Vec2x16<S: Simd> {
    /// Their first coordinates.
    pub x: f32x16<S>,
    /// Their second coordinates.
    pub y: f32x16<S>,
}

// `add` and `sub` stand among `dot`, `cross` and `scale`, in the order of the scalar formulas.
#[allow(clippy::should_implement_trait)]
impl<S: Simd> Vec2x16<S> {
    /// From both coordinates.
    #[inline(always)]
    pub fn new(x: f32x16<S>, y: f32x16<S>) -> Self {
        Self { x, y }
    }

    /// From memory.
    #[inline(always)]
    pub fn load(simd: S, x: &Lanes, y: &Lanes) -> Self {
        Self { x: x.load(simd), y: y.load(simd) }
    }

    /// Sixteen scalar products.
    #[inline(always)]
    pub fn dot(self, o: Self) -> f32x16<S> {
        self.x * o.x + self.y * o.y
    }

    /// Sixteen cross products.
    #[inline(always)]
    pub fn cross(self, o: Self) -> f32x16<S> {
        self.x * o.y - self.y * o.x
    }

    /// `self - o`.
    #[inline(always)]
    pub fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y }
    }

    /// `self + o`.
    #[inline(always)]
    pub fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y }
    }

    /// `self` times a number each.
    #[inline(always)]
    pub fn scale(self, k: f32x16<S>) -> Self {
        Self { x: self.x * k, y: self.y * k }
    }
}

impl<S: Simd> Vec2x16<S> {
    /// The same vector in all lanes.
    #[inline(always)]
    pub fn splat(simd: S, v: Vec2) -> Self {
        Self { x: f32x16::splat(simd, v.x), y: f32x16::splat(simd, v.y) }
    }

    /// `a` in the lanes of `mask`, else `b`.
    #[inline(always)]
    pub fn select(mask: mask32x16<S>, a: Self, b: Self) -> Self {
        Self { x: mask.select(a.x, b.x), y: mask.select(a.y, b.y) }
    }

    /// The opposite vectors.
    #[inline(always)]
    pub fn opposite(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }

    /// Sixteen times [`crate::normalize`].
    #[inline(always)]
    pub fn normalized(self, simd: S) -> (Self, f32x16<S>) {
        let zero = f32x16::splat(simd, 0.0);
        let length = (self.x * self.x + self.y * self.y).sqrt();
        let none = length.simd_lt(f32x16::splat(simd, f32::MIN_POSITIVE));
        let unit = self.scale(f32x16::splat(simd, 1.0) / length);
        (Self::select(none, Self { x: zero, y: zero }, unit), none.select(zero, length))
    }
}

/// Four lanes of sixteen to sixteen rows of four numbers, in any order: the opposite of [`rows_to_lanes`].
#[inline(always)]
pub fn lanes_to_rows<S: Simd>(simd: S, lanes: [f32x16<S>; 4], mut row: impl FnMut(usize, f32x4<S>)) {
    for (k, rows) in turn(simd, lanes).into_iter().enumerate() {
        let (low, high) = simd.split_f32x16(rows);
        let ((r0, r4), (r8, r12)) = (simd.split_f32x8(low), simd.split_f32x8(high));
        row(k, r0);
        row(4 + k, r4);
        row(8 + k, r8);
        row(12 + k, r12);
    }
}

/// Sixteen rows of four numbers to four lanes of sixteen: every fourth row in one vector, then four by four numbers turned.
///
/// (`row` gives plain numbers: a closure with vectors in it is not inlined for sure, and then compiled without the
/// machine's instructions.)
#[inline(always)]
pub fn rows_to_lanes<S: Simd>(simd: S, row: impl Fn(usize) -> [f32; 4]) -> [f32x16<S>; 4] {
    turn(
        simd,
        [
            every_fourth(simd, &row, 0),
            every_fourth(simd, &row, 1),
            every_fourth(simd, &row, 2),
            every_fourth(simd, &row, 3),
        ],
    )
}

/// A row from `k` on and every fourth one after it.
#[inline(always)]
fn every_fourth<S: Simd>(simd: S, row: &impl Fn(usize) -> [f32; 4], k: usize) -> f32x16<S> {
    let (r0, r4, r8, r12) = (row(k), row(k + 4), row(k + 8), row(k + 12));
    let low = simd.combine_f32x4(f32x4::load_array(simd, r0), f32x4::load_array(simd, r4));
    simd.combine_f32x8(low, simd.combine_f32x4(f32x4::load_array(simd, r8), f32x4::load_array(simd, r12)))
}

/// Lane by lane `if a < b { a } else { b }`: one instruction on x86, compare and select elsewhere, since other machines'
/// own minimum orders the two zeros.
#[inline(always)]
pub fn least<S: Simd>(a: f32x16<S>, b: f32x16<S>) -> f32x16<S> {
    if cfg!(any(target_arch = "x86", target_arch = "x86_64")) { a.min(b) } else { a.simd_lt(b).select(a, b) }
}

/// Lane by lane `if a > b { a } else { b }`.
#[inline(always)]
pub fn most<S: Simd>(a: f32x16<S>, b: f32x16<S>) -> f32x16<S> {
    if cfg!(any(target_arch = "x86", target_arch = "x86_64")) { a.max(b) } else { a.simd_gt(b).select(a, b) }
}
