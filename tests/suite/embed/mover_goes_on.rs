//! A character with a body of its own, and a character that is saved beside its world.

use crate::kit::*;
use carom::Mover;
use carom::prelude::*;

const DT: f32 = 1.0 / 60.0;

fn hero(at: Vec2) -> Mover {
    Mover::new(Capsule::vertical(1.0, 0.3).unwrap(), at).unwrap()
}

fn own_body(world: &mut World, at: Vec2) -> BodyKey {
    world.add_body(BodyDef::kinematic().at(at).shape(Capsule::vertical(1.0, 0.3).unwrap())).unwrap()
}

#[test]
fn its_own_body_is_where_it_is_after_each_step() {
    let mut world = sleepless();
    let own = own_body(&mut world, vec2(50.0, 50.0));
    let mut mover = hero(vec2(0.0, 3.0));
    mover.own = Some(own);
    let mut fall = 0.0;
    for step in 0..240 {
        world.step();
        if step > 0 {
            assert_eq!(at(&world, own), mover.position, "step {step}");
        }
        // Put elsewhere by the program: the body goes along, and sweeps nothing on the way.
        if step == 120 {
            mover.position = vec2(-20.0, 5.0);
        }
        fall = if mover.ground().is_some() { 0.0 } else { fall - G * DT };
        mover.walk(&mut world, vec2(3.0, fall), DT).unwrap();
        assert!(velocity(&world, own).length() < 12.0, "step {step}: {}", velocity(&world, own));
    }
    checked(&world);
}

#[test]
fn its_own_body_stops_what_falls_on_it() {
    let mut world = sleepless();
    let mut mover = hero(vec2(0.0, 0.81));
    let own = own_body(&mut world, mover.position);
    mover.own = Some(own);
    let ball = world.add_body(BodyDef::dynamic().at(vec2(0.0, 4.0)).shape(disc(0.2))).unwrap();
    for _ in 0..60 {
        world.step();
        mover.walk(&mut world, Vec2::ZERO, DT).unwrap();
        assert!(at(&world, ball).y > 1.7, "{}", at(&world, ball));
    }
}

#[test]
fn own_bodies_that_are_gone_or_of_other_kinds_stay_as_they_are() {
    let mut world = sleepless();
    let gone = own_body(&mut world, Vec2::ZERO);
    world.remove_body(gone);
    let fixed = world.add_body(BodyDef::fixed().at(vec2(5.0, 9.0)).shape(disc(0.3))).unwrap();
    for own in [gone, fixed] {
        let mut mover = hero(vec2(0.0, 2.0));
        mover.own = Some(own);
        mover.walk(&mut world, vec2(1.0, 0.0), DT).unwrap();
    }
    assert_eq!(at(&world, fixed), vec2(5.0, 9.0));
}

/// A level with a lift, a belt, a one-way shelf, a rocker and crates.
fn level(random: &mut SplitMix64) -> World {
    let mut world = sleepless();
    let lift = BodyDef::kinematic().at(vec2(4.0, 0.2)).velocity(vec2(0.3, 0.5)).shape(rect(3.0, 0.2));
    world.add_body(lift).unwrap();
    let rocker = BodyDef::kinematic().at(vec2(-5.0, 0.5)).angular_velocity(0.2).shape(rect(4.0, 0.2));
    world.add_body(rocker).unwrap();
    let shelf = ShapeDef::new(rect(4.0, 0.2)).one_way(vec2(0.0, 1.0));
    world.add_body(BodyDef::fixed().at(vec2(0.0, 1.5)).shape(shelf)).unwrap();
    let belt = ShapeDef::new(rect(3.0, 0.2)).surface_speed(1.0);
    world.add_body(BodyDef::fixed().at(vec2(9.0, 0.1)).shape(belt)).unwrap();
    for _ in 0..6 {
        world.add_body(crate_at(random.range(-9.0, 9.0), random.range(3.0, 6.0))).unwrap();
    }
    world
}

#[test]
fn saved_beside_an_image_it_goes_on_bit_for_bit() {
    for seed in 0..100 {
        let mut random = SplitMix64::new(seed);
        let mut world = level(&mut random);
        let mut mover = hero(vec2(random.range(-6.0, 9.0), 2.4));
        mover.own = Some(own_body(&mut world, mover.position));
        let orders: Vec<(f32, u64)> = (0..240).map(|_| (random.range(-4.0, 4.0), random.int(0, 40))).collect();
        let cut = random.int(10, 200) as usize;
        let mut fall = 0.0;
        let go = |world: &mut World, mover: &mut Mover, fall: &mut f32, step: usize| {
            world.step();
            let (run, dice) = orders[step / 20 * 20];
            *fall = match mover.ground() {
                Some(_) if dice < 20 && step.is_multiple_of(20) => 6.0,
                Some(_) => 0.0,
                None => *fall - G * DT,
            };
            if dice > 30 {
                mover.drop_through(world).unwrap();
            }
            mover.walk(world, vec2(run, *fall), DT).unwrap();
        };
        for step in 0..cut {
            go(&mut world, &mut mover, &mut fall, step);
        }
        let mut later = World::from_snapshot(&world.snapshot()).unwrap();
        let text = serde_json::to_string(&mover).unwrap();
        let (mut saved, mut saved_fall): (Mover, f32) = (serde_json::from_str(&text).unwrap(), fall);
        assert_eq!(saved, mover, "seed {seed}");
        for step in cut..240 {
            go(&mut world, &mut mover, &mut fall, step);
            go(&mut later, &mut saved, &mut saved_fall, step);
            assert_eq!(saved, mover, "seed {seed}, step {step}");
        }
        assert_eq!(world.state_hash(), later.state_hash(), "seed {seed}");
    }
}
