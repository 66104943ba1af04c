//! The ways that bodies took over the last steps.

use carom::math::Vec2;
use carom::{BodyKey, BodyKind, World, slotmap::SecondaryMap};
use std::collections::VecDeque;

/// The ways that bodies took. Note the world after each step.
///
/// ```
/// use carom_draw::{DrawOptions, Drawing, Layer, Layers, Trails};
///
/// let mut world = carom::World::default();
/// let mut trails = Trails::new(60);
/// for _ in 0..60 {
///     world.step();
///     trails.note(&world);
/// }
/// let layers = Layers::NONE.with(Layer::Trails);
/// let drawing = Drawing::with(&world, &DrawOptions { layers, trails: Some(&trails), ..DrawOptions::default() });
/// ```
#[derive(Clone, Debug)]
pub struct Trails {
    most: usize,
    ways: SecondaryMap<BodyKey, VecDeque<Vec2>>,
}

impl Trails {
    /// Ways of up to `steps` steps.
    pub fn new(steps: usize) -> Self {
        Self { most: steps.saturating_add(1), ways: SecondaryMap::new() }
    }

    /// Notes where all bodies are that may move.
    pub fn note(&mut self, world: &World) {
        let keys = |key| world.body(key).is_some();
        self.ways.retain(|key, _| keys(key));
        for (key, body) in world.bodies().filter(|(_, body)| body.kind() != BodyKind::Fixed) {
            let Some(entry) = self.ways.entry(key) else { continue };
            let way = entry.or_default();
            way.push_back(body.center());
            if way.len() > self.most {
                way.pop_front();
            }
        }
    }

    /// The way of a body, the oldest place first [m]. Places where it stayed are there once.
    pub fn way(&self, body: BodyKey) -> Vec<Vec2> {
        let mut points: Vec<Vec2> = self.ways.get(body).into_iter().flatten().copied().collect();
        points.dedup();
        points
    }
}
