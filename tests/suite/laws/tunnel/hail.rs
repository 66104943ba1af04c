//! A hail in a closed yard: everything hits everything. No two that were not pushed went through each other.

use super::oracle::{Motion, Solid, deepest, depth_at};
use crate::kit::*;
use carom::{BodyKind, Shape, prelude::*};
use std::collections::HashSet;

/// A fast body stands still if it moves by less than this part of its way. `FAST` is the speed from which on it is fast
/// [m/s].
const STILL: f32 = 0.05;
const FAST: f32 = 0.5;

/// A flying or fixed body, and its state before a step.
struct Flyer {
    key: BodyKey,
    solid: Solid,
    /// Farthest point from its centre [m].
    reach: f32,
    kind: BodyKind,
    /// Whether it left its free motion in the last step.
    pushed: bool,
    /// Number of steps in a row up to now in which it stood still although it is fast.
    stuck: u32,
    motion: Motion,
    place: Vec2,
    velocity: Vec2,
}

/// Counts of a hail. Two *met* in a step if their free motions in it overlap by more than before it, by a tenth of the
/// min extent (a quarter if one is fixed: a face may hold that much).
#[derive(Debug, Default)]
pub struct Found {
    pub met: usize,
    /// Of these, pairs that pushed each other in that step.
    pub struck: usize,
    /// Pairs pushed by others only, or stopped, so that their motion was another one: nothing can be said of them.
    pub turned_aside: usize,
    /// Pairs pushed by nobody, neither in that step nor, for each of the two, in the next.
    pub grazed: Vec<String>,
    /// The different pairs of those: two that move along together are seen step after step.
    pub grazing: HashSet<[usize; 2]>,
    /// Those of them that came together fast ([`fast_from`]). Slower pairs are left to contacts, and these may see them
    /// a step late. Neither is past the other by then, and two that turn past each other touch for that one step.
    pub fast: HashSet<[usize; 2]>,
    /// Number of times that the overlap of fast ones grew by more than half of the min extent, or of any by more than
    /// all of it.
    pub passed: usize,
    /// Number of times that the overlap of any grew by more than half.
    pub deep: usize,
    /// Number of times that a body was stopped, since the rounds of a step ran out.
    pub stopped: u32,
    /// Most steps in a row in which one stood still.
    pub stuck: u32,
    /// Bodies outside of the yard at the end.
    pub outside: usize,
}

/// Plays a hail of `count` discs and boxes of 0.1 to 0.3 m at 50 to 100 m/s among driven bars and fixed plates. They
/// bounce if the seed is even.
pub fn hail(count: usize, steps: usize, seed: u64, continuous: bool) -> Found {
    let mut random = SplitMix64::new(seed);
    let def = WorldDef { continuous, ..WorldDef::default().gravity(Vec2::ZERO).sleep(false) };
    let mut world = World::new(def).unwrap();
    let restitution = if seed.is_multiple_of(2) { 0.4 } else { 0.0 };
    // A metre apart, so that some hundred in a thousand meet in a step.
    let columns = (count as f32).sqrt().ceil();
    let half = 0.5 * columns + 1.0;
    world.add_body(yard(half)).unwrap();
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
        let key = world.add_body(body.at(place).shape(ShapeDef::new(shape).restitution(restitution))).unwrap();
        let motion = Motion::of(&world.body(key).unwrap(), 1.0);
        flyers.push(Flyer { key, solid, reach, kind, pushed: false, stuck: 0, motion, place, velocity: Vec2::ZERO });
    }
    let mut found = Found::default();
    let mut alone: Vec<Meeting> = Vec::new();
    for number in 0..steps {
        let met = step(&mut world, &mut flyers);
        found.met += met.len();
        found.stopped += world.events().ccd_stats().stopped;
        found.stuck = flyers.iter().map(|flyer| flyer.stuck).fold(found.stuck, u32::max);
        let is_free = |meeting: &Meeting| meeting.who.iter().all(|&i| !flyers[i].pushed);
        // Contacts see in the next step any overlap at the end of this one.
        for &Meeting { who, part, closed } in alone.iter().filter(|meeting| is_free(meeting)) {
            let fast = closed > fast_from(restitution);
            found.grazing.insert(who);
            if fast {
                found.fast.insert(who);
            }
            found.passed += usize::from(part > 1.0 || fast && part > 0.5);
            found.deep += usize::from(part > 0.5);
            let who = who.map(|i| (i, flyers[i].kind, flyers[i].solid.extent));
            let step = number - 1;
            found.grazed.push(format!("step {step}: {who:?}, {closed:.2} nearer, by {part:.2} of the least extent"));
        }
        let struck = struck(&world);
        found.struck += met.iter().filter(|meeting| struck.contains(&meeting.who.map(|i| flyers[i].key))).count();
        let others = met.iter().filter(|meeting| !struck.contains(&meeting.who.map(|i| flyers[i].key)));
        found.turned_aside += others.filter(|meeting| !is_free(meeting)).count();
        alone = met.into_iter().filter(is_free).collect();
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

/// Part of the min extent by which two movable bodies must approach in a step for continuous collision to handle them.
fn fast_from(restitution: f32) -> f64 {
    if restitution > 0.0 { 0.5 } else { 1.0 }
}

/// Two bodies whose free motions in a step overlap; the growth of the overlap, and their approach, as parts of the min
/// extent.
struct Meeting {
    who: [usize; 2],
    part: f64,
    closed: f64,
}

/// Pairs that pushed each other in the last step, either way round.
fn struck(world: &World) -> HashSet<[BodyKey; 2]> {
    let contacts = world.contacts().filter(|contact| contact.impulse() != Vec2::ZERO);
    let pairs = contacts.map(|contact| [contact.a.body, contact.b.body]);
    let hits = world.events().hits().iter().map(|hit| [hit.pair.a.body, hit.pair.b.body]);
    pairs.chain(hits).flat_map(|[a, b]| [[a, b], [b, a]]).collect()
}

/// Steps, notes the pairs that were pushed, and returns those that met in this step.
fn step(world: &mut World, flyers: &mut [Flyer]) -> Vec<Meeting> {
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
        // If rounds ran out, it stands still and passes nobody.
        let stands = (body.center() - flyer.place).length() < STILL * dt * body.velocity().length();
        flyer.stuck = if stands && body.velocity().length() > FAST { flyer.stuck + 1 } else { 0 };
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
            let (solids, motions) = ([&a.solid, &b.solid], [&a.motion, &b.motion]);
            let Some((least, graze)) = least(a, b) else { continue };
            let (before, most) = (depth_at(solids, motions, 0.0), deepest(solids, motions, dt.into()));
            let more = (most - before.max(0.0)) / least;
            if more > graze {
                met.push(Meeting { who: [i, j], part: more, closed: (most - before) / least });
            }
        }
    }
    met
}

/// The min extent of the movable ones of two bodies [m], and the part of it by which they may overlap unseen: a tenth,
/// and what a face of something fixed holds.
fn least(a: &Flyer, b: &Flyer) -> Option<(f64, f64)> {
    let part = if [a, b].iter().any(|flyer| flyer.kind == BodyKind::Fixed) { 0.25 } else { 0.1 };
    let extents = [a, b].into_iter().filter(|flyer| flyer.kind == BodyKind::Dynamic).map(|flyer| flyer.solid.extent);
    extents.reduce(f64::min).map(|least| (least, part))
}
