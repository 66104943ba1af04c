//! Shots of two movers at each other, and at the tips of rods that spin.

use super::oracle::{Motion, Solid, deepest};
use super::shots::{bullet, surface, world};
use crate::kit::*;
use carom::prelude::*;
use carom::{BodyKind, Shape};

/// A body without its shape, the shape, and its surface.
type Mover = (BodyDef, Shape, ShapeDef);

/// Steps a world of two movers for as long as they may meet. Reports an overlap without any push.
fn meet(mut world: World, movers: [Mover; 2], steps: u32) -> Option<String> {
    let dt = f64::from(world.def().dt);
    let h = dt / f64::from(world.def().substeps);
    let solids = [Solid::of(&movers[0].1), Solid::of(&movers[1].1)];
    let kinds = [movers[0].1.piece(0).kind(), movers[1].1.piece(0).kind()];
    // The min extent of the movable ones.
    let extent = |k: usize| if movers[k].0.kind == BodyKind::Dynamic { solids[k].extent } else { f64::INFINITY };
    let least = extent(0).min(extent(1));
    let keys = movers.map(|(body, _, surface)| world.add_body(body.shape(surface)).unwrap());
    for step in 0..steps {
        let before = keys.map(|key| Motion::of(&world.body(key).unwrap(), h));
        let v = keys.map(|key| velocity(&world, key));
        let deep = deepest([&solids[0], &solids[1]], [&before[0], &before[1]], dt);
        world.step();
        let pushed = |world: &World| {
            let changed = (0..2).any(|k| (velocity(world, keys[k]) - v[k]).length() > 1.0e-3);
            changed || !world.events().hits().is_empty()
        };
        if pushed(&world) {
            return None;
        }
        if deep > 0.1 * least {
            world.step();
            return (!pushed(&world)).then(|| format!("step {step}: {deep} of {least}, dt {dt}; {kinds:?}"));
        }
    }
    checked(&world);
    None
}

/// A direction.
fn along(angle: f32) -> Vec2 {
    Rot::from_angle(angle).rotate(vec2(1.0, 0.0))
}

/// Two movers that head for each other, cross, or chase.
pub fn at_each_other(seed: u64) -> Option<String> {
    let mut random = SplitMix64::new(seed);
    let world = world(&mut random);
    let shapes = [bullet(&mut random), bullet(&mut random)];
    let mode = random.int(0, 2);
    let places = start(&mut random, world.def().dt, &shapes, (mode, 400.0));
    let spin = if random.int(0, 1) == 0 { 10.0 } else { 100.0 };
    let found = fly(&mut random, world, (shapes, places), |random| random.range(-spin, spin));
    found.map(|what| format!("seed {seed}, mode {mode}, {what}"))
}

/// Two movers that spin fast and alike: relative to one that turns, the other moves on a curve that returns to its
/// start.
pub fn that_spin_alike(seed: u64) -> Option<String> {
    let mut random = SplitMix64::new(seed);
    let world = world(&mut random);
    let shapes = [bullet(&mut random), bullet(&mut random)];
    let places = start(&mut random, world.def().dt, &shapes, (1, 80.0));
    let spin = random.range(60.0, 190.0) * if random.int(0, 1) == 0 { -1.0 } else { 1.0 };
    let found = fly(&mut random, world, (shapes, places), |random| spin * random.range(0.9, 1.0));
    found.map(|what| format!("seed {seed}, spin {spin}, {what}"))
}

/// Positions and velocities of two movers, of up to `fastest` [m/s], so that they would meet after some time, less a
/// miss.
fn start(random: &mut SplitMix64, dt: f32, shapes: &[(Shape, f32); 2], (mode, fastest): (u64, f32)) -> [[Vec2; 2]; 2] {
    loop {
        let (speed, other) = (random.range(10.0, fastest), random.range(10.0, fastest));
        let angle = match mode {
            0 => random.range(2.9, 3.4),
            1 => random.range(0.3, 2.9),
            _ => random.range(-0.05, 0.05),
        };
        let velocities = [vec2(speed, 0.0), along(angle) * other];
        // They would meet at the origin after some time, less a miss.
        let when = random.range(0.2, 2.5) * dt;
        let miss = vec2(random.range(-0.5, 0.5), random.range(-0.5, 0.5)) * shapes[0].1;
        let places = [-velocities[0] * when, -velocities[1] * when + miss];
        if (places[0] - places[1]).length() >= shapes[0].1 + shapes[1].1 + 0.01 {
            return [places, velocities];
        }
        // A large and slow one starts earlier, until it starts apart.
        if random.int(0, 3) == 0 {
            let away = (shapes[0].1 + shapes[1].1 + 0.01) * along(random.range(-3.1, 3.1));
            let relative = velocities[0] - velocities[1];
            let back = if relative.length() > 1.0 { relative.normalize() * (2.0 * away.length()) } else { 2.0 * away };
            return [[-back, miss], velocities];
        }
    }
}

/// Has two movers fly that start so.
fn fly(
    random: &mut SplitMix64,
    world: World,
    (shapes, [places, velocities]): ([(Shape, f32); 2], [[Vec2; 2]; 2]),
    spin: impl Fn(&mut SplitMix64) -> f32,
) -> Option<String> {
    let steps = steps_until(places[0] - places[1], velocities[0] - velocities[1], world.def().dt);
    let mut number = 0;
    let movers = shapes.map(|(shape, _)| {
        let body = BodyDef::dynamic().at(places[number]).velocity(velocities[number]).angle(random.range(-3.0, 3.0));
        number += 1;
        (body.angular_velocity(spin(random)), shape.clone(), surface(random, shape))
    });
    meet(world, movers, steps)
}

/// Number of steps in which two that are `apart` have met at this relative velocity, and some more.
fn steps_until(apart: Vec2, relative: Vec2, dt: f32) -> u32 {
    let steps = apart.length() / (relative.length() * dt);
    if steps < 60.0 { steps as u32 + 4 } else { 64 }
}

/// A rod that spins, held on its axis or free, and a body that flies at its tip.
pub fn at_a_rod(seed: u64) -> Option<String> {
    let mut random = SplitMix64::new(seed);
    let world = world(&mut random);
    let dt = world.def().dt;
    let long = random.range(0.2, 4.0);
    let rod: Shape = if random.int(0, 1) == 0 {
        rect(long, random.range(0.01, 0.05)).into()
    } else {
        Capsule::horizontal(long, random.range(0.005, 0.025)).unwrap().into()
    };
    let kinematic = random.int(0, 1) == 0;
    let (shape, reach) = bullet(&mut random);
    let spin = random.range(-1.0, 1.0) * [20.0, 200.0][random.int(0, 1) as usize];
    // It reaches the way of the tip after some time, from outside.
    let tip = 0.5 * long * random.range(0.5, 1.05);
    let velocity = along(random.range(-3.1, 3.1)) * random.range(10.0, 400.0);
    let meeting = along(random.range(-3.1, 3.1)) * tip;
    let mut place = meeting - velocity * (random.range(0.2, 2.5) * dt);
    while place.length() < 0.5 * long + reach + 0.06 {
        place -= velocity * (0.5 * dt);
    }
    let steps = steps_until(meeting - place, velocity, dt);
    let body = if kinematic { BodyDef::kinematic() } else { BodyDef::dynamic() };
    let body = body.angle(random.range(-3.0, 3.0)).angular_velocity(spin);
    let other = BodyDef::dynamic().at(place).velocity(velocity).angle(random.range(-3.0, 3.0));
    let other = other.angular_velocity(random.range(-20.0, 20.0));
    let rod = (body, rod.clone(), surface(&mut random, rod));
    let other = (other, shape.clone(), surface(&mut random, shape));
    meet(world, [rod, other], steps).map(|what| format!("seed {seed}, rod of {long}, kinematic {kinematic}, {what}"))
}
