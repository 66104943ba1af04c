//! What a query looks at first of a proxy: the box that holds its piece, turned as the piece is, in half a line of
//! memory. In: the box and a way or an area. Out: when the way comes to the box at the earliest, or whether the two are
//! plainly apart or plainly overlap. What this does not decide, the pieces themselves do.
//!
//! A batch that asks often makes the boxes of all proxies first: most of what a broad phase shows is missed by the way,
//! and a piece with its corners and its body's pose lies in five or six lines.
//!
//! Two boxes by the four axes of their sides: S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996; on their way by the
//! times along them: T. Kay, J. Kajiya, Ray tracing complex scenes, 1986.

use crate::state::{Bodies, Proxies, flag};
use carom_math::{Aabb, Pose, Rot, Vec2, max, min, vec2};
use carom_narrowphase::Form;
use carom_shapes::Piece;

/// What rounding can do to a coordinate, in parts of it, and more.
pub(crate) const NOISE: f32 = 4.0e-6;

/// How far the square of a rotation may be from one.
const UNIT: f32 = 1.0e-6;

/// A box that holds a piece, in the world; `half` with what rounding can do.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct ObbProxy {
    center: Vec2,
    axis: Rot,
    half: Vec2,
    fill: Fill,
}

/// What of the box the piece fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Fill {
    /// All.
    Box,
    /// The disc in it.
    Disc,
    /// Some.
    Part,
}

fn is_unit(q: Rot) -> bool {
    (q.c * q.c + q.s * q.s - 1.0).abs() < UNIT
}

fn extent(v: Vec2) -> f32 {
    v.x.abs() + v.y.abs()
}

impl ObbProxy {
    fn new(center: Vec2, axis: Rot, half: Vec2, fill: Fill) -> Self {
        Self { center, axis, half: half + Vec2::splat(NOISE * (extent(center) + extent(half))), fill }
    }

    /// Of a piece at a pose.
    pub(crate) fn of(piece: &Piece, pose: Pose) -> Self {
        match piece {
            Piece::Circle(circle) => Self::new(
                pose.transform_point(circle.center()),
                Rot::IDENTITY,
                Vec2::splat(circle.radius()),
                Fill::Disc,
            ),
            Piece::Capsule(line) => Self::of_line(line.a(), line.b(), line.radius(), pose),
            Piece::Segment(line) => Self::of_line(line.a(), line.b(), 0.0, pose),
            Piece::Link(line) => Self::of_line(line.a, line.b, 0.0, pose),
            Piece::Polygon(_) => {
                let around = piece.aabb(Pose::IDENTITY);
                let fill = if is_box(piece) { Fill::Box } else { Fill::Part };
                Self::new(pose.transform_point(around.center()), pose.q, 0.5 * around.size(), fill)
            }
        }
    }

    fn of_line(a: Vec2, b: Vec2, radius: f32, pose: Pose) -> Self {
        let (along, length) = carom_math::normalize(b - a);
        let axis = if length > 0.0 { Rot { c: along.x, s: along.y } } else { Rot::IDENTITY };
        let half = vec2(0.5 * length + radius, radius);
        Self::new(pose.transform_point(0.5 * (a + b)), pose.q.after(axis), half, Fill::Part)
    }

    /// Of a piece at a pose that is asked about: none where its rotation is not one to the last digits.
    pub(crate) fn of_asked(piece: &Piece, pose: Pose) -> Option<Self> {
        is_unit(pose.q).then(|| Self::of(piece, pose))
    }

    /// This one in a frame at a pose: none where its rotation is not one to the last digits.
    fn moved(&self, pose: Pose) -> Option<Self> {
        is_unit(pose.q)
            .then(|| Self::new(pose.transform_point(self.center), pose.q.after(self.axis), self.half, self.fill))
    }

    /// Of a proxy: from the columns that the lanes read, where they know it.
    fn of_proxy(proxies: &Proxies, bodies: &Bodies, id: usize) -> Self {
        let pose = bodies.poses[proxies.rows[id] as usize];
        let skin = &proxies.outlines.skins[id];
        match proxies.outlines.forms[id] {
            Form::Box => {
                let [radius, _, x, y] = skin.round;
                let at = pose.compose(skin.place);
                let fill = if radius == 0.0 { Fill::Box } else { Fill::Part };
                Self::new(at.p, at.q, vec2(x, y) + Vec2::splat(radius), fill)
            }
            Form::Circle => {
                Self::new(pose.transform_point(skin.place.p), Rot::IDENTITY, Vec2::splat(skin.round[0]), Fill::Disc)
            }
            _ => Self::of(&proxies.list[id].piece, pose),
        }
    }

    /// Of all proxies, by number. Those that are not there have no row any more, and nobody asks for theirs.
    pub(crate) fn all(proxies: &Proxies, bodies: &Bodies) -> Vec<Self> {
        let nowhere = Self { center: Vec2::ZERO, axis: Rot::IDENTITY, half: Vec2::ZERO, fill: Fill::Part };
        let live = proxies.flags.iter().map(|flags| flags & flag::LIVE != 0);
        live.enumerate().map(|(id, live)| if live { Self::of_proxy(proxies, bodies, id) } else { nowhere }).collect()
    }

    pub(crate) fn center(&self) -> Vec2 {
        self.center
    }

    pub(crate) fn axis(&self) -> Rot {
        self.axis
    }

    pub(crate) fn half(&self) -> Vec2 {
        self.half
    }

    /// The direction of its first side; zero for a disc, which has none.
    pub(crate) fn side(&self) -> Vec2 {
        if self.fill == Fill::Disc { Vec2::ZERO } else { vec2(self.axis.c, self.axis.s) }
    }

    /// The least box along the axes around it.
    pub(crate) fn aabb(&self) -> Aabb {
        let (c, s) = (self.axis.c.abs(), self.axis.s.abs());
        let half = vec2(c * self.half.x + s * self.half.y, s * self.half.x + c * self.half.y);
        Aabb::new(self.center - half, self.center + half).grown(self.noise())
    }

    /// How far the box of `other` reaches along this one's axes.
    #[inline(always)]
    fn reach_of(&self, other: &Self) -> Vec2 {
        let turn = self.axis.inv_mul(other.axis);
        let (c, s) = (turn.c.abs(), turn.s.abs());
        vec2(c * other.half.x + s * other.half.y, s * other.half.x + c * other.half.y)
    }

    /// Whether this piece and that of `other` overlap, where that is plain.
    pub(crate) fn overlaps(&self, other: &Self) -> Option<bool> {
        let apart = other.center - self.center;
        let noise = NOISE * (extent(apart) + extent(self.half) + extent(other.half)) + other.noise() + self.noise();
        let mine = self.axis.inverse_rotate(apart).abs() - (self.half + self.reach_of(other));
        let theirs = other.axis.inverse_rotate(apart).abs() - (other.half + other.reach_of(self));
        let gap = max(max(mine.x, mine.y), max(theirs.x, theirs.y));
        if gap > noise {
            return Some(false);
        }
        match (self.fill, other.fill) {
            (Fill::Box, Fill::Box) => (gap < -4.0 * noise).then_some(true),
            (Fill::Box, Fill::Disc) => self.holds_part_of_disc(apart, other.half.x, 4.0 * noise),
            // What is all in a box overlaps it.
            (Fill::Box, Fill::Part) => {
                let far = self.axis.inverse_rotate(apart).abs() + self.reach_of(other) - self.half;
                (max(far.x, far.y) < -4.0 * noise).then_some(true)
            }
            _ => None,
        }
    }

    /// Whether the disc of `radius` at `apart` from the middle overlaps this box, where that is plain.
    fn holds_part_of_disc(&self, apart: Vec2, radius: f32, noise: f32) -> Option<bool> {
        let off = self.axis.inverse_rotate(apart).abs() - self.half;
        let (x, y) = (max(off.x, 0.0), max(off.y, 0.0));
        let (far, sum) = (x * x + y * y, radius + noise);
        let less = max(radius - noise, 0.0);
        if far > sum * sum { Some(false) } else { (far < less * less).then_some(true) }
    }

    /// By how much `half` is too large, at least.
    fn noise(&self) -> f32 {
        NOISE * (extent(self.center) + extent(self.half))
    }
}

/// Whether a piece fills the box about its corners.
fn is_box(piece: &Piece) -> bool {
    let Piece::Polygon(polygon) = piece else { return false };
    let around = polygon.aabb(Pose::IDENTITY);
    let at_corner =
        |v: &Vec2| (v.x == around.min.x || v.x == around.max.x) && (v.y == around.min.y || v.y == around.max.y);
    polygon.radius() == 0.0 && polygon.vertices().len() == 4 && polygon.vertices().iter().all(at_corner)
}

/// A box on its straight way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    start: ObbProxy,
    by: Vec2,
    /// Parts of the way for a metre along the box's own axes.
    inverse: Vec2,
    slack: f32,
}

/// What does not move along an axis is beside a box for ever.
#[inline(always)]
fn inverse(by: Vec2) -> Vec2 {
    let one = |d: f32| if d.abs() > 1.0 / f32::MAX { 1.0 / d } else { f32::MAX };
    vec2(one(by.x), one(by.y))
}

impl Course {
    /// The way of what is in a box at a pose, which may come nearer by `slack` [m] than it says.
    pub(crate) fn of(outline: &ObbProxy, pose: Pose, by: Vec2, slack: f32) -> Option<Self> {
        outline.moved(pose).map(|start| Self::new(start, by, slack))
    }

    pub(crate) fn start(&self) -> &ObbProxy {
        &self.start
    }

    pub(crate) fn by(&self) -> Vec2 {
        self.by
    }

    pub(crate) fn inverse(&self) -> Vec2 {
        self.inverse
    }

    pub(crate) fn slack(&self) -> f32 {
        self.slack
    }

    /// The box along the axes where it starts.
    pub(crate) fn area(&self) -> Aabb {
        self.start.aabb().grown(self.slack)
    }

    /// The way of a disc.
    pub(crate) fn of_disc(from: Vec2, by: Vec2, radius: f32) -> Self {
        Self::new(ObbProxy::new(from, Rot::IDENTITY, Vec2::splat(radius), Fill::Disc), by, 0.0)
    }

    fn new(start: ObbProxy, by: Vec2, slack: f32) -> Self {
        let slack = slack + NOISE * (extent(start.center) + extent(by));
        Self { start, by, inverse: inverse(start.axis.inverse_rotate(by)), slack }
    }

    /// The part of the way before it comes to `other`, or a little less; `None` where it does not come near.
    #[inline(always)]
    pub(crate) fn entered(&self, other: &ObbProxy) -> Option<f32> {
        let start = &self.start;
        let apart = other.center - start.center;
        let slack = Vec2::splat(self.slack);
        // In the frame of the other the way comes from -apart.
        let to = other.axis.inverse_rotate(apart);
        let (first, last) =
            times(to, inverse(other.axis.inverse_rotate(self.by)), other.half + other.reach_of(start) + slack);
        let to = start.axis.inverse_rotate(apart);
        let own = times(to, self.inverse, start.half + start.reach_of(other) + slack);
        let (first, last) = (max(max(first, own.0) - NOISE, 0.0), min(min(last, own.1) + NOISE, 1.0));
        (first <= last).then_some(first)
    }
}

/// When a point on its way is within `half` of `to` along both axes: from when on, and until when.
#[inline(always)]
fn times(to: Vec2, inverse: Vec2, half: Vec2) -> (f32, f32) {
    let (one, other) = ((to - half) * inverse, (to + half) * inverse);
    let first = max(min(one.x, other.x), min(one.y, other.y));
    (first, min(max(one.x, other.x), max(one.y, other.y)))
}
