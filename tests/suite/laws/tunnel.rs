//! The tunnelling program: seeded shots of everything at everything, with an oracle in f64. `CAROM_SHOTS` sets how many.
//!
//! A shot at something fixed tunnelled when its centre stands behind the wall. Of two movers one tunnelled when their free
//! motions within a step overlap by more than a tenth of the least extent and no impulse was exchanged, neither in that
//! step nor in the next, in which contacts see the overlap.

use crate::kit::*;
use carom::prelude::*;
use carom::{Body, Piece, Shape};

fn shots() -> u64 {
    std::env::var("CAROM_SHOTS").ok().and_then(|n| n.parse().ok()).unwrap_or(if LONG { 20_000 } else { 2_000 })
}

/// A wall along y = 0, at least half a kilometre either way, by kind; and its upper side.
fn wall(kind: u64) -> (Shape, f32) {
    let (a, b) = (vec2(-500.0, 0.0), vec2(500.0, 0.0));
    let links: Vec<Vec2> = (0..=50).rev().map(|i| vec2(20.0 * i as f32 - 500.0, 0.0)).collect();
    match kind {
        0 => (Segment::new(a, b).unwrap().into(), 0.0),
        1 => (rect(1000.0, 0.001).into(), 0.0005),
        2 => (Chain::open(links).unwrap().into(), 0.0),
        3 => (Chain::open(links).unwrap().one_sided().into(), 0.0),
        4 => (Capsule::horizontal(1000.0, 0.0005).unwrap().into(), 0.0005),
        _ => (rect(1000.0, 4.0).into(), 2.0),
    }
}

/// A bullet of 1 cm to 1 m, and how far it reaches.
fn bullet(random: &mut SplitMix64) -> (Shape, f32) {
    let size = [0.005, 0.02, 0.1, 0.5][random.int(0, 3) as usize] * random.range(1.0, 1.9);
    match random.int(0, 5) {
        0 => (disc(size).into(), size),
        1 => (rect(2.0 * size, size).into(), 1.2 * size),
        2 => (Capsule::horizontal(2.0 * size, 0.2 * size).unwrap().into(), 1.3 * size),
        3 => (rect(4.0 * size, 0.1 * size).into(), 2.1 * size),
        4 => (Polygon::new([vec2(-size, -size), vec2(size, -size), vec2(0.0, size)]).unwrap().into(), 1.5 * size),
        _ => {
            let corner = |k: u32| Rot::from_angle(k as f32 * std::f32::consts::FRAC_PI_3).rotate(vec2(size, 0.0));
            (Polygon::new((0..6).map(corner).collect::<Vec<_>>()).unwrap().into(), size)
        }
    }
}

fn world(random: &mut SplitMix64) -> World {
    let dt = [1.0 / 240.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 20.0][random.int(0, 3) as usize];
    let substeps = random.int(1, 4) as u32;
    World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false).dt(dt).substeps(substeps)).unwrap()
}

fn surface(random: &mut SplitMix64, shape: Shape) -> ShapeDef {
    let restitution = [0.0, 0.3, 1.0][random.int(0, 2) as usize];
    ShapeDef::new(shape).restitution(restitution).friction(random.range(0.0, 0.8))
}

/// A shot at a wall that stands, or comes, or goes.
fn at_a_wall(seed: u64) -> Option<String> {
    let mut random = SplitMix64::new(seed);
    let mut world = world(&mut random);
    let kind = random.int(0, 5);
    let (shape, top) = wall(kind);
    let kinematic = random.int(0, 2) == 0;
    let wall_speed = if kinematic { random.range(-60.0, 60.0) } else { 0.0 };
    let body = if kinematic { BodyDef::kinematic().velocity(vec2(0.0, wall_speed)) } else { BodyDef::fixed() };
    let wall = world.add(body.shape(surface(&mut random, shape))).unwrap();
    let (shape, reach) = bullet(&mut random);
    let (sin, cos) = carom::math::sin_cos(random.range(-1.3, 1.3));
    let speed = random.range(10.0, 400.0);
    let start = vec2(random.range(-50.0, 50.0), top + reach + 0.001 + random.range(0.0, 10.0));
    let shot = BodyDef::dynamic().at(start).angle(random.range(-3.0, 3.0)).velocity(vec2(sin, -cos) * speed);
    let spin = random.range(-1.0, 1.0) * if random.int(0, 2) == 0 { 200.0 } else { 20.0 };
    let key = world.add(shot.angular_velocity(spin).shape(surface(&mut random, shape.clone()))).unwrap();
    for step in 0..12 {
        world.step();
        let line = at(&world, wall).y + top;
        let center = world.body(key).unwrap().center().y;
        if center <= line {
            return Some(format!(
                "seed {seed}, wall {kind} at {wall_speed}, step {step}: {center} < {line}; {shape:?}"
            ));
        }
    }
    checked(&world);
    None
}

/// Corners of a convex shape in f64, its radius, and the least extent.
struct Solid {
    corners: Vec<[f64; 2]>,
    radius: f64,
    extent: f64,
}

impl Solid {
    fn of(shape: &Shape) -> Self {
        let piece: Piece = shape.piece(0);
        let mut corners = Vec::new();
        piece.core(|p| corners.push([f64::from(p.x), f64::from(p.y)]));
        Self { corners, radius: piece.radius().into(), extent: piece.least_extent().into() }
    }

    /// Its corners when its centre is at `c` and it is turned by `angle` (the origin is the centre of mass here).
    fn placed(&self, middle: [f64; 2], c: [f64; 2], angle: f64) -> Vec<[f64; 2]> {
        let (s, k) = angle.sin_cos();
        let turn = |p: &[f64; 2]| {
            let p = [p[0] - middle[0], p[1] - middle[1]];
            [c[0] + k * p[0] - s * p[1], c[1] + s * p[0] + k * p[1]]
        };
        self.corners.iter().map(turn).collect()
    }
}

/// Depth of two convex outlines: least overlap over the normals of the edges and the directions between corners (more
/// directions can only make it less).
fn depth(a: &[[f64; 2]], b: &[[f64; 2]], radii: f64) -> f64 {
    let mut least = f64::INFINITY;
    let mut look = |x: f64, y: f64| {
        let length = (x * x + y * y).sqrt();
        if length > 1.0e-12 {
            let along = |p: &[f64; 2]| (p[0] * x + p[1] * y) / length;
            let span = |ps: &[[f64; 2]]| {
                ps.iter().map(along).fold((f64::INFINITY, -f64::INFINITY), |(l, h), d| (l.min(d), h.max(d)))
            };
            let ((la, ha), (lb, hb)) = (span(a), span(b));
            least = least.min(ha - lb).min(hb - la);
        }
    };
    for outline in [a, b] {
        for i in 0..outline.len() {
            let (p, q) = (outline[i], outline[(i + 1) % outline.len()]);
            look(q[1] - p[1], p[0] - q[0]);
        }
    }
    for p in a {
        for q in b {
            look(q[0] - p[0], q[1] - p[1]);
        }
    }
    least + radii
}

#[derive(Clone)]
struct Motion {
    c: [f64; 2],
    v: [f64; 2],
    angle: f64,
    w: f64,
    middle: [f64; 2],
}

impl Motion {
    /// The motion that the engine gives it where nothing is in its way, in substeps of `h`.
    fn of(body: &Body<'_>, h: f64) -> Self {
        let wide = |v: Vec2| [f64::from(v.x), f64::from(v.y)];
        let local = body.pose().unapply(body.center());
        Self {
            c: wide(body.center()),
            v: wide(body.velocity()),
            angle: body.angle().into(),
            w: turned_by(body.angular_velocity().into(), h) / h,
            middle: wide(local),
        }
    }

    fn at(&self, t: f64) -> ([f64; 2], f64) {
        ([self.c[0] + t * self.v[0], self.c[1] + t * self.v[1]], self.angle + t * self.w)
    }
}

/// How far a substep turns a body: to first order, made a unit again, and at most by an eighth of a turn before that.
fn turned_by(w: f64, h: f64) -> f64 {
    (h * w).clamp(-std::f64::consts::FRAC_PI_4, std::f64::consts::FRAC_PI_4).atan()
}

/// The greatest depth of two free motions of `dt`.
fn deepest(solids: [&Solid; 2], motions: [&Motion; 2], dt: f64) -> f64 {
    let relative = (motions[0].v[0] - motions[1].v[0]).hypot(motions[0].v[1] - motions[1].v[1]);
    let least = solids[0].extent.min(solids[1].extent);
    let samples = ((relative * dt / (0.1 * least)) as usize).clamp(16, 4000);
    (0..=samples).fold(f64::NEG_INFINITY, |most, i| {
        let t = dt * i as f64 / samples as f64;
        let placed: Vec<_> = (0..2)
            .map(|k| {
                let (c, angle) = motions[k].at(t);
                solids[k].placed(motions[k].middle, c, angle)
            })
            .collect();
        most.max(depth(&placed[0], &placed[1], solids[0].radius + solids[1].radius))
    })
}

/// Two movers that head for each other, cross, or chase.
fn at_each_other(seed: u64) -> Option<String> {
    let mut random = SplitMix64::new(seed);
    let mut world = world(&mut random);
    let dt = world.def().dt;
    let shapes = [bullet(&mut random), bullet(&mut random)];
    let mode = random.int(0, 2);
    let (speed, other) = (random.range(10.0, 400.0), random.range(10.0, 400.0));
    let (sin, cos) = carom::math::sin_cos(match mode {
        0 => random.range(2.9, 3.4),
        1 => random.range(0.3, 2.9),
        _ => random.range(-0.05, 0.05),
    });
    let velocities = [vec2(speed, 0.0), vec2(cos, sin) * other];
    // They would meet at the origin after some time, less a miss.
    let when = random.range(0.2, 2.5) * dt;
    let miss = vec2(random.range(-0.5, 0.5), random.range(-0.5, 0.5)) * shapes[0].1;
    let places = [-velocities[0] * when, -velocities[1] * when + miss];
    let apart = (places[0] - places[1]).length();
    if apart < shapes[0].1 + shapes[1].1 + 0.01 {
        return None;
    }
    let spin = if random.int(0, 1) == 0 { 10.0 } else { 100.0 };
    let keys: Vec<BodyKey> = (0..2)
        .map(|k| {
            let body = BodyDef::dynamic().at(places[k]).velocity(velocities[k]).angle(random.range(-3.0, 3.0));
            let body = body.angular_velocity(random.range(-spin, spin));
            world.add(body.shape(surface(&mut random, shapes[k].0.clone()))).unwrap()
        })
        .collect();
    let h = f64::from(dt) / f64::from(world.def().substeps);
    let solids = [Solid::of(&shapes[0].0), Solid::of(&shapes[1].0)];
    let least = solids[0].extent.min(solids[1].extent);
    for step in 0..4 {
        let before: Vec<Motion> = keys.iter().map(|&key| Motion::of(&world.body(key).unwrap(), h)).collect();
        let v = velocity(&world, keys[0]);
        let deep = deepest([&solids[0], &solids[1]], [&before[0], &before[1]], dt.into());
        world.step();
        let pushed = |world: &World| {
            let changed = (velocity(world, keys[0]) - v).length() > 1.0e-3;
            changed || !world.events().hits().is_empty()
        };
        if pushed(&world) {
            return None;
        }
        if deep > 0.1 * least {
            world.step();
            if !pushed(&world) {
                return Some(format!(
                    "seed {seed}, step {step}, mode {mode}: {deep} of {least}, dt {dt}; {:?} {:?}",
                    shapes[0].0.piece(0).kind(),
                    shapes[1].0.piece(0).kind()
                ));
            }
            return None;
        }
    }
    checked(&world);
    None
}

#[test]
fn nothing_tunnels() {
    let shots = shots();
    let start = std::time::Instant::now();
    let tunnelled: Vec<String> =
        (0..shots).filter_map(|seed| if seed % 2 == 0 { at_a_wall(seed) } else { at_each_other(seed) }).collect();
    println!("{} tunnelled of {shots} in {:.1} s", tunnelled.len(), start.elapsed().as_secs_f64());
    let shown = tunnelled.len().min(20);
    assert!(tunnelled.is_empty(), "{} tunnelled of {shots}: {}", tunnelled.len(), tunnelled[..shown].join("\n"));
}

/// The oracle finds what passes where sweeps are off.
#[test]
fn without_sweeps_much_tunnels() {
    let mut world = World::new(WorldDef { continuous: false, ..WorldDef::default().gravity(Vec2::ZERO) }).unwrap();
    world.add(BodyDef::fixed().shape(rect(100.0, 0.001))).unwrap();
    let key = world.add(BodyDef::dynamic().at(vec2(0.0, 2.0)).velocity(vec2(0.0, -300.0)).shape(disc(0.05))).unwrap();
    play(&mut world, 2);
    assert!(at(&world, key).y < 0.0);
    let solid = Solid::of(&disc(0.1).into());
    let still = Motion { c: [0.0, 0.0], v: [0.0, 0.0], angle: 0.0, w: 0.0, middle: [0.0, 0.0] };
    let moving = Motion { c: [-3.0, 0.05], v: [300.0, 0.0], ..still.clone() };
    near(deepest([&solid, &solid], [&still, &moving], 1.0 / 60.0), 0.15, 0.001);
}
