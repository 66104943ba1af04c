//! Mass, centre and inertia against a sum over a fine grid in f64. A cell counts by the covered part of it, by the
//! signed distance of its middle, which makes the sum second-order exact.

use crate::kit::*;
use carom::prelude::*;
use carom::{Piece, Shape};

type Point = (f64, f64);

fn point(v: Vec2) -> Point {
    (f64::from(v.x), f64::from(v.y))
}

/// Distance of `p` from the segment a, b.
fn from_segment(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length2 = dx * dx + dy * dy;
    let t = if length2 > 0.0 { ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length2 } else { 0.0 };
    let t = t.clamp(0.0, 1.0);
    (p.0 - a.0 - t * dx).hypot(p.1 - a.1 - t * dy)
}

/// Signed distance of `p` from a piece, negative inside.
fn signed_distance(piece: &Piece, p: Point) -> f64 {
    match piece {
        Piece::Circle(s) => {
            let c = point(s.center());
            (p.0 - c.0).hypot(p.1 - c.1) - f64::from(s.radius())
        }
        Piece::Capsule(s) => from_segment(p, point(s.a()), point(s.b())) - f64::from(s.radius()),
        Piece::Polygon(s) => {
            let n = s.vertices().len();
            let (mut outside, mut inside) = (f64::MAX, f64::MIN);
            for i in 0..n {
                let (a, b) = (point(s.vertices()[i]), point(s.vertices()[(i + 1) % n]));
                outside = outside.min(from_segment(p, a, b));
                let length = (b.0 - a.0).hypot(b.1 - a.1);
                inside = inside.max(((p.0 - a.0) * (b.1 - a.1) - (p.1 - a.1) * (b.0 - a.0)) / length);
            }
            (if inside < 0.0 { inside } else { outside }) - f64::from(s.radius())
        }
        _ => f64::MAX,
    }
}

/// Mass, centre and inertia about it.
fn summed(shapes: &[ShapeDef]) -> (f64, Point, f64) {
    const CELLS: u32 = 300;
    let (mut mass, mut mx, mut my, mut second) = (0.0, 0.0, 0.0, 0.0);
    for def in shapes {
        let piece = def.shape.piece(0);
        let area = piece.aabb(Pose::IDENTITY).grown(0.01);
        let (corner, size) = (point(area.min), point(area.size()));
        let (w, h) = (size.0 / f64::from(CELLS), size.1 / f64::from(CELLS));
        for i in 0..CELLS {
            for j in 0..CELLS {
                let p = (corner.0 + w * (f64::from(i) + 0.5), corner.1 + h * (f64::from(j) + 0.5));
                let covered = (0.5 - signed_distance(&piece, p) / (w * h).sqrt()).clamp(0.0, 1.0);
                let m = f64::from(def.density) * w * h * covered;
                mass += m;
                mx += m * p.0;
                my += m * p.1;
                second += m * (p.0 * p.0 + p.1 * p.1);
            }
        }
    }
    let (cx, cy) = (mx / mass, my / mass);
    (mass, (cx, cy), second - mass * (cx * cx + cy * cy))
}

fn agrees(shapes: Vec<ShapeDef>) {
    let (mass, center, inertia) = summed(&shapes);
    let mut world = space();
    let body = BodyDef { shapes: shapes.clone(), ..BodyDef::dynamic() };
    let key = world.add_body(body).unwrap();
    let found = world.body(key).unwrap().mass();
    let size = (inertia / mass).sqrt();
    assert!((f64::from(found.mass) / mass - 1.0).abs() < 1e-3, "{found:?} {mass} {shapes:?}");
    let off = (f64::from(found.center.x) - center.0).hypot(f64::from(found.center.y) - center.1);
    assert!(off < 1e-3 * size, "{found:?} {center:?} {shapes:?}");
    assert!((f64::from(found.inertia) / inertia - 1.0).abs() < 2e-3, "{found:?} {inertia} {shapes:?}");
}

/// A convex polygon of `n` corners.
fn polygon(random: &mut SplitMix64, n: usize) -> Polygon {
    loop {
        let points: Vec<Vec2> = (0..n).map(|_| vec2(random.range(-1.0, 1.0), random.range(-1.0, 1.0))).collect();
        if let Ok(polygon) = Polygon::hull(points) {
            return polygon;
        }
    }
}

fn shape(random: &mut SplitMix64) -> ShapeDef {
    let place = vec2(random.range(-2.0, 2.0), random.range(-2.0, 2.0));
    let outline: Shape = match random.int(0, 4) {
        0 => Circle::at(place, random.range(0.1, 1.0)).unwrap().into(),
        1 => Capsule::new(place, place + vec2(random.range(-1.0, 1.0), 0.7), random.range(0.1, 0.6)).unwrap().into(),
        2 => polygon(random, 4).into(),
        3 => polygon(random, 12).rounded(random.range(0.05, 0.5)).unwrap().into(),
        _ => Polygon::rect_at(Pose::new(place, random.range(-3.0, 3.0)), 0.4, 1.5).unwrap().into(),
    };
    ShapeDef::new(outline).density(random.range(0.3, 8.0))
}

#[test]
fn each_shape_weighs_what_a_grid_says() {
    let mut random = SplitMix64::new(21);
    for _ in 0..40 {
        agrees(vec![shape(&mut random)]);
    }
}

#[test]
fn several_shapes_weigh_what_their_grids_say() {
    let mut random = SplitMix64::new(22);
    for _ in 0..10 {
        let count = random.int(2, 4) as usize;
        agrees((0..count).map(|_| shape(&mut random)).collect());
    }
}

#[test]
fn closed_forms() {
    let mass = |shape: Shape| shape.mass(2.0);
    let square = mass(rect(2.0, 1.0).into());
    near(square.mass, 4.0, 1e-6);
    near(square.inertia, 4.0 * 5.0 / 12.0, 1e-6);
    let round = mass(Circle::at(vec2(3.0, 1.0), 0.5).unwrap().into());
    near(round.mass, 2.0 * std::f64::consts::PI * 0.25, 1e-6);
    near(round.inertia, f64::from(round.mass) * 0.125, 1e-6);
    assert_eq!(round.center, vec2(3.0, 1.0));
    // A capsule without length is a circle.
    let point = mass(Capsule::new(vec2(3.0, 1.0), vec2(3.0, 1.0), 0.5).unwrap().into());
    near(point.inertia, round.inertia, 1e-6);
    // Lines have no mass.
    assert_eq!(mass(Segment::new(vec2(0.0, 0.0), vec2(1.0, 0.0)).unwrap().into()).mass, 0.0);
    assert_eq!(mass(Chain::open([vec2(0.0, 0.0), vec2(1.0, 0.0)]).unwrap().into()).mass, 0.0);
}

#[test]
fn given_mass_overrules_the_shapes_and_goes_again() {
    let mut world = space();
    let own = MassProperties { mass: 7.0, center: vec2(0.25, 0.0), inertia: 3.0 };
    let key = world.add_body(crate_at(0.0, 0.0).mass(own)).unwrap();
    assert_eq!(world.body(key).unwrap().mass(), own);
    assert_eq!(world.body(key).unwrap().center(), vec2(0.25, 0.0));
    world.body_mut(key).unwrap().add_shape(disc(0.5)).unwrap();
    assert_eq!(world.body(key).unwrap().mass(), own, "new shapes do not change it");
    world.body_mut(key).unwrap().set_mass(None).unwrap();
    near(world.body(key).unwrap().mass().mass, 1.0 + std::f64::consts::PI * 0.25, 1e-5);
}

#[test]
fn a_dynamic_body_without_mass_still_answers_to_forces() {
    let mut world = World::default();
    let line = Segment::new(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap();
    let key = world.add_body(BodyDef::dynamic().shape(line)).unwrap();
    let bare = world.add_body(BodyDef::dynamic()).unwrap();
    play(&mut world, 60);
    near(velocity(&world, key).y, -G, 1e-3);
    near(velocity(&world, bare).y, -G, 1e-3);
}
