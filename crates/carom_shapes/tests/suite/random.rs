//! Random numbers and rings from a seed.

use carom_math::{Vec2, vec2};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

pub struct Random(pub StdRng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }

    pub fn real(&mut self, low: f32, high: f32) -> f32 {
        self.0.random_range(low..high)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    pub fn whole(&mut self, low: i64, high: i64) -> i64 {
        self.0.random_range(low..=high)
    }

    pub fn place(&mut self, size: f32) -> Vec2 {
        vec2(self.real(-size, size), self.real(-size, size))
    }

    /// A ring round a place that every ray from it meets once, between two distances from it.
    pub fn star(&mut self, center: Vec2, least: f32, most: f32, count: usize) -> Vec<Vec2> {
        let step = std::f32::consts::TAU / count as f32;
        (0..count)
            .map(|i| {
                let (s, c) = carom_math::sin_cos(step * (i as f32 + self.real(-0.3, 0.3)));
                center + self.real(least, most) * vec2(c, s)
            })
            .collect()
    }
}
