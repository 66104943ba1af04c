//! Queries of a world: a ray, a thick ray, a shape cast, an area, the nearest shape, and many rays at once.

use carom::prelude::*;
use carom::{Aabb, Cast, Ray};

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(Polygon::rect(40.0, 1.0)?))?;
    for i in 0..5 {
        world.add_body(BodyDef::dynamic().at(vec2(3.0 * i as f32, 0.5)).shape(Polygon::rect(1.0, 1.0)?))?;
    }
    world.step();
    // Everything but the ground.
    let query = world.query().exclude(ground);
    let ray = Ray::new(vec2(-5.0, 0.5), vec2(20.0, 0.5));
    if let Some(hit) = query.ray(&ray)? {
        println!("first: {:?} at {}, normal {}", hit.shape.body, hit.point, hit.normal);
    }
    println!("along the way: {} bodies", query.ray_all(&ray)?.len());
    println!("0.3 m over them passes nothing: {}", !query.ray_any(&Ray::new(vec2(-5.0, 1.3), vec2(20.0, 1.3)))?);
    println!(
        "a ball of 0.5 m there does not: {}",
        query.ray_any(&Ray::new(vec2(-5.0, 1.3), vec2(20.0, 1.3)).radius(0.5))?
    );
    let (from, to) = (Pose::new(vec2(7.5, 8.0), 0.0), Pose::new(vec2(7.5, -8.0), 1.5));
    if let Some(hit) = world.query().cast(&Cast::between(Polygon::rect(3.0, 0.2)?, from, to))? {
        println!("a turning plank comes down to {}", hit.pose.p);
    }
    let area = Aabb::new(vec2(2.0, 0.0), vec2(7.0, 2.0));
    println!("in the area: {} bodies", query.overlap_box(&area)?.len());
    for near in query.closest_bodies(vec2(4.0, 2.0), f32::INFINITY, 2)? {
        println!("near: {} m away at {}", near.distance, near.point);
    }
    let rays: Vec<Ray> = (0..1000).map(|i| Ray::new(vec2(0.02 * i as f32, 9.0), vec2(0.02 * i as f32, 0.1))).collect();
    let hits = query.ray_batch(&rays)?;
    println!("{} of {} rays from above hit a box", hits.iter().flatten().count(), rays.len());
    Ok(())
}
