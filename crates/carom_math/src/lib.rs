//! Numbers of the carom engine: vectors (glam's), rotations, poses, boxes, and trigonometry that gives the same bits on
//! every machine (determinism). No physics and no allocation. The code uses only `+ - * / sqrt` and comparisons, which
//! IEEE 754 defines exactly; nothing is fused.
#![forbid(unsafe_code)]

mod aabb;
mod dispatch;
mod floats;
mod hash;
mod hilbert;
mod interval;
mod lane_aabb;
mod lane_pose;
mod lane_rows;
mod lane_scalar;
mod lane_trig;
mod lane_vec2;
mod lane_width;
mod lanes;
mod pose;
mod rot;
mod scalar;
mod transpose;
mod trig;

pub use aabb::Aabb;
pub use floats::Floats;
pub use glam::{Vec2, vec2};
pub use hash::Hasher64;
pub use hilbert::hilbert;
pub use interval::Interval;
pub use lane_aabb::{Aabbx, Aabbx16, least2, most2};
pub use lane_pose::{Posex, Posex16, Rotx, Rotx16};
pub use lane_rows::{lanes_to_rows, rows_to_lanes};
pub use lane_scalar::{least, most};
pub use lane_trig::arc16;
pub use lane_vec2::{Vec2x, Vec2x16};
pub use lane_width::LaneWidth;
pub use lanes::{LANES, Lanes};
pub use pose::Pose;
pub use rot::Rot;
pub use scalar::{clamp, cross, cross_sv, left, lowest_of_parabola, max, max2, min, min2, normalize, right};
pub use trig::{PI, arc, atan2, sin_cos};

/// The names that [`natively!`] and [`dispatch!`] use.
#[doc(hidden)]
pub mod simd {
    pub use fearless_simd::{Simd, SimdBase, dispatch, f32x4, f32x8, f32x16};

    /// Hides the type, so that an operation must suit every instruction set.
    #[inline(always)]
    pub fn any<S: Simd>(simd: S) -> impl Simd {
        simd
    }
}
