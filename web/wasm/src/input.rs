//! The parts of questions: points, polygons and circles at a pose, and the words for what is wrong with them.

use carom::shapes::{RingEdge, RingName};
use carom::{Circle, Piece, Polygon, Pose, ShapeError, Vec2, vec2};
use serde::Deserialize;
use serde_json::{Value, json};

/// A place or a direction.
pub type Pair = [f32; 2];

/// An answer, or what is wrong in words.
pub type Answer = Result<Value, String>;

/// A polygon or an outline at a place, turned.
#[derive(Clone, Debug, Deserialize)]
pub struct Ring {
    /// Corners in its own frame [m].
    pub points: Vec<Pair>,
    /// Its place [m].
    #[serde(default)]
    pub at: Pair,
    /// Its angle [rad].
    #[serde(default)]
    pub angle: f32,
}

/// A circle.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Disc {
    /// Its centre [m].
    pub at: Pair,
    /// Its radius [m].
    pub radius: f32,
}

/// A box at a place, turned.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Rect {
    /// Its middle [m].
    pub at: Pair,
    /// Its full size [m].
    pub size: Pair,
    /// Its angle [rad].
    #[serde(default)]
    pub angle: f32,
}

impl Ring {
    /// Its pose.
    pub fn pose(&self) -> Pose {
        Pose::new(v(self.at), self.angle)
    }

    /// Its corners in the world.
    pub fn corners(&self) -> Vec<Vec2> {
        let pose = self.pose();
        self.points.iter().map(|p| pose.transform_point(v(*p))).collect()
    }

    /// The convex polygon with these corners, in the world.
    pub fn polygon(&self, name: &str) -> Result<Polygon, String> {
        Polygon::new(self.corners()).map_err(|e| format!("{name} is no convex polygon: {}.", words(&e)))
    }
}

impl Disc {
    /// The circle about the origin of its pose, and that pose.
    pub fn circle(&self) -> Result<(Circle, Pose), String> {
        let circle = Circle::new(self.radius).map_err(|e| format!("The circle cannot be: {}.", words(&e)))?;
        Ok((circle, Pose::new(v(self.at), 0.0)))
    }
}

/// A pair as a vector.
pub fn v(pair: Pair) -> Vec2 {
    vec2(pair[0], pair[1])
}

/// A vector as a pair.
pub fn p(v: Vec2) -> Value {
    json!([v.x, v.y])
}

/// Vectors as pairs.
pub fn ps(list: impl IntoIterator<Item = Vec2>) -> Value {
    Value::Array(list.into_iter().map(p).collect())
}

/// A polygon as a piece.
pub fn piece(polygon: &Polygon) -> Piece {
    Piece::Polygon(polygon.clone())
}

/// An edge of an outline by number.
fn edge(edge: &RingEdge) -> String {
    let ring = if edge.ring == RingName::Outer { "" } else { " of the hole" };
    format!("edge {}{ring}", edge.vertex + 1)
}

/// The fault of a shape, in the words of somebody who drags its corners. Corners are counted from 1.
pub fn words(error: &ShapeError) -> String {
    match error {
        ShapeError::Duplicate { vertex } => format!("corner {} lies on the corner before it", vertex + 1),
        ShapeError::Collinear => "all corners lie on one line, so there is no area".to_owned(),
        ShapeError::NotConvex { vertex } => format!("it bends inwards at corner {}", vertex + 1),
        ShapeError::Crossing => "its edges cross".to_owned(),
        ShapeError::EdgesCross { a, b, at } => {
            format!("{} crosses {} at ({:.2}, {:.2})", edge(a), edge(b), at.x, at.y)
        }
        ShapeError::EdgesOverlap { a, b, at } => {
            format!("{} lies on {} from ({:.2}, {:.2}) on", edge(a), edge(b), at.x, at.y)
        }
        ShapeError::HoleOutside { at, .. } => format!("the hole leaves the outline at ({:.2}, {:.2})", at.x, at.y),
        ShapeError::NoArea { .. } => "it has no area".to_owned(),
        ShapeError::TooThin { at } => format!("it is too thin near ({:.2}, {:.2})", at.x, at.y),
        other => other.to_string(),
    }
}

/// The place of what is wrong, if it has one.
pub fn place_of(error: &ShapeError) -> Option<Vec2> {
    match error {
        ShapeError::EdgesCross { at, .. }
        | ShapeError::EdgesOverlap { at, .. }
        | ShapeError::HoleOutside { at, .. }
        | ShapeError::HolesOverlap { at, .. }
        | ShapeError::TooThin { at } => Some(*at),
        _ => None,
    }
}
