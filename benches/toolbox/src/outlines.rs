//! Concave outlines to convex pieces, convex hulls, and the intersection of two polygons.

use crate::pairs::{pairs, random, vector};
use crate::rows::{BATCH, Rows, caller};
use carom::narrowphase::Clipper;
use carom::{Outline, Vec2, hull, vec2};
use parry2d::math::Vector;
use parry2d::shape::TriMesh;
use parry2d::transformation::{convex_hull, convex_polygons_intersection_points, hertel_mehlhorn};
use rand::RngExt;

/// Stars of 64 corners.
fn stars() -> Vec<Vec<Vec2>> {
    let random = &mut random(31);
    let mut corner = |i: usize| {
        let (angle, radius) = (std::f32::consts::TAU * i as f32 / 64.0, random.random_range(0.3..1.0_f32));
        radius * vec2(angle.cos(), angle.sin())
    };
    (0..BATCH).map(|_| (0..64).map(&mut corner).collect()).collect()
}

pub fn ask(rows: &mut Rows) {
    let stars = stars();
    let theirs: Vec<Vec<Vector>> = stars.iter().map(|s| s.iter().map(|v| vector(*v)).collect()).collect();
    rows.row(
        "decomposition: star of 64",
        BATCH,
        vec![
            caller("carom", |i| Outline::new(&stars[i])),
            caller("parry", |i| {
                let mesh = TriMesh::from_polygon(theirs[i].clone())?;
                Some(hertel_mehlhorn(mesh.vertices(), mesh.indices()))
            }),
        ],
    );
    rows.row(
        "hull of 64 points",
        BATCH,
        vec![caller("carom", |i| hull(&stars[i])), caller("parry", |i| convex_hull(&theirs[i]))],
    );
    let polygons = pairs(32, false, 0.2..1.0);
    let placed: Vec<Vec<Vector>> =
        polygons.iter().map(|p| p.b.theirs.points().iter().map(|v| p.theirs * *v).collect()).collect();
    let (mut clipper, mut out) = (Clipper::new(), Vec::new());
    rows.row(
        "shared area: polygon, polygon",
        BATCH,
        vec![
            caller("carom", |i| clipper.overlap(&polygons[i].a.ours, &polygons[i].b.ours, polygons[i].ours)),
            caller("parry, corners", |i| {
                out.clear();
                convex_polygons_intersection_points(polygons[i].a.theirs.points(), &placed[i], &mut out);
                out.len()
            }),
        ],
    );
}
