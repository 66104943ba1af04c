//! Events, sensors, behaviours.

use crate::canvas::{A, B, Canvas, DARK, FOUND, GOOD, THIN};
use crate::{Picture, draw};
use carom::prelude::*;
use carom::{AreaDef, Explosion};

/// A ball that bounces: its way, its hits, where it falls asleep.
pub fn events() -> Picture {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(5.0, -0.25)).shape(Polygon::rect(14.0, 0.5)?))?;
    world.add_body(BodyDef::fixed().at(vec2(10.0, 1.0)).shape(Polygon::rect(0.4, 2.0)?))?;
    let ball = ShapeDef::new(Circle::new(0.25)?).restitution(0.7).rolling_resistance(0.2);
    let ball = world.add_body(BodyDef::dynamic().at(vec2(-1.0, 4.0)).velocity(vec2(3.0, 0.0)).shape(ball))?;
    let mut c = Canvas::new(vec2(-1.8, -0.8), vec2(11.2, 4.6));
    let mut way = Vec::new();
    for _ in 0..600 {
        world.step();
        way.extend(world.body(ball).map(|body| body.position()));
        for hit in world.events().hits() {
            let out = if hit.pair.a.body == ball { -hit.normal } else { hit.normal };
            c.arrow(hit.point, hit.point + 0.14 * hit.approach_speed * out, FOUND);
            if hit.approach_speed > 3.0 {
                c.words(hit.point + vec2(0.12, 0.15), &format!("{:.1} m/s", hit.approach_speed));
            }
        }
        for event in world.events().contact_began() {
            let other = if event.a.body == ball { event.b.body } else { event.a.body };
            let near =
                world.query().exclude(ball).only(&|shape| shape.body == other).closest(way[way.len() - 1], 1.0)?;
            near.into_iter().for_each(|near| c.dot(near.point, GOOD));
        }
        if !world.events().slept().is_empty() {
            c.words(way[way.len() - 1] + vec2(-0.3, 0.4), "asleep");
            break;
        }
    }
    c.line(&way, THIN, 1.5);
    draw(&mut c, &world);
    c.words(vec2(4.0, 4.2), "green: began; red: hits, with their speeds");
    Ok(c)
}

/// A gate and a zone, and who is inside.
pub fn sensors() -> Picture {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(4.0, -0.25)).shape(Polygon::rect(20.0, 0.5)?))?;
    let zone = ShapeDef::new(Circle::new(2.2)?).sensor();
    let zone = world.add_body(BodyDef::kinematic().at(vec2(3.0, 1.6)).velocity(vec2(1.0, 0.0)).shape(zone))?;
    let gate = ShapeDef::new(Polygon::rect(0.08, 3.6)?).sensor();
    let gate = world.add_body(BodyDef::fixed().at(vec2(-1.0, 1.8)).shape(gate))?;
    for i in 0..12 {
        let body = BodyDef::dynamic().at(vec2(0.6 + 0.8 * i as f32, 0.4)).angle(0.4 * i as f32);
        world.add_body(body.shape(Polygon::rect(0.6, 0.6)?))?;
    }
    let bullet = BodyDef::dynamic().at(vec2(-4.0, 3.0)).velocity(vec2(300.0, 0.0)).shape(Circle::new(0.1)?);
    let bullet = world.add_body(bullet)?;
    let mut crossed = 0;
    for _ in 0..60 {
        world.step();
        let of_gate = |pair: &&carom::SensorEvent| pair.sensor.body == gate && pair.visitor.body == bullet;
        crossed += world.events().sensor_exited().iter().filter(of_gate).count();
    }
    let mut c = Canvas::new(vec2(-4.4, -0.7), vec2(11.0, 4.4));
    draw(&mut c, &world);
    for found in world.body(zone).into_iter().flat_map(|zone| zone.sensed()) {
        if let (Some(body), Some(def)) = (world.body(found.visitor.body), world.shape(found.visitor.shape)) {
            c.shape(&def.shape, body.pose(), FOUND, 0.4);
        }
    }
    c.arrow(vec2(-4.0, 3.0), vec2(0.8, 3.0), B);
    c.words(vec2(-4.2, 3.2), &format!("300 m/s: crossed {crossed} time"));
    c.words(vec2(3.0, 4.0), "the zone moves; red: what is inside");
    Ok(c)
}

/// A one-way platform, a conveyor, a pool, and a blast.
pub fn behaviours() -> Picture {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(-3.0, -0.25)).shape(Polygon::rect(9.0, 0.5)?))?;
    let platform = ShapeDef::new(Polygon::rect(2.4, 0.15)?).one_way(vec2(0.0, 1.0));
    world.add_body(BodyDef::fixed().at(vec2(-5.5, 1.6)).shape(platform))?;
    let belt = ShapeDef::new(Polygon::rect(3.0, 0.3)?).friction(0.9).surface_speed(-2.0);
    world.add_body(BodyDef::fixed().at(vec2(-1.2, 1.2)).shape(belt))?;
    let hero = BodyDef::dynamic().at(vec2(-5.5, 0.4)).velocity(vec2(0.0, 7.5)).shape(Polygon::rect(0.4, 0.6)?);
    let hero = world.add_body(hero)?;
    let parcel = world.add_body(BodyDef::dynamic().at(vec2(-2.3, 1.6)).shape(Polygon::rect(0.4, 0.4)?))?;
    let pool = Polygon::rect(7.0, 3.0)?;
    world.add_area(AreaDef::new(pool.clone()).at(vec2(5.5, -0.4)).fluid(1000.0).drag(1.5, 2.0))?;
    for (x, density) in [(3.0, 250.0), (4.6, 500.0), (6.2, 800.0), (7.8, 1500.0)] {
        let shape = ShapeDef::new(Polygon::rect(0.9, 0.7)?).density(density);
        world.add_body(BodyDef::dynamic().at(vec2(x, 1.4)).shape(shape))?;
    }
    world.add_body(BodyDef::fixed().at(vec2(5.5, -2.2)).shape(Polygon::rect(7.4, 0.5)?))?;
    let mut ways = [Vec::new(), Vec::new()];
    for _ in 0..70 {
        world.step();
        for (way, key) in ways.iter_mut().zip([hero, parcel]) {
            way.extend(world.body(key).map(|body| body.position()));
        }
    }
    (0..200).for_each(|_| world.step());
    let mut c = Canvas::new(vec2(-7.8, -2.7), vec2(9.6, 4.2));
    c.shape(&pool.into(), Pose::new(vec2(5.5, -0.4), 0.0), A, 0.15);
    draw(&mut c, &world);
    ways.iter().for_each(|way| c.line(way, B, 2.0));
    c.words(vec2(-7.0, 3.6), "one-way: up through, then it holds");
    c.words(vec2(-2.2, 0.7), "a conveyor");
    c.words(vec2(1.7, 1.9), "densities 250, 500, 800, 1500 in a fluid of 1000");
    let center = vec2(-3.4, 0.2);
    for key in world.explode(&Explosion::new(center, 2.6, 300.0))? {
        if let Some(body) = world.body(key) {
            c.arrow(body.center(), body.center() + 0.25 * body.velocity().clamp_length_max(6.0), FOUND);
        }
    }
    c.circle(center, 2.6, FOUND, 0.04);
    c.dot(center, DARK);
    c.words(vec2(-4.4, -1.0), "an explosion: red, velocities after it");
    Ok(c)
}
