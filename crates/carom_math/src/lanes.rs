//! Numbers side by side: vectors, rotations and poses of several things, and the turn from rows of four numbers to lanes
//! and back. Every formula is that of its scalar twin ([`crate::Rot`], [`crate::Pose`]), so that a lane gives
//! the same bits.
//!
//! Everything is generic over the machine's instruction set, and most of it over how many numbers a vector holds ([`Floats`]), and
//! inlined under one dispatch a chunk of work; a lane gives the same bits in any of them.

use crate::{Floats, Vec2};
use fearless_simd::{Select, Simd, SimdBase, f32x4, f32x16};

/// How many lanes a column in memory and a block of the solver have: the most that a vector has.
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

/// Vectors side by side.
#[derive(Clone, Copy, Debug)]
pub struct Vec2x<F> {
    /// Their first coordinates.
    pub x: F,
    /// Their second coordinates.
    pub y: F,
}

/// Sixteen [`Vec2x`].
pub type Vec2x16<S> = Vec2x<f32x16<S>>;

impl<S: Simd> Vec2x16<S> {
    /// From memory.
    #[inline(always)]
    pub fn load(simd: S, x: &Lanes, y: &Lanes) -> Self {
        Self { x: x.load(simd), y: y.load(simd) }
    }
}

// `add` and `sub` stand among `dot`, `cross` and `scale`, in the order of the scalar formulas.
#[allow(clippy::should_implement_trait)]
impl<F: Floats> Vec2x<F> {
    /// From both coordinates.
    #[inline(always)]
    pub fn new(x: F, y: F) -> Self {
        Self { x, y }
    }

    /// From memory, both columns from number `first` on: see [`Floats::load`].
    #[inline(always)]
    pub fn load_part(simd: F::Level, [x, y]: [&Lanes; 2], first: usize) -> Self {
        Self { x: F::load(simd, x, first), y: F::load(simd, y, first) }
    }

    /// The same vector in all lanes.
    #[inline(always)]
    pub fn splat(simd: F::Level, v: Vec2) -> Self {
        Self { x: F::splat(simd, v.x), y: F::splat(simd, v.y) }
    }

    /// Scalar products.
    #[inline(always)]
    pub fn dot(self, o: Self) -> F {
        self.x * o.x + self.y * o.y
    }

    /// Cross products.
    #[inline(always)]
    pub fn cross(self, o: Self) -> F {
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
    pub fn scale(self, k: F) -> Self {
        Self { x: self.x * k, y: self.y * k }
    }

    /// `a` in the lanes of `mask`, else `b`.
    #[inline(always)]
    pub fn select(mask: F::Mask, a: Self, b: Self) -> Self {
        Self { x: mask.select(a.x, b.x), y: mask.select(a.y, b.y) }
    }

    /// The opposite vectors.
    #[inline(always)]
    pub fn opposite(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }

    /// Lane by lane [`crate::normalize`].
    #[inline(always)]
    pub fn normalized(self, simd: F::Level) -> (Self, F) {
        let zero = F::splat(simd, 0.0);
        let length = (self.x * self.x + self.y * self.y).sqrt();
        let none = length.simd_lt(F::splat(simd, f32::MIN_POSITIVE));
        let unit = self.scale(F::splat(simd, 1.0) / length);
        (Self::select(none, Self { x: zero, y: zero }, unit), none.select(zero, length))
    }
}

/// Four vectors to as many rows of four numbers as they have lanes, in any order: the opposite of [`rows_to_lanes`]. Mark what
/// takes them `#[inline(always)]`: else it may be compiled without the machine's instructions.
#[inline(always)]
pub fn lanes_to_rows<F: Floats>(simd: F::Level, lanes: [F; 4], mut row: impl FnMut(usize, f32x4<F::Level>)) {
    for (k, rows) in F::transposed(simd, lanes).into_iter().enumerate() {
        rows.for_fours(
            #[inline(always)]
            |number, four| row(4 * number + k, four),
        );
    }
}

/// Rows of four numbers to four vectors, a row a lane: every fourth row in one vector, then four by four numbers turned.
///
/// (`row` gives plain numbers: a closure with vectors in it is not inlined for sure, and then compiled without the
/// machine's instructions.)
#[inline(always)]
pub fn rows_to_lanes<F: Floats>(simd: F::Level, row: impl Fn(usize) -> [f32; 4]) -> [F; 4] {
    F::transposed(
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
fn every_fourth<F: Floats>(simd: F::Level, row: &impl Fn(usize) -> [f32; 4], k: usize) -> F {
    F::of_fours(
        simd,
        #[inline(always)]
        |number| row(4 * number + k),
    )
}

/// Lane by lane `if a < b { a } else { b }`: one instruction on x86, compare and select elsewhere, since other machines'
/// own minimum orders the two zeros.
#[inline(always)]
pub fn least<F: Floats>(a: F, b: F) -> F {
    if cfg!(any(target_arch = "x86", target_arch = "x86_64")) { a.min(b) } else { a.simd_lt(b).select(a, b) }
}

/// Lane by lane `if a > b { a } else { b }`.
#[inline(always)]
pub fn most<F: Floats>(a: F, b: F) -> F {
    if cfg!(any(target_arch = "x86", target_arch = "x86_64")) { a.max(b) } else { a.simd_gt(b).select(a, b) }
}
