//! The same heap on one thread and on four: another time, the same answer (determinism).

use carom::prelude::*;
use std::time::Instant;

fn heap() -> Result<World, carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(400.0, 2.0)?))?;
    for i in 0..4000 {
        let place = vec2((i % 80) as f32 * 1.2 - 48.0, 0.6 + (i / 80) as f32 * 1.2);
        let body = BodyDef::dynamic().at(place).angle(0.01 * i as f32);
        let body = if i % 2 == 0 { body.shape(Circle::new(0.5)?) } else { body.shape(Polygon::rect(0.9, 0.9)?) };
        world.add_body(body)?;
    }
    Ok(world)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for threads in [1, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let mut world = heap()?;
        let start = Instant::now();
        for _ in 0..100 {
            pool.install(|| world.step());
        }
        println!("{threads} threads: {:.0} ms, hash {:016x}", start.elapsed().as_secs_f64() * 1e3, world.state_hash());
    }
    Ok(())
}
