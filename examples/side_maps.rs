//! Side maps: a program's own data of bodies, by key, in maps beside the world. They outlive a snapshot with it.

use carom::prelude::*;
use carom::slotmap::{SecondaryMap, SparseSecondaryMap};

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed().shape(Polygon::rect(40.0, 1.0)?))?;
    let mut health: SecondaryMap<BodyKey, i32> = SecondaryMap::new();
    // Few bodies have a name.
    let mut names: SparseSecondaryMap<BodyKey, &str> = SparseSecondaryMap::new();
    for i in 0..5 {
        let at = vec2(2.0 * i as f32 - 4.0, 3.0 * i as f32 + 2.0);
        let enemy = world.add_body(BodyDef::dynamic().at(at).shape(Polygon::rect(1.0, 1.0)?))?;
        health.insert(enemy, 100);
        if i == 4 {
            names.insert(enemy, "the boss");
        }
    }
    let saved = (world.snapshot(), health.clone(), names.clone());
    for _ in 0..180 {
        world.step();
        for hit in world.events().hits() {
            let fallen = hit.other(ground).and_then(|shape| health.get_mut(shape.body));
            fallen.into_iter().for_each(|health| *health -= 5 * hit.approach_speed as i32);
        }
        health.retain(|enemy, health| *health > 0 || !world.remove_body(enemy));
    }
    println!("{} of 5 are left, {} bodies in all", health.len(), world.counts().bodies);
    // Keys belong to the image: the same maps hold for the restored world, here or in another process.
    let (image, health, names) = saved;
    let world = World::from_snapshot(&image)?;
    for (enemy, health) in &health {
        let height = world.body(enemy).map_or(0.0, |body| body.position().y);
        println!("{} at {height:.0} m: {health}", names.get(enemy).unwrap_or(&"somebody"));
    }
    Ok(())
}
