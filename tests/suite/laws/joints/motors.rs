//! A motor joint reaches its velocity in a's axes, against gravity, within 1 %; with too little force it does not.
//! Without a greatest force it moves any mass.

use crate::kit::*;
use carom::prelude::*;

#[test]
fn a_motor_joint_reaches_its_velocity_in_the_axes_of_a() {
    for (angle, max_force, reaches) in [(0.0, 100.0, true), (1.2, 100.0, true), (-2.5, 12.0, true), (0.7, 5.0, false)] {
        let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
        let a = world.add_body(BodyDef::fixed().angle(angle)).unwrap();
        let b = world.add_body(BodyDef::dynamic().shape(rect(1.0, 1.0))).unwrap();
        let motor = Motor::at_velocity(vec2(2.0, 0.5), 3.0).limits(max_force, 50.0);
        world.add_joint(a, b, motor).unwrap();
        play(&mut world, 120);
        let law = Vec2::from_angle(angle).rotate(vec2(2.0, 0.5));
        let off = (velocity(&world, b) - law).length();
        assert_eq!(off < 0.01 * law.length(), reaches, "{angle}, {max_force} N: off by {off} m/s");
        near(spin(&world, b), 3.0, 0.03);
    }
}

#[test]
fn a_motor_joint_of_any_force_moves_any_mass() {
    for (size, density) in [(1.0, 1.0), (1.0, 1.0e6), (6.0, 1.0e9), (30.0, 1.0e9)] {
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false)).unwrap();
        let a = world.add_body(BodyDef::fixed()).unwrap();
        let shape = ShapeDef::new(rect(size, size)).density(density);
        let b = world.add_body(BodyDef::dynamic().shape(shape)).unwrap();
        world.add_joint(a, b, Motor::at_velocity(Vec2::X, 0.0).limits(f32::MAX, f32::MAX)).unwrap();
        play(&mut world, 10);
        assert!((velocity(&world, b) - Vec2::X).length() < 0.01, "{size} m of {density}: {}", velocity(&world, b));
    }
}
