//! Random fields of all kinds of shapes, and events between queries.

use super::Field;
use crate::kit::*;
use carom::prelude::*;
use carom::{BroadPhaseKind, Shape};

impl Field {
    pub fn new(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let broad_phase = if seed.is_multiple_of(2) { BroadPhaseKind::Hash } else { BroadPhaseKind::QuadTree };
        let def = WorldDef { sleep_time: 0.1, broad_phase, ..WorldDef::default() };
        let mut field = Self { world: World::new(def).unwrap(), keys: Vec::new(), random: random.clone() };
        for _ in 0..random.int(1, 60) {
            field.add();
        }
        field.random = SplitMix64::new(seed ^ 0xABCD);
        field
    }

    pub fn spot(&mut self) -> Vec2 {
        vec2(self.random.range(-15.0, 15.0), self.random.range(-15.0, 15.0))
    }

    pub fn outline(&mut self) -> Shape {
        let size = self.random.range(0.1, 1.5);
        let at = self.spot() * 0.05;
        match self.random.int(0, 8) {
            0 => disc(size).into(),
            1 => Circle::at(at, size).unwrap().into(),
            2 => Capsule::new(at, at + vec2(size, 0.3), 0.2).unwrap().into(),
            3 => Segment::new(at, at + vec2(1.0 + size, 0.5)).unwrap().into(),
            4 => Chain::open([vec2(3.0, 0.0), vec2(1.0, 0.3), vec2(-1.0, 0.3), vec2(-3.0, 0.0)]).unwrap().into(),
            5 => TileGrid::from_rows(&["#.1", "##/"], size).unwrap().at(at).unwrap().into(),
            6 => rect(size, 0.6).rounded(0.1).unwrap().into(),
            7 => Polygon::hull((0..9).map(|_| self.spot() * 0.1).collect::<Vec<_>>()).unwrap().into(),
            _ => rect(1.0, size).into(),
        }
    }

    pub fn filter(&mut self) -> Filter {
        Filter {
            category: 1 << self.random.int(0, 2),
            mask: self.random.int(0, 7),
            group: self.random.int(0, 2) as i32 - 1,
        }
    }

    pub fn add(&mut self) {
        let mut def = match self.random.int(0, 3) {
            0 => BodyDef::fixed(),
            1 => BodyDef::kinematic().velocity(self.spot()),
            _ => BodyDef::dynamic().velocity(self.spot()),
        };
        for _ in 0..self.random.int(0, 2) {
            let (outline, filter) = (self.outline(), self.filter());
            def = def.shape(ShapeDef::new(outline).filter(filter));
        }
        let def = def.at(self.spot()).angle(self.random.range(-3.0, 3.0));
        self.keys.push(self.world.add_body(def).unwrap());
    }

    /// A random event between two queries: often nothing, sometimes a step.
    pub fn change(&mut self) {
        let at = self.random.int(0, self.keys.len() as u64 - 1) as usize;
        let key = self.keys[at];
        match self.random.int(0, 40) {
            0 | 1 => self.world.step(),
            2 => self.add(),
            3 if self.keys.len() > 1 => assert!(self.world.remove_body(self.keys.swap_remove(at))),
            4 | 5 => {
                let pose = Pose::new(self.spot(), self.random.range(-3.0, 3.0));
                self.world.body_mut(key).unwrap().teleport(pose).unwrap();
            }
            6 => {
                let shapes = vec![self.outline().into()];
                self.world.body_mut(key).unwrap().set_shapes(shapes).unwrap();
            }
            7 => self.world = self.world.clone(),
            8 => self.world.body_mut(key).unwrap().wake(),
            9 => drop(self.world.body_mut(key).unwrap().sleep()),
            10 if self.random.int(0, 9) == 0 => (0..99).for_each(|_| self.add()),
            _ => {}
        }
        if self.keys.len() > 150 {
            *self = Self::new(self.random.next_u64());
        }
    }
}
