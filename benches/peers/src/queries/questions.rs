//! The queries, and the comparison of the answers of two engines.

use carom::math::{Aabb, Pose};
use carom::{Cast, Circle, Polygon, Ray, Shape, Vec2, vec2};
use carom_scenes::{SceneDef, SplitMix64};
use std::error::Error;
use std::f32::consts::PI;

/// Length of a ray, and of a cast [m].
const LENGTH: f32 = 50.0;

/// Queries of each kind.
pub struct Questions {
    /// Rays from places that are free.
    pub rays: Vec<Ray>,
    /// Boxes of 1 to 8 m, in carom's form.
    pub areas: Vec<(Shape, Pose)>,
    /// The same as corners.
    pub boxes: Vec<Aabb>,
    /// Boxes of a metre on their way, from places that are free.
    pub casts: Vec<Cast>,
}

impl Questions {
    /// Seeded queries in the region of most bodies of a scene.
    pub fn new(scene: &SceneDef, count: usize) -> Result<Self, Box<dyn Error>> {
        let mut random = SplitMix64::new(5);
        let world = scene.play()?.world().clone();
        let query = world.query();
        let movers =
            || scene.bodies.iter().filter(|body| body.kind == carom::BodyKind::Dynamic).map(|body| body.position);
        let low = movers().fold(Vec2::INFINITY, Vec2::min) - vec2(0.0, 1.0);
        // Half as much again of free air.
        let high = movers().fold(Vec2::NEG_INFINITY, Vec2::max);
        let high = vec2(high.x, high.y + 0.5 * (high.y - low.y));
        let spot = |random: &mut SplitMix64| vec2(random.range(low.x, high.x), random.range(low.y, high.y));
        let way = |random: &mut SplitMix64| {
            let angle = carom::math::Rot::from_angle(random.range(-PI, PI));
            vec2(angle.c, angle.s) * LENGTH
        };
        let mut questions = Self { rays: Vec::new(), areas: Vec::new(), boxes: Vec::new(), casts: Vec::new() };
        let mover = Polygon::rect(1.0, 1.0)?;
        // If a ray or a box starts inside something, engines differ by design.
        while questions.rays.len() < count {
            let from = spot(&mut random);
            if query.overlap_circle(from, 0.001)?.is_empty() {
                questions.rays.push(Ray::new(from, from + way(&mut random)));
            }
        }
        while questions.casts.len() < count {
            let from = spot(&mut random);
            let to = way(&mut random);
            if query.overlap(&Circle::new(0.75)?.into(), Pose::new(from, 0.0))?.is_empty() {
                questions.casts.push(Cast::new(mover.clone(), Pose::new(from, 0.0), to));
            }
        }
        for _ in 0..count {
            let (at, size) = (spot(&mut random), vec2(random.range(1.0, 8.0), random.range(1.0, 8.0)));
            questions.areas.push((Polygon::rect(size.x, size.y)?.into(), Pose::new(at, 0.0)));
            questions.boxes.push(Aabb::new(at - 0.5 * size, at + 0.5 * size));
        }
        Ok(questions)
    }
}

/// Answers to queries of a kind.
pub enum Answers {
    /// Fraction of each way at the first hit; NaN for none.
    Fractions(Vec<f32>),
    /// Number of shapes in each box.
    Counts(Vec<u32>),
}

impl Answers {
    /// Number of answers that differ, and the greatest difference.
    pub fn differences(&self, other: &Self) -> String {
        match (self, other) {
            (Self::Fractions(a), Self::Fractions(b)) => {
                let hits = a.iter().filter(|a| !a.is_nan()).count();
                let differ = a.iter().zip(b).filter(|(a, b)| a.is_nan() != b.is_nan() || (*a - *b).abs() > 5.0e-4);
                let one_only = a.iter().zip(b).filter(|(a, b)| a.is_nan() != b.is_nan()).count();
                format!(
                    "{hits} of {} hit, {} differ by more than 0.0005 of the way, of which {one_only} hit in one only",
                    a.len(),
                    differ.count()
                )
            }
            (Self::Counts(a), Self::Counts(b)) => {
                let differ = a.iter().zip(b).filter(|(a, b)| a != b).count();
                let [all, others] = [a, b].map(|list| list.iter().map(|&n| u64::from(n)).sum::<u64>());
                format!("{all} and {others} found in {} boxes, {differ} boxes differ", a.len())
            }
            _ => "not comparable".to_owned(),
        }
    }
}
