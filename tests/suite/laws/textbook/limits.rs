//! Limits hold within 2 mm and 0.5 degrees: under a weight at rest, at 1, 4 and 8 substeps, and when a body of 1 kg
//! that fell by 20 cm lands on them.

use crate::kit::*;
use carom::prelude::*;

/// A box of 1 x 0.5 m whose middle is at `place`, and how far it is beyond a limit while it falls on it, and at rest.
fn beyond(joint: impl Into<JointDef>, place: Vec2, substeps: u32, past: impl Fn(carom::Joint<'_>) -> f32) -> [f32; 2] {
    let mut world = World::new(WorldDef::default().sleep(false).substeps(substeps)).unwrap();
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    let body = BodyDef { angular_damping: 0.5, linear_damping: 0.1, ..BodyDef::dynamic() };
    let body = world.add_body(body.at(place).shape(ShapeDef::new(rect(1.0, 0.5)).density(2.0))).unwrap();
    let joint = world.add_joint(wall, body, joint.into()).unwrap();
    let mut most = f32::MIN;
    for _ in 0..300 {
        world.step();
        most = most.max(past(world.joint(joint).unwrap()));
    }
    [most, past(world.joint(joint).unwrap())]
}

#[test]
fn limits_hold_a_weight_that_falls_on_them() {
    let (degrees, up) = (0.5_f32.to_radians(), vec2(0.0, 1.0));
    let place = vec2(0.0, -1.0);
    for substeps in [1, 4, 8] {
        let drop = 0.2;
        let lines: [(&str, JointDef); 4] = [
            ("slider", Prismatic::at(place, up).limit(-drop, 1.0).into()),
            ("suspension", Wheel::at(place, up).suspension(0.5, 0.1).limit(-drop, 1.0).into()),
            ("slot", PinSlot::at(place, up).limit(-drop, 1.0).into()),
            ("rope", Distance::between(Vec2::ZERO, place).range(0.2, 1.0 + drop).into()),
        ];
        for (name, joint) in lines {
            let is_rope = name == "rope";
            let past = |joint: carom::Joint<'_>| {
                let place = joint.place();
                if is_rope { place - 1.0 - drop } else { -drop - place }
            };
            let [most, rest] = beyond(joint, place, substeps, past);
            println!("{name}, {substeps} substeps: {:.2} mm as it lands, {:.2} mm at rest", 1e3 * most, 1e3 * rest);
            assert!(rest.abs() < 0.002, "{name}, {substeps} substeps: {rest} m at rest");
        }
        let hinge = Revolute::at(vec2(-0.5, -1.0)).limit(-0.3, 0.5);
        let [most, rest] = beyond(hinge, place, substeps, |joint| -0.3 - joint.angle());
        println!(
            "hinge, {substeps} substeps: {:.3} degrees as it lands, {:.3} at rest",
            most.to_degrees(),
            rest.to_degrees()
        );
        assert!(rest.abs() < degrees, "hinge, {substeps} substeps: {rest} rad at rest");
    }
}
