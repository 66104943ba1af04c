//! The extra scene `machinery`: about 10,000 joints of all the kinds that both peers have, a seventh of each. Twenty
//! floors bear the same works: lorries in tow on a rough road, dolls on a bridge, chains, cranes, pistons, balls on
//! springs and ropes, drones, and rotors among discs.

use carom::math::atan2;
use carom::{
    BodyDef, Capsule, Circle, Distance, Error, Filter, FilterJoint, Motor, Polygon, Pose, Prismatic, Revolute, Shape,
    ShapeDef, Vec2, Weld, Wheel, vec2,
};
use carom_scenes::SceneDef;

/// Its name.
pub const MACHINERY: &str = "machinery";

/// Number of floors and their distance [m].
const FLOORS: u16 = 20;
const ABOVE: f32 = 16.0;

/// Width of a floor [m].
const WIDE: f32 = 300.0;

/// Length of the free road ahead of the lorries, and distance of lorries [m].
const ROAD: f32 = 20.0;
const LORRY: f32 = 6.5;

/// Numbers of machines on a floor.
const LORRIES: u16 = 18;
const DOLLS: u16 = 4;
const PLANKS: u16 = 20;
const CHAINS: u16 = 2;
const LINKS: u16 = 7;
const CRANES: u16 = 3;
const PISTONS: u16 = 35;
const STRINGS: u16 = 8;
const BEADS: u16 = 5;
const BALLS: u16 = 12;
const DRONES: u16 = 36;
const ROTORS: u16 = 35;

/// The scene.
pub fn machinery() -> Result<SceneDef, Error> {
    let about = "lorries, dolls, bridges, chains, cranes, pistons, drones: 10,000 joints, of each kind a seventh";
    let mut scene = SceneDef::new(MACHINERY, about, 400, false);
    for floor in 0..FLOORS {
        let level = ABOVE * f32::from(floor);
        let (ground, pegs) = (add_ground(&mut scene, level)?, scene.add(BodyDef::fixed().at(vec2(0.0, level))));
        let mut works = Works { scene: &mut scene, level, ground, pegs, x: ROAD - 0.5 * WIDE };
        works.lorries()?;
        works.bridge()?;
        works.chains()?;
        works.cranes()?;
        works.pistons()?;
        works.strings()?;
        works.balls()?;
        works.rotors()?;
    }
    Ok(scene)
}

/// A floor with walls at its ends and bumps along the road. Its origin is on its middle.
fn add_ground(scene: &mut SceneDef, level: f32) -> Result<usize, Error> {
    let mut ground = BodyDef::fixed().at(vec2(0.0, level));
    let mut add = |shape: Polygon| ground = std::mem::take(&mut ground).shape(ShapeDef::new(shape).friction(0.9));
    add(Polygon::rect_at(Pose::new(vec2(0.0, -0.5), 0.0), WIDE, 1.0)?);
    for side in [-0.5, 0.5] {
        add(Polygon::rect_at(Pose::new(vec2(side * (WIDE + 1.0), 2.0), 0.0), 1.0, 6.0)?);
    }
    for k in 1..60_u16 {
        let x = 2.3 * f32::from(k) - 0.5 * WIDE;
        let high = 0.04 * f32::from(k % 4);
        if high > 0.0 {
            let foot = [vec2(x - 0.5, 0.0), vec2(x + 0.5, 0.0)];
            add(Polygon::new([foot[0], foot[1], vec2(x + 0.2, high), vec2(x - 0.2, high)])?);
        }
    }
    Ok(scene.add(ground))
}

/// The works of a floor, as far as they are built.
struct Works<'a> {
    scene: &'a mut SceneDef,
    level: f32,
    /// The floor, and a fixed body without a shape from which things hang.
    ground: usize,
    pegs: usize,
    /// Left end of the next machine [m].
    x: f32,
}

impl Works<'_> {
    /// A point above the floor, in the world [m].
    fn at(&self, x: f32, y: f32) -> Vec2 {
        vec2(x, self.level + y)
    }

    /// Adds a body of one shape.
    fn add(&mut self, x: f32, y: f32, shape: impl Into<Shape>, density: f32) -> usize {
        let place = self.at(x, y);
        self.scene.add(BodyDef::dynamic().at(place).shape(ShapeDef::new(shape).density(density)))
    }

    fn add_rect(&mut self, x: f32, y: f32, [wide, high]: [f32; 2], density: f32) -> Result<usize, Error> {
        Ok(self.add(x, y, Polygon::rect(wide, high)?, density))
    }

    /// Four driven wheels, two seats on springs with boxes on them, a post with an arm; the next one is in tow.
    fn lorries(&mut self) -> Result<(), Error> {
        let mut ahead = None;
        for k in 0..LORRIES {
            let x = self.x + LORRY * (f32::from(k) + 0.5);
            let chassis = self.add_rect(x, 1.0, [4.4, 0.4], 100.0)?;
            for place in [-1.8, -0.6, 0.6, 1.8] {
                let wheel = Circle::new(0.4)?;
                let hub = self.at(x + place, 0.55);
                let wheel = self.add(x + place, 0.55, wheel, 40.0);
                let suspension = Wheel::at(hub, Vec2::Y).suspension(4.0, 0.7).limit(-0.2, 0.2);
                self.scene.join(chassis, wheel, suspension.motor(5.0, 200.0));
            }
            let post = self.add_rect(x - 2.0, 1.6, [0.15, 0.8], 40.0)?;
            let arm = self.add_rect(x - 1.5, 2.06, [1.2, 0.12], 40.0)?;
            self.scene.join(chassis, post, Weld::at(vec2(x - 2.0, self.level + 1.2)));
            self.scene.join(post, arm, Weld::at(vec2(x - 2.0, self.level + 2.0)));
            for place in [-0.6, 1.2] {
                let seat = self.add_rect(x + place, 1.5, [1.2, 0.12], 60.0)?;
                let slide = Prismatic::at(self.at(x + place, 1.5), Vec2::Y).limit(-0.2, 0.2).spring(3.0, 0.4);
                self.scene.join(chassis, seat, slide);
                self.scene.join(arm, seat, FilterJoint {});
                self.add_rect(x + place, 1.82, [0.5, 0.5], 40.0)?;
            }
            if let Some(ahead) = ahead.replace(chassis) {
                let rope = Distance::rope(vec2(2.2, 0.0), vec2(-2.2, 0.0), LORRY - 4.2);
                self.scene.join(ahead, chassis, rope);
            }
        }
        self.x += LORRY * f32::from(LORRIES) + 2.0;
        Ok(())
    }

    /// Planks that sag between two pegs, and dolls that fall on them.
    fn bridge(&mut self) -> Result<(), Error> {
        let node = |k: u16| {
            let t = f32::from(k) / f32::from(PLANKS);
            vec2(0.97 * f32::from(k), 3.0 - 4.0 * t * (1.0 - t))
        };
        let mut last = self.pegs;
        for k in 0..PLANKS {
            let (from, to) = (node(k), node(k + 1));
            let middle = 0.5 * (from + to);
            let place = self.at(self.x + middle.x, middle.y);
            let plank = ShapeDef::new(Polygon::rect((to - from).length(), 0.15)?).density(80.0);
            let plank = BodyDef::dynamic().at(place).angle(atan2(to.y - from.y, to.x - from.x)).shape(plank);
            let plank = self.scene.add(plank);
            let hinge = Revolute::at(self.at(self.x + from.x, from.y));
            self.scene.join(last, plank, hinge);
            last = plank;
        }
        let end = node(PLANKS);
        let hinge = Revolute::at(self.at(self.x + end.x, end.y));
        self.scene.join(last, self.pegs, hinge);
        for k in 0..DOLLS {
            self.doll(self.x + 4.0 * (f32::from(k) + 1.0), 4.3, k)?;
        }
        self.x += 22.0;
        Ok(())
    }

    /// A doll of eleven limbs on hinges with limits, which rub. Each has a category of its own among its neighbours, so
    /// that it passes through itself.
    fn doll(&mut self, x: f32, y: f32, number: u16) -> Result<(), Error> {
        let category = 2_u64 << number;
        let filter = Filter { category, mask: 0xFFFF_FFFF & !category, group: 0 };
        let at = self.at(x, y);
        let mut bone = |low: Vec2, high: Vec2, radius: f32| -> Result<usize, Error> {
            let middle = 0.5 * (low + high);
            let limb = ShapeDef::new(Capsule::new(low - middle, high - middle, radius)?).density(1000.0);
            Ok(self.scene.add(BodyDef::dynamic().at(at + middle).shape(limb.filter(filter))))
        };
        let hips = bone(vec2(0.0, 0.0), vec2(0.0, 0.15), 0.13)?;
        let chest = bone(vec2(0.0, 0.3), vec2(0.0, 0.55), 0.13)?;
        let head = bone(vec2(0.0, 0.82), vec2(0.0, 0.86), 0.11)?;
        let mut hinges = vec![(hips, chest, vec2(0.0, 0.22), [-0.4, 0.4])];
        for side in [-1.0, 1.0] {
            for (trunk, joint, reach, limits) in [(chest, 0.5, 0.35, [-2.0, 2.0]), (hips, -0.05, 0.45, [-1.0, 1.0])] {
                let [upper, middle, lower] = [joint, joint - reach, joint - 2.0 * reach].map(|y| vec2(0.16 * side, y));
                let (thigh, shin) = (bone(middle, upper, 0.06)?, bone(lower, middle, 0.05)?);
                hinges.push((trunk, thigh, upper, limits));
                hinges.push((thigh, shin, middle, [-1.5, 0.1]));
            }
        }
        for (a, b, place, [least, most]) in hinges {
            self.scene.join(a, b, Revolute::at(at + place).limit(least, most).motor(0.0, 5.0));
        }
        self.scene.join(chest, head, Weld::at(at + vec2(0.0, 0.7)).soft_angle(4.0, 0.8));
        Ok(())
    }

    /// Chains with balls that swing against each other.
    fn chains(&mut self) -> Result<(), Error> {
        for k in 0..CHAINS {
            // They hang askew, away from each other, and swing together.
            let side = if k == 0 { -0.6 } else { 0.6 };
            let along = vec2(side, -0.8);
            let top = vec2(self.x + 4.0 + 2.0 * f32::from(k), 8.0);
            let mut last = self.pegs;
            for link in 0..LINKS {
                let from = top + along * (0.8 * f32::from(link));
                let middle = from + along * 0.4;
                let shape: Shape = if link + 1 == LINKS {
                    Circle::new(0.4)?.into()
                } else {
                    Capsule::new(along * -0.3, along * 0.3, 0.08)?.into()
                };
                let next = self.add(middle.x, middle.y, shape, 100.0);
                let hinge = Revolute::at(self.at(from.x, from.y));
                self.scene.join(last, next, hinge);
                last = next;
            }
        }
        self.x += 10.0;
        Ok(())
    }

    /// A mast and a boom of welded beams, a counterweight, and a load that swings on a rope.
    fn cranes(&mut self) -> Result<(), Error> {
        for _ in 0..CRANES {
            let x = self.x + 2.0;
            let mut last = self.ground;
            for k in 0..4_u16 {
                let foot = f32::from(k);
                let beam = self.add_rect(x, foot + 0.5, [0.3, 1.0], 100.0)?;
                let weld = Weld::at(self.at(x, foot));
                self.scene.join(last, beam, weld);
                last = beam;
            }
            let weight = self.add_rect(x - 0.7, 4.15, [1.0, 0.5], 200.0)?;
            let weld = Weld::at(self.at(x, 4.0));
            self.scene.join(last, weight, weld);
            for k in 0..5_u16 {
                let from = x - 0.15 + f32::from(k);
                let beam = self.add_rect(from + 0.5, 4.15, [1.0, 0.3], 30.0)?;
                let weld = Weld::at(self.at(if k == 0 { x } else { from }, if k == 0 { 4.0 } else { 4.15 }));
                self.scene.join(last, beam, weld);
                last = beam;
            }
            let load = BodyDef::dynamic().at(self.at(x + 4.7, 2.2)).velocity(vec2(1.5, 0.0));
            let load = self.scene.add(load.shape(ShapeDef::new(Polygon::rect(0.6, 0.6)?).density(60.0)));
            self.scene.join(last, load, Distance::rope(vec2(0.35, -0.15), vec2(0.0, 0.3), 1.6));
            self.x += 8.0;
        }
        Ok(())
    }

    /// Plates on slides with boxes on them, by springs and by motors of which every third is too weak; and the drones
    /// above them.
    fn pistons(&mut self) -> Result<(), Error> {
        for k in 0..PISTONS {
            let x = self.x + 1.2 * (f32::from(k) + 0.5);
            let plate = self.add_rect(x, 0.8, [0.9, 0.15], 50.0)?;
            let slide = Prismatic::at(self.at(x, 0.8), Vec2::Y).limit(-0.5, 0.5);
            let slide = match k % 3 {
                0 => slide.spring(2.0, 0.3),
                1 => slide.motor(1.0, 400.0),
                _ => slide.motor(1.0, 200.0),
            };
            self.scene.join(self.ground, plate, slide);
            self.add_rect(x, 1.2, [0.6, 0.6], 50.0)?;
        }
        self.drones()?;
        self.x += 1.2 * f32::from(PISTONS) + 1.0;
        Ok(())
    }

    /// Plates that springs hold in the air; every third sinks at 0.3 m/s onto the boxes below.
    fn drones(&mut self) -> Result<(), Error> {
        for k in 0..DRONES {
            let x = self.x + 1.2 * f32::from(k);
            let place = self.at(x, 3.2);
            let shape = ShapeDef::new(Polygon::rect(0.8, 0.2)?).density(50.0);
            let drone = self.scene.add(BodyDef::dynamic().at(place).velocity(vec2(1.0, 1.0)).shape(shape));
            let drive = if k % 3 == 0 {
                Motor::at_velocity(vec2(0.0, -0.3), 0.0)
            } else {
                Motor::to_pose(vec2(x, 3.2), 0.0).spring(1.5, 0.3)
            };
            self.scene.join(self.pegs, drone, drive.limits(500.0, 100.0));
        }
        Ok(())
    }

    /// Strings of balls on springs that hang and swing.
    fn strings(&mut self) -> Result<(), Error> {
        for k in 0..STRINGS {
            let x = self.x + 1.2 * (f32::from(k) + 0.5);
            let (mut last, mut anchor) = (self.pegs, vec2(x, 8.0));
            for bead in 0..BEADS {
                let place = self.at(x, 7.0 - f32::from(bead));
                let push = if k % 2 == 0 { 1.5 } else { -1.5 };
                let ball = ShapeDef::new(Circle::new(0.2)?).density(50.0);
                let next = self.scene.add(BodyDef::dynamic().at(place).velocity(vec2(push, 0.0)).shape(ball));
                self.scene.join(last, next, Distance::new(anchor, Vec2::ZERO, 1.0).spring(3.0, 0.1));
                (last, anchor) = (next, Vec2::ZERO);
            }
        }
        self.x += 1.2 * f32::from(STRINGS) + 1.0;
        Ok(())
    }

    /// Balls on slack ropes, nearly side by side.
    fn balls(&mut self) -> Result<(), Error> {
        for k in 0..BALLS {
            let x = self.x + f32::from(k) + 0.5;
            let place = self.at(x, 3.2);
            let push = if k % 3 == 0 { 2.0 } else { 0.0 };
            let ball = ShapeDef::new(Circle::new(0.4)?).density(60.0).restitution(0.5);
            let ball = self.scene.add(BodyDef::dynamic().at(place).velocity(vec2(push, 0.0)).shape(ball));
            self.scene.join(self.pegs, ball, Distance::rope(vec2(x, 5.0), Vec2::ZERO, 2.0));
        }
        self.x += f32::from(BALLS) + 1.0;
        Ok(())
    }

    /// Bars that turn on springs, over and among discs. Neighbours reach into each other and pass.
    fn rotors(&mut self) -> Result<(), Error> {
        let mut last = None;
        for k in 0..ROTORS {
            let x = self.x + f32::from(k) + 0.5;
            let rotor = self.add_rect(x, 1.2, [1.6, 0.12], 50.0)?;
            let speed = if k % 2 == 0 { 4.0 } else { -4.0 };
            let drive = Motor { angular_velocity: Some(speed), angle: None, ..Motor::to_pose(vec2(x, 1.2), 0.0) };
            self.scene.join(self.pegs, rotor, drive.limits(1_000.0, 50.0));
            if let Some(last) = last.replace(rotor) {
                self.scene.join(last, rotor, FilterJoint {});
            }
            for disc in 0..3_u16 {
                let shape = Circle::new(0.15 + 0.03 * f32::from(disc))?;
                self.add(x + 0.3 * f32::from(disc), 2.4 + 0.6 * f32::from(disc), shape, 20.0);
            }
        }
        self.x += f32::from(ROTORS) + 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::box2d::{Box2dWorld, Tasks};
    use crate::engine::{Player, Stand};
    use crate::rapier::RapierWorld;
    use carom_scenes::SceneError;
    use std::collections::BTreeMap;

    #[test]
    fn it_has_ten_thousand_joints_of_all_kinds() -> Result<(), Error> {
        let scene = machinery()?;
        let mut counts = BTreeMap::new();
        for joint in &scene.joints {
            *counts.entry(joint.joint.kind.name()).or_insert(0_usize) += 1;
        }
        let total = scene.joints.len();
        assert!((9_500..10_500).contains(&total), "{counts:?}");
        assert_eq!(counts.len(), 7, "{counts:?}");
        assert!(counts.values().all(|count| (6 * total / 49..8 * total / 49).contains(count)), "{counts:?}");
        assert!(scene.bodies.iter().all(|body| body.position.x.abs() <= 0.5 * WIDE));
        Ok(())
    }

    /// Nothing is faster than what falls from a floor to the one below, with room for a blow.
    #[test]
    fn nothing_explodes_in_any_engine() -> Result<(), SceneError> {
        fn fastest(mut player: impl Player) -> Result<f32, SceneError> {
            let mut most = 0.0_f32;
            for _ in 0..120 {
                player.act()?;
                player.step();
                for sample in player.samples() {
                    let speed = sample.velocity.length();
                    most = if speed <= most { most } else { speed };
                }
            }
            Ok(most)
        }
        let mut scene = machinery().map_err(|e| SceneError::at("", e.to_string()))?;
        let per_floor = scene.bodies.len() / usize::from(FLOORS);
        scene.bodies.truncate(per_floor);
        scene.joints.truncate(scene.joints.len() / usize::from(FLOORS));
        for (engine, speed) in [
            ("carom", fastest(scene.play()?)?),
            ("rapier", fastest(Stand::new(RapierWorld::new(&scene)?, &scene)?)?),
            ("box2d", fastest(Stand::new(Box2dWorld::new(&scene, 1, Tasks::BuiltIn)?, &scene)?)?),
        ] {
            println!("{engine}: {speed} m/s");
            assert!(speed < 20.0, "{engine}: {speed} m/s");
        }
        Ok(())
    }
}
