//! The chapter on concave shapes: ear clipping step by step, pieces, contacts of an outline.

use crate::input::{Answer, Pair, Ring, p, place_of, ps, v, words};
use carom::narrowphase::separation_shapes;
use carom::shapes::{EarClipping, NoEar, clip_ears};
use carom::toolbox::{collide_shapes, push_apart, triangulate};
use carom::{Outline, Pose, Shape, ShapeError, Vec2};
use serde::Deserialize;
use serde_json::{Value, json};

/// An outline with holes.
#[derive(Debug, Deserialize)]
pub struct Rings {
    outer: Vec<Pair>,
    #[serde(default)]
    holes: Vec<Vec<Pair>>,
}

/// Two outlines, of which one is moved.
#[derive(Debug, Deserialize)]
pub struct Meeting {
    a: Ring,
    b: Ring,
    share: [f32; 2],
}

fn vectors(ring: &[Pair]) -> Vec<Vec2> {
    ring.iter().map(|p| v(*p)).collect()
}

impl Rings {
    pub fn answer(&self) -> Answer {
        let outer = vectors(&self.outer);
        let holes: Vec<Vec<Vec2>> = self.holes.iter().map(|ring| vectors(ring)).collect();
        match (Outline::with_holes(&outer, &holes), clip_ears(&outer, &holes), triangulate(&outer, &holes)) {
            (Ok(outline), Ok(ears), Ok(quick)) => Ok(whole(&outline, &ears, quick.triangles.len())),
            (Err(e), ..) | (_, Err(e), _) | (.., Err(e)) => Ok(broken(&e)),
        }
    }
}

/// A refusal, with its place.
fn broken(e: &ShapeError) -> Value {
    json!({ "error": format!("This outline is refused: {}.", words(e)), "at": place_of(e).map(p) })
}

fn whole(outline: &Outline, ears: &EarClipping, triangles: usize) -> Value {
    let steps: Vec<Value> = ears
        .steps
        .iter()
        .map(|step| {
            let refused: Vec<Value> = step
                .refused
                .iter()
                .map(|(at, why)| match why {
                    NoEar::Reflex => json!({ "corner": step.ring[*at], "why": "reflex" }),
                    NoEar::Holds(other) => json!({ "corner": step.ring[*at], "why": "holds", "other": other }),
                })
                .collect();
            json!({ "ring": step.ring, "corner": step.ring[step.corner], "ear": step.ear, "refused": refused })
        })
        .collect();
    let pieces: Vec<Value> = outline.pieces().iter().map(|piece| ps(piece.vertices().iter().copied())).collect();
    json!({
        "points": ps(ears.points.iter().copied()),
        "steps": steps,
        "bridges": ears.bridges,
        "triangles": ears.triangles().count(),
        "quick_triangles": triangles,
        "is_whole": ears.is_whole,
        "pieces": pieces,
        "piece_count": outline.pieces().len(),
        "area": outline.area(),
    })
}

impl Meeting {
    pub fn answer(&self) -> Answer {
        let made = |ring: &Ring, name: &str| {
            let points: Vec<Vec2> = ring.points.iter().map(|p| v(*p)).collect();
            Outline::new(points).map(Shape::from).map_err(|e| format!("{name} is refused: {}.", words(&e)))
        };
        let (a, b) = (made(&self.a, "A")?, made(&self.b, "B")?);
        let (pose_a, pose_b) = (self.a.pose(), self.b.pose());
        let near = separation_shapes(&a, pose_a, &b, pose_b);
        let mut contacts = Vec::new();
        collide_shapes(&a, pose_a, &b, pose_b, 0.0, |piece_a, piece_b, m| {
            let points = ps(m.points().iter().map(|point| point.point));
            contacts.push(json!({ "piece_a": piece_a, "piece_b": piece_b, "normal": p(m.normal), "points": points }));
        });
        let pieces = |shape: &Shape, pose: Pose| -> Vec<Value> {
            let Shape::Outline(outline) = shape else { return Vec::new() };
            let corners = |piece: &carom::Polygon| ps(piece.vertices().iter().map(|v| pose.transform_point(*v)));
            outline.pieces().iter().map(corners).collect()
        };
        let apart = push_apart(&a, pose_a, &b, pose_b, self.share);
        Ok(json!({
            "distance": near.distance.distance,
            "touching": near.distance.distance <= 0.0,
            "contacts": contacts,
            "pairs": contacts.len(),
            "pieces_a": pieces(&a, pose_a),
            "pieces_b": pieces(&b, pose_b),
            "move_a": p(apart.pose_a.p - pose_a.p),
            "move_b": p(apart.pose_b.p - pose_b.p),
        }))
    }
}
