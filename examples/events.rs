//! A ball bounces on a ground: begin and end of touching, hits and their impulses, and sleep.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(40.0, 2.0)?))?;
    let ball = ShapeDef::new(Circle::new(0.5)?).restitution(0.7).rolling_resistance(0.1);
    world.add_body(BodyDef::dynamic().at(vec2(0.0, 5.0)).shape(ball))?;
    let name = |key: BodyKey| if key == ground { "ground" } else { "ball" };
    for _ in 0..400 {
        world.step();
        let time = world.step_count() as f32 * world.def().dt;
        for event in world.events().contact_began() {
            println!("{time:.2} s: {} meets {}", name(event.a.body), name(event.b.body));
        }
        for hit in world.events().hits() {
            println!("{time:.2} s: a hit at {:.2} with {:.1} m/s", hit.point, hit.approach_speed);
        }
        for event in world.events().contact_ended() {
            println!("{time:.2} s: {} leaves {}", name(event.a.body), name(event.b.body));
        }
        for &key in world.events().slept() {
            println!("{time:.2} s: {} falls asleep", name(key));
        }
    }
    Ok(())
}
