//! The time of impact of two moving pieces. In: the pieces, their motions, and the target distance. Out: the time,
//! never late.
//!
//! Conservative advancement (B. Mirtich 1996) with a bound of second order. At time t the nearest points give an axis n
//! and a distance d. Along n, fixed in the world, a pair of corners is g(t) apart. Its centres' part is linear in time,
//! and its corners' part turns, so |g''| <= K = r_a k_a + r_b k_b (k: [`WideSweep::curvature`], r: greatest distance of
//! a corner from the centre that moves). A function hangs no lower than the parabola of its greatest curvature through
//! two of its points, and therefore
//!
//! separation over [t, t + h]  >=  the least of the parabola from d to s(t + h) that hangs K h^2 / 8 below the middle
//! of its chord ([`lowest_of_parabola`]),    s: separation along n,
//!
//! and >= the lesser of d and s(t + h) less the most that the corners can turn at all. So a step h for which one of the
//! right sides is above the target hits nothing. The search for the greatest such step is between 0 and the end: first
//! as if s were a line, then by false position. From its end it goes on with a new axis. Without rotation this is
//! Newton's method on a convex function, which comes from the left and converges fast.
//!
//! Two cores that are points at the centres that move, as those of discs, have a closed form.
//!
//! A piece that turns while another stays near its side would take many such steps, since the axis soon is no longer
//! its own. So after [`ROUNDS`] of them, axes that turn with a or with b are tried as well. Seen from a, which turns at
//! w with |w|^2 + |w'| <= k_a, a corner of b at distance |x| <= D moves with |x''| <= r_b k_b + 2 w |y'| + k_a D; y' is
//! its velocity against a's centre (Coriolis, 1835).

use crate::distance::gjk::{Nearest, nearest_along};
use crate::distance::toi::sweep::Sweep;
use crate::distance::toi::wide_sweep::WideSweep;
use crate::manifold::scalar::core::Corners;
use crate::wide::Wide;
use carom_math::{Vec2, lowest_of_parabola};
use carom_shapes::Piece;

/// Bound on the axes tried that are fixed in the world.
const ROUNDS: usize = 6;

/// Bound on the axes tried after that.
const MORE_ROUNDS: usize = 1024;

/// Bound on the tries for one step.
const TRIES: usize = 32;

#[cfg(test)]
#[path = "impact_tests.rs"]
mod tests;

/// The result for two moving pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Impact {
    /// They stay farther apart than the target the whole time (or a number is not finite).
    Separated,
    /// They are not farther apart than the target at the start: contacts handle this, not impacts.
    Overlapped,
    /// They come as near as the target for the first time.
    Hit {
        /// The time, 0..=1: not after the distance is the target, and not before it is the target plus the tolerance.
        time: f32,
        /// Unit vector from a to b at that time, in the world.
        normal: Vec2,
    },
}

/// The two pieces in motion.
struct Motion<'a> {
    corners_a: &'a [Vec2],
    corners_b: &'a [Vec2],
    sweep_a: WideSweep,
    sweep_b: WideSweep,
    /// Greatest distance of a corner from the centre of its motion [m].
    reach_a: f64,
    reach_b: f64,
}

/// The first time at which the surfaces of `a` and `b`, each moved by its sweep in the world, come as near as `target`
/// [m].
///
/// The time is never late, and early by at most the approach from `tolerance` [m] beyond the target; motions with more
/// than 1,024 changes of axis may stop earlier. A negative target lets the radii overlap; the cores are kept at least
/// half a tolerance apart, so that the normal is known. For a fast body against the ground, take a target of minus the
/// slop for round pieces and the slop for sharp ones, and a quarter of the slop as tolerance.
///
/// Links count as two-sided segments here: skip the one-sided ones for which [`crate::is_behind`] says that the mover
/// starts on the solid side.
pub fn time_of_impact(a: &Piece, sweep_a: &Sweep, b: &Piece, sweep_b: &Sweep, target: f32, tolerance: f32) -> Impact {
    counted([a, b], [sweep_a, sweep_b], target, tolerance, true).0
}

/// The same, but pieces that separate just then also count if they approach again later: a body that is pushed on and
/// on gets away sooner so.
pub fn time_of_touch(a: &Piece, sweep_a: &Sweep, b: &Piece, sweep_b: &Sweep, target: f32, tolerance: f32) -> Impact {
    counted([a, b], [sweep_a, sweep_b], target, tolerance, false).0
}

/// The time of impact of two pieces without all that is nearer than `insets` [m] to their surfaces.
pub fn time_of_inset_impact(
    pieces: [&Piece; 2],
    sweeps: [&Sweep; 2],
    insets: [f32; 2],
    target: f32,
    tolerance: f32,
) -> Impact {
    counted_inset(pieces, sweeps, insets, target, tolerance, true).0
}

/// The same, and the number of axes tried; with `closing` only if the nearest points approach.
fn counted(
    pieces: [&Piece; 2],
    sweeps: [&Sweep; 2],
    target: f32,
    tolerance: f32,
    closing: bool,
) -> (Impact, usize) {
    counted_inset(pieces, sweeps, [0.0; 2], target, tolerance, closing)
}

fn counted_inset(
    [a, b]: [&Piece; 2],
    [sweep_a, sweep_b]: [&Sweep; 2],
    insets: [f32; 2],
    target: f32,
    tolerance: f32,
    closing: bool,
) -> (Impact, usize) {
    if !(sweep_a.is_finite() && sweep_b.is_finite() && target.is_finite() && tolerance.is_finite()) {
        return (Impact::Separated, 0);
    }
    let ((corners_a, radius_a), (corners_b, radius_b)) = (Corners::inset(a, insets[0]), Corners::inset(b, insets[1]));
    let (corners_a, corners_b) = (corners_a.as_slice(), corners_b.as_slice());
    let (reach_a, reach_b) = (far_from(corners_a, sweep_a.local_center), far_from(corners_b, sweep_b.local_center));
    let (sweep_a, sweep_b) = (WideSweep::from(sweep_a), WideSweep::from(sweep_b));
    let motion = Motion { corners_a, corners_b, sweep_a, sweep_b, reach_a, reach_b };
    let band = if tolerance > 0.0 { 0.5 * f64::from(tolerance) } else { 0.0 };
    let goal = f64::from(target) + f64::from(radius_a) + f64::from(radius_b);
    let goal = if goal > band { goal } else { band };
    if reach_a == 0.0 && reach_b == 0.0 {
        return (motion.points_meet(goal, goal + 0.5 * band), 1);
    }
    let mut t = 0.0;
    let mut normal = motion.apart(0.0);
    let mut frames: &[Frame] = &[Frame::World];
    for round in 0..ROUNDS + MORE_ROUNDS {
        // The nearest corners mostly stay the same.
        let near = nearest_along(corners_a, &sweep_a.pose_at(t), corners_b, &sweep_b.pose_at(t), normal);
        if near.distance <= goal {
            return (if t == 0.0 { Impact::Overlapped } else { hit(t, near.normal) }, round);
        }
        normal = near.normal;
        if round == ROUNDS {
            frames = &ALL_FRAMES;
        }
        if near.distance <= goal + band && closing && motion.closes(t, &near) {
            // Near enough, unless they stay so.
            let stays = motion.room(Frame::World, t, &near, goal, 1.0 - t).0 >= 0.0;
            return (if stays { Impact::Separated } else { hit(t, normal) }, round);
        }
        let step = motion.longest_step(frames, t, &near, goal, band);
        if step.whole {
            return (Impact::Separated, round);
        }
        // Pieces that separate may come back with another corner later: the step leads there.
        if near.distance <= goal + band && (step.h == 0.0 || step.closing && !closing) {
            return (hit(t, normal), round);
        }
        // The step is too small to count: the next round would be the same.
        if t + step.h == t {
            if near.distance <= goal + band || frames.len() > 1 {
                return (hit(t, normal), round);
            }
            frames = &ALL_FRAMES;
        }
        t += step.h;
    }
    (hit(t, normal), ROUNDS + MORE_ROUNDS)
}

/// A hit at `t`, rounded to f32 towards 0.
fn hit(t: f64, normal: Wide) -> Impact {
    let rounded = t as f32;
    let time = if f64::from(rounded) > t { rounded.next_down() } else { rounded };
    Impact::Hit { time, normal: normal.narrow() }
}

/// A step that hits nothing.
struct Step {
    h: f64,
    /// It goes to the end.
    whole: bool,
    /// The pieces approach along the axis, or no step was found.
    closing: bool,
}

/// The frame in which an axis is fixed.
#[derive(Clone, Copy)]
enum Frame {
    World,
    OfA,
    OfB,
}

/// All of them.
const ALL_FRAMES: [Frame; 3] = [Frame::World, Frame::OfA, Frame::OfB];

impl Motion<'_> {
    /// The hit of two cores that are points at the moving centres: the centres are `aim` apart [m], on the way to being
    /// `goal` apart, at |p + t w| = aim.
    fn points_meet(&self, goal: f64, aim: f64) -> Impact {
        let (p, end) = (self.apart(0.0), self.apart(1.0));
        let w = end - p;
        let (far, square, half) = (p.dot(p), w.dot(w), p.dot(w));
        if far <= goal * goal {
            return Impact::Overlapped;
        }
        let root = |near: f64| half * half - square * (far - near * near);
        let time = |near: f64| (far - near * near) / (root(near).sqrt() - half);
        if half >= 0.0 || root(goal) < 0.0 || time(goal) >= 1.0 {
            return Impact::Separated;
        }
        let t = if far > aim * aim { time(aim) } else { 0.0 };
        let apart = p + w * t;
        let length = apart.length();
        hit(t, if length > 0.0 { apart * (1.0 / length) } else { Wide::ZERO })
    }

    /// From the centre of a to that of b at time `t`.
    fn apart(&self, t: f64) -> Wide {
        self.sweep_b.center_at(t) - self.sweep_a.center_at(t)
    }

    /// The longest of the safe steps with an axis that is fixed in one of `frames`.
    fn longest_step(&self, frames: &[Frame], t: f64, near: &Nearest, goal: f64, band: f64) -> Step {
        let mut best = Step { h: 0.0, whole: false, closing: true };
        for (i, frame) in frames.iter().enumerate() {
            let step = self.safe_step(*frame, t, near, goal, band);
            if i == 0 || step.h > best.h {
                best = step;
            }
            if best.whole {
                break;
            }
        }
        best
    }

    /// The margin by which they surely stay farther apart than `goal` from `t` to `t + h`, along the axis from nearest
    /// point to nearest point, and their distance along it at the end.
    fn room(&self, frame: Frame, t: f64, near: &Nearest, goal: f64, h: f64) -> (f64, f64) {
        let (n, d) = (near.normal, near.distance);
        // The greatest sag below the chord: by its curvature, and by the greatest turning of the corners.
        let (axis, [sag, most]) = match frame {
            Frame::World => (n, self.sag(t, t + h)),
            Frame::OfA => (
                self.sweep_a.pose_at(t + h).rotate(self.sweep_a.pose_at(t).inverse_rotate(n)),
                [seen_sag(&self.sweep_a, &self.sweep_b, self.reach_b, t, t + h), f64::INFINITY],
            ),
            Frame::OfB => (
                self.sweep_b.pose_at(t + h).rotate(self.sweep_b.pose_at(t).inverse_rotate(n)),
                [seen_sag(&self.sweep_b, &self.sweep_a, self.reach_a, t, t + h), f64::INFINITY],
            ),
        };
        let s = self.separation(t + h, axis);
        let (hanging, flat) = (lowest_of_parabola(d, s, sag), (if s < d { s } else { d }) - most);
        // Half a turn has no finite curvature.
        ((if hanging > flat { hanging } else { flat }) - goal, s)
    }

    /// The step from `t` along the axis from nearest point to nearest point, until they may be as near as `goal`.
    fn safe_step(&self, frame: Frame, t: f64, near: &Nearest, goal: f64, band: f64) -> Step {
        let whole = 1.0 - t;
        let (at_end, end_apart) = self.room(frame, t, near, goal, whole);
        if at_end >= 0.0 {
            return Step { h: whole, whole: true, closing: false };
        }
        let (mut low, mut below, mut apart) = (0.0, near.distance - goal, f64::MIN);
        let (mut high, mut above) = (whole, at_end);
        let enough = if below < band { 0.5 * below } else { 0.5 * band };
        // As if they approached evenly, less the effect of turning: below - gone f - sag f^2 = enough / 2.
        let last = if end_apart < near.distance { end_apart } else { near.distance };
        let (gone, sag) = (near.distance - last, last - at_end - goal);
        let spare = below - 0.5 * enough;
        let mut f = 2.0 * spare / (gone + (gone * gone + 4.0 * sag * spare).sqrt());
        let mut last_low = false;
        for _ in 0..TRIES {
            // Kept off the ends.
            let h = low + f.clamp(0.001, 0.999) * (high - low);
            let (value, s) = self.room(frame, t, near, goal, h);
            if value >= 0.0 {
                (low, below, apart) = (h, value, s);
                if last_low {
                    above *= 0.5;
                }
                last_low = true;
                if below <= enough {
                    break;
                }
            } else {
                (high, above) = (h, value);
                last_low = false;
            }
            // False position, with the weight of an end that stays halved each time (Illinois, Dowell 1971).
            f = (below - 0.5 * enough) / (below - above);
        }
        Step { h: low, whole: false, closing: apart < near.distance }
    }

    /// Separation along `n` at time `t` [m].
    fn separation(&self, t: f64, n: Wide) -> f64 {
        let one = |sweep: &WideSweep, corners: &[Vec2], reach: f64, n: Wide| {
            // A piece that turns about its only corner.
            if reach == 0.0 { 0.0 } else { sweep.extent(corners, t, n) }
        };
        let beside =
            one(&self.sweep_b, self.corners_b, self.reach_b, -n) + one(&self.sweep_a, self.corners_a, self.reach_a, n);
        n.dot(self.apart(t)) - beside
    }

    /// Whether the nearest points approach at time `t`. The derivative of a distance is that along the normal there (J.
    /// Danskin, The Theory of Max-Min, 1967).
    fn closes(&self, t: f64, near: &Nearest) -> bool {
        near.normal.dot(self.sweep_b.rate_at(t, near.on_b) - self.sweep_a.rate_at(t, near.on_a)) < 0.0
    }

    /// The greatest sag of a separation along a fixed axis below its chord between two times: by its curvature, and by
    /// the greatest turning of the corners [m].
    fn sag(&self, t1: f64, t2: f64) -> [f64; 2] {
        let one = |sweep: &WideSweep, reach: f64| {
            // A piece that turns about its only corner.
            if reach == 0.0 {
                return [0.0; 2];
            }
            let bound = 0.125 * (t2 - t1) * (t2 - t1) * sweep.curvature(t1, t2);
            [reach * bound, reach * if bound < 2.0 { bound } else { 2.0 }]
        };
        let (a, b) = (one(&self.sweep_a, self.reach_a), one(&self.sweep_b, self.reach_b));
        [a[0] + b[0], a[1] + b[1]]
    }
}

/// The greatest sag below its chord, between two times, of the separation along an axis that turns with `own`; the
/// other piece is within `reach` [m] of the centre of its motion [m].
fn seen_sag(own: &WideSweep, other: &WideSweep, reach: f64, t1: f64, t2: f64) -> f64 {
    let (k_own, k_other) = (own.curvature(t1, t2), other.curvature(t1, t2));
    let apart = |t: f64| other.center_at(t) - own.center_at(t);
    let (x1, x2) = (apart(t1), apart(t2));
    let (far1, far2) = (x1.length(), x2.length());
    let far = reach + if far1 > far2 { far1 } else { far2 };
    let speed = (other.way - own.way).length() + reach * k_other.sqrt();
    let bound = reach * k_other + 2.0 * k_own.sqrt() * speed + k_own * far;
    0.125 * (t2 - t1) * (t2 - t1) * bound
}

/// The greatest distance of a corner from `center` [m].
fn far_from(corners: &[Vec2], center: Vec2) -> f64 {
    let square = corners.iter().fold(0.0, |far, v| {
        let d = Wide::from(*v) - Wide::from(center);
        let square = d.dot(d);
        if square > far { square } else { far }
    });
    square.sqrt()
}
