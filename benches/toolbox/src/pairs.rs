//! Seeded pairs of shapes, the same for carom and for parry.

use crate::rows::BATCH;
use carom::{Circle, OrientedBox, Polygon, Pose, Vec2, vec2};
use parry2d::math::{Pose as ParryPose, Vector};
use parry2d::shape::{Ball, ConvexPolygon, Cuboid};
use rand::{RngExt, SeedableRng, rngs::StdRng};

/// A convex shape of both libraries.
#[derive(Clone)]
pub struct Thing {
    pub ours: Polygon,
    pub theirs: ConvexPolygon,
    pub cuboid: Cuboid,
    /// A shape of the size of the cuboid, about the origin.
    pub oriented: OrientedBox,
    pub circle: Circle,
    pub ball: Ball,
}

/// Two shapes, and the pose of the second in the first's frame.
pub struct Pair {
    pub a: Thing,
    pub b: Thing,
    pub ours: Pose,
    pub theirs: ParryPose,
}

pub fn random(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

pub fn vector(v: Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

pub fn pose(p: Vec2, angle: f32) -> (Pose, ParryPose) {
    (Pose::new(p, angle), ParryPose::new(vector(p), angle))
}

/// A shape about the origin, of about 1 m, with 4 corners (a box) or 3 to 8.
fn thing(random: &mut StdRng, boxes: bool) -> Thing {
    let (w, h) = (random.random_range(0.6..1.4_f32), random.random_range(0.6..1.4_f32));
    let count = random.random_range(3..9_usize);
    let corners: Vec<Vec2> = if boxes {
        vec![vec2(-w, -h), vec2(w, -h), vec2(w, h), vec2(-w, h)].into_iter().map(|v| 0.5 * v).collect()
    } else {
        let turn = random.random_range(0.0..6.0_f32);
        let corner = |i: usize| {
            let angle = turn + std::f32::consts::TAU * i as f32 / count as f32;
            0.6 * vec2(w * angle.cos(), h * angle.sin())
        };
        (0..count).map(corner).collect()
    };
    let theirs: Vec<Vector> = corners.iter().map(|v| vector(*v)).collect();
    let radius = 0.5 * w;
    Thing {
        ours: Polygon::new(corners).expect("convex"),
        theirs: ConvexPolygon::from_convex_polyline(theirs).expect("convex"),
        oriented: OrientedBox { pose: Pose::IDENTITY, size: vec2(w, h) },
        cuboid: Cuboid::new(Vector::new(0.5 * w, 0.5 * h)),
        circle: Circle::new(radius).expect("a size"),
        ball: Ball::new(radius),
    }
}

impl Pair {
    /// Both as boxes at their poses.
    pub fn boxes(&self) -> [OrientedBox; 2] {
        [self.a.oriented, OrientedBox { pose: self.ours, ..self.b.oriented }]
    }
}

/// A batch of pairs whose centres are this far apart [m], in any direction, each of its own two shapes.
pub fn pairs(seed: u64, boxes: bool, apart: std::ops::Range<f32>) -> Vec<Pair> {
    let random = &mut random(seed);
    let mut pair = |_| {
        let (a, b) = (thing(random, boxes), thing(random, boxes));
        let (direction, distance) = (random.random_range(0.0..6.2_f32), random.random_range(apart.clone()));
        let p = distance * vec2(direction.cos(), direction.sin());
        let (ours, theirs) = pose(p, random.random_range(-3.1..3.1));
        Pair { a, b, ours, theirs }
    };
    (0..BATCH).map(&mut pair).collect()
}
