//! The window of the step in which two bodies on straight segments are within each other's reach. No time of impact is
//! needed before and after it.

use crate::stage::ccd::segment::MotionSegment;

/// Rounding of a time to f32, and of the times here, is less than this [steps].
const ROUNDING: f32 = 1.0e-6;

/// The times between which the centres are at most `far` [m] apart, within `t` and `end` on both segments; `None` if
/// they never are. In f64, so that the motion up to then loses no digits.
pub(crate) fn window(segments: [&MotionSegment; 2], far: f32, [t, end]: [f32; 2]) -> Option<[f32; 2]> {
    let [(a, way_a), (b, way_b)] = segments.map(|segment| place_and_way(segment, t));
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    let (u, v) = (way_b.0 - way_a.0, way_b.1 - way_a.1);
    // |p + s w|^2 = far^2
    let (square, half) = (u * u + v * v, x * u + y * v);
    let rest = x * x + y * y - f64::from(far) * f64::from(far);
    let under = half * half - square * rest;
    if rest > 0.0 && (half >= 0.0 || under < 0.0) {
        return None;
    }
    let root = if under > 0.0 { under.sqrt() } else { 0.0 };
    let enter = if rest > 0.0 { t + (rest / (root - half)) as f32 - ROUNDING } else { t };
    // False if a number is NaN, or if nothing moves.
    let leave = if root - half < square { t + ((root - half) / square) as f32 + ROUNDING } else { end };
    if enter > end {
        return None;
    }
    Some([if enter > t { enter } else { t }, if leave < end { leave } else { end }])
}

/// The centre of a segment at time `t`, and its displacement in a whole step.
fn place_and_way(segment: &MotionSegment, t: f32) -> ((f64, f64), (f64, f64)) {
    let rest = f64::from(1.0 - segment.start);
    let (x, y) = (f64::from(segment.c0.x), f64::from(segment.c0.y));
    if rest <= 0.0 {
        return ((x, y), (0.0, 0.0));
    }
    let way = ((f64::from(segment.c1.x) - x) / rest, (f64::from(segment.c1.y) - y) / rest);
    let since = f64::from(t - segment.start);
    ((x + way.0 * since, y + way.1 * since), way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::{Pose, vec2};

    fn segment(start: f32, from: (f32, f32), to: (f32, f32)) -> MotionSegment {
        MotionSegment { start, c0: vec2(from.0, from.1), c1: vec2(to.0, to.1), ..MotionSegment::still(Pose::IDENTITY) }
    }

    #[test]
    fn only_what_is_near_is_looked_at() {
        let still = segment(0.0, (0.0, 0.0), (0.0, 0.0));
        let flies = segment(0.0, (-10.0, 0.0), (10.0, 0.0));
        let found = window([&still, &flies], 2.0, [0.0, 1.0]).unwrap_or_default();
        assert!((found[0] - 0.4).abs() < 1.0e-5 && (found[1] - 0.6).abs() < 1.0e-5, "{found:?}");
        assert_eq!(window([&still, &flies], 2.0, [0.7, 1.0]), None);
        assert_eq!(window([&still, &flies], 2.0, [0.0, 0.3]), None);
        assert_eq!(window([&still, &segment(0.0, (-10.0, 3.0), (10.0, 3.0))], 2.0, [0.0, 1.0]), None);
        assert_eq!(window([&still, &still], 2.0, [0.25, 1.0]), Some([0.25, 1.0]));
    }

    #[test]
    fn a_later_leg_counts_from_its_own_start() {
        let still = segment(0.0, (0.0, 0.0), (0.0, 0.0));
        let turned = segment(0.5, (-10.0, 0.0), (10.0, 0.0));
        let found = window([&turned, &still], 2.0, [0.5, 1.0]).unwrap_or_default();
        assert!((found[0] - 0.7).abs() < 1.0e-5 && (found[1] - 0.8).abs() < 1.0e-5, "{found:?}");
    }
}
