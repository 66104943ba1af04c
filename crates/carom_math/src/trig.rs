//! Sine, cosine and arc tangent with the same bits on every machine (determinism). The argument is reduced, a
//! polynomial is summed in f64 with plain operations, and the result is rounded once to f32. The error is below 0.51
//! ulp of f32.
//!
//! Series: Taylor about 0 on an eighth of a turn (Abramowitz and Stegun 1964, 4.3.65 and 4.3.66). The arc tangent is
//! halved twice (4.4.34) before its own series (4.4.42).

/// Pi, rounded to f32.
pub const PI: f32 = std::f32::consts::PI;

/// Beyond this many quarter turns an angle says nothing about a direction.
const MOST_QUARTERS: f64 = 1.0e12;

/// Sine and cosine of `angle` [rad]; NaN if it is not finite. Beyond 1e6 turns the reduction loses digits, the same
/// ones everywhere. Beyond 2.5e11 turns the result is that of angle 0.
pub fn sin_cos(angle: f32) -> (f32, f32) {
    // A quarter turn in two parts: the first has 33 bits, so that its product with a small count is exact.
    const QUARTER_HIGH: f64 = 1.570_796_326_734_125_6;
    const QUARTER_LOW: f64 = 6.077_100_506_506_192e-11;
    let x = f64::from(angle);
    let quarters = x * std::f64::consts::FRAC_2_PI;
    if quarters.abs() > MOST_QUARTERS && angle.is_finite() {
        return (0.0, 1.0);
    }
    // The nearest whole number: a cast is faster than the platform's rounding.
    let quarter = if quarters.abs() < 0.5 { 0 } else { (quarters + 0.5_f64.copysign(quarters)) as i64 };
    let turns = quarter as f64;
    let r = (x - turns * QUARTER_HIGH) - turns * QUARTER_LOW;
    let z = r * r;
    let s = r + r
        * z
        * (-1.0 / 6.0 + z * (1.0 / 120.0 + z * (-1.0 / 5040.0 + z * (1.0 / 362_880.0 - z * (1.0 / 39_916_800.0)))));
    let c = 1.0
        + z * (-0.5
            + z * (1.0 / 24.0
                + z * (-1.0 / 720.0 + z * (1.0 / 40_320.0 + z * (-1.0 / 3_628_800.0 + z * (1.0 / 479_001_600.0))))));
    let (s, c) = match quarter & 3 {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    };
    if angle.is_finite() { (s as f32, c as f32) } else { (f32::NAN, f32::NAN) }
}

/// The angle [rad] of the vector (x, y), in -pi..=pi; 0 for the zero vector.
pub fn atan2(y: f32, x: f32) -> f32 {
    let (ay, ax) = (f64::from(y).abs(), f64::from(x).abs());
    let (low, high) = if ay < ax { (ay, ax) } else { (ax, ay) };
    if high == 0.0 {
        return 0.0;
    }
    // atan t = 2 atan (t / (1 + sqrt(1 + t^2))), twice: |t| <= tan(pi / 16) < 0.2.
    let t = low / high;
    let t = t / (1.0 + (1.0 + t * t).sqrt());
    let t = t / (1.0 + (1.0 + t * t).sqrt());
    let z = t * t;
    let mut sum = 0.0;
    for k in (0..10).rev() {
        let term = 1.0 / f64::from(2 * k + 1);
        sum = term - z * sum;
    }
    let mut angle = 4.0 * t * sum;
    if ay > ax {
        angle = std::f64::consts::FRAC_PI_2 - angle;
    }
    if x < 0.0 {
        angle = std::f64::consts::PI - angle;
    }
    (if y < 0.0 { -angle } else { angle }) as f32
}

/// The angle [rad] of the vector (x, y), in -pi..=pi, in plain f32; 0 for the zero vector. It is faster than [`atan2`],
/// and within 4 parts in 10 million of it if |x| + |y| is a number.
///
/// An octant is reduced to the half one about 0 (Abramowitz and Stegun 1964, 4.4.34). Four terms were fitted there for
/// the least maximal error.
pub fn arc(y: f32, x: f32) -> f32 {
    const HALF_OCTANT: f32 = 0.414_213_57;
    let (ay, ax) = (y.abs(), x.abs());
    let (low, high) = if ay < ax { (ay, ax) } else { (ax, ay) };
    if high == 0.0 {
        return 0.0;
    }
    let far = low > HALF_OCTANT * high;
    let t = if far { (low - high) / (low + high) } else { low / high };
    let z = t * t;
    let series = -0.333_329_56 + z * (0.199_779_26 + z * (-0.138_798_5 + z * 0.080_603_085));
    let angle = t + t * z * series;
    let angle = if far { 0.25 * PI + angle } else { angle };
    let angle = if ay > ax { 0.5 * PI - angle } else { angle };
    let angle = if x < 0.0 { PI - angle } else { angle };
    if y < 0.0 { -angle } else { angle }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::disallowed_methods)] // The test compares with the platform's functions.
    fn agrees_with_the_platform() {
        for i in -200_000..200_000 {
            let a = i as f32 * 0.001;
            let (s, c) = sin_cos(a);
            assert!((f64::from(s) - f64::from(a).sin()).abs() < 6.1e-8, "sin {a}");
            assert!((f64::from(c) - f64::from(a).cos()).abs() < 6.1e-8, "cos {a}");
            let back = f64::from(atan2(s, c)) - f64::from(s).atan2(f64::from(c));
            assert!(back.abs() < 2.5e-7, "atan2 {a}: {back}");
            for (y, x) in [(s, c), (1.0e30 * s, 1.0e30 * c), (1.0e-6 * s, 1.0e6 * c)] {
                let exact = f64::from(y).atan2(f64::from(x));
                let off = f64::from(arc(y, x)) - exact;
                assert!(off.abs() <= 4.0e-7 * exact.abs(), "arc {y} {x}: {off}");
            }
        }
        assert_eq!(atan2(0.0, 0.0), 0.0);
        assert_eq!(atan2(0.0, -1.0), PI);
        assert_eq!((arc(0.0, 0.0), arc(0.0, -1.0), arc(-2.0, 0.0)), (0.0, PI, -0.5 * PI));
        assert!(arc(f32::NAN, 1.0).is_nan() && arc(1.0, f32::NAN).is_nan());
        assert!(sin_cos(f32::INFINITY).0.is_nan() && sin_cos(f32::NAN).1.is_nan());
        for power in 0..127 {
            let (s, c) = sin_cos(-1.3 * 2.0_f32.powi(power));
            assert!((s * s + c * c - 1.0).abs() < 1.0e-3, "2^{power}: {s} {c}");
        }
    }
}
