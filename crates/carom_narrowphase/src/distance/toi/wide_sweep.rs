//! A motion prepared for many evaluations: in f64, with the constant parts computed once. In: the two ends of a
//! [`Sweep`]. Out: poses, rates, and bounds on the curvature of a coordinate.

use crate::distance::toi::sweep::Sweep;
use crate::wide::{Wide, WidePose};
use carom_math::Vec2;

/// Above this cosine of a rotation, one bound on its curvature serves for all of it: it is at most half too high.
const LITTLE: f64 = 0.9;

/// A motion in f64. With q(t) = q0 + t d not yet a unit, the angle has
///
/// angle' = (q0 x d) / |q|^2,   angle'' = -2 (q0 x d) (q . d) / |q|^4.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WideSweep {
    /// The centre in the body's frame, its position at time 0, and its motion [m].
    local: Wide,
    c0: Wide,
    pub way: Wide,
    /// Rotation at time 0 as (cos, sin), not normalized, and its change.
    q0: Wide,
    d: Wide,
    /// q0 x d and d . d.
    turn: f64,
    square: f64,
    /// The rotation, if it does not change.
    still: Option<Wide>,
    /// Bound on the curvature between any two times, if it hardly changes.
    bound: Option<f64>,
}

impl From<&Sweep> for WideSweep {
    fn from(sweep: &Sweep) -> Self {
        let q0 = Wide { x: f64::from(sweep.q0.c), y: f64::from(sweep.q0.s) };
        let q1 = Wide { x: f64::from(sweep.q1.c), y: f64::from(sweep.q1.s) };
        let (c0, d) = (Wide::from(sweep.c0), q1 - q0);
        let square = d.dot(d);
        let wide = Self {
            local: sweep.local_center.into(),
            c0,
            way: Wide::from(sweep.c1) - c0,
            q0,
            d,
            turn: q0.cross(d),
            square,
            still: (square == 0.0).then(|| unit(q0)),
            bound: None,
        };
        let little = q0.dot(q1) > LITTLE;
        Self { bound: little.then(|| wide.curvature(0.0, 1.0)), ..wide }
    }
}

impl WideSweep {
    /// The pose of the body's origin at time `t`.
    pub fn pose_at(&self, t: f64) -> WidePose {
        let (center, q) = (self.center_at(t), self.rotation_at(t));
        let pose = WidePose { p: center, c: q.x, s: q.y };
        WidePose { p: center - pose.rotate(self.local), ..pose }
    }

    /// The position of the centre at time `t`.
    #[inline(always)]
    pub fn center_at(&self, t: f64) -> Wide {
        self.c0 + self.way * t
    }

    /// The rotation at time `t` as (cos, sin).
    #[inline(always)]
    pub fn rotation_at(&self, t: f64) -> Wide {
        self.still.unwrap_or_else(|| unit(self.q0 + self.d * t))
    }

    /// The velocity of the body's point at `p` at time `t` [m for the whole time].
    pub fn rate_at(&self, t: f64, p: Wide) -> Wide {
        let q = self.q0 + self.d * t;
        let square = q.dot(q);
        let turn = if square > 0.0 { self.turn / square } else { 0.0 };
        self.way + (p - self.center_at(t)).left() * turn
    }

    /// The extent along `n`, beyond the centre, of the core with these corners, at time `t` [m].
    #[inline(always)]
    pub fn extent(&self, corners: &[Vec2], t: f64, n: Wide) -> f64 {
        let q = self.rotation_at(t);
        let along = Wide { x: q.x * n.x + q.y * n.y, y: q.x * n.y - q.y * n.x };
        let mut far = f64::NEG_INFINITY;
        for corner in corners {
            let reach = along.dot(Wide::from(*corner) - self.local);
            far = if reach > far { reach } else { far };
        }
        far
    }

    /// Bound on the second derivative in time, between `t1` and `t2`, of any coordinate of a point at distance 1 from
    /// the centre: |cos''| <= angle'^2 + |angle''|. |q|^2 is least at q . d = 0, q . d is greatest at an end.
    #[inline(always)]
    pub fn curvature(&self, t1: f64, t2: f64) -> f64 {
        if let Some(bound) = self.bound {
            return bound;
        }
        if self.square == 0.0 {
            return 0.0;
        }
        let middle = -self.q0.dot(self.d) / self.square;
        let low = if middle < t1 {
            t1
        } else if middle > t2 {
            t2
        } else {
            middle
        };
        let q = self.q0 + self.d * low;
        let least = q.dot(q);
        let grow = |t: f64| (self.q0 + self.d * t).dot(self.d).abs();
        let (grow1, grow2) = (grow(t1), grow(t2));
        let grow = if grow1 > grow2 { grow1 } else { grow2 };
        let rate = self.turn / least;
        rate * rate + 2.0 * self.turn.abs() * grow / (least * least)
    }
}

/// A rotation normalized; zero if it has no direction.
fn unit(q: Wide) -> Wide {
    let length = q.length();
    if length > 0.0 { Wide { x: q.x / length, y: q.y / length } } else { Wide { x: 1.0, y: 0.0 } }
}
