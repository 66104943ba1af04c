//! A storm of random calls on worlds full of gears, racks and pulleys: every invariant holds after each call and step,
//! every gear that ends is listed, and an image goes on with the same hash.

use crate::kit::*;
use carom::prelude::*;
use std::collections::BTreeSet;

const SEEDS: u64 = if LONG { 300 } else { 40 };

struct Storm {
    world: World,
    random: SplitMix64,
    /// Gears that no call has removed and no event has listed.
    gears: BTreeSet<JointKey>,
}

impl Storm {
    fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let last = all.len().checked_sub(1)?;
        Some(all[self.random.int(0, last as u64) as usize])
    }

    fn body(&mut self) -> Option<BodyKey> {
        let all: Vec<BodyKey> = self.world.bodies().map(|(key, _)| key).collect();
        self.pick(&all)
    }

    fn joint(&mut self) -> Option<JointKey> {
        let all: Vec<JointKey> = self.world.joints().map(|(key, _)| key).collect();
        self.pick(&all)
    }

    fn add_body(&mut self) {
        let at = vec2(self.random.range(-8.0, 8.0), self.random.range(1.0, 8.0));
        let body = [BodyDef::dynamic(), BodyDef::dynamic(), BodyDef::fixed(), BodyDef::kinematic()];
        let body = body[self.random.int(0, 3) as usize].clone().at(at).angle(self.random.range(-3.0, 3.0));
        let size = self.random.range(0.2, 1.0);
        self.world.add_body(body.shape(rect(size, 0.4))).unwrap();
    }

    fn add_joint(&mut self) -> Option<()> {
        let (a, b) = (self.body()?, self.body()?);
        let at = at(&self.world, b);
        let joint: JointDef = match self.random.int(0, 6) {
            0 | 1 => Revolute::at(at).into(),
            2 => Revolute::at(at).motor(4.0, 5.0).break_force(300.0),
            3 | 4 => Prismatic::at(at, vec2(0.3, 1.0)).into(),
            5 => Wheel::at(at, Vec2::Y).suspension(3.0, 0.5).into(),
            _ => Pulley::between(crate::kit::at(&self.world, a), vec2(-3.0, 12.0), vec2(3.0, 12.0), at)
                .ratio(self.random.range(0.3, 3.0))
                .into(),
        };
        // A body with itself is refused.
        let _ = self.world.add_joint(a, b, joint);
        Some(())
    }

    fn add_gear(&mut self) -> Option<()> {
        let (one, two) = (self.joint()?, self.joint()?);
        let ratio = self.random.range(-3.0, 3.0);
        let gear = match self.random.int(0, 3) {
            0 => Rack::new(ratio).into(),
            1 => Gear::new(ratio).break_torque(self.random.range(1.0, 100.0)),
            _ => JointDef::from(Gear::new(ratio)),
        };
        self.gears.extend(self.world.add_gear(one, two, gear));
        Some(())
    }

    fn change_joint(&mut self) -> Option<()> {
        let (key, other) = (self.joint()?, self.joint()?);
        let (def, ratio) = (self.world.joint(other)?.def(), self.random.range(-2.0, 2.0));
        let at = vec2(self.random.range(-8.0, 8.0), 3.0);
        let mut joint = self.world.joint_mut(key)?;
        // Whatever does not fit is refused.
        let _ = joint.set_ratio(ratio);
        let _ = joint.set_motor(Some(AngleMotor { speed: ratio, max_torque: 20.0 }));
        let _ = joint.set_line_motor(Some(LineMotor { speed: ratio, max_force: 20.0 }));
        let _ = joint.set_def(Revolute::at(at));
        let _ = joint.set_def(def);
        Some(())
    }

    fn change_body(&mut self) -> Option<()> {
        let key = self.body()?;
        let (choice, x) = (self.random.int(0, 6), self.random.range(-8.0, 8.0));
        let mut body = self.world.body_mut(key)?;
        match choice {
            0 => body.set_kind(BodyKind::Fixed),
            1 => body.set_kind(BodyKind::Kinematic),
            2 => body.set_kind(BodyKind::Dynamic),
            3 => drop(body.teleport(Pose::new(vec2(x, 5.0), x))),
            4 => drop(body.sleep()),
            5 => {
                let is_enabled = body.is_enabled();
                body.set_enabled(!is_enabled);
            }
            _ => drop(body.set_angular_velocity(x)),
        }
        Some(())
    }

    fn call(&mut self) {
        match self.random.int(0, 15) {
            0 | 1 => self.add_body(),
            2 | 3 => drop(self.add_joint()),
            4..=6 => drop(self.add_gear()),
            7 | 8 => drop(self.change_joint()),
            9..=12 => drop(self.change_body()),
            13 => {
                if let Some(key) = self.joint() {
                    assert!(self.world.remove_joint(key));
                    self.gears.remove(&key);
                }
            }
            14 => {
                if let Some(key) = self.body() {
                    assert!(self.world.remove_body(key));
                }
            }
            _ => {
                let image = self.world.snapshot();
                self.world.restore(&image).unwrap();
                assert!(self.world.snapshot() == image);
                // Events of calls since the last step are no part of an image.
                self.gears.retain(|&gear| self.world.joint(gear).is_some());
            }
        }
        checked(&self.world);
    }

    fn step(&mut self) {
        self.world.step();
        checked(&self.world);
        for end in self.world.events().joint_ends() {
            self.gears.remove(&end.joint);
        }
        for &gear in &self.gears {
            let (one, two) = self.world.joint(gear).expect("a gear that ended is listed").geared().unwrap();
            assert!(self.world.joint(one).is_some() && self.world.joint(two).is_some());
        }
    }
}

#[test]
fn no_call_breaks_an_invariant_or_loses_a_gear() {
    let mut most = 0;
    for seed in 0..SEEDS {
        let world = on_ground(WorldDef { sleep_time: 0.2, ..WorldDef::default() });
        let mut storm = Storm { world, random: SplitMix64::new(seed), gears: BTreeSet::new() };
        for _ in 0..8 {
            storm.add_body();
            storm.add_joint();
        }
        for _ in 0..80 {
            (0..storm.random.int(0, 3)).for_each(|_| storm.call());
            storm.step();
            most = most.max(storm.gears.len());
        }
        let mut other = World::from_snapshot(&storm.world.snapshot()).unwrap();
        for _ in 0..20 {
            storm.step();
            other.step();
            assert_eq!(storm.world.state_hash(), other.state_hash(), "seed {seed}");
        }
    }
    assert!(most > 3, "{most} gears at once");
}
