//! Whether two free motions overlap: an oracle in f64 that knows nothing of the engine's tests.

use crate::kit::*;
use carom::prelude::*;
use carom::{Body, Piece, Shape};

/// Corners of a convex shape in f64, its radius, and the min extent.
pub struct Solid {
    pub corners: Vec<[f64; 2]>,
    pub radius: f64,
    pub extent: f64,
}

impl Solid {
    pub fn of(shape: &Shape) -> Self {
        let piece: Piece = shape.piece(0);
        let mut corners = Vec::new();
        piece.core(|p| corners.push([f64::from(p.x), f64::from(p.y)]));
        Self { corners, radius: piece.radius().into(), extent: piece.least_extent().into() }
    }

    /// Farthest point from its centre.
    fn reach(&self, middle: [f64; 2]) -> f64 {
        let far = |p: &[f64; 2]| (p[0] - middle[0]).hypot(p[1] - middle[1]);
        self.radius + self.corners.iter().map(far).fold(0.0, f64::max)
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
pub struct Motion {
    c: [f64; 2],
    v: [f64; 2],
    angle: f64,
    w: f64,
    middle: [f64; 2],
}

impl Motion {
    /// The motion that the engine gives it without obstacles, in substeps of `h`.
    pub fn of(body: &Body<'_>, h: f64) -> Self {
        let wide = |v: Vec2| [f64::from(v.x), f64::from(v.y)];
        let local = body.pose().inverse_transform_point(body.center());
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

/// Rotation of a body in a substep: at most an eighth of a turn.
fn turned_by(w: f64, h: f64) -> f64 {
    (h * w).clamp(-std::f64::consts::FRAC_PI_4, std::f64::consts::FRAC_PI_4)
}

/// The greatest depth of two free motions of `dt`.
pub fn deepest(solids: [&Solid; 2], motions: [&Motion; 2], dt: f64) -> f64 {
    let reaches = [0, 1].map(|k| solids[k].reach(motions[k].middle));
    let turning = motions[0].w.abs() * reaches[0] + motions[1].w.abs() * reaches[1];
    let relative = (motions[0].v[0] - motions[1].v[0]).hypot(motions[0].v[1] - motions[1].v[1]);
    let least = solids[0].extent.min(solids[1].extent);
    let samples = (((relative + turning) * dt / (0.1 * least)) as usize).clamp(16, 4000);
    let reach = reaches[0] + reaches[1];
    (0..=samples).fold(f64::NEG_INFINITY, |most, i| {
        let t = dt * i as f64 / samples as f64;
        let [p, q] = motions.map(|motion| motion.at(t).0);
        if (p[0] - q[0]).hypot(p[1] - q[1]) > reach {
            return most;
        }
        most.max(depth_at(solids, motions, t))
    })
}

/// The depth of two free motions at a time; negative if they are apart.
pub fn depth_at(solids: [&Solid; 2], motions: [&Motion; 2], t: f64) -> f64 {
    let [a, b] = [0, 1].map(|k| {
        let (c, angle) = motions[k].at(t);
        solids[k].placed(motions[k].middle, c, angle)
    });
    depth(&a, &b, solids[0].radius + solids[1].radius)
}

/// The oracle finds bodies that pass if continuous collision is off.
#[test]
fn without_sweeps_much_tunnels() {
    let mut world = World::new(WorldDef { continuous: false, ..WorldDef::default().gravity(Vec2::ZERO) }).unwrap();
    world.add_body(BodyDef::fixed().shape(rect(100.0, 0.001))).unwrap();
    let key =
        world.add_body(BodyDef::dynamic().at(vec2(0.0, 2.0)).velocity(vec2(0.0, -300.0)).shape(disc(0.05))).unwrap();
    play(&mut world, 2);
    assert!(at(&world, key).y < 0.0);
    let solid = Solid::of(&disc(0.1).into());
    let still = Motion { c: [0.0, 0.0], v: [0.0, 0.0], angle: 0.0, w: 0.0, middle: [0.0, 0.0] };
    let moving = Motion { c: [-3.0, 0.05], v: [300.0, 0.0], ..still.clone() };
    near(deepest([&solid, &solid], [&still, &moving], 1.0 / 60.0), 0.15, 0.001);
}
