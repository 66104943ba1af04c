//! A hail in a closed yard: everything meets everything, and no two that were not pushed went through each other.

use super::oracle::{Motion, Solid, deepest};
use crate::kit::*;
use carom::{BodyKind, Shape, prelude::*};

/// What flies or stands, and where it was before a step.
struct Flyer {
    key: BodyKey,
    solid: Solid,
    /// How far it reaches from its centre [m].
    reach: f32,
    kind: BodyKind,
    /// Whether it did not go on in the last step as if it were alone.
    pushed: bool,
    motion: Motion,
    place: Vec2,
    velocity: Vec2,
}

/// What a hail came to.
#[derive(Debug, Default, PartialEq)]
pub struct Found {
    /// Pairs whose free motions within a step overlap by more than a tenth of the least extent, and by that much more than
    /// they did before it.
    pub met: usize,
    /// Of these, who were alone, as far as their ways tell, in that step, and in the next.
    pub grazed: Vec<String>,
    /// Those of them that were in each other by more than half of that extent.
    pub passed: usize,
    /// How often one was stopped, since the rounds of a step ran out.
    pub stopped: u32,
    /// Who stands outside of the yard at the end.
    pub outside: usize,
}

/// Plays a hail of `count` discs and boxes of 0.1 to 0.3 m at 50 to 100 m/s among bars that are driven and plates that stand.
pub fn hail(count: usize, steps: usize, seed: u64, continuous: bool) -> Found {
    let mut random = SplitMix64::new(seed);
    let def = WorldDef { continuous, ..WorldDef::default().gravity(Vec2::ZERO).sleep(false) };
    let mut world = World::new(def).unwrap();
    // A metre apart, so that some hundred in a thousand meet in a step.
    let columns = (count as f32).sqrt().ceil();
    let half = 0.5 * columns + 1.0;
    world.add(yard(half)).unwrap();
    let mut flyers = Vec::new();
    for cell in 0..count {
        let place =
            vec2((cell as f32 % columns).floor(), (cell as f32 / columns).floor()) - Vec2::splat(0.5 * columns - 0.5);
        let size = random.range(0.1, 0.3);
        let (body, shape): (BodyDef, Shape) = match cell % 40 {
            7 => (BodyDef::fixed().angle(random.range(-1.5, 1.5)), rect(0.8, 0.02).into()),
            27 => (BodyDef::kinematic().angular_velocity(random.range(-10.0, 10.0)), rect(0.6, 0.1).into()),
            k if k % 2 == 0 => (BodyDef::dynamic(), disc(0.5 * size).into()),
            _ => (BodyDef::dynamic(), rect(size, size).into()),
        };
        let body = if body.kind == BodyKind::Dynamic {
            let way = Rot::from_angle(random.range(-3.1, 3.1)).rotate(vec2(1.0, 0.0));
            body.velocity(way * random.range(50.0, 100.0))
        } else {
            body
        };
        let solid = Solid::of(&shape);
        let reach = 0.5 * shape.piece(0).aabb(Pose::default()).size().length();
        let kind = body.kind;
        let key = world.add(body.at(place).shape(ShapeDef::new(shape).restitution(0.4))).unwrap();
        let motion = Motion::of(&world.body(key).unwrap(), 1.0);
        flyers.push(Flyer { key, solid, reach, kind, pushed: false, motion, place, velocity: Vec2::ZERO });
    }
    let mut found = Found::default();
    let mut before = Vec::new();
    for number in 0..steps {
        let met = step(&mut world, &mut flyers);
        found.met += met.len();
        found.stopped += world.events().swept().stopped;
        // Contacts see in the next step what overlaps at the end of this one.
        let is_free = |pair: &[usize; 2]| pair.iter().all(|&i| !flyers[i].pushed);
        // Contacts see in the next step what overlaps at the end of this one.
        for ([i, j], deep) in before.iter().filter(|(pair, _)| is_free(pair)) {
            let who = [i, j].map(|&i| (i, flyers[i].kind, flyers[i].solid.extent));
            found.grazed.push(format!("step {}: {who:?}, by {deep:.2} of the least extent", number - 1));
            found.passed += usize::from(*deep > 0.5);
        }
        before = met.into_iter().filter(|(pair, _)| is_free(pair)).collect();
    }
    checked(&world);
    let is_outside = |flyer: &&Flyer| at(&world, flyer.key).abs().max_element() > half;
    found.outside = flyers.iter().filter(is_outside).count();
    found
}

/// Four walls about the origin, `half` from it.
fn yard(half: f32) -> BodyDef {
    (0..4).fold(BodyDef::fixed(), |yard, i| {
        let out = [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)][i] * (half + 0.5);
        let (width, height) = if i < 2 { (1.0, 2.0 * half + 2.0) } else { (2.0 * half + 2.0, 1.0) };
        yard.shape(Polygon::rect_at(Pose::new(out, 0.0), width, height).unwrap())
    })
}

/// Steps, notes who was pushed, and returns the pairs whose free motions in this step overlap, and by what part of the least extent.
fn step(world: &mut World, flyers: &mut [Flyer]) -> Vec<([usize; 2], f64)> {
    let dt = world.def().dt;
    let h = f64::from(dt) / f64::from(world.def().substeps);
    for flyer in &mut *flyers {
        let body = world.body(flyer.key).unwrap();
        flyer.motion = Motion::of(&body, h);
        (flyer.place, flyer.velocity) = (body.center(), body.velocity());
    }
    world.step();
    for flyer in &mut *flyers {
        let body = world.body(flyer.key).unwrap();
        let (end, velocity) = (flyer.place + dt * flyer.velocity, flyer.velocity);
        // Where rounds ran out it stands still, and passes nobody.
        flyer.pushed = (body.velocity() - velocity).length() > 1.0e-3 || (body.center() - end).length() > 1.0e-3;
    }
    let box_of = |flyer: &Flyer| {
        let start = Aabb { min: flyer.place, max: flyer.place }.grown(flyer.reach);
        start.union(&start.moved(dt * flyer.velocity))
    };
    let mut boxes: Vec<_> = flyers.iter().map(box_of).zip(0..).collect();
    boxes.sort_by(|(a, _), (b, _)| a.min.x.total_cmp(&b.min.x));
    let mut met = Vec::new();
    for (k, &(area, i)) in boxes.iter().enumerate() {
        let others = boxes[k + 1..].iter().take_while(|(other, _)| other.min.x <= area.max.x);
        for &(_, j) in others.filter(|(other, _)| other.overlaps(&area)) {
            let [a, b] = [&flyers[i], &flyers[j]];
            let deep = |dt| deepest([&a.solid, &b.solid], [&a.motion, &b.motion], dt);
            let Some((least, graze)) = least(a, b) else { continue };
            let more = (deep(dt.into()) - deep(0.0).max(0.0)) / least;
            if more > graze {
                met.push(([i, j], more));
            }
        }
    }
    met
}

/// The least extent of those of two that can be pushed [m], and the part of it by which they may overlap unseen: a tenth, or a
/// quarter where corners of what turns graze what is fixed (docs/SWEPT.md).
fn least(a: &Flyer, b: &Flyer) -> Option<(f64, f64)> {
    let part = if [a, b].iter().any(|flyer| flyer.kind == BodyKind::Fixed) { 0.25 } else { 0.1 };
    let extents = [a, b].into_iter().filter(|flyer| flyer.kind == BodyKind::Dynamic).map(|flyer| flyer.solid.extent);
    extents.reduce(f64::min).map(|least| (least, part))
}
