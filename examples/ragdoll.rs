//! A ragdoll: capsules on hinges with limits, a welded head, dropped on a floor.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().shape(Polygon::rect(20.0, 1.0)?))?;
    let at = vec2(0.0, 4.0);
    let bone = |low: Vec2, high: Vec2, radius: f32| -> Result<BodyDef, carom::Error> {
        let middle = 0.5 * (low + high);
        let limb = ShapeDef::new(Capsule::new(low - middle, high - middle, radius)?).density(1000.0);
        Ok(BodyDef::dynamic().at(at + middle).shape(limb.filter(Filter { group: -1, ..Filter::default() })))
    };
    let trunk = world.add_body(bone(vec2(0.0, 0.0), vec2(0.0, 0.55), 0.13)?)?;
    let head = world.add_body(bone(vec2(0.0, 0.82), vec2(0.0, 0.86), 0.11)?)?;
    world.add_joint(trunk, head, Weld::at(at + vec2(0.0, 0.7)).soft_angle(4.0, 0.8))?;
    for side in [-1.0, 1.0] {
        for (joint, reach, limits) in [(0.5, 0.35, [-2.0, 2.0]), (-0.05, 0.45, [-1.0, 1.0])] {
            let x = 0.16 * side;
            let (upper, middle, lower) = (vec2(x, joint), vec2(x, joint - reach), vec2(x, joint - 2.0 * reach));
            let thigh = world.add_body(bone(middle, upper, 0.06)?)?;
            let shin = world.add_body(bone(lower, middle, 0.05)?)?;
            world.add_joint(trunk, thigh, Revolute::at(at + upper).limit(limits[0], limits[1]).motor(0.0, 5.0))?;
            world.add_joint(thigh, shin, Revolute::at(at + middle).limit(-1.5, 0.1).motor(0.0, 5.0))?;
        }
    }
    for second in 1..=4 {
        for _ in 0..60 {
            world.step();
        }
        let open = world.joints().map(|(_, joint)| (joint.anchors().1 - joint.anchors().0).length());
        let (worst, awake) =
            (open.fold(0.0, |worst, open| if open > worst { open } else { worst }), world.counts().awake);
        println!("{second} s: joints open by {:.1} mm at most, {awake} bodies awake", 1000.0 * worst);
    }
    Ok(())
}
