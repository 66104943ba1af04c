//! Bodies of sixteen constraints side by side (SIMD): from body rows to lanes and back.

use crate::rows::{Row, Rows};
use carom_math::{LANES, Lanes, Rotx16, Vec2x16, lanes_to_rows, rows_to_lanes};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x16};

/// Velocities no faster than `most` [m/s]. The square of a speed beyond 1.8e19 is infinite: that velocity becomes zero.
#[inline(always)]
pub(crate) fn at_most<S: Simd>(simd: S, v: Vec2x16<S>, most: f32) -> Vec2x16<S> {
    let square = v.dot(v);
    let is_over = square.simd_gt(f32x16::splat(simd, most * most));
    if !is_over.any_true() {
        return v;
    }
    let one = f32x16::splat(simd, 1.0);
    v.scale(is_over.select(f32x16::splat(simd, most) / square.sqrt(), one))
}

/// The number, or zero if it is not finite: impulses of extreme masses overflow while the cap keeps bodies finite.
#[inline(always)]
pub(crate) fn finite_or_zero(x: f32) -> f32 {
    if x.is_finite() { x } else { 0.0 }
}

/// Lane by lane [`finite_or_zero`].
#[inline(always)]
pub(crate) fn finite_or_zero_on_lanes<S: Simd>(simd: S, x: f32x16<S>) -> f32x16<S> {
    x.abs().simd_le(f32x16::splat(simd, f32::MAX)).select(x, f32x16::splat(simd, 0.0))
}

/// The impulse that the next step starts with: finite, and without a negative zero. A missing point has such zeros in a
/// block whose other lanes have the point.
#[inline(always)]
pub(crate) fn carried_over<S: Simd>(simd: S, impulse: f32x16<S>) -> f32x16<S> {
    finite_or_zero_on_lanes(simd, impulse) + 0.0
}

/// The velocities of sixteen bodies. `unused` is the fourth number of the rows, carried along.
#[derive(Clone, Copy)]
pub(crate) struct WideVelocity<S: Simd> {
    pub v: Vec2x16<S>,
    pub w: f32x16<S>,
    unused: f32x16<S>,
}

impl<S: Simd> WideVelocity<S> {
    #[cfg(test)]
    pub(crate) fn still(simd: S) -> Self {
        let zero = f32x16::splat(simd, 0.0);
        Self { v: Vec2x16::new(zero, zero), w: zero, unused: zero }
    }

    /// Velocity of the point at `r` from the centre of mass.
    #[inline(always)]
    pub(crate) fn at(self, r: Vec2x16<S>) -> Vec2x16<S> {
        Vec2x16::new(self.v.x - self.w * r.y, self.v.y + self.w * r.x)
    }

    /// Adds an impulse `p` at `r`.
    #[inline(always)]
    pub(crate) fn push(&mut self, inv_mass: f32x16<S>, inv_inertia: f32x16<S>, r: Vec2x16<S>, p: Vec2x16<S>) {
        self.v = self.v.add(p.scale(inv_mass));
        self.w += inv_inertia * r.cross(p);
    }

    /// Velocities (x, y) and angular velocities, number by number.
    #[inline(always)]
    pub(crate) fn numbers(self) -> [Lanes; 3] {
        let mut numbers = [Lanes::default(); 3];
        for (numbers, lanes) in numbers.iter_mut().zip([self.v.x, self.v.y, self.w]) {
            numbers.store(lanes);
        }
        numbers
    }

    /// Takes away an impulse `p` at `r`.
    #[inline(always)]
    pub(crate) fn pull(&mut self, inv_mass: f32x16<S>, inv_inertia: f32x16<S>, r: Vec2x16<S>, p: Vec2x16<S>) {
        self.v = self.v.sub(p.scale(inv_mass));
        self.w -= inv_inertia * r.cross(p);
    }
}

/// The motions of sixteen bodies since the step began.
#[derive(Clone, Copy)]
pub(crate) struct WideMotion<S: Simd> {
    pub dp: Vec2x16<S>,
    pub dq: Rotx16<S>,
}

/// The velocities of the bodies in `rows`.
#[inline(always)]
pub(crate) fn gather_velocity<S: Simd>(simd: S, bodies: &Rows<'_>, rows: &[Row; LANES]) -> WideVelocity<S> {
    let [x, y, w, unused] = rows_to_lanes(simd, |k| *bodies.velocity(rows[k]));
    WideVelocity { v: Vec2x16 { x, y }, w, unused }
}

/// The velocities that a substep of forces adds to b, less those that it adds to a, in x and y [m/s].
#[inline(always)]
pub(crate) fn gather_gains<S: Simd>(simd: S, bodies: &Rows<'_>, rows: [&[Row; LANES]; 2]) -> [f32x16<S>; 2] {
    let [ax, ay, bx, by]: [f32x16<S>; 4] = rows_to_lanes(simd, |k| {
        let [[ax, ay], [bx, by]] = rows.map(|rows| bodies.gain(rows[k]));
        [ax, ay, bx, by]
    });
    [bx - ax, by - ay]
}

/// The motions of the bodies in `rows`.
#[inline(always)]
pub(crate) fn gather_motion<S: Simd>(simd: S, bodies: &Rows<'_>, rows: &[Row; LANES]) -> WideMotion<S> {
    let [x, y, c, s] = rows_to_lanes(simd, |k| *bodies.motion(rows[k]));
    WideMotion { dp: Vec2x16 { x, y }, dq: Rotx16 { c, s } }
}

/// Writes the velocities of the bodies whose bit is set in `moves`.
#[inline(always)]
pub(crate) fn scatter_velocity<S: Simd>(
    simd: S,
    bodies: &Rows<'_>,
    rows: &[Row; LANES],
    moves: u32,
    body: WideVelocity<S>,
) {
    scatter_rows(simd, bodies, rows, moves, [body.v.x, body.v.y, body.w, body.unused]);
}

/// Writes the four numbers of the velocities of the bodies whose bit is set in `moves`.
#[inline(always)]
pub(crate) fn scatter_rows<S: Simd>(
    simd: S,
    bodies: &Rows<'_>,
    rows: &[Row; LANES],
    moves: u32,
    lanes: [f32x16<S>; 4],
) {
    // A copy, so that the compiler knows that writing rows does not change the pointers.
    let bodies = *bodies;
    if moves == ALL {
        lanes_to_rows(simd, lanes, |lane, row| bodies.set_velocity(rows[lane], row.as_array()));
        return;
    }
    let mut written = [[0.0; 4]; LANES];
    lanes_to_rows(simd, lanes, |lane, row| written[lane] = *row.as_array());
    let mut left = moves & ALL;
    while left != 0 {
        let lane = left.trailing_zeros() as usize % LANES;
        bodies.set_velocity(rows[lane], &written[lane]);
        left &= left - 1;
    }
}

/// A bit for each lane.
const ALL: u32 = (1 << LANES) - 1;

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::dispatch;
    use fearless_simd::Level;

    #[test]
    fn velocities_are_cut_down_along_their_direction() {
        let (vx, vy) = ([3.0, 30.0, -300.0, 0.0, 1.0e30], [4.0, 40.0, 400.0, 0.0, 0.0]);
        let wanted = [(3.0, 4.0), (30.0, 40.0), (-30.0, 40.0), (0.0, 0.0), (0.0, 0.0)];
        let found = dispatch!(Level::new(), simd => {
            let load = |x: [f32; 5]| f32x16::from_fn(simd, |lane| x[lane % 5]);
            let v = at_most(simd, Vec2x16::new(load(vx), load(vy)), 50.0);
            [*v.x.as_array(), *v.y.as_array()]
        });
        for lane in 0..LANES {
            let (x, y) = wanted[lane % 5];
            assert!((found[0][lane] - x).abs() < 1.0e-4 && (found[1][lane] - y).abs() < 1.0e-4, "{lane}: {found:?}");
        }
    }

    #[test]
    fn impulses_that_are_not_finite_are_dropped() {
        for x in [0.0, -0.0, 1.5, -2.0, f32::MAX, -f32::MAX, f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
            let found = dispatch!(Level::new(), simd => {
                let x = f32x16::splat(simd, x);
                [finite_or_zero_on_lanes(simd, x).as_array()[3], carried_over(simd, x).as_array()[3]]
            });
            assert_eq!(found[0].to_bits(), finite_or_zero(x).to_bits(), "{x}");
            assert_eq!(found[1].to_bits(), (finite_or_zero(x) + 0.0).to_bits(), "{x}");
        }
    }
}
