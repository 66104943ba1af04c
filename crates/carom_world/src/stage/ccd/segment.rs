//! A motion segment: a part of a body's motion through a step. Its centre moves along a straight line, and it turns at
//! an even rate.
//!
//! The time of impact turns along chords, so a segment is cut into chords of at most a quarter of a radian. The pose at
//! any time is the one that the time of impact saw.

use crate::state::{Bodies, NONE};
use carom_math::{Aabb, Pose, Rot, Vec2, clamp};
use carom_narrowphase::Sweep;
use carom_shapes::Piece;

/// The greatest rotation along one chord [rad]. A point is at most 3 parts in 10,000 of its distance from the centre
/// away from its place in an even rotation.
pub(crate) const CHORD: f32 = 0.25;

/// The most chords of a segment.
const MOST_CHORDS: u32 = 128;

/// A motion from `start` to the end of the step, valid until the next segment starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MotionSegment {
    /// Time at which it starts, 0..=1.
    pub start: f32,
    /// Centre of the motion, in the body's frame [m].
    pub local_center: Vec2,
    /// The centre at the start of the segment and at the end of the step [m].
    pub c0: Vec2,
    pub c1: Vec2,
    /// The rotations then.
    pub q0: Rot,
    pub q1: Rot,
    /// Rotation between them, whole turns included [rad].
    pub turn: f32,
    /// The segment before it, or [`NONE`].
    pub before: u32,
}

/// The place of a body at some time on a segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Its centre of motion [m].
    pub center: Vec2,
    pub pose: Pose,
}

impl Place {
    /// At time `t`.
    pub fn on(segment: &MotionSegment, t: f32) -> Self {
        let (center, q) = segment.at(t);
        Self { center, pose: Pose { p: center - q.rotate(segment.local_center), q } }
    }
}

/// The poses of a body at both ends of a segment, and the sag of its points beside the straight motion between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    start: Pose,
    end: Pose,
    local_center: Vec2,
    sag: f32,
}

impl Ends {
    pub fn of(segment: &MotionSegment) -> Self {
        let (start, end) = (segment.pose_at(segment.start), segment.pose_at(1.0));
        Self { start, end, local_center: segment.local_center, sag: segment.sag() }
    }

    /// Box around all that a piece passes.
    pub fn area(&self, piece: &Piece) -> Aabb {
        let around = piece.aabb(self.start).union(&piece.aabb(self.end));
        if self.sag > 0.0 { around.grown(self.sag * piece.reach(self.local_center)) } else { around }
    }
}

/// A part of a segment along which it turns by little: its number and the count of them, its times, and the rotations
/// then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chord {
    number: u32,
    count: u32,
    pub times: [f32; 2],
    ends: [Rot; 2],
}

impl MotionSegment {
    /// No motion.
    pub fn still(pose: Pose) -> Self {
        let (c, q) = (pose.p, pose.q);
        Self { start: 0.0, local_center: Vec2::ZERO, c0: c, c1: c, q0: q, q1: q, turn: 0.0, before: NONE }
    }

    /// The motion that the solver gave a body, which turned by `turn` [rad] on it.
    pub fn of_row(bodies: &Bodies, row: usize, turn: f32) -> Self {
        if row >= bodies.active {
            return Self::still(bodies.poses[row]);
        }
        let (motion, start) = (&bodies.motions[row], &bodies.starts[row]);
        let (q0, q1) = (start.pose.q, bodies.poses[row].q);
        if q1 == q0 && bodies.states[row].w() == 0.0 {
            return Self {
                local_center: motion.local_center,
                c0: start.center,
                c1: bodies.masses[row].center,
                ..Self::still(bodies.poses[row])
            };
        }
        Self {
            start: 0.0,
            local_center: motion.local_center,
            c0: start.center,
            c1: bodies.masses[row].center,
            q0,
            q1,
            turn,
            before: NONE,
        }
    }

    /// The segment before this one, if this one starts later than `t`.
    pub fn before_at(&self, t: f32) -> Option<u32> {
        (self.start > t && self.before != NONE).then_some(self.before)
    }

    /// The segment from time `t` on, at which the body is at `place`, with other rates: `way` [m] and `turn` [rad] for
    /// a whole step.
    pub fn bent_at(&self, (t, place): (f32, &Place), way: Vec2, turn: f32, before: u32) -> Self {
        let (c, q) = (place.center, place.pose.q);
        let rest = 1.0 - t;
        let turn = turn * rest;
        let q1 = Rot::from_angle(turn).after(q).normalized();
        Self { start: t, c0: c, c1: c + way * rest, q0: q, q1, turn, before, ..*self }
    }

    /// The displacement of the centre [m] and the rotation [rad] in a whole step at this rate.
    pub fn rates(&self) -> (Vec2, f32) {
        let rest = 1.0 - self.start;
        if rest > 0.0 { ((self.c1 - self.c0) / rest, self.turn / rest) } else { (Vec2::ZERO, 0.0) }
    }

    /// The most by which a coordinate hangs beside its chord from the start on, of a point at distance 1 from the
    /// centre.
    pub fn sag(&self) -> f32 {
        let bound = 0.125 * self.turn * self.turn;
        if bound < 2.0 { bound } else { 2.0 }
    }

    /// Whether the centres of two stay farther apart than `far` [m], from the later one of their starts on.
    pub fn misses(&self, other: &Self, far: f32) -> bool {
        if self.start < other.start {
            return other.misses(self, far);
        }
        let rest = 1.0 - other.start;
        let from = if rest > 0.0 { (self.start - other.start) / rest } else { 1.0 };
        let start = self.c0 - (other.c0 * (1.0 - from) + other.c1 * from);
        let way = self.c1 - other.c1 - start;
        let square = way.dot(way);
        let part = if square > 0.0 { clamp(-start.dot(way) / square, 0.0, 1.0) } else { 0.0 };
        let nearest = start + way * part;
        nearest.dot(nearest) > far * far
    }

    fn chords(&self) -> u32 {
        let count = ((self.turn.abs() / CHORD) as u32).saturating_add(1);
        if count < MOST_CHORDS { count } else { MOST_CHORDS }
    }

    /// Time at which chord `k` of `count` starts.
    fn time_of(&self, k: u32, count: u32) -> f32 {
        if k == 0 {
            self.start
        } else if k >= count {
            1.0
        } else {
            self.start + (1.0 - self.start) * (k as f32 / count as f32)
        }
    }

    /// The chord that holds time `t`.
    fn chord_at(&self, t: f32, count: u32) -> u32 {
        if count == 1 {
            return 0;
        }
        let rest = 1.0 - self.start;
        let mut k = if rest > 0.0 { ((t - self.start) / rest * count as f32) as u32 } else { 0 };
        while k + 1 < count && self.time_of(k + 1, count) <= t {
            k += 1;
        }
        if k < count { k } else { count - 1 }
    }

    /// Rotation at the start of chord `k` of `count`.
    fn node(&self, k: u32, count: u32) -> Rot {
        match k {
            0 => self.q0,
            k if k >= count => self.q1,
            k => Rot::from_angle(self.turn * (k as f32 / count as f32)).after(self.q0),
        }
    }

    /// The motion between two times of a chord. Its rotations are points of the chord, not normalized, so it is the
    /// same motion for any part of the chord.
    pub fn between(&self, chord: &Chord, t0: f32, t1: f32) -> Sweep {
        let all = chord.count == 1 && t0 <= self.start && t1 >= 1.0;
        if all || self.turn == 0.0 && self.c0 == self.c1 {
            return Sweep { local_center: self.local_center, c0: self.c0, c1: self.c1, q0: self.q0, q1: self.q1 };
        }
        Sweep {
            local_center: self.local_center,
            c0: self.center_at(t0),
            c1: self.center_at(t1),
            q0: self.on_chord(chord, t0),
            q1: self.on_chord(chord, t1),
        }
    }

    /// The chord that holds time `t`.
    pub fn chord(&self, t: f32) -> Chord {
        let count = self.chords();
        let number = self.chord_at(t, count);
        let times = [self.time_of(number, count), self.time_of(number + 1, count)];
        Chord { number, count, times, ends: [self.node(number, count), self.node(number + 1, count)] }
    }

    /// The chord after one.
    pub fn chord_after(&self, &Chord { number, count, times: [_, from], ends: [_, start] }: &Chord) -> Chord {
        let number = number + 1;
        let times = [from, self.time_of(number + 1, count)];
        Chord { number, count, times, ends: [start, self.node(number + 1, count)] }
    }

    /// The rotation at time `t` along a chord, not normalized.
    fn on_chord(&self, Chord { times: [from, to], ends: [a, b], .. }: &Chord, t: f32) -> Rot {
        let f = if to > from { clamp((t - from) / (to - from), 0.0, 1.0) } else { 1.0 };
        Rot { c: (1.0 - f) * a.c + f * b.c, s: (1.0 - f) * a.s + f * b.s }
    }

    /// The centre at time `t`.
    fn center_at(&self, t: f32) -> Vec2 {
        let rest = 1.0 - self.start;
        let f = if rest > 0.0 { (t - self.start) / rest } else { 1.0 };
        self.c0 + (self.c1 - self.c0) * f
    }

    /// Centre and rotation at time `t`.
    pub fn at(&self, t: f32) -> (Vec2, Rot) {
        if t >= 1.0 {
            return (self.c1, self.q1);
        }
        if t <= self.start {
            return (self.c0, self.q0);
        }
        // A chord of two equal rotations is one of them but for rounding, which would turn a locked body.
        if self.turn == 0.0 {
            return (self.center_at(t), self.q0.normalized());
        }
        (self.center_at(t), self.on_chord(&self.chord(t), t).normalized())
    }

    /// Pose at time `t`.
    pub fn pose_at(&self, t: f32) -> Pose {
        Place::on(self, t).pose
    }
}
