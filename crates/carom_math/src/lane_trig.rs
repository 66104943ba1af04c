//! Arc tangent on lanes.

use crate::PI;
use fearless_simd::{Select, Simd, SimdBase, f32x16};

/// The angles [rad] of sixteen vectors (x, y): the same bits as [`crate::arc`] in each lane.
#[inline(always)]
pub fn arc16<S: Simd>(simd: S, y: f32x16<S>, x: f32x16<S>) -> f32x16<S> {
    let splat = |v: f32| f32x16::splat(simd, v);
    let (ay, ax) = (y.abs(), x.abs());
    let flat = ay.simd_lt(ax);
    let (low, high) = (flat.select(ay, ax), flat.select(ax, ay));
    let far = low.simd_gt(splat(0.414_213_57) * high);
    let t = far.select(low - high, low) / far.select(low + high, high);
    let z = t * t;
    let series =
        splat(-0.333_329_56) + z * (splat(0.199_779_26) + z * (splat(-0.138_798_5) + z * splat(0.080_603_085)));
    let angle = t + t * z * series;
    let angle = far.select(splat(0.25 * PI) + angle, angle);
    let angle = ay.simd_gt(ax).select(splat(0.5 * PI) - angle, angle);
    let angle = x.simd_lt(splat(0.0)).select(splat(PI) - angle, angle);
    let angle = y.simd_lt(splat(0.0)).select(-angle, angle);
    high.simd_eq(splat(0.0)).select(splat(0.0), angle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arc;
    use crate::dispatch;
    use fearless_simd::Level;

    #[test]
    fn every_lane_has_the_bits_of_the_scalar() {
        let some = [0.0, 1.0, -1.0, 0.3, -0.7, 1.0e-20, -3.0e8, 0.414_213_57, 2.5];
        for (i, &x) in some.iter().enumerate() {
            let ys: [f32; 16] = std::array::from_fn(|k| some[(i + k) % some.len()] * (1.0 + 0.01 * k as f32));
            let mut found = [0.0; 16];
            dispatch!(Level::new(), simd => {
                arc16(simd, f32x16::from_slice(simd, &ys), f32x16::splat(simd, x)).store_array(&mut found);
            });
            let wanted = ys.map(|y| arc(y, x));
            assert_eq!(found.map(f32::to_bits), wanted.map(f32::to_bits), "{ys:?} {x}: {found:?} {wanted:?}");
        }
    }
}
