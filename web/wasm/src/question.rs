//! The questions by name.

use crate::input::Answer;
use crate::{broad, ears, flights, impact, lines, pairs, pixels, sat};
use serde::Deserialize;
use serde_json::json;

/// A question of the page: `{"ask": "sat_axes", ..}`.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Question {
    Intervals(lines::Intervals),
    LineProjection(lines::PointOnLine),
    Shadow(lines::Shadow),
    Shadows(lines::Shadows),
    Pair(pairs::ShapePair),
    SatAxes(sat::Two),
    PushApart(sat::Push),
    SatCircle(sat::WithCircle),
    Clip(sat::Two),
    Ears(ears::Rings),
    Concave(ears::Meeting),
    Masks(pixels::Masks),
    Tiles(pixels::Tiles),
    Ray(flights::RayAmong),
    Throw(flights::Throw),
    Bullet(flights::Bullet),
    Resolve(impact::Impact),
    Broad(broad::Boxes),
}

impl Question {
    fn answer(&self) -> Answer {
        match self {
            Self::Intervals(q) => q.answer(),
            Self::LineProjection(q) => q.answer(),
            Self::Shadow(q) => q.answer(),
            Self::Shadows(q) => q.answer(),
            Self::Pair(q) => q.answer(),
            Self::SatAxes(q) => q.axes(),
            Self::PushApart(q) => q.answer(),
            Self::SatCircle(q) => q.answer(),
            Self::Clip(q) => q.clip(),
            Self::Ears(q) => q.answer(),
            Self::Concave(q) => q.answer(),
            Self::Masks(q) => q.answer(),
            Self::Tiles(q) => q.answer(),
            Self::Ray(q) => q.answer(),
            Self::Throw(q) => q.answer(),
            Self::Bullet(q) => q.answer(),
            Self::Resolve(q) => q.answer(),
            Self::Broad(q) => q.answer(),
        }
    }
}

/// The answer to a question in JSON, in JSON: an object, or one with the field `error`, in words. It never panics.
pub fn answer(question: &str) -> String {
    let answer = serde_json::from_str::<Question>(question)
        .map_err(|e| format!("The page asked something that is no question: {e}."))
        .and_then(|question| question.answer());
    answer.unwrap_or_else(|error| json!({ "error": error })).to_string()
}
