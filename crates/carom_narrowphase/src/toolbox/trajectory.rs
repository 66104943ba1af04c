//! The trajectory of a thrown body, and its first hit. In: a ball or a point with its velocity, gravity, and a piece or
//! a shape at rest. Out: time, point and normal of the first touch. In f64.
//!
//! The centre moves along p(t) = p0 + v t + g t^2 / 2 (G. Galilei, 1638). It touches when it comes within the radius R
//! of the core: over an edge with normal n and corner c at
//!
//! n . (p(t) - c) = R        which is quadratic in t and passed inwards at one root at most,
//!
//! and at a corner at |p(t) - c|^2 = R^2, which is of the fourth degree; see `roots`.

use crate::distance::inside::within;
use crate::distance::separation::{box_gap, separate_point};
use crate::manifold::scalar::core::Corners;
use crate::toolbox::roots::roots;
use crate::wide::{Wide, WidePose};
use carom_math::{Aabb, Pose, Vec2};
use carom_shapes::{Piece, Shape};

/// A throw: a ball, or a point if the radius is 0, in free flight for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trajectory {
    /// Start of its centre, in the world [m].
    pub from: Vec2,
    /// Its velocity there [m/s].
    pub velocity: Vec2,
    /// Acceleration [m/s^2].
    pub gravity: Vec2,
    /// Radius of the ball, 0 for a point [m].
    pub radius: f32,
    /// Duration of the flight [s].
    pub duration: f32,
}

impl Trajectory {
    /// A ball of `radius` [m] thrown from `from` [m] with `velocity` [m/s], for 10 s, with 9.81 m/s^2 down.
    pub const fn new(from: Vec2, velocity: Vec2, radius: f32) -> Self {
        Self { from, velocity, gravity: Vec2::new(0.0, -9.81), radius, duration: 10.0 }
    }

    /// The centre at `time` [s] if nothing is hit [m].
    pub fn place_at(&self, time: f32) -> Vec2 {
        let t = f64::from(time);
        let fall = Wide::from(self.gravity) * (0.5 * t * t);
        (Wide::from(self.from) + Wide::from(self.velocity) * t + fall).narrow()
    }

    /// The velocity at `time` [s] if nothing is hit [m/s].
    pub fn velocity_at(&self, time: f32) -> Vec2 {
        (Wide::from(self.velocity) + Wide::from(self.gravity) * f64::from(time)).narrow()
    }
}

/// The first hit of a throw.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TrajectoryHit {
    /// Index of the piece; 0 for a lone piece.
    pub piece: usize,
    /// Time [s].
    pub time: f32,
    /// The ball's centre then, in the world [m].
    pub center: Vec2,
    /// The touching point of the surface, in the world [m].
    pub point: Vec2,
    /// Outward unit normal of the surface there.
    pub normal: Vec2,
}

/// The hit of a throw on the piece at `pose`. A throw that starts inside hits at time 0; one that starts on the surface
/// and leaves it flies on. A one-sided link is hit only with the centre on its right. `None` also if a number is not
/// finite, or the radius or duration negative.
///
/// The sum of the ball's radius and the piece's should be at least a millionth of the path, or a corner may be missed
/// by as much.
pub fn ballistic_cast(piece: &Piece, pose: Pose, throw: &Trajectory) -> Option<TrajectoryHit> {
    let pose = WidePose::from(pose);
    let flight = Parabola::new(throw, &pose)?;
    flight.enter(piece).map(|entry| flight.hit(0, &entry, throw, &pose))
}

/// The first hit of a throw on the shape at `pose`; see [`ballistic_cast`]. Pieces whose boxes the flight's box misses
/// are skipped.
pub fn ballistic_cast_shape(shape: &Shape, pose: Pose, throw: &Trajectory) -> Option<TrajectoryHit> {
    let wide = WidePose::from(pose);
    let flight = Parabola::new(throw, &wide)?;
    let way = flight.aabb().grown(throw.radius);
    let mut first: Option<(usize, FlightEntry)> = None;
    for i in 0..shape.piece_count() {
        let piece = shape.piece(i);
        if box_gap(&way, &piece.aabb(Pose::IDENTITY)) > 0.0 {
            continue;
        }
        if let Some(entry) = flight.enter(&piece)
            && first.is_none_or(|(_, f)| entry.s < f.s)
        {
            first = Some((i, entry));
        }
    }
    first.map(|(i, entry)| flight.hit(i, &entry, throw, &wide))
}

/// A touch, in the piece's frame.
#[derive(Clone, Copy)]
struct FlightEntry {
    /// Fraction of the duration.
    s: f64,
    normal: Wide,
}

/// A throw in a piece's frame, over the part of its duration s in 0..=1: p(s) = from + along s + bend s^2.
struct Parabola {
    from: Wide,
    along: Wide,
    bend: Wide,
    radius: f64,
}

impl Parabola {
    fn new(throw: &Trajectory, pose: &WidePose) -> Option<Self> {
        let time = f64::from(throw.duration);
        let from = pose.inverse_transform_point(throw.from.into());
        let along = pose.inverse_rotate(throw.velocity.into()) * time;
        let bend = pose.inverse_rotate(throw.gravity.into()) * (0.5 * time * time);
        let finite = [from, along, bend].iter().all(|v| v.dot(*v).is_finite()) && throw.radius.is_finite();
        let good = finite && throw.radius >= 0.0 && throw.duration >= 0.0;
        if good { Some(Self { from, along, bend, radius: f64::from(throw.radius) }) } else { None }
    }

    fn at(&self, s: f64) -> Wide {
        self.from + (self.along + self.bend * s) * s
    }

    fn velocity(&self, s: f64) -> Wide {
        self.along + self.bend * (2.0 * s)
    }

    /// The least box around the path of the centre: its ends, and its turning points.
    fn aabb(&self) -> Aabb {
        let turn = |v: f64, a: f64| if a == 0.0 { 0.0 } else { (-0.5 * v / a).clamp(0.0, 1.0) };
        let stops = [0.0, 1.0, turn(self.along.x, self.bend.x), turn(self.along.y, self.bend.y)];
        Aabb::around(stops.map(|s| self.at(s).narrow()))
    }

    /// An entry as a hit in the world.
    fn hit(&self, piece: usize, entry: &FlightEntry, throw: &Trajectory, pose: &WidePose) -> TrajectoryHit {
        let center = self.at(entry.s);
        TrajectoryHit {
            piece,
            time: (entry.s * f64::from(throw.duration)) as f32,
            center: pose.transform_point(center).narrow(),
            point: pose.transform_point(center - entry.normal * self.radius).narrow(),
            normal: pose.rotate(entry.normal).narrow(),
        }
    }

    /// The first touch of the piece.
    fn enter(&self, piece: &Piece) -> Option<FlightEntry> {
        let corners = Corners::of(piece);
        let corners = corners.as_slice();
        let radius = f64::from(piece.radius()) + self.radius;
        let one_sided = match piece {
            Piece::Link(link) if link.one_sided => Some((Wide::from(link.a), Wide::from(link.b))),
            _ => None,
        };
        let in_front = |p: Wide| one_sided.is_none_or(|(a, b)| (b - a).right().dot(p - a) >= 0.0);
        if within(corners, radius, self.from) && in_front(self.from) {
            let start = separate_point(piece, self.from);
            let deep = start.distance - self.radius < -1.0e-6 * radius - 1.0e-12 * self.from.length();
            if deep || start.normal.dot(self.along) < 0.0 {
                return Some(FlightEntry { s: 0.0, normal: start.normal });
            }
        }
        let mut first: Option<FlightEntry> = None;
        let mut keep = |entry: Option<FlightEntry>| {
            if let Some(e) = entry
                && first.is_none_or(|f| e.s < f.s)
            {
                first = Some(e);
            }
        };
        let mut v = Wide::from(*corners.last()?);
        for (i, w) in corners.iter().enumerate() {
            let w = Wide::from(*w);
            // The first edge of a line goes back, from b to a: a one-sided link does not have it.
            if one_sided.is_none() || i > 0 {
                keep(self.edge(v, w, radius));
            }
            if radius > 0.0 {
                keep(self.disc(w, radius, in_front));
            } else if corners.len() == 2 && one_sided.is_none() {
                keep(self.end(v, w));
            }
            v = w;
        }
        first
    }

    /// The time at which n . (p(s) - c) falls to `height`; it does so once at most.
    fn falls(&self, n: Wide, c: Wide, height: f64) -> Option<f64> {
        let (a, b, c) = (n.dot(self.bend), n.dot(self.along), n.dot(self.from - c) - height);
        let root = b * b - 4.0 * a * c;
        if !(root >= 0.0) {
            return None;
        }
        // Of the two equal expressions of the root, (-b - sqrt) / 2a and 2c / (-b + sqrt), the one without
        // cancellation.
        let root = root.sqrt();
        let s = if b > 0.0 { (-b - root) / (2.0 * a) } else { 2.0 * c / (root - b) };
        if (0.0..=1.0).contains(&s) { Some(s) } else { None }
    }

    /// The entry through the edge from `v` to `w`, moved outward by `radius`, from its right to its left.
    fn edge(&self, v: Wide, w: Wide, radius: f64) -> Option<FlightEntry> {
        let normal = (w - v).right().unit();
        if normal == Wide::ZERO {
            return None;
        }
        let s = self.falls(normal, v, radius)?;
        let p = self.at(s);
        // A hair of slack, so that nothing slips between two edges that share a corner.
        let slack = 1.0e-12 * ((w - v).dot(w - v) + (p - v).dot(p - v));
        let (from_v, from_w) = ((w - v).dot(p - v), (v - w).dot(p - w));
        if from_v >= -slack && from_w >= -slack { Some(FlightEntry { s, normal }) } else { None }
    }

    /// The entry into the disc of `radius` about `c`, from outside and if `allowed`.
    fn disc(&self, c: Wide, radius: f64, allowed: impl Fn(Wide) -> bool) -> Option<FlightEntry> {
        let (m, b, a) = (self.from - c, self.along, self.bend);
        let quartic = [m.dot(m) - radius * radius, 2.0 * b.dot(m), b.dot(b) + 2.0 * a.dot(m), 2.0 * a.dot(b), a.dot(a)];
        for s in roots(quartic).as_slice() {
            let s = self.polish(*s, c, radius);
            let off = self.at(s) - c;
            if off.dot(self.velocity(s)) < 0.0 && allowed(self.at(s)) {
                return Some(FlightEntry { s, normal: off.unit() });
            }
        }
        None
    }

    /// One step of refinement: the distance, which has more digits than its square, against the radius.
    fn polish(&self, s: f64, c: Wide, radius: f64) -> f64 {
        let off = self.at(s) - c;
        let step = (off.length() - radius) / off.unit().dot(self.velocity(s));
        let next = s - step;
        let better = (self.at(next) - c).length() - radius;
        let good = (0.0..=1.0).contains(&next) && better.abs() < (off.length() - radius).abs();
        if good { next } else { s }
    }

    /// The entry at the end `w` of the line without width from `v` to `w`, exactly along the line.
    fn end(&self, v: Wide, w: Wide) -> Option<FlightEntry> {
        let e = (w - v).unit();
        let side = (w - v).right();
        let on_line = [self.from - w, self.along, self.bend].iter().all(|d| side.dot(*d) == 0.0);
        if !on_line || e == Wide::ZERO {
            return None;
        }
        self.falls(e, w, 0.0).map(|s| FlightEntry { s, normal: e })
    }
}
