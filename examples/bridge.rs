//! A bridge of forty planks on hinges: it sags, and carries ten boxes that are dropped on it.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let pillar = |x: f32| BodyDef::fixed().at(vec2(x, 0.0));
    let (left, right) = (world.add_body(pillar(-20.0))?, world.add_body(pillar(20.0))?);
    let plank = ShapeDef::new(Polygon::rect(1.0, 0.25)?).density(20.0);
    let mut last = left;
    for k in 0..40 {
        let x = -20.0 + k as f32;
        let next = world.add_body(BodyDef::dynamic().at(vec2(x + 0.5, 0.0)).shape(plank.clone()))?;
        world.add_joint(last, next, Revolute::at(vec2(x, 0.0)))?;
        last = next;
    }
    world.add_joint(last, right, Revolute::at(vec2(20.0, 0.0)))?;
    let boxes = ShapeDef::new(Polygon::rect(1.0, 1.0)?).density(10.0);
    for k in 0..10 {
        world.add_body(BodyDef::dynamic().at(vec2(1.2 * k as f32 - 5.4, 2.0)).shape(boxes.clone()))?;
    }
    for second in 1..=8 {
        for _ in 0..60 {
            world.step();
        }
        let deepest = world.bodies().map(|(_, body)| -body.position().y).max_by(f32::total_cmp).unwrap_or(0.0);
        let open = world.joints().map(|(_, joint)| (joint.anchors().1 - joint.anchors().0).length());
        let open = 1000.0 * open.max_by(f32::total_cmp).unwrap_or(0.0);
        println!("{second} s: it hangs {deepest:.2} m deep, joints are open by {open:.1} mm at most");
    }
    Ok(())
}
