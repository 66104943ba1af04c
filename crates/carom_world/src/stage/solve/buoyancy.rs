//! Buoyancy: the submerged part of a body's shapes. It is the area and centroid of convex pieces clipped by the region
//! (Archimedes, On Floating Bodies). Round shapes are clipped as polygons of the same area.

use crate::def::WorldDef;
use crate::state::{Area, State};
use carom_math::{Aabb, PI, Pose, Rot, Vec2, normalize};
use carom_narrowphase::Clipper;
use carom_shapes::Piece;

/// Corners that stand for a circle.
const ROUND: usize = 32;

/// Scratch memory of clipping.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClipBuffer {
    clipper: Clipper,
    ring: Vec<Vec2>,
}

/// The part of a body in an area.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Dipped {
    /// Part of its area that is inside, 0 to 1.
    pub part: f32,
    /// That area [m^2].
    pub area: f32,
    /// Its centroid, in the world [m].
    pub centroid: Vec2,
}

/// The part of a body's shapes in the region of an area, a little [`ahead`] in time; `None` for nothing.
pub(crate) fn submerge(
    state: &State,
    def: &WorldDef,
    area: &Area,
    row: usize,
    buffer: &mut ClipBuffer,
) -> Option<Dipped> {
    let bodies = &state.bodies;
    let slot = bodies.slots.get(bodies.keys[row])?;
    let (motion, hot) = (&bodies.motions[row], &bodies.states[row]);
    let center = bodies.masses[row].center + ahead(def) * hot.v();
    let q = bodies.poses[row].q.turned(ahead(def) * hot.w()).normalized();
    let pose = Pose { p: center - q.rotate(motion.local_center), q };
    if !Aabb::around([center]).grown(motion.max_extent).overlaps(&area.bounds) {
        return None;
    }
    let (mut total, mut wet, mut moment) = (0.0, 0.0, Vec2::ZERO);
    for id in state.proxies.of_body(slot.proxy) {
        let proxy = &state.proxies.list[id as usize];
        if proxy.sensor || !area.def.filter.admits(&proxy.filter) {
            continue;
        }
        let whole = ring_of(&proxy.piece, &mut buffer.ring);
        total += whole;
        let seen = pose.inv_mul(area.pose);
        for piece in &area.pieces {
            let Piece::Polygon(region) = piece else { continue };
            // The ring may have equal corners in a row, which is allowed only for the polygon that is cut.
            let shared = buffer.clipper.overlap_points(&buffer.ring, region.vertices(), seen);
            wet += shared.area;
            moment += shared.area * shared.centroid;
        }
    }
    if wet <= 0.0 || total <= 0.0 {
        return None;
    }
    let part = wet / total;
    Some(Dipped { part: if part < 1.0 { part } else { 1.0 }, area: wet, centroid: pose.transform_point(moment / wet) })
}

/// Fills `ring` with the corners of a piece, and returns the area that they stand for. Lines have none.
fn ring_of(piece: &Piece, ring: &mut Vec<Vec2>) -> f32 {
    ring.clear();
    match piece {
        Piece::Polygon(polygon) if polygon.radius() == 0.0 => ring.extend_from_slice(polygon.vertices()),
        Piece::Polygon(polygon) => {
            let corners = polygon.vertices();
            for (k, &corner) in corners.iter().enumerate() {
                let [from, to] = [k + corners.len() - 1, k].map(|edge| polygon.normals()[edge % corners.len()]);
                arc(corner, polygon.radius(), from, to, ROUND / 8, ring);
            }
        }
        Piece::Capsule(capsule) => {
            let along = normalize(capsule.b() - capsule.a()).0;
            let side = Vec2::new(along.y, -along.x);
            arc(capsule.a(), capsule.radius(), -side, side, ROUND / 2, ring);
            arc(capsule.b(), capsule.radius(), side, -side, ROUND / 2, ring);
        }
        Piece::Circle(circle) => {
            let right = Vec2::new(1.0, 0.0);
            arc(circle.center(), circle.radius(), right, -right, ROUND / 2, ring);
            arc(circle.center(), circle.radius(), -right, right, ROUND / 2, ring);
        }
        Piece::Segment(_) | Piece::Link(_) => return 0.0,
    }
    ring_area(ring)
}

/// Adds the corners of an arc from direction `from` counter-clockwise to `to`, at most half a turn. They lie a little
/// outside of it, so that the areas are equal. For a turn of t in n parts: r^2 (t/n) = r'^2 sin(t/n).
fn arc(center: Vec2, radius: f32, from: Vec2, to: Vec2, parts: usize, ring: &mut Vec<Vec2>) {
    let turn = Rot { c: from.dot(to), s: from.x * to.y - from.y * to.x };
    let angle = turn.angle();
    let angle = if angle < 0.0 { angle + 2.0 * PI } else { angle };
    let part = angle / parts as f32;
    let step = Rot::from_angle(part);
    let radius = if step.s > 1.0e-6 { radius * (part / step.s).sqrt() } else { radius };
    let mut direction = from;
    for _ in 0..=parts {
        ring.push(center + radius * direction);
        direction = step.rotate(direction);
    }
}

fn ring_area(ring: &[Vec2]) -> f32 {
    let Some(&first) = ring.first() else { return 0.0 };
    let twice = ring.windows(2).map(|two| {
        let (a, b) = (two[0] - first, two[1] - first);
        a.x * b.y - a.y * b.x
    });
    0.5 * twice.sum::<f32>()
}

/// Time after the beginning of the step at which positions are taken [s].
pub(crate) fn ahead(def: &WorldDef) -> f32 {
    let n = def.substeps as f32;
    def.dt * (n - 1.0) / (2.0 * n)
}
