//! The motion of a body through a step: its centre of mass along a straight line, its rotation along the chord.
//! In come the two ends; out comes the pose at any time between. E. Catto, Continuous Collision, GDC 2013.

use crate::wide::{Wide, WidePose};
use carom_math::{Pose, Rot, Vec2};

/// A motion from one pose to another, in time 0..=1. It turns by less than half a turn, along the chord between the two rotations:
/// an even rotation of a quarter turn is up to 4.1 degrees ahead of it or behind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sweep {
    /// The centre that moves along the line, in the body's frame [m].
    pub local_center: Vec2,
    /// Its place at time 0 [m].
    pub c0: Vec2,
    /// Its place at time 1 [m].
    pub c1: Vec2,
    /// Rotation at time 0.
    pub q0: Rot,
    /// Rotation at time 1.
    pub q1: Rot,
}

impl Sweep {
    /// No motion: `pose` at all times.
    pub fn still(pose: Pose) -> Self {
        Self { local_center: Vec2::ZERO, c0: pose.p, c1: pose.p, q0: pose.q, q1: pose.q }
    }

    /// The motion of a body whose centre of mass is at `local_center` [m] from pose `from` to pose `to`.
    pub fn between(local_center: Vec2, from: Pose, to: Pose) -> Self {
        Self { local_center, c0: from.apply(local_center), c1: to.apply(local_center), q0: from.q, q1: to.q }
    }

    /// The pose of the body's origin at time `t`, 0..=1.
    pub fn pose_at(&self, t: f32) -> Pose {
        let q = self.q0.lerp(self.q1, t);
        let c = (1.0 - t) * self.c0 + t * self.c1;
        Pose { p: c - q.rotate(self.local_center), q }
    }

    /// The same in f64, where the time of impact is looked for.
    pub(crate) fn wide_pose_at(&self, t: f64) -> WidePose {
        let (c0, s0, c1, s1) = (f64::from(self.q0.c), f64::from(self.q0.s), f64::from(self.q1.c), f64::from(self.q1.s));
        let (c, s) = ((1.0 - t) * c0 + t * c1, (1.0 - t) * s0 + t * s1);
        let length = (c * c + s * s).sqrt();
        let (c, s) = if length > 0.0 { (c / length, s / length) } else { (1.0, 0.0) };
        let center = self.wide_center_at(t);
        let pose = WidePose { p: center, c, s };
        WidePose { p: center - pose.rotate(self.local_center.into()), ..pose }
    }

    /// The place of the centre at time `t`, in f64.
    pub(crate) fn wide_center_at(&self, t: f64) -> Wide {
        Wide::from(self.c0) * (1.0 - t) + Wide::from(self.c1) * t
    }

    /// The velocity of the body's point that is at `p` at time `t` [m for the whole time].
    pub(crate) fn wide_rate_at(&self, t: f64, p: Wide) -> Wide {
        let q0 = Wide { x: f64::from(self.q0.c), y: f64::from(self.q0.s) };
        let d = Wide { x: f64::from(self.q1.c), y: f64::from(self.q1.s) } - q0;
        let q = q0 + d * t;
        let square = q.dot(q);
        let turn = if square > 0.0 { q0.cross(d) / square } else { 0.0 };
        Wide::from(self.c1) - self.c0.into() + (p - self.wide_center_at(t)).left() * turn
    }

    /// Bound on the second derivative in time, between `t1` and `t2`, of any coordinate of a point at distance 1 from
    /// the centre. With q(t) = q0 + t d not yet a unit, the angle has
    ///
    /// angle' = (q0 x d) / |q|^2,   angle'' = -2 (q0 x d) (q . d) / |q|^4,
    ///
    /// and a coordinate cos(angle) has |cos''| <= angle'^2 + |angle''|. |q|^2 is least where q . d = 0, q . d is
    /// greatest at an end.
    pub(crate) fn curvature(&self, t1: f64, t2: f64) -> f64 {
        let q0 = Wide { x: f64::from(self.q0.c), y: f64::from(self.q0.s) };
        let d = Wide { x: f64::from(self.q1.c), y: f64::from(self.q1.s) } - q0;
        let turn = q0.cross(d);
        let dd = d.dot(d);
        if dd == 0.0 {
            return 0.0;
        }
        let middle = -q0.dot(d) / dd;
        let low = if middle < t1 {
            t1
        } else if middle > t2 {
            t2
        } else {
            middle
        };
        let q = q0 + d * low;
        let least = q.dot(q);
        let (grow1, grow2) = ((q0 + d * t1).dot(d).abs(), (q0 + d * t2).dot(d).abs());
        let grow = if grow1 > grow2 { grow1 } else { grow2 };
        let rate = turn / least;
        rate * rate + 2.0 * turn.abs() * grow / (least * least)
    }

    /// Whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        let places = self.local_center.is_finite() && self.c0.is_finite() && self.c1.is_finite();
        places && self.q0.is_finite() && self.q1.is_finite()
    }
}
