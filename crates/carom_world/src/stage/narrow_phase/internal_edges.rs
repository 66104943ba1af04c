//! Internal edges (ghost collisions). If two fixed polygons lie side by side, the corners and faces between them are no
//! surface, and a slider must not catch on them. A contact that does not push yet and closes in is tested. It is
//! dropped if each of its points is inside or on another fixed polygon that blocks the way along the normal. The
//! contact's own polygon must not rise above that one there; then it is a wall on a floor.
//!
//! A body on the seam is held by the other polygon's contact, so nothing falls in.

use crate::state::{Bodies, Proxies};
use carom_broadphase::{Among, BroadPhase};
use carom_math::{Aabb, Pose, Vec2, cross, cross_sv, max, min, vec2};
use carom_shapes::{Piece, Polygon};
use carom_solver::{ContactManifold, ContactPair};

/// Speed in slops per step below which nothing closes in.
const SLOPS_A_STEP: f32 = 0.01;

/// Angle below which two faces lie on each other [rad].
const FLAT: f32 = 1.0e-3;

/// Context of the test for internal edges.
pub(crate) struct Seams<'a> {
    pub proxies: &'a Proxies,
    pub bodies: &'a Bodies,
    /// The broad phase of the step.
    pub all: &'a BroadPhase,
    /// Greatest distance of two surfaces that count as one [m].
    pub slop: f32,
    /// Time of a step [s].
    pub dt: f32,
}

impl Seams<'_> {
    /// If a body lies all but flat on a fixed polygon, the normal becomes that of the polygon's own face, whichever
    /// face the narrow phase took. Otherwise a body that tips over a seam by a ten thousandth of a radian, as soft
    /// contacts let it, would be held back by that part of its weight.
    #[inline(always)]
    pub fn straighten(&self, contact: &ContactPair, touch: &mut ContactManifold) {
        let [a, b] = touch.rows.map(|row| row as usize >= self.bodies.active);
        if a != b {
            self.lay_flat(contact, touch, usize::from(b));
        }
    }

    #[inline(never)]
    fn lay_flat(&self, contact: &ContactPair, touch: &mut ContactManifold, side: usize) {
        let ids = [contact.a, contact.b];
        let row = touch.rows[side] as usize;
        if self.bodies.min_extents[row] != f32::MAX {
            return;
        }
        let Some((polygon, pose)) = self.polygon(ids[side]) else { return };
        let toward_b = vec2(touch.normal[0], touch.normal[1]);
        let normal = if side == 0 { toward_b } else { -toward_b };
        let local = pose.q.inverse_rotate(normal);
        let flat = |face: &&Vec2| face.dot(local) > 0.0 && cross(**face, local).abs() < FLAT;
        if let Some(&face) = polygon.normals().iter().find(flat) {
            let normal = pose.q.rotate(face);
            let toward_b = if side == 0 { normal } else { -normal };
            (touch.normal[0], touch.normal[1]) = (toward_b.x, toward_b.y);
        }
    }

    /// Whether a contact that does not push yet is with an internal edge.
    #[inline(always)]
    pub fn has_internal(&self, contact: &ContactPair, touch: &ContactManifold) -> bool {
        let [a, b] = touch.rows.map(|row| row as usize >= self.bodies.active);
        (a != b) && self.looks_internal(contact, touch, usize::from(b))
    }

    #[cold]
    fn looks_internal(&self, contact: &ContactPair, touch: &ContactManifold, side: usize) -> bool {
        let ids = [contact.a, contact.b];
        let row = touch.rows[side] as usize;
        if self.bodies.min_extents[row] != f32::MAX || self.polygon(ids[side]).is_none() {
            return false;
        }
        let toward_b = vec2(touch.normal[0], touch.normal[1]);
        let normal = if side == 0 { toward_b } else { -toward_b };
        let mover = touch.rows[1 - side] as usize;
        let center = self.bodies.masses[touch.rows[0] as usize].center;
        let (mut closes, mut points) = (false, [Vec2::ZERO; 2]);
        for (k, &separation) in touch.separations().iter().enumerate() {
            let arms = touch.anchors[k];
            let arm = if side == 0 { vec2(arms[2], arms[3]) } else { vec2(arms[0], arms[1]) };
            let state = &self.bodies.states[mover];
            let closing = -normal.dot(state.v() + cross_sv(state.w(), arm));
            closes |= closing * self.dt > SLOPS_A_STEP * self.slop;
            // On the surface of the fixed polygon.
            points[k] = center + vec2(arms[0], arms[1]) - normal * (0.5 * separation);
        }
        let points = &points[..touch.separations().len()];
        closes && points.iter().all(|&point| self.is_internal([ids[side], ids[1 - side]], mover, point, normal))
    }

    /// Whether a point on a fixed polygon is on an internal edge, seen along `normal`. `own` is the proxy of the
    /// polygon, `mover` that of the body in row `row` that comes.
    fn is_internal(&self, [own, mover]: [u32; 2], row: usize, point: Vec2, normal: Vec2) -> bool {
        let mut inner = false;
        let area = Aabb::new(point, point).grown(self.slop);
        let center = self.bodies.masses[row].center;
        self.all.query_box(Among::Still, &area, &mut |other| {
            inner = other != own && other != mover && self.covers(other, [own, mover], point, (normal, center));
            !inner
        });
        inner
    }

    /// Whether a fixed polygon covers the point of another one for a body whose centre is at `center`.
    fn covers(&self, id: u32, [own, mover]: [u32; 2], point: Vec2, (normal, center): (Vec2, Vec2)) -> bool {
        let admits = self.proxies.list[id as usize].filter.admits(&self.proxies.list[mover as usize].filter);
        let row = self.proxies.rows[id as usize] as usize;
        if !admits || row < self.bodies.active || self.bodies.min_extents[row] != f32::MAX {
            return false;
        }
        let (Some((cover, pose)), Some((of, of_pose))) = (self.polygon(id), self.polygon(own)) else { return false };
        let (local, along) = (pose.inverse_transform_point(point), pose.q.inverse_rotate(normal));
        // A polygon beside the way along the normal blocks nothing.
        let blocks = cover.vertices().iter().any(|&v| along.dot(v - local) > 0.5 * self.slop);
        if !blocks || depth_under(cover, local).0 < -0.5 * self.slop {
            return false;
        }
        let near = 4.0 * self.slop;
        let Some((out, depth)) = way_out(cover, local, (along, pose.inverse_transform_point(center)), near) else {
            return false;
        };
        // A little before the covering surface, and a little behind the contact's: a wall would be there, however thin.
        let behind = min(0.25 * self.slop, 0.5 * thickness(of, of_pose.q.inverse_rotate(normal)));
        let beyond = local + out * (depth + self.slop) - along * behind;
        depth_under(of, of_pose.inverse_transform_point(pose.transform_point(beyond))).0 < 0.0
    }

    /// A sharp polygon that is not a sensor, and its pose.
    fn polygon(&self, id: u32) -> Option<(&Polygon, Pose)> {
        let proxy = &self.proxies.list[id as usize];
        let pose = self.bodies.poses[self.proxies.rows[id as usize] as usize];
        match &proxy.piece {
            Piece::Polygon(polygon) if polygon.radius() == 0.0 && !proxy.sensor => Some((polygon, pose)),
            _ => None,
        }
    }
}

/// Depth of a point in a polygon, negative outside, and the normal of the face that is nearest from inside.
fn depth_under(polygon: &Polygon, point: Vec2) -> (f32, Vec2) {
    faces(polygon, point).fold((f32::MAX, Vec2::ZERO), |least, face| if face.0 < least.0 { face } else { least })
}

/// Thickness of a polygon along a direction [m].
fn thickness(polygon: &Polygon, along: Vec2) -> f32 {
    let first = (f32::MAX, f32::MIN);
    let (low, high) = polygon.vertices().iter().fold(first, |(low, high), v| {
        let far = along.dot(*v);
        (min(low, far), max(high, far))
    });
    high - low
}

/// The way out of a polygon for a point near its surface, towards a body that comes against `along` with its centre at
/// `center`. Faces that are near and have that centre in front are considered first. The one most along the normal is
/// taken, since the other side of a thin polygon is near as well. Without any, it is the nearest of all near faces that
/// does not go against `along`.
fn way_out(polygon: &Polygon, point: Vec2, (along, center): (Vec2, Vec2), near: f32) -> Option<(Vec2, f32)> {
    let by = |key: &dyn Fn(f32, Vec2) -> f32| {
        let first = (f32::MAX, None);
        let least = faces(polygon, point).fold(first, |least, (depth, normal)| {
            let now = key(depth, normal);
            if now < least.0 { (now, Some((normal, depth))) } else { least }
        });
        least.1
    };
    let of_near = |depth: f32, normal: Vec2| if depth <= near { -normal.dot(along) } else { f32::MAX };
    let has_it = |depth: f32, normal: Vec2| normal.dot(center - point) > depth;
    let before = |depth: f32, normal: Vec2| if has_it(depth, normal) { of_near(depth, normal) } else { f32::MAX };
    let of_all = |depth: f32, normal: Vec2| if normal.dot(along) > -0.1 { depth } else { f32::MAX };
    by(&before).or_else(|| by(&of_near)).or_else(|| by(&of_all))
}

/// Depth of a point behind each face, and the face's normal.
fn faces(polygon: &Polygon, point: Vec2) -> impl Iterator<Item = (f32, Vec2)> {
    polygon.vertices().iter().zip(polygon.normals()).map(move |(&v, &normal)| (normal.dot(v - point), normal))
}
