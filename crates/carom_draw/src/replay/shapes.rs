//! The shapes of a replay: each list of shapes once, as whole numbers of a small length.

use crate::Figure;
use carom::math::{Pose, Vec2};
use carom::{Shape, ShapeDef};
use std::collections::HashMap;

/// Parts of the least length that shapes are rounded to.
const FINER: f32 = 8.0;

/// The lists of shapes of all bodies, each once, as JSON.
pub(crate) struct ShapeLists {
    /// Units to a metre.
    scale: f32,
    known: HashMap<String, usize>,
    lists: Vec<String>,
    /// The shapes that were asked for last: neighbours are often alike.
    last: (Vec<ShapeDef>, usize),
}

impl ShapeLists {
    /// For poses that are rounded to this length [m].
    pub fn new(quantum: f32) -> Self {
        Self { scale: FINER / quantum, known: HashMap::new(), lists: Vec::new(), last: (Vec::new(), usize::MAX) }
    }

    /// The length of a unit [m].
    pub fn unit(&self) -> f64 {
        1.0 / f64::from(self.scale)
    }

    /// The number of a list of shapes.
    pub fn number_of(&mut self, shapes: &[ShapeDef]) -> usize {
        if self.last.1 != usize::MAX && self.last.0 == shapes {
            return self.last.1;
        }
        let list: Vec<String> = shapes.iter().map(|shape| self.shape(shape)).collect();
        let list = format!("[{}]", list.join(","));
        let number = self.known.get(&list).copied().unwrap_or_else(|| {
            self.lists.push(list.clone());
            self.known.insert(list, self.lists.len() - 1);
            self.lists.len() - 1
        });
        self.last = (shapes.to_vec(), number);
        number
    }

    /// All lists, by number.
    pub fn into_json(self) -> String {
        format!("[{}]", self.lists.join(","))
    }

    fn round(&self, length: f32) -> i64 {
        (length * self.scale).round() as i64
    }

    fn points(&self, points: &[Vec2]) -> String {
        let numbers: Vec<String> = points.iter().map(|p| format!("{},{}", self.round(p.x), self.round(p.y))).collect();
        format!("[{}]", numbers.join(","))
    }

    /// A shape: its circle, or its convex area, or what it is with the areas that fill it, the rings around it and its
    /// open lines. The player describes circles and polygons itself, as there may be many.
    fn shape(&self, def: &ShapeDef) -> String {
        let sensor = if def.sensor { ",\"sensor\":true}" } else { "}" };
        let list = |all: Vec<String>| format!("[{}]", all.join(","));
        // The description has letters, digits and blanks alone.
        let is = || describe(&def.shape);
        let content = match Figure::of(&def.shape, Pose::IDENTITY) {
            Figure::Disc { center, radius, .. } => {
                let [x, y, r] = [center.x, center.y, radius].map(|length| self.round(length));
                format!("\"circle\":[{x},{y},{r}]")
            }
            Figure::Area { corners } => match def.shape {
                Shape::Polygon(_) => format!("\"area\":{}", self.points(&corners)),
                _ => format!("\"is\":\"{}\",\"area\":{}", is(), self.points(&corners)),
            },
            Figure::Region { rings } => {
                let rings = list(rings.iter().map(|ring| self.points(ring)).collect());
                let piece = |i| Figure::of_piece(&def.shape.piece(i), Pose::IDENTITY);
                let fills = (0..def.shape.piece_count()).filter_map(|i| match piece(i) {
                    Figure::Area { corners } => Some(self.points(&corners)),
                    _ => None,
                });
                format!("\"is\":\"{}\",\"fills\":{},\"rings\":{rings}", is(), list(fills.collect()))
            }
            Figure::Line { points } => format!("\"is\":\"{}\",\"lines\":[{}]", is(), self.points(&points)),
        };
        format!("{{{content}{sensor}")
    }
}

/// A shape in a few words.
fn describe(shape: &Shape) -> String {
    let b = Figure::of(shape, Pose::IDENTITY).aabb().size();
    let size = format!("{} x {} m", short(b.x), short(b.y));
    match shape {
        Shape::Circle(s) => format!("circle, {} m", short(s.radius())),
        Shape::Capsule(s) => format!("capsule, {size}, radius {} m", short(s.radius())),
        Shape::Polygon(s) => format!("polygon of {} corners, {size}", s.vertices().len()),
        Shape::Segment(s) => format!("segment, {} m", short((s.b() - s.a()).length())),
        Shape::Chain(s) => format!("chain of {} links, {size}", s.len()),
        Shape::TileGrid(s) => format!("{} x {} tiles, {size}", s.columns(), s.rows()),
        Shape::Outline(s) => format!("outline of {} corners, {} pieces, {size}", s.outer().len(), s.pieces().len()),
    }
}

/// A length with three digits that count.
fn short(length: f32) -> String {
    let digits = if length >= 100.0 {
        0
    } else if length >= 10.0 {
        1
    } else {
        2
    };
    let text = format!("{length:.*}", if length < 0.1 { 4 } else { digits });
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::{Circle, Polygon};

    #[test]
    fn equal_lists_have_one_number() {
        let mut lists = ShapeLists::new(0.001);
        let square: ShapeDef = Polygon::rect(1.0, 2.0).unwrap().into();
        let ball: ShapeDef = Circle::new(0.5).unwrap().into();
        assert_eq!(lists.number_of(std::slice::from_ref(&square)), 0);
        assert_eq!(lists.number_of(&[ball.clone(), square.clone()]), 1);
        assert_eq!(lists.number_of(&[square]), 0);
        assert_eq!(lists.number_of(&[]), 2);
        let all: serde_json::Value = serde_json::from_str(&lists.into_json()).unwrap();
        assert_eq!(all[1][0]["circle"], serde_json::json!([0, 0, 4000]));
        assert_eq!(all[0][0]["area"].as_array().unwrap().len(), 8);
    }
}
