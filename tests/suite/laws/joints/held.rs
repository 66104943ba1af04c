//! Couplings beside what joints hold: a coupling that adds nothing gives no impulse, and a gear lets only its own two
//! wheels pass each other.

use crate::kit::*;
use carom::prelude::*;

/// A body on a hinge and a slider at once cannot move, so a rack of the two is held already. With it or without it the
/// body moves alike within 0.1 mm.
#[test]
fn a_coupling_that_its_joints_hold_already_does_nothing() {
    for substeps in [1, 4, 8] {
        let play = |ratio: Option<f32>| {
            let mut world = World::new(WorldDef::default().substeps(substeps).sleep(false)).unwrap();
            let frame = world.add_body(BodyDef::fixed()).unwrap();
            let body = world.add_body(BodyDef::dynamic().at(vec2(1.0, 0.3)).shape(rect(1.0, 0.5))).unwrap();
            let hinge = world.add_joint(frame, body, Revolute::at(vec2(0.0, 0.0))).unwrap();
            let slider = world.add_joint(frame, body, Prismatic::at(vec2(1.0, 0.3), vec2(0.6, 0.8))).unwrap();
            let rack = ratio.map(|ratio| world.add_gear(hinge, slider, Rack::new(ratio)).unwrap());
            for _ in 0..600 {
                world.step();
                checked(&world);
            }
            let pull = rack.map_or(0.0, |rack| world.joint(rack).unwrap().force().length());
            assert!(pull < 1.0, "{substeps} substeps: {pull} N");
            at(&world, body)
        };
        let wanted = play(None);
        for ratio in [0.5, -3.0, 40.0] {
            let place = play(Some(ratio));
            assert!((place - wanted).length() < 1.0e-4, "{substeps} substeps, ratio {ratio}: {place}, not {wanted}");
        }
    }
}

/// Two wheels on two carriers: all four are listed by the gear. A carrier meets the other's wheel, in either order of
/// making, and whoever has more joints.
#[test]
fn only_the_wheels_of_a_gear_pass_each_other() {
    for order in 0..8 {
        let mut world = space();
        let disc = |x: f32, radius: f32| BodyDef::dynamic().at(vec2(x, 0.0)).shape(disc(radius));
        let defs = [disc(0.0, 1.0), disc(0.0, 0.8), disc(1.5, 1.0), disc(4.0, 0.2)];
        let mut keys = [BodyKey::default(); 4];
        for k in 0..4 {
            let k = if order & 1 == 0 { k } else { 3 - k };
            keys[k] = world.add_body(defs[k].clone()).unwrap();
        }
        let [carrier_1, wheel_1, wheel_2, carrier_2] = keys;
        let one = world.add_joint(carrier_1, wheel_1, Revolute::at(vec2(0.0, 0.0))).unwrap();
        let two = world.add_joint(carrier_2, wheel_2, Revolute::at(vec2(1.5, 0.0))).unwrap();
        for (body, bit) in [(carrier_1, 2), (wheel_2, 4)] {
            for _ in 0..3 * (order & bit) {
                let far = world.add_body(BodyDef::fixed().at(vec2(0.0, 50.0))).unwrap();
                world.add_joint(far, body, FilterJoint {}).unwrap();
            }
        }
        world.add_gear(one, two, Gear::new(1.0)).unwrap();
        world.step();
        checked(&world);
        let touch = |a, b| world.contacts().any(|c| [c.a.body, c.b.body] == [a, b] || [c.b.body, c.a.body] == [a, b]);
        assert!(touch(carrier_1, wheel_2), "order {order}: the other's carrier is met");
        assert!(!touch(wheel_1, wheel_2), "order {order}: the wheels pass");
    }
}
