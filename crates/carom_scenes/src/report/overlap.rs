//! Overlap of shapes, from poses and exact shapes alone. Candidates come from a sweep of its own, so that it does not
//! depend on a broad phase that is measured with it.

use super::{Sample, Spread};
use crate::Roster;
use carom::collide;
use carom::math::{Aabb, Pose};
use carom::{BodyKind, Filter, Piece, Shape};
use std::collections::HashSet;

/// Overlap of shapes: all pairs of shapes that the filters let touch, of two bodies that no joint links, at least one
/// of them dynamic. Sensors, segments, chains, tile grids and the rounding of polygons are ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct OverlapStats {
    /// Pairs that overlap.
    pub pairs: usize,
    /// Pairs that overlap by more than 2 cm.
    pub over_2cm: usize,
    /// Mean depth over the pairs [m].
    #[serde(rename = "mean_m")]
    pub mean: f64,
    /// 99th percentile of the depth [m].
    #[serde(rename = "p99_m")]
    pub p99: f64,
    /// Greatest depth [m].
    #[serde(rename = "max_m")]
    pub max: f64,
}

/// A solid shape in the world.
struct Solid {
    aabb: Aabb,
    piece: Piece,
    pose: Pose,
    body: usize,
    dynamic: bool,
    filter: Filter,
}

/// Measures the overlap of the bodies of `roster`; `samples` has one for each number. Those of removed bodies and those
/// that are not finite are ignored.
pub fn measure_overlap(roster: &Roster, samples: &[Sample]) -> OverlapStats {
    let mut solids = solids(roster, samples);
    solids.sort_by(|a, b| a.aabb.min.x.total_cmp(&b.aabb.min.x));
    let ends = roster.joints().filter_map(|joint| roster.ends_of(joint));
    let linked: HashSet<(usize, usize)> = ends.flat_map(|[a, b]| [(a, b), (b, a)]).collect();
    // The sweep keeps wide shapes (floors) apart: otherwise every later shape would walk past all shapes of a long row
    // for them.
    let widest = widest_common(&solids);
    let (wide, narrow): (Vec<&Solid>, Vec<&Solid>) = solids.iter().partition(|s| s.aabb.size().x > widest);
    let mut depths = Vec::new();
    let mut test = |a: &Solid, b: &Solid| {
        let may = a.body != b.body
            && (a.dynamic || b.dynamic)
            && a.aabb.overlaps(&b.aabb)
            && a.filter.admits(&b.filter)
            && !linked.contains(&(a.body, b.body));
        if may && let Some(depth) = depth(a, b) {
            depths.push(depth);
        }
    };
    for (i, a) in narrow.iter().enumerate() {
        for b in narrow[i + 1..].iter().take_while(|b| b.aabb.min.x <= a.aabb.max.x) {
            test(a, b);
        }
    }
    for (i, a) in wide.iter().enumerate() {
        let first = narrow.partition_point(|b| b.aabb.min.x < a.aabb.min.x - widest);
        for b in narrow[first..].iter().take_while(|b| b.aabb.min.x <= a.aabb.max.x) {
            test(a, b);
        }
        for b in &wide[i + 1..] {
            test(a, b);
        }
    }
    let over_2cm = depths.iter().filter(|d| **d > 0.02).count();
    let spread = Spread::of(&mut depths);
    OverlapStats { pairs: depths.len(), over_2cm, mean: spread.mean, p99: spread.p99, max: spread.max }
}

/// Ten times the median width.
fn widest_common(solids: &[Solid]) -> f32 {
    let mut widths: Vec<f64> = solids.iter().map(|s| f64::from(s.aabb.size().x)).collect();
    (10.0 * Spread::of(&mut widths).median) as f32
}

fn solids(roster: &Roster, samples: &[Sample]) -> Vec<Solid> {
    let mut solids = Vec::new();
    for (body, def) in roster.bodies() {
        let Some(sample) = samples.get(body).filter(|s| s.pose.is_finite()) else { continue };
        for shape in def.shapes.iter().filter(|shape| !shape.sensor) {
            let piece = match &shape.shape {
                Shape::Circle(s) => Piece::Circle(*s),
                Shape::Capsule(s) => Piece::Capsule(*s),
                Shape::Polygon(s) => Piece::Polygon(s.clone().rounded(0.0).unwrap_or_else(|_| s.clone())),
                _ => continue,
            };
            let aabb = piece.aabb(sample.pose);
            let dynamic = def.kind == BodyKind::Dynamic;
            solids.push(Solid { aabb, piece, pose: sample.pose, body, dynamic, filter: shape.filter });
        }
    }
    solids
}

/// The depth of the overlap of two solids [m], if they overlap.
fn depth(a: &Solid, b: &Solid) -> Option<f64> {
    let manifold = collide(&a.piece, &b.piece, a.pose.inv_mul(b.pose), 0.0);
    let depths = manifold.points().iter().map(|p| -f64::from(p.separation));
    depths.fold(None, |deepest, d| if d > deepest.unwrap_or(0.0) { Some(d) } else { deepest })
}
