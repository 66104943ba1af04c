//! Internal edges (ghost collisions). If two polygons lie side by side and do not move against each other, the corners
//! and faces between them are no surface, and a slider must not catch on them. They are pieces of one body, or bodies
//! that nothing pushes.
//!
//! A contact is tested if it does not push yet, is no deeper than the slop, and closes in. One of two bodies that can
//! be pushed is also tested if it is new. It is dropped if each of its points is inside or on another polygon of that
//! surface which blocks the way along the normal. The contact's own polygon must not rise above that one there; then it
//! is a wall on a floor.
//!
//! A body on the seam is held by the other polygon's contact, so nothing falls in.

use crate::state::{Bodies, NONE, Proxies};
use carom_broadphase::{Among, BroadPhase};
use carom_math::{Aabb, Pose, Vec2, cross, max, min, vec2};
use carom_shapes::{Piece, Polygon};
use carom_solver::{ContactManifold, ContactPair};

/// Speed in slops per step below which nothing closes in, and two bodies do not move against each other.
const SLOPS_A_STEP: f32 = 0.01;

/// Angle below which two faces lie on each other [rad].
const FLAT: f32 = 1.0e-3;

/// Distance at which a face is near a point [slops].
const NEAR: f32 = 4.0;

/// Context of the test for internal edges.
pub(crate) struct InternalEdges<'a> {
    pub proxies: &'a Proxies,
    pub bodies: &'a Bodies,
    /// The broad phase of the step.
    pub all: &'a BroadPhase,
    /// Greatest distance of two surfaces that count as one [m].
    pub slop: f32,
    /// Time of a step [s].
    pub dt: f32,
}

/// A polygon that others may continue, and what comes to it.
#[derive(Clone, Copy)]
struct Incident {
    /// The proxy of the polygon, and the row of its body.
    own: u32,
    row: usize,
    /// The proxy of what comes, and the row of its body.
    mover: u32,
    mover_row: usize,
    /// From the polygon to the other.
    normal: Vec2,
}

impl InternalEdges<'_> {
    /// If a body lies all but flat on a polygon that cannot be pushed, the normal becomes that of the polygon's own
    /// face, whichever face the narrow phase took. Otherwise a body that tips over a seam by a ten thousandth of a
    /// radian, as soft contacts let it, would be held back by that part of its weight.
    #[inline(always)]
    pub fn straighten(&self, contact: &ContactPair, manifold: &mut ContactManifold) {
        let [a, b] = manifold.rows.map(|row| self.bodies.min_extents[row as usize] == f32::MAX);
        if a != b {
            self.lay_flat(contact, manifold, usize::from(b));
        }
    }

    #[inline(never)]
    fn lay_flat(&self, contact: &ContactPair, manifold: &mut ContactManifold, side: usize) {
        let ids = [contact.a, contact.b];
        let Some((polygon, pose)) = self.polygon(ids[side]) else { return };
        let toward_b = vec2(manifold.normal[0], manifold.normal[1]);
        let normal = if side == 0 { toward_b } else { -toward_b };
        let local = pose.q.inverse_rotate(normal);
        let flat = |face: &&Vec2| face.dot(local) > 0.0 && cross(**face, local).abs() < FLAT;
        if let Some(&face) = polygon.normals().iter().find(flat) {
            let normal = pose.q.rotate(face);
            let toward_b = if side == 0 { normal } else { -normal };
            (manifold.normal[0], manifold.normal[1]) = (toward_b.x, toward_b.y);
        }
    }

    /// Whether a contact that does not push yet is with an internal edge.
    #[inline(always)]
    pub fn has_internal(&self, contact: &ContactPair, manifold: &ContactManifold) -> bool {
        let sides = self.surfaces(manifold.rows);
        (sides[0] | sides[1]) && self.looks_internal(contact, manifold, sides)
    }

    /// Whether a contact closes in at some point.
    fn closes(&self, manifold: &ContactManifold) -> bool {
        let toward_b = vec2(manifold.normal[0], manifold.normal[1]);
        let [a, b] = manifold.rows.map(|row| row as usize);
        manifold.anchors.iter().take(manifold.count as usize).any(|&[ax, ay, bx, by]| {
            let states = &self.bodies.states;
            let closing = states[a].velocity_at(vec2(ax, ay)) - states[b].velocity_at(vec2(bx, by));
            toward_b.dot(closing) * self.dt > SLOPS_A_STEP * self.slop
        })
    }

    /// The sides of a contact whose surface another polygon may continue: one of the same body, or a body that cannot
    /// be pushed. If one side cannot be pushed, it alone counts.
    #[inline(always)]
    pub fn surfaces(&self, rows: [u32; 2]) -> [bool; 2] {
        let rows = rows.map(|row| row as usize);
        let fixed = rows.map(|row| self.bodies.min_extents[row] == f32::MAX);
        if fixed[0] | fixed[1] { fixed } else { rows.map(|row| self.has_others(row)) }
    }

    /// Whether a body has several proxies.
    #[inline(always)]
    fn has_others(&self, row: usize) -> bool {
        let first = self.bodies.motions[row].proxy;
        first != NONE && !self.proxies.is_only(first)
    }

    #[cold]
    fn looks_internal(&self, contact: &ContactPair, manifold: &ContactManifold, sides: [bool; 2]) -> bool {
        // A contact of two bodies that can be pushed is looked at only when it changes. A new one must not become one
        // that pushes later, so it is looked at even if it does not close in.
        let can_be_pushed = |&row: &u32| self.bodies.min_extents[row as usize] != f32::MAX;
        let counts = !contact.has_points() && manifold.rows.iter().all(can_be_pushed);
        let is_deep = manifold.separations().iter().any(|&separation| separation < -self.slop);
        if is_deep || !counts && !self.closes(manifold) {
            return false;
        }
        let (ids, rows) = ([contact.a, contact.b], manifold.rows.map(|row| row as usize));
        let toward_b = vec2(manifold.normal[0], manifold.normal[1]);
        [0, 1].into_iter().filter(|&side| sides[side]).any(|side| {
            let other = 1 - side;
            let normal = if side == 0 { toward_b } else { -toward_b };
            let (own, mover, row, mover_row) = (ids[side], ids[other], rows[side], rows[other]);
            let incident = Incident { own, row, mover, mover_row, normal };
            // On the surface of the polygon.
            let center = self.bodies.masses[row].center;
            let points = manifold.anchors.iter().zip(manifold.separations()).map(|(&[ax, ay, bx, by], separation)| {
                let anchor = if side == 0 { vec2(ax, ay) } else { vec2(bx, by) };
                center + anchor - normal * (0.5 * separation)
            });
            self.polygon(own).is_some() && { points }.all(|point| self.is_internal(incident, point))
        })
    }

    /// Whether two rows do not move against each other at a point: they are one, or nothing pushes them and they have
    /// the same velocity.
    fn move_together(&self, rows: [usize; 2], point: Vec2) -> bool {
        let [own, other] = rows;
        let velocity = |row: usize| self.bodies.states[row].velocity_at(point - self.bodies.masses[row].center);
        let can_be_pushed = rows.iter().any(|&row| self.bodies.min_extents[row] != f32::MAX);
        own == other
            || !can_be_pushed && (velocity(own) - velocity(other)).length() * self.dt <= SLOPS_A_STEP * self.slop
    }

    /// The surface that went on from a corner of a polygon at the beginning of the step, where another polygon of the
    /// surface covers `place` beside it: the normal of the face there, most along `along`. All in the frame of `own`.
    pub fn covering_face(&self, [own, mover]: [u32; 2], corner: Vec2, place: Vec2, along: Vec2) -> Option<Vec2> {
        let row = self.proxies.rows[own as usize] as usize;
        let start = |row: usize| {
            if row < self.bodies.active { self.bodies.starts[row].pose } else { self.bodies.poses[row] }
        };
        let pose = start(row);
        let (place, corner) = (pose.transform_point(place), pose.transform_point(corner));
        let (mut most, mut found) = ((f32::MIN, f32::MIN, f32::MIN, f32::MIN), None);
        self.all.query_box(self.among(row), &Aabb::new(place, place).grown(self.slop), &mut |id| {
            let other = self.proxies.rows[id as usize] as usize;
            if id != own
                && self.admits(id, mover)
                && self.move_together([row, other], place)
                && let Some((polygon, _)) = self.polygon(id)
            {
                let to = start(other);
                let depth = depth_under(polygon, to.inverse_transform_point(place));
                let near = faces(polygon, to.inverse_transform_point(corner)).filter(|face| face.0 < NEAR * self.slop);
                for (_, normal) in near.filter(|_| depth > -0.5 * self.slop) {
                    let normal = pose.q.inverse_rotate(to.q.rotate(normal));
                    // A total order: the answer does not depend on the order of the boxes.
                    let key = (along.dot(normal), cross(along, normal), normal.x, normal.y);
                    if key > most {
                        (most, found) = (key, Some(normal));
                    }
                }
            }
            true
        });
        found
    }

    /// The boxes among which a polygon of this row may be continued.
    fn among(&self, row: usize) -> Among {
        let is_active = row < self.bodies.active && self.bodies.min_extents[row] != f32::MAX;
        if is_active { Among::Active } else { Among::All }
    }

    fn admits(&self, id: u32, mover: u32) -> bool {
        self.proxies.list[id as usize].filter.admits(&self.proxies.list[mover as usize].filter)
    }

    /// Whether a point on the surface of a polygon is on an internal edge, seen along the normal.
    fn is_internal(&self, incident: Incident, point: Vec2) -> bool {
        let mut inner = false;
        let area = Aabb::new(point, point).grown(self.slop);
        self.all.query_box(self.among(incident.row), &area, &mut |other| {
            inner = other != incident.own && other != incident.mover && self.covers(other, incident, point);
            !inner
        });
        inner
    }

    /// Whether a polygon of the same surface covers the point of another one for a body that comes.
    fn covers(&self, id: u32, incident: Incident, point: Vec2) -> bool {
        let Incident { own, row, mover, mover_row, normal } = incident;
        let center = self.bodies.masses[mover_row].center;
        if !self.admits(id, mover) || !self.move_together([row, self.proxies.rows[id as usize] as usize], point) {
            return false;
        }
        let (Some((cover, pose)), Some((of, of_pose))) = (self.polygon(id), self.polygon(own)) else { return false };
        let (local, along) = (pose.inverse_transform_point(point), pose.q.inverse_rotate(normal));
        // A polygon beside the way along the normal blocks nothing.
        let blocks = cover.vertices().iter().any(|&v| along.dot(v - local) > 0.5 * self.slop);
        if !blocks || depth_under(cover, local) < -0.5 * self.slop {
            return false;
        }
        let center = pose.inverse_transform_point(center);
        let Some((out, depth)) = way_out(cover, local, (along, center), NEAR * self.slop) else {
            return false;
        };
        // A little before the covering surface, and a little behind the contact's: a wall would be there, however thin.
        let behind = min(0.25 * self.slop, 0.5 * thickness(of, of_pose.q.inverse_rotate(normal)));
        let beyond = local + out * (depth + self.slop) - along * behind;
        depth_under(of, of_pose.inverse_transform_point(pose.transform_point(beyond))) < 0.0
    }

    /// A sharp polygon that is not a sensor, and its pose.
    fn polygon(&self, id: u32) -> Option<(&Polygon, Pose)> {
        let proxy = &self.proxies.list[id as usize];
        let pose = self.bodies.poses[self.proxies.rows[id as usize] as usize];
        sharp(&proxy.piece).filter(|_| !proxy.sensor).map(|polygon| (polygon, pose))
    }
}

/// A polygon without rounded corners.
pub(crate) fn sharp(piece: &Piece) -> Option<&Polygon> {
    match piece {
        Piece::Polygon(polygon) if polygon.radius() == 0.0 => Some(polygon),
        _ => None,
    }
}

/// Depth of a point in a polygon, negative outside [m].
fn depth_under(polygon: &Polygon, point: Vec2) -> f32 {
    faces(polygon, point).fold(f32::MAX, |least, (depth, _)| min(least, depth))
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
