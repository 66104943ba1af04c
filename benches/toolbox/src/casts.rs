//! Ray casts and shape casts.

use crate::pairs::{Pair, pairs, random, vector};
use crate::rows::{BATCH, Rows, caller};
use carom::narrowphase::{Sweep, piece_cast, ray_cast, ray_cast_aabb, ray_cast_box, time_of_impact};
use carom::{Aabb, Capsule, Piece, Pose, Vec2, vec2};
use parry2d::query::{NonlinearRigidMotion, Ray, RayCast, ShapeCastOptions, cast_shapes_nonlinear, details};
use rand::RngExt;

pub fn ask(rows: &mut Rows) {
    rays(rows);
    sweeps(rows);
}

fn rays(rows: &mut Rows) {
    let random = &mut random(21);
    let mut place = || vec2(random.random_range(-3.0..3.0), random.random_range(-3.0..3.0_f32));
    // From outside towards the middle: three of four hit.
    let mut ray = |_| {
        let (from, to) = (place(), 0.2 * place());
        let from = if from.length() < 1.5 { 1.5 * from / from.length() } else { from };
        (from, from + 2.0 * (to - from))
    };
    let rays: Vec<(Vec2, Vec2)> = (0..BATCH).map(&mut ray).collect();
    let theirs: Vec<Ray> = rays.iter().map(|(from, to)| Ray::new(vector(*from), vector(*to - *from))).collect();
    let (polygons, boxes) = (pairs(22, false, 1.0..2.0), pairs(23, true, 1.0..2.0));
    let piece = |p: &Pair| Piece::Polygon(p.a.ours.clone());
    let polygon_pieces: Vec<_> = polygons.iter().map(piece).collect();
    rows.row(
        "ray: polygon",
        BATCH,
        vec![
            caller("carom", |i| ray_cast(&polygon_pieces[i], rays[i].0, rays[i].1)),
            caller("parry", |i| polygons[i].a.theirs.cast_local_ray_and_get_normal(&theirs[i], 1.0, true)),
        ],
    );
    let aabbs: Vec<Aabb> = boxes.iter().map(|p| Aabb::new(-0.5 * p.a.oriented.size, 0.5 * p.a.oriented.size)).collect();
    let turned: Vec<_> = boxes.iter().map(|p| p.boxes()[1]).collect();
    rows.row(
        "ray: box",
        BATCH,
        vec![
            caller("carom Aabb", |i| ray_cast_aabb(&aabbs[i], rays[i].0, rays[i].1)),
            caller("parry cuboid", |i| boxes[i].a.cuboid.cast_local_ray_and_get_normal(&theirs[i], 1.0, true)),
        ],
    );
    rows.row(
        "ray: turned box",
        BATCH,
        vec![
            caller("carom", |i| ray_cast_box(&turned[i], rays[i].0, rays[i].1)),
            caller("parry cuboid", |i| {
                boxes[i].b.cuboid.cast_ray_and_get_normal(&boxes[i].theirs, &theirs[i], 1.0, true)
            }),
        ],
    );
    let circles: Vec<Piece> = polygons.iter().map(|p| Piece::Circle(p.a.circle)).collect();
    rows.row(
        "ray: circle",
        BATCH,
        vec![
            caller("carom", |i| ray_cast(&circles[i], rays[i].0, rays[i].1)),
            caller("parry", |i| polygons[i].a.ball.cast_local_ray_and_get_normal(&theirs[i], 1.0, true)),
        ],
    );
    let capsules: Vec<Piece> =
        (0..BATCH).map(|_| Piece::Capsule(Capsule::horizontal(1.0, 0.3).expect("a size"))).collect();
    let capsule = parry2d::shape::Capsule::new_x(0.5, 0.3);
    rows.row(
        "ray: capsule",
        BATCH,
        vec![
            caller("carom", |i| ray_cast(&capsules[i], rays[i].0, rays[i].1)),
            caller("parry", |i| capsule.cast_local_ray_and_get_normal(&theirs[i], 1.0, true)),
        ],
    );
}

fn sweeps(rows: &mut Rows) {
    let pairs = pairs(24, false, 2.0..4.0);
    let pieces: Vec<[Piece; 2]> =
        pairs.iter().map(|p| [Piece::Polygon(p.a.ours.clone()), Piece::Polygon(p.b.ours.clone())]).collect();
    // b moves past a's middle, to the other side of it.
    let random = &mut random(25);
    let mut way = |p: &Pair| -2.0 * p.ours.p + vec2(random.random_range(-0.8..0.8), random.random_range(-0.8..0.8_f32));
    let ways: Vec<Vec2> = pairs.iter().map(&mut way).collect();
    let still = Sweep::still(Pose::IDENTITY);
    let ours = |i: usize, turn: f32| {
        let (from, way) = (pairs[i].ours, ways[i]);
        let turned = Pose { p: from.p + way, q: from.q.turned(turn) };
        time_of_impact(&pieces[i][0], &still, &pieces[i][1], &Sweep::between(Vec2::ZERO, from, turned), 0.0, 1.0e-3)
    };
    let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
    rows.row(
        "time of impact: straight",
        BATCH,
        vec![
            // b moves, so relative to b it is a that moves the other way.
            caller("carom", |i| piece_cast(&pieces[i][0], &pieces[i][1], pairs[i].ours, -ways[i], 1.0e-3)),
            caller("parry", |i| {
                let p = &pairs[i];
                details::cast_shapes_support_map_support_map(
                    &p.theirs,
                    vector(ways[i]),
                    &p.a.theirs,
                    &p.b.theirs,
                    options,
                )
            }),
        ],
    );
    rows.row(
        "time of impact: turning",
        BATCH,
        vec![
            caller("carom", |i| ours(i, 1.0)),
            caller("parry", |i| {
                let p = &pairs[i];
                let rest = NonlinearRigidMotion::identity();
                let motion = NonlinearRigidMotion::new(p.theirs, vector(Vec2::ZERO), vector(ways[i]), 1.0);
                cast_shapes_nonlinear(&rest, &p.a.theirs, &motion, &p.b.theirs, 0.0, 1.0, true)
            }),
        ],
    );
}
