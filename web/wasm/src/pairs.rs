//! The chapter on boxes and circles.

use crate::input::{Answer, Pair, p, ps, v, words};
use crate::sat::manifold;
use carom::narrowphase::{
    aabb_overlaps_circle, box_overlaps_circle, boxes_overlap, circles_overlap, closest_point, separation,
};
use carom::{Aabb, Circle, OrientedBox, Piece, Polygon, Pose, toolbox};
use serde::Deserialize;
use serde_json::json;

/// One of the two.
#[derive(Debug, Deserialize)]
struct Thing {
    at: Pair,
    #[serde(default)]
    angle: f32,
    /// Full size of a box [m].
    size: Option<Pair>,
    /// Radius of a circle [m].
    radius: Option<f32>,
}

/// Two boxes or circles; a box is along the axes unless `turns`.
#[derive(Debug, Deserialize)]
pub struct ShapePair {
    a: Thing,
    b: Thing,
    #[serde(default)]
    turns: bool,
}

impl Thing {
    fn piece(&self) -> Result<Piece, String> {
        match (self.size, self.radius) {
            (Some([width, height]), _) => Polygon::rect(width, height).map(Piece::Polygon),
            (None, radius) => Circle::new(radius.unwrap_or(0.0)).map(Piece::Circle),
        }
        .map_err(|e| format!("This cannot be: {}.", words(&e)))
    }

    fn pose(&self, turns: bool) -> Pose {
        Pose::new(v(self.at), if turns { self.angle } else { 0.0 })
    }

    fn oriented(&self, turns: bool) -> Option<OrientedBox> {
        self.size.map(|size| OrientedBox { pose: self.pose(turns), size: v(size) })
    }

    fn aabb(&self) -> Option<Aabb> {
        self.size.map(|size| Aabb::new(v(self.at) - 0.5 * v(size), v(self.at) + 0.5 * v(size)))
    }
}

impl ShapePair {
    pub fn answer(&self) -> Answer {
        let (a, b) = (self.a.piece()?, self.b.piece()?);
        let (pose_a, pose_b) = (self.a.pose(self.turns), self.b.pose(self.turns));
        let b_in_a = pose_a.inv_mul(pose_b);
        let radius = |thing: &Thing| thing.radius.unwrap_or(0.0);
        // Each kind of pair by its own cheap test, named on the page.
        let (test, overlaps) = match (&a, &b, self.turns) {
            (Piece::Circle(a), Piece::Circle(b), _) => ("circles_overlap", circles_overlap(a, b, b_in_a)),
            (Piece::Polygon(_), Piece::Circle(_), false) => {
                let aabb = self.a.aabb().unwrap_or(Aabb::EMPTY);
                ("aabb_overlaps_circle", aabb_overlaps_circle(&aabb, pose_b.p, radius(&self.b)))
            }
            (Piece::Polygon(_), Piece::Circle(_), true) => {
                let found = self.a.oriented(true).map(|a| box_overlaps_circle(&a, pose_b.p, radius(&self.b)));
                ("box_overlaps_circle", found.unwrap_or(false))
            }
            (_, _, false) => {
                let boxes = self.a.aabb().zip(self.b.aabb());
                ("Aabb::overlaps", boxes.is_some_and(|(a, b)| a.overlaps(&b)))
            }
            (_, _, true) => {
                let boxes = self.a.oriented(true).zip(self.b.oriented(true));
                ("boxes_overlap", boxes.is_some_and(|(a, b)| boxes_overlap(&a, &b)))
            }
        };
        let apart = separation(&a, &b, b_in_a);
        let m = toolbox::collide(&a, &b, b_in_a, 0.0);
        let (mut contact, world) = (m, |p| pose_a.transform_point(p));
        contact.normal = pose_a.q.rotate(m.normal);
        contact.points.iter_mut().for_each(|point| point.point = world(point.point));
        let corners = |piece: &Piece, pose: Pose| match piece {
            Piece::Polygon(polygon) => ps(polygon.vertices().iter().map(|v| pose.transform_point(*v))),
            _ => json!(null),
        };
        // The centre of a circle, clamped into a box.
        let clamped = matches!((&a, &b), (Piece::Polygon(_), Piece::Circle(_))).then(|| {
            let near = closest_point(&a, pose_a.inverse_transform_point(pose_b.p));
            // A centre inside is its own nearest point.
            if near.distance <= 0.0 { p(pose_b.p) } else { p(world(near.point)) }
        });
        Ok(json!({
            "test": test,
            "overlaps": overlaps,
            "distance": apart.distance,
            "normal": p(pose_a.q.rotate(apart.normal)),
            "a": corners(&a, pose_a),
            "b": corners(&b, pose_b),
            "point_a": p(world(apart.point_a)),
            "point_b": p(world(apart.point_b)),
            "clamped": clamped,
            "manifold": manifold(&contact),
        }))
    }
}
