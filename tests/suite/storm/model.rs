//! A storm: the world, the plain model beside it, and the comparisons after each call and step.

use super::touches::Touches;
use crate::kit::*;
use carom::BodyKind;
use carom::diagnostics::Driver;
use carom::prelude::*;

/// The model of a body.
pub struct Known {
    pub key: BodyKey,
    pub kind: BodyKind,
    pub shapes: usize,
}

/// The model of a joint.
pub struct Tie {
    pub key: JointKey,
    pub a: BodyKey,
    pub b: BodyKey,
}

/// A world in a storm and the model of it.
pub struct Storm {
    pub random: SplitMix64,
    pub world: World,
    /// In the order of creation.
    pub bodies: Vec<Known>,
    pub ties: Vec<Tie>,
    /// Keys that name nothing: stale ones and those of another world.
    pub dead: Vec<BodyKey>,
    pub dead_ties: Vec<JointKey>,
    touches: Touches,
    hashes: Vec<u64>,
    seed: u64,
    calls: usize,
    watched: bool,
    /// Whether the world goes through an image before each step.
    pub restoring: bool,
}

impl Storm {
    /// A storm over a small world with a ground. With `records`, the model and the invariants are checked.
    pub fn new(seed: u64, driver: Driver, watched: bool) -> Self {
        let mut random = SplitMix64::new(seed);
        let def = WorldDef {
            sleep: random.int(0, 3) > 0,
            // Sleep comes early, so that storms include it.
            sleep_time: random.range(0.02, 0.3),
            spatial_sort_interval: random.int(0, 2) as u32,
            continuous: random.int(0, 3) > 0,
            broad_phase: if random.int(0, 1) == 0 {
                carom::BroadPhaseKind::Hash
            } else {
                carom::BroadPhaseKind::QuadTree
            },
            substeps: random.int(1, 4) as u32,
            ..WorldDef::default()
        };
        let mut world = World::new(def).unwrap();
        world.set_driver(driver);
        let mut other = World::default();
        let foreign = other.add_body(crate_at(0.0, 0.0)).unwrap();
        let (a, b) = (other.add_body(crate_at(0.0, 0.0)).unwrap(), other.add_body(crate_at(0.0, 0.0)).unwrap());
        let foreign_tie = other.add_joint(a, b, Revolute::default()).unwrap();
        let mut storm = Self {
            random,
            world,
            bodies: Vec::new(),
            ties: Vec::new(),
            dead: vec![foreign, BodyKey::default()],
            dead_ties: vec![foreign_tie, JointKey::default()],
            touches: Touches::default(),
            hashes: Vec::new(),
            seed,
            calls: 0,
            watched,
            restoring: false,
        };
        storm.put(ground());
        for _ in 0..8 {
            storm.add();
        }
        storm
    }

    /// Adds a good body to the world and the model.
    pub fn put(&mut self, def: BodyDef) {
        let (kind, shapes) = (def.kind, def.shapes.len());
        let key = self.world.add_body(def).unwrap();
        self.bodies.push(Known { key, kind, shapes });
    }

    /// Does one random call, and compares.
    pub fn call(&mut self) {
        self.calls += 1;
        let bad = self.random.int(0, 4) == 0;
        let before = (self.watched && bad).then(|| self.world.state_hash());
        if bad {
            self.bad_call();
            if let Some(before) = before {
                assert_eq!(self.world.state_hash(), before, "{}: a refused call changed something", self.place());
            }
        } else {
            self.good_call();
        }
        if self.watched {
            self.compare();
        }
    }

    /// Steps, and checks the results.
    pub fn step(&mut self) {
        if self.restoring {
            let image = self.world.snapshot();
            let place = self.place();
            self.world.restore(&image).unwrap_or_else(|e| panic!("{place}: {e}"));
            assert!(self.world.snapshot() == image, "{place}: the image changed on its way");
        }
        self.world.step();
        self.hashes.push(self.world.state_hash());
        if self.watched {
            let place = self.place();
            if let Err(violation) = self.world.validate() {
                panic!("{place}: {violation}");
            }
            self.touches.take(self.world.events(), &place);
            self.touches.check(&self.world, &place);
        }
    }

    /// Some more steps, and the hashes of all.
    pub fn finish(mut self) -> Vec<u64> {
        for _ in 0..3 {
            self.step();
        }
        self.hashes
    }

    /// Position in the storm, for messages.
    pub fn place(&self) -> String {
        format!("seed {}, call {}, step {}", self.seed, self.calls, self.world.step_count())
    }

    fn compare(&self) {
        let counts = self.world.counts();
        let shapes: usize = self.bodies.iter().map(|body| body.shapes).sum();
        let wanted = (self.bodies.len(), shapes, self.ties.len());
        assert_eq!((counts.bodies, counts.shapes, counts.joints), wanted, "{}", self.place());
        assert!(
            self.world.bodies().map(|(key, _)| key).eq(self.bodies.iter().map(|body| body.key)),
            "{}",
            self.place()
        );
        for known in &self.bodies {
            let body = self.world.body(known.key).unwrap();
            assert_eq!((body.kind(), body.shapes().len()), (known.kind, known.shapes), "{}", self.place());
        }
        for tie in &self.ties {
            assert_eq!(self.world.joint(tie.key).unwrap().bodies(), (tie.a, tie.b), "{}", self.place());
        }
        assert!(self.dead.iter().all(|&key| self.world.body(key).is_none()), "{}", self.place());
        assert!(self.dead_ties.iter().all(|&key| self.world.joint(key).is_none()), "{}", self.place());
    }
}
