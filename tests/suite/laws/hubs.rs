//! Split bodies (hubs): bodies that touch more others than there are colors, heavy ones and light ones.

use crate::kit::*;
use carom::diagnostics::LaneWidth;
use carom::prelude::*;

/// Number of boxes or discs that a hub touches: far more than there are colors.
const MANY: usize = 100;

/// A hub that is created before the bodies that it touches or after them: it is the first of each contact or the
/// second.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Made {
    First,
    Last,
}

/// A world with a hub and others.
struct Load {
    world: World,
    hub: BodyKey,
    others: Vec<BodyKey>,
}

impl Load {
    fn new(mut world: World, hub: BodyDef, others: Vec<BodyDef>, made: Made) -> Self {
        let first = if made == Made::First { world.add_body(hub.clone()).ok() } else { None };
        let others = world.add_bodies(others).unwrap();
        let hub = first.unwrap_or_else(|| world.add_body(hub).unwrap());
        Self { world, hub, others }
    }

    /// A plank on the ground, 40 m wide and 1 m high, and boxes of 0.3 m side by side on it, each in one piece or in
    /// two.
    fn plank(density: f32, boxes: usize, pieces: usize, made: Made) -> Self {
        let hub = BodyDef::dynamic().at(vec2(0.0, 0.5)).shape(ShapeDef::new(rect(40.0, 1.0)).density(density));
        let width = 0.3 / pieces as f32;
        let others = (0..boxes).map(|i| {
            let place = vec2((i as f32 - 0.5 * (boxes - 1) as f32) * 0.35, 1.15);
            (0..pieces).fold(BodyDef::dynamic().at(place), |body, k| {
                let middle = vec2((k as f32 + 0.5) * width - 0.15, 0.0);
                body.shape(Polygon::rect_at(Pose::new(middle, 0.0), width, 0.3).unwrap())
            })
        });
        Self::new(sleepless(), hub, others.collect(), made)
    }

    fn mass(&self, key: BodyKey) -> f32 {
        self.world.body(key).unwrap().mass().mass
    }

    /// Height of a body's middle above the hub's, in the hub's frame [m].
    fn height(&self, key: BodyKey) -> f32 {
        self.world.body(self.hub).unwrap().pose().inverse_transform_point(at(&self.world, key)).y
    }

    /// Impulse on the hub by the bodies that touch it, in a step [N s].
    fn received(&self) -> Vec2 {
        let sign = |on: BodyKey| if on == self.hub { -1.0 } else { 1.0 };
        self.world.body(self.hub).unwrap().contacts().map(|contact| contact.impulse() * sign(contact.a.body)).sum()
    }

    fn momentum(&self) -> Vec2 {
        let all = self.others.iter().chain([&self.hub]);
        all.map(|&key| velocity(&self.world, key) * self.mass(key)).sum()
    }
}

#[test]
fn a_plank_carries_what_lies_on_it() {
    // Far heavier than a box at any place; in the middle, but not towards its ends; nowhere, and lighter than all
    // together.
    for density in [10.0, 1.0, 0.05] {
        for (pieces, made) in [(1, Made::First), (1, Made::Last), (2, Made::First), (2, Made::Last)] {
            let told = format!("density {density}, {pieces} pieces, made {made:?}");
            let [mut many, mut few] = [MANY, 10].map(|boxes| Load::plank(density, boxes, pieces, made));
            play(&mut many.world, 300);
            play(&mut few.world, 300);
            let wanted = few.height(few.others[5]);
            for (i, &key) in many.others.iter().enumerate() {
                assert!((many.height(key) - wanted).abs() < 0.000_1, "{told}, box {i}");
                assert!((at(&many.world, key).x - (i as f32 - 49.5) * 0.35).abs() < 0.01, "{told}, box {i}");
                assert!(velocity(&many.world, key).length() < 0.001, "{told}, box {i}");
            }
            let weight = |key| many.mass(key) * G / 60.0;
            let all = weight(many.hub) + MANY as f32 * weight(many.others[0]);
            near(many.received().y, weight(many.hub), 0.01 * f64::from(all));
        }
    }
}

#[test]
fn a_plank_that_cannot_turn_carries_too() {
    let mut load = Load::plank(10.0, MANY, 1, Made::First);
    load.world.body_mut(load.hub).unwrap().set_locks(Locks { rotation: true, ..Locks::default() });
    play(&mut load.world, 300);
    for &key in &load.others {
        near(load.height(key), 0.65, 0.001);
        assert!(velocity(&load.world, key).length() < 0.001);
    }
}

#[test]
fn a_heavy_plank_and_what_it_meets_keep_their_momentum() {
    for made in [Made::First, Made::Last] {
        // Thousands of times as heavy as a ball, and little more than far heavier at its ends.
        for density in [4.0, 1.5] {
            let plank = ShapeDef::new(rect(1.0, 80.0)).density(density).restitution(0.5);
            let plank = BodyDef::dynamic().at(vec2(-0.75, 0.0)).velocity(vec2(2.0, 0.0)).shape(plank);
            let ball = |i: usize| BodyDef::dynamic().at(vec2(0.0, (i as f32 - 49.5) * 0.7)).shape(disc(0.2));
            let mut load = Load::new(space(), plank, (0..MANY).map(ball).collect(), made);
            let before = load.momentum();
            play(&mut load.world, 60);
            near((load.momentum() - before).length() / before.length(), 0.0, 1.0e-5);
            // All of them at once, with restitution e: V = (M V0 - e n m V0) / (M + n m), u = V + e V0. Those that
            // bounce first meet a plank that is not slowed yet.
            let (big, all) = (load.mass(load.hub), load.mass(load.others[0]) * MANY as f32);
            let after = 2.0 * (big - 0.5 * all) / (big + all);
            let told = format!("density {density}, made {made:?}");
            let found = velocity(&load.world, load.hub).x;
            assert!((found - after).abs() < 0.02 * (2.0 - after), "{told}: {found} is not {after}");
            for &key in &load.others {
                let found = velocity(&load.world, key).x;
                assert!((found - after - 1.0).abs() < 0.5 * (2.0 - after), "{told}: {found} is not {after} + 1");
            }
            near(spin(&load.world, load.hub), 0.0, 2.0e-3);
        }
    }
}

#[test]
fn hubs_give_one_answer() {
    // Blocks of split bodies and rounds; balls that roll with resistance, so that every kind of number is shared.
    let run = |lanes: LaneWidth| {
        let mut load = Load::plank(1.0, MANY, 2, Made::Last);
        let ball = ShapeDef::new(disc(0.1)).rolling_resistance(0.1);
        let ball = |i: usize| BodyDef::dynamic().at(vec2((i as f32 - 49.5) * 0.35, 1.6)).shape(ball.clone());
        load.world.add_bodies((0..MANY).map(ball)).unwrap();
        load.world.set_lanes(lanes);
        load.world.set_driver(carom::diagnostics::Driver::Eager);
        play(&mut load.world, 90);
        load.world.state_hash()
    };
    let wanted = run(LaneWidth::One);
    for lanes in [LaneWidth::Four, LaneWidth::Eight, LaneWidth::Sixteen] {
        assert_eq!(run(lanes), wanted, "{lanes:?}");
    }
    for threads in [1, 2, 3, 8] {
        assert_eq!(pool(threads).install(|| run(LaneWidth::Sixteen)), wanted, "{threads} threads");
    }
}
