//! Coarse test of queries: the oriented box (OBB) of a proxy's piece, in half a cache line. In: the box, and a way or
//! an area. Out: the earliest time at which the way enters the box, or whether the two are plainly apart or plainly
//! overlap. Cases that this does not decide are left to the pieces.
//!
//! A large batch makes the boxes of all proxies first. The way misses most proxies that a broad phase returns, and a
//! piece with its corners and its body's pose takes five or six cache lines.
//!
//! Two boxes are tested by the four axes of their sides: S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996. On a way,
//! the times along these axes count: T. Kay, J. Kajiya, Ray tracing complex scenes, 1986.

use crate::state::{Bodies, Proxies, flag};
use carom_math::{Aabb, Pose, Rot, Vec2, max, min, vec2};
use carom_narrowphase::Form;
use carom_shapes::Piece;

/// Bound of rounding errors relative to a coordinate, with a margin.
pub(crate) const NOISE: f32 = 4.0e-6;

/// Tolerance of the squared length of a rotation.
const UNIT: f32 = 1.0e-6;

/// A box around a piece, in the world. `half` includes rounding errors.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct ObbProxy {
    center: Vec2,
    axis: Rot,
    half: Vec2,
    fill: Fill,
}

/// Part of the box that the piece fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Fill {
    /// All of it.
    Box,
    /// The disc in it.
    Disc,
    /// Some of it.
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

    /// The box of a piece at a pose.
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

    /// The box of a piece at a pose that a user gives. `None` if the rotation is not of length one to the last digits.
    pub(crate) fn of_asked(piece: &Piece, pose: Pose) -> Option<Self> {
        is_unit(pose.q).then(|| Self::of(piece, pose))
    }

    /// This box in a frame at a pose. `None` if the rotation is not of length one to the last digits.
    fn moved(&self, pose: Pose) -> Option<Self> {
        is_unit(pose.q)
            .then(|| Self::new(pose.transform_point(self.center), pose.q.after(self.axis), self.half, self.fill))
    }

    /// The box of a proxy, from the columns that the lanes read, if they have it.
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

    /// The boxes of all proxies, by id. Proxies that were removed have no row any more, and are never asked for.
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

    /// The smallest axis-aligned box around it.
    pub(crate) fn aabb(&self) -> Aabb {
        let (c, s) = (self.axis.c.abs(), self.axis.s.abs());
        let half = vec2(c * self.half.x + s * self.half.y, s * self.half.x + c * self.half.y);
        Aabb::new(self.center - half, self.center + half).grown(self.noise())
    }

    /// Half size of the box of `other` along this one's axes.
    #[inline(always)]
    fn reach_of(&self, other: &Self) -> Vec2 {
        let turn = self.axis.inv_mul(other.axis);
        let (c, s) = (turn.c.abs(), turn.s.abs());
        vec2(c * other.half.x + s * other.half.y, s * other.half.x + c * other.half.y)
    }

    /// Whether this piece and that of `other` overlap; `None` if the boxes do not decide it.
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
            // A piece that is all in a box overlaps it.
            (Fill::Box, Fill::Part) => {
                let far = self.axis.inverse_rotate(apart).abs() + self.reach_of(other) - self.half;
                (max(far.x, far.y) < -4.0 * noise).then_some(true)
            }
            _ => None,
        }
    }

    /// Whether a disc of `radius` at `apart` from the middle overlaps this box; `None` if rounding decides.
    fn holds_part_of_disc(&self, apart: Vec2, radius: f32, noise: f32) -> Option<bool> {
        let off = self.axis.inverse_rotate(apart).abs() - self.half;
        let (x, y) = (max(off.x, 0.0), max(off.y, 0.0));
        let (far, sum) = (x * x + y * y, radius + noise);
        let less = max(radius - noise, 0.0);
        if far > sum * sum { Some(false) } else { (far < less * less).then_some(true) }
    }

    /// Lower bound of the excess in `half`.
    fn noise(&self) -> f32 {
        NOISE * (extent(self.center) + extent(self.half))
    }
}

/// Whether a piece fills the box around its corners.
fn is_box(piece: &Piece) -> bool {
    let Piece::Polygon(polygon) = piece else { return false };
    let around = polygon.aabb(Pose::IDENTITY);
    let at_corner =
        |v: &Vec2| (v.x == around.min.x || v.x == around.max.x) && (v.y == around.min.y || v.y == around.max.y);
    polygon.radius() == 0.0 && polygon.vertices().len() == 4 && polygon.vertices().iter().all(at_corner)
}

/// A box on a straight way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    start: ObbProxy,
    by: Vec2,
    /// Parts of the way per metre along the box's own axes.
    inverse: Vec2,
    slack: f32,
}

/// Inverse of the motion by component. Without motion along an axis, it is huge: the box stays beside the other for
/// ever.
#[inline(always)]
fn inverse(by: Vec2) -> Vec2 {
    let one = |d: f32| if d.abs() > 1.0 / f32::MAX { 1.0 / d } else { f32::MAX };
    vec2(one(by.x), one(by.y))
}

impl Course {
    /// The way of a box at a pose. Results hold for pieces up to `slack` [m] nearer.
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

    /// The axis-aligned box at the start.
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

    /// The part of the way before the box enters `other`, or a little less. `None` if it does not come near.
    #[inline(always)]
    pub(crate) fn entered(&self, other: &ObbProxy) -> Option<f32> {
        let start = &self.start;
        let apart = other.center - start.center;
        let slack = Vec2::splat(self.slack);
        // In the frame of the other, the way comes from -apart.
        let to = other.axis.inverse_rotate(apart);
        let (first, last) =
            times(to, inverse(other.axis.inverse_rotate(self.by)), other.half + other.reach_of(start) + slack);
        let to = start.axis.inverse_rotate(apart);
        let own = times(to, self.inverse, start.half + start.reach_of(other) + slack);
        let (first, last) = (max(max(first, own.0) - NOISE, 0.0), min(min(last, own.1) + NOISE, 1.0));
        (first <= last).then_some(first)
    }
}

/// Interval in which a point on its way is within `half` of `to` along both axes: first and last time.
#[inline(always)]
fn times(to: Vec2, inverse: Vec2, half: Vec2) -> (f32, f32) {
    let (one, other) = ((to - half) * inverse, (to + half) * inverse);
    let first = max(min(one.x, other.x), min(one.y, other.y));
    (first, min(max(one.x, other.x), max(one.y, other.y)))
}
