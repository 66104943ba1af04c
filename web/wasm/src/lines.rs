//! Chapters on one dimension: intervals, a point on a line, shadows.

use crate::input::{Answer, Pair, Ring, p, piece, v};
use carom::math::normalize;
use carom::narrowphase::{project, support};
use carom::toolbox::{is_separating_axis, project_on_line};
use carom::{Interval, Pose};
use serde::Deserialize;
use serde_json::{Value, json};

/// Two intervals on one line.
#[derive(Debug, Deserialize)]
pub struct Intervals {
    a: Pair,
    b: Pair,
}

/// A point and a line through two others.
#[derive(Debug, Deserialize)]
pub struct PointOnLine {
    point: Pair,
    from: Pair,
    to: Pair,
}

/// A polygon and a direction.
#[derive(Debug, Deserialize)]
pub struct Shadow {
    shape: Ring,
    direction: Pair,
}

/// Two polygons and a direction.
#[derive(Debug, Deserialize)]
pub struct Shadows {
    a: Ring,
    b: Ring,
    direction: Pair,
}

/// An interval as a pair.
pub fn span(i: Interval) -> Value {
    json!([i.min, i.max])
}

impl Intervals {
    pub fn answer(&self) -> Answer {
        let (a, b) = (Interval::new(self.a[0], self.a[1]), Interval::new(self.b[0], self.b[1]));
        if a.is_empty() || b.is_empty() {
            return Err("An interval ends before it begins.".to_owned());
        }
        Ok(json!({
            "overlaps": a.overlaps(b),
            "overlap": a.overlap(b),
            "push": a.push(b),
            "shared": a.overlaps(b).then(|| span(a.intersection(b))),
        }))
    }
}

impl PointOnLine {
    pub fn answer(&self) -> Answer {
        let found = project_on_line(v(self.point), v(self.from), v(self.to));
        if self.from == self.to {
            return Err("Both ends of the line are one point: it has no direction.".to_owned());
        }
        Ok(json!({
            "point": p(found.point),
            "along": found.along,
            "fraction": found.fraction,
            "height": found.height,
        }))
    }
}

impl Shadow {
    pub fn answer(&self) -> Answer {
        let polygon = self.shape.polygon("The shape")?;
        let (axis, length) = normalize(v(self.direction));
        if length <= 0.0 || !length.is_finite() {
            return Err("The line has no direction.".to_owned());
        }
        let body = piece(&polygon);
        let (most, least) = (support(&body, axis), support(&body, -axis));
        let shadow = project(&body, Pose::IDENTITY, axis);
        Ok(json!({
            "corners": crate::input::ps(polygon.vertices().iter().copied()),
            "axis": p(axis),
            "shadow": span(shadow),
            "length": shadow.length(),
            "support": p(most.point),
            "support_corner": most.corner,
            "back": p(least.point),
            "back_corner": least.corner,
        }))
    }
}

impl Shadows {
    pub fn answer(&self) -> Answer {
        let (a, b) = (self.a.polygon("A")?, self.b.polygon("B")?);
        let (axis, length) = normalize(v(self.direction));
        if length <= 0.0 || !length.is_finite() {
            return Err("The line has no direction.".to_owned());
        }
        let (body_a, body_b) = (piece(&a), piece(&b));
        let shadows = [project(&body_a, Pose::IDENTITY, axis), project(&body_b, Pose::IDENTITY, axis)];
        let overlap = shadows[0].overlap(shadows[1]);
        Ok(json!({
            "a": crate::input::ps(a.vertices().iter().copied()),
            "b": crate::input::ps(b.vertices().iter().copied()),
            "axis": p(axis),
            "shadow_a": span(shadows[0]),
            "shadow_b": span(shadows[1]),
            "overlap": overlap,
            "shared": (overlap >= 0.0).then(|| span(shadows[0].intersection(shadows[1]))),
            "separating": is_separating_axis(&body_a, &body_b, Pose::IDENTITY, axis),
        }))
    }
}
