//! A locked coordinate keeps its bits under any push.

use crate::kit::*;
use carom::prelude::*;

/// A body with these locks in a shower of others, under forces and torques; its pose at the start and after each step.
fn under_fire(locks: Locks) -> (Pose, Vec<Pose>) {
    let mut world = World::new(WorldDef::default().gravity(vec2(1.0, -5.0)).sleep(false)).unwrap();
    world.add_body(ground()).unwrap();
    let target = BodyDef::dynamic().at(vec2(0.123, 3.45)).angle(0.3).locks(locks).shape(rect(1.0, 2.0));
    let key = world.add_body(target).unwrap();
    for i in 0..30 {
        let from = if i % 2 == 0 { -3.0 - i as f32 } else { 3.0 + i as f32 };
        let shot = BodyDef::dynamic().at(vec2(from, 3.0 + 0.05 * i as f32)).velocity(vec2(-from.signum() * 12.0, 2.0));
        world.add_body(shot.angular_velocity(3.0).shape(rect(0.5, 0.4))).unwrap();
    }
    let start = world.body(key).unwrap().pose();
    let mut poses = Vec::new();
    for _ in 0..240 {
        let mut body = world.body_mut(key).unwrap();
        body.apply_force_at(vec2(3.0, 4.0), vec2(1.0, 4.0)).unwrap();
        body.apply_torque(2.0).unwrap();
        body.apply_impulse_at(vec2(-0.1, 0.1), vec2(0.0, 4.0)).unwrap();
        body.apply_angular_impulse(0.05).unwrap();
        world.step();
        checked(&world);
        poses.push(world.body(key).unwrap().pose());
    }
    (start, poses)
}

#[test]
fn x_is_kept() {
    let (start, poses) = under_fire(Locks { x: true, ..Locks::default() });
    // The centre of mass is the origin here, and it stays on its line.
    assert!(poses.iter().all(|p| p.p.x.to_bits() == start.p.x.to_bits()));
    assert!(poses.iter().any(|p| (p.p.y - start.p.y).abs() > 0.1), "y is free");
}

#[test]
fn y_is_kept() {
    let (start, poses) = under_fire(Locks { y: true, ..Locks::default() });
    assert!(poses.iter().all(|p| p.p.y.to_bits() == start.p.y.to_bits()));
    assert!(poses.iter().any(|p| (p.p.x - start.p.x).abs() > 0.1), "x is free");
}

#[test]
fn rotation_is_kept() {
    let (start, poses) = under_fire(Locks { rotation: true, ..Locks::default() });
    for (step, p) in poses.iter().enumerate() {
        assert_eq!(p.q, start.q, "step {step}");
    }
    assert!(poses.iter().any(|p| (p.p - start.p).length() > 0.1), "both coordinates are free");
}

#[test]
fn all_three_make_a_wall() {
    let (start, poses) = under_fire(Locks { x: true, y: true, rotation: true });
    assert!(poses.iter().all(|p| *p == start));
}

#[test]
fn locks_can_be_set_and_taken_away() {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let key =
        world.add_body(BodyDef::dynamic().velocity(vec2(3.0, 0.0)).angular_velocity(1.0).shape(disc(0.5))).unwrap();
    world.body_mut(key).unwrap().set_locks(Locks { x: true, rotation: true, ..Locks::default() });
    assert_eq!((velocity(&world, key).x, spin(&world, key)), (0.0, 0.0));
    play(&mut world, 30);
    let place = at(&world, key);
    assert_eq!(place.x, 0.0);
    assert!(place.y < 0.0);
    world.body_mut(key).unwrap().set_locks(Locks { y: true, ..Locks::default() });
    world.body_mut(key).unwrap().set_velocity(vec2(1.0, 0.0)).unwrap();
    play(&mut world, 30);
    assert_eq!(at(&world, key).y, place.y);
    assert!(at(&world, key).x > 0.4);
}

/// A body that cannot move along y is not set in motion along it by a swept impact, whatever gravity is. A shot that
/// bounces off it leaves as from a wall.
#[test]
fn a_swept_impact_gives_a_locked_axis_nothing() {
    for gravity in [0.0, -10.0, -100.0] {
        for speed in [20.0, 60.0, 150.0] {
            let shoot = |target: BodyDef| {
                let mut world = World::new(WorldDef::default().gravity(vec2(0.0, gravity)).sleep(false)).unwrap();
                let target = world.add_body(target.shape(ShapeDef::new(rect(2.0, 0.2)).restitution(0.5))).unwrap();
                let shot = BodyDef::dynamic().at(vec2(0.0, 2.0)).velocity(vec2(0.0, -speed));
                let shot = world.add_body(shot.shape(ShapeDef::new(disc(0.1)).restitution(0.5))).unwrap();
                for _ in 0..12 {
                    world.step();
                    assert_eq!(velocity(&world, target).y, 0.0, "gravity {gravity}, {speed} m/s");
                }
                velocity(&world, shot).y
            };
            let locks = Locks { x: true, y: true, rotation: true };
            let (wall, locked) = (shoot(BodyDef::fixed()), shoot(BodyDef::dynamic().locks(locks)));
            assert!((wall - locked).abs() < 1e-3 * speed, "gravity {gravity}, {speed} m/s: {locked}, not {wall}");
        }
    }
}
