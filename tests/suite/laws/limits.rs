//! The greatest speed and the greatest rotation of a step: faster bodies are slowed down and reported.

use crate::kit::*;
use carom::Shape;
use carom::prelude::*;

fn free(def: WorldDef, velocity: Vec2, spin: f32) -> (World, BodyKey) {
    let mut world = World::new(def.gravity(Vec2::ZERO).sleep(false)).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -500.0)).shape(rect(1.0, 1.0))).unwrap();
    let body = BodyDef::dynamic().velocity(velocity).angular_velocity(spin).shape(rect(1.0, 0.5));
    let key = world.add_body(body).unwrap();
    (world, key)
}

#[test]
fn what_is_too_fast_is_slowed_down_and_told_of() {
    let def = WorldDef { max_speed: 50.0, ..WorldDef::default() };
    let (mut world, key) = free(def, vec2(30.0, 40.0) * 3.0, 0.0);
    world.step();
    checked(&world);
    assert_eq!(world.events().slowed(), [key]);
    near(velocity(&world, key).x, 30.0, 1.0e-4);
    near(velocity(&world, key).y, 40.0, 1.0e-4);
    near(at(&world, key).length(), 50.0 / 60.0, 1.0e-4);
    // Within the limit there is nothing to report; the flag of the last step is gone.
    world.body_mut(key).unwrap().set_velocity(vec2(49.0, 0.0)).unwrap();
    world.step();
    assert!(world.events().slowed().is_empty());
}

#[test]
fn what_spins_too_fast_is_slowed_down_and_told_of() {
    for (max_rotation_per_step, substeps, wanted) in [(0.5, 4, 0.5), (32.0, 4, std::f32::consts::PI), (1.0, 2, 1.0)] {
        let def = WorldDef { max_rotation_per_step, ..WorldDef::default().substeps(substeps) };
        let (mut world, key) = free(def, Vec2::ZERO, -1.0e4);
        world.step();
        checked(&world);
        assert_eq!(world.events().slowed(), [key]);
        near(spin(&world, key), -wanted * 60.0, 1.0e-3 * f64::from(wanted * 60.0));
        let slow = 0.9 * wanted * 60.0;
        world.body_mut(key).unwrap().set_angular_velocity(slow).unwrap();
        world.step();
        assert!(world.events().slowed().is_empty());
        near(spin(&world, key), slow, 1.0e-3);
    }
}

/// A light disc is hit by a heavy one at 40 m/s and would leave at 80. The cause is an impact within the step if
/// continuous collision is on, else the restitution of a contact. Asleep or not, it leaves at the limit, and is listed
/// once.
#[test]
fn what_a_blow_makes_too_fast_is_slowed_down_and_named() {
    for (continuous, asleep) in [(true, false), (true, true), (false, false)] {
        let def = WorldDef { max_speed: 50.0, continuous, ..WorldDef::default().gravity(Vec2::ZERO) };
        let mut world = World::new(def).unwrap();
        let bouncy = |radius: f32, density: f32| ShapeDef::new(disc(radius)).restitution(1.0).density(density);
        let light = BodyDef::dynamic().shape(bouncy(0.5, 0.001));
        let light = world.add_body(if asleep { light.asleep() } else { light }).unwrap();
        let heavy = BodyDef::dynamic().at(vec2(-2.0, 0.0)).velocity(vec2(40.0, 0.0)).shape(bouncy(0.5, 1000.0));
        let heavy = world.add_body(heavy).unwrap();
        let mut named = 0;
        for _ in 0..10 {
            world.step();
            checked(&world);
            assert!(velocity(&world, light).length() <= 50.001, "{continuous} {asleep}");
            assert!(!world.events().slowed().contains(&heavy));
            named += usize::from(world.events().slowed() == [light]);
        }
        near(velocity(&world, light).x, 50.0, 0.01);
        assert!(named >= 1, "{continuous} {asleep}");
    }
}

/// They are in the order of their keys, for any order of rows.
#[test]
fn all_that_were_slowed_are_told_of_in_order() {
    for spatial_sort_interval in [0, 1] {
        let def =
            WorldDef { max_speed: 10.0, spatial_sort_interval, ..WorldDef::default().gravity(Vec2::ZERO).sleep(false) };
        let mut world = World::new(def).unwrap();
        let mut wanted = Vec::new();
        for i in 0..1500_u32 {
            let place = vec2((i * 7 % 50) as f32, (i * 7 / 50) as f32) * 3.0;
            let speed = if i % 3 == 0 { 20.0 } else { 5.0 };
            let key = world.add_body(BodyDef::dynamic().at(place).velocity(vec2(speed, 0.0)).shape(disc(0.2))).unwrap();
            wanted.extend((i % 3 == 0).then_some(key));
        }
        world.step();
        checked(&world);
        assert_eq!(world.events().slowed(), wanted);
    }
}

/// The limits are part of a snapshot.
#[test]
fn a_snapshot_keeps_the_limits() {
    let def = WorldDef { max_speed: 77.0, max_rotation_per_step: 0.25, ..WorldDef::default() };
    let world = World::new(def).unwrap();
    let copy = World::from_snapshot(&world.snapshot()).unwrap();
    assert_eq!((copy.def().max_speed, copy.def().max_rotation_per_step), (77.0, 0.25));
}

/// A movable wall pushes plates and discs at nearly the greatest speed, while they slide along it. The cap at the end
/// of each step takes a part of the push. If each substep took it, 218 of 1,000 would sink in by over a quarter, and
/// some up to their centre.
#[test]
fn what_is_pushed_at_the_greatest_speed_stays_in_front() {
    let mut sunk = 0;
    for seed in 0..1_000 {
        let mut random = SplitMix64::new(seed);
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
        let push = vec2(0.0, random.range(370.0, 399.9));
        let thick = random.range(0.001, 0.2);
        let wall = ShapeDef::new(rect(1000.0, thick)).friction(random.range(0.0, 0.6)).density(1.0 / thick);
        let wall = world.add_body(BodyDef::dynamic().velocity(push).shape(wall)).unwrap();
        let half = random.range(0.005, 0.3);
        let plate = rect(random.range(0.5, 2.0), 2.0 * half);
        let shape = if seed % 2 == 0 { Shape::from(plate) } else { disc(half).into() };
        let at = vec2(random.range(-20.0, 20.0), 0.5 * thick + half);
        let slides = vec2(random.range(-150.0, 150.0), 0.0);
        let body = BodyDef::dynamic().at(at).velocity(push + slides).shape(shape);
        let key = world.add_body(body).unwrap();
        let mut deep = false;
        for step in 0..30 {
            world.step();
            let center = world.body(key).unwrap().center();
            let height = world.body(wall).unwrap().pose().inverse_transform_point(center).y;
            let gap = (height - 0.5 * thick) / half;
            assert!(gap > 0.15, "seed {seed}, step {step}: {gap}");
            deep |= gap < 0.75;
            assert!(velocity(&world, key).length() < 400.01);
        }
        sunk += u32::from(deep);
    }
    assert!(sunk <= 40, "{sunk} sank in");
}
