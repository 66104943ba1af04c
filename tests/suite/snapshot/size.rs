//! Size of images: bounds for a free body, a box in a heap, a contact.

use super::heap;
use crate::kit::*;
use carom::prelude::*;

fn bytes(world: &World) -> usize {
    world.snapshot().len()
}

#[test]
fn a_free_body_takes_less_than_250_bytes() {
    let mut random = super::random(1);
    let mut world = space();
    let empty = bytes(&world);
    for i in 0..1000 {
        // All different, so that no shape is shared.
        let size = random.range(0.2, 1.0);
        let def = BodyDef::dynamic().at(vec2(3.0 * i as f32, 0.0)).velocity(vec2(size, 1.0)).angular_velocity(size);
        let def = def.damping(0.1, 0.1).gravity_scale(0.5);
        world.add_body(def.shape(ShapeDef::new(rect(size, 1.0)).friction(size).density(size))).unwrap();
    }
    for _ in 0..10 {
        world.step();
    }
    let each = (bytes(&world) - empty) / 1000;
    println!("a free box that is like no other: {each} bytes");
    assert!(each < 250, "{each} bytes");
}

#[test]
fn a_contact_takes_less_than_60_bytes() {
    let world = heap(500, 200);
    let counts = world.counts();
    let mut bare = world.clone();
    let keys: Vec<BodyKey> = bare.bodies().map(|(key, _)| key).collect();
    for key in keys {
        let mut body = bare.body_mut(key).unwrap();
        for shape in body.shape_keys().to_vec() {
            body.set_filter(shape, Filter { mask: 0, ..Filter::default() }).unwrap();
        }
    }
    bare.step();
    assert_eq!(bare.counts().pairs, 0);
    let each = (bytes(&world) - bytes(&bare)) as f64 / counts.pairs as f64;
    let body = bytes(&bare) as f64 / counts.bodies as f64;
    println!(
        "in a heap: {body:.0} bytes a body, {each:.0} a contact, of {} with {} points",
        counts.pairs, counts.contact_points
    );
    assert!(each < 60.0 && body < 250.0, "{each} bytes a contact, {body} a body");
}
