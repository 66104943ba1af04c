//! Chapters on two convex polygons: all axes, the least push, a circle, contact points.

use crate::input::{Answer, Disc, Ring, p, ps};
use crate::lines::span;
use carom::narrowphase::{Sat, SatAxis, SatFeature, sat_circle, share_push};
use carom::toolbox::{clip_steps, push_apart, sat, sat_axes, sat_circle_axes};
use carom::{Manifold, Pose, Shape, Vec2};
use serde::Deserialize;
use serde_json::{Value, json};

/// Two polygons.
#[derive(Debug, Deserialize)]
pub struct Two {
    a: Ring,
    b: Ring,
    /// Contacts are made this far before they touch [m].
    #[serde(default)]
    reach: f32,
}

/// Two polygons to be pushed apart.
#[derive(Debug, Deserialize)]
pub struct Push {
    a: Ring,
    b: Ring,
    /// Inverse masses [1/kg].
    share: [f32; 2],
}

/// A polygon and a circle.
#[derive(Debug, Deserialize)]
pub struct WithCircle {
    a: Ring,
    circle: Disc,
}

/// An axis, with its source.
fn axis(axis: &SatAxis) -> Value {
    let (of, edge, corner) = match axis.feature {
        SatFeature::EdgeOfA { edge, corner } => ("a", Some(edge), Some(corner)),
        SatFeature::EdgeOfB { edge, corner } => ("b", Some(edge), Some(corner)),
        SatFeature::CornerOfA(corner) => ("corner", None, Some(corner)),
        SatFeature::Nearest => ("nearest", None, None),
    };
    json!({
        "axis": p(axis.axis),
        "of": of,
        "edge": edge,
        "corner": corner,
        "shadow_a": span(axis.shadow_a),
        "shadow_b": span(axis.shadow_b),
        "overlap": axis.overlap,
        "separating": axis.is_separating(),
        "push": p(axis.push()),
    })
}

/// The result of a test.
fn result(found: &Sat) -> Value {
    match found {
        Sat::Touching { normal, depth, .. } => {
            let mtv = p(found.mtv().unwrap_or(Vec2::ZERO));
            json!({ "touching": true, "normal": p(*normal), "depth": depth, "mtv": mtv })
        }
        Sat::Separated { axis, gap, .. } => json!({ "touching": false, "normal": p(*axis), "gap": gap }),
    }
}

/// The axes up to the first that separates are tested, and that one.
fn list(axes: impl Iterator<Item = SatAxis>) -> (Vec<Value>, usize, usize) {
    let all: Vec<SatAxis> = axes.collect();
    let tested = all.iter().position(SatAxis::is_separating).map_or(all.len(), |i| i + 1);
    let least = (0..all.len()).min_by(|i, j| all[*i].overlap.total_cmp(&all[*j].overlap)).unwrap_or(0);
    (all.iter().map(axis).collect(), tested, least)
}

impl Two {
    pub fn axes(&self) -> Answer {
        let (a, b) = (self.a.polygon("A")?, self.b.polygon("B")?);
        let (axes, tested, least) = list(sat_axes(&a, &b, Pose::IDENTITY));
        Ok(json!({
            "a": ps(a.vertices().iter().copied()),
            "b": ps(b.vertices().iter().copied()),
            "axes": axes,
            "tested": tested,
            "least": least,
            "sat": result(&sat(&a, &b, Pose::IDENTITY)),
        }))
    }

    pub fn clip(&self) -> Answer {
        let (a, b) = (self.a.polygon("A")?, self.b.polygon("B")?);
        let steps = clip_steps(&a, &b, Pose::IDENTITY, self.reach);
        let touch = steps.map_or(Manifold::NONE, |steps| steps.manifold);
        let steps = steps.map(|steps| {
            let cuts: Vec<Value> = steps
                .cuts
                .iter()
                .map(|cut| {
                    let (before, after) = (ps(cut.before), ps(cut.after));
                    json!({ "at": p(cut.at), "outward": p(cut.outward), "before": before, "after": after })
                })
                .collect();
            json!({
                "reference_of": if steps.reference_is_b { "b" } else { "a" },
                "reference_edge": steps.reference_edge,
                "reference": ps(steps.reference),
                "normal": p(steps.normal),
                "incident_edge": steps.incident_edge,
                "incident": ps(steps.incident),
                "cuts": cuts,
                "heights": steps.heights,
            })
        });
        Ok(json!({
            "a": ps(a.vertices().iter().copied()),
            "b": ps(b.vertices().iter().copied()),
            "steps": steps,
            "manifold": manifold(&touch),
        }))
    }
}

/// A manifold in the world.
pub fn manifold(m: &Manifold) -> Value {
    let points: Vec<Value> =
        m.points().iter().map(|point| json!({ "at": p(point.point), "separation": point.separation })).collect();
    json!({ "count": m.count, "normal": p(m.normal), "points": points })
}

impl Push {
    pub fn answer(&self) -> Answer {
        let (a, b) = (self.a.polygon("A")?, self.b.polygon("B")?);
        let found = sat(&a, &b, Pose::IDENTITY);
        let mtv = found.mtv().unwrap_or(Vec2::ZERO);
        let apart = push_apart(&Shape::from(a), Pose::IDENTITY, &Shape::from(b), Pose::IDENTITY, self.share);
        Ok(json!({
            "sat": result(&found),
            "shares": ps(share_push(mtv, self.share)),
            "move_a": p(apart.pose_a.p),
            "move_b": p(apart.pose_b.p),
            "distance": apart.distance,
        }))
    }
}

impl WithCircle {
    pub fn answer(&self) -> Answer {
        let a = self.a.polygon("The polygon")?;
        let (circle, pose) = self.circle.circle()?;
        let (axes, tested, least) = list(sat_circle_axes(&a, &circle, pose));
        let found = sat_circle(&a, &circle, pose);
        let region = match found.feature() {
            SatFeature::CornerOfA(corner) => json!({ "of": "corner", "number": corner }),
            SatFeature::EdgeOfA { edge, .. } => json!({ "of": "edge", "number": edge }),
            _ => Value::Null,
        };
        // The verdict of the edge normals alone.
        let edges = sat_circle_axes(&a, &circle, pose).filter(|a| matches!(a.feature, SatFeature::EdgeOfA { .. }));
        let edges_overlap = edges.map(|a| a.overlap).fold(f32::INFINITY, carom::math::min);
        Ok(json!({
            "a": ps(a.vertices().iter().copied()),
            "axes": axes,
            "tested": tested,
            "least": least,
            "sat": result(&found),
            "region": region,
            "edges_overlap": edges_overlap,
            "edges_say_touching": edges_overlap >= 0.0,
        }))
    }
}
