//! Intervals, projections, and the cheap yes-or-no tests, against f64.

use crate::brute::{P, Solid, gap, separation};
use crate::random::{Random, scaled};
use carom_math::{Aabb, Pose, Rot, Vec2, vec2};
use carom_narrowphase::{
    aabb_overlaps_box, aabb_overlaps_circle, box_overlaps_circle, boxes_distance, boxes_overlap,
    capsule_overlaps_circle, capsules_overlap, circles_overlap, collide_aabb_circle, collide_aabbs, collide_box_circle,
    collide_boxes, overlap_shapes, overlaps, project, project_shape, segments_cross, support, support_shape,
};
use carom_shapes::{Capsule, Chain, Circle, OrientedBox, Piece, Segment, Shape};

fn solid_box(b: &OrientedBox) -> Solid {
    Solid { corners: b.corners().map(P::of).to_vec(), radius: 0.0 }
}

fn solid_circle(center: Vec2, radius: f32) -> Solid {
    Solid { corners: vec![P::of(center)], radius: f64::from(radius) }
}

/// Signed distance of boxes and circles, centres inside too.
fn truth(a: &Solid, b: &Solid) -> f64 {
    separation(a, b)
}

fn agree(says: bool, truth: f64, tolerance: f64) {
    assert!(truth.abs() < tolerance || says == (truth < 0.0), "{says} {truth}");
}

#[test]
fn projections_and_supports() {
    let mut random = Random::new(90);
    for _ in 0..10_000 {
        let (piece, pose, axis) = (random.piece(), random.pose(10.0), random.direction());
        let solid = Solid::of(&piece, pose);
        let shadow = project(&piece, pose, axis);
        let (n, back) = (P::of(axis), P::of(-axis));
        assert!((f64::from(shadow.max) - solid.highest(n) - solid.radius).abs() < 1.0e-5);
        assert!((f64::from(shadow.min) + solid.highest(back) + solid.radius).abs() < 1.0e-5);
        let far = support(&piece, pose.q.inverse_rotate(axis));
        let local = Solid::of(&piece, Pose::IDENTITY);
        let height = P::of(pose.q.inverse_rotate(axis));
        assert!((P::of(far.point).dot(height) - local.highest(height) - local.radius).abs() < 1.0e-5);
        assert!(local.core_distance_to(P::of(far.point)) < local.radius + 1.0e-6);
        // The gap along an axis is that of the two projections.
        let (other, there) = (random.piece(), random.pose(10.0));
        let between = gap(&solid, &Solid::of(&other, there), n);
        let shadows = shadow.max - project(&other, there, axis).min;
        assert!((between + f64::from(shadows)).abs() < 2.0e-5);
        // Twice the axis, twice the projection.
        assert!((project(&piece, pose, 2.0 * axis).length() - 2.0 * shadow.length()).abs() < 1.0e-4);
    }
    let chain = Shape::Chain(Chain::open([vec2(0.0, 0.0), vec2(1.0, 3.0), vec2(5.0, 1.0)]).unwrap());
    let far = support_shape(&chain, Vec2::X);
    assert_eq!((far.piece, far.corner, far.point), (1, 1, vec2(5.0, 1.0)));
    let shadow = project_shape(&chain, Pose::new(vec2(0.0, 10.0), 0.0), Vec2::Y);
    assert_eq!((shadow.min, shadow.max), (10.0, 13.0));
    assert_eq!(support(&Piece::Circle(Circle::new(1.0).unwrap()), Vec2::splat(f32::NAN)).corner, 0);
}

#[test]
fn distances_of_boxes_are_those_of_their_corners_and_edges() {
    let mut random = Random::new(93);
    let mut apart = 0;
    for _ in 0..10_000 {
        let k = random.log_real(1.0e-3, 1.0e4);
        let mut one = || {
            let pose = Pose::new(k * random.place(2.5), random.real(-3.0, 3.0));
            OrientedBox::new(pose, k * random.real(0.1, 3.0), k * random.real(0.1, 3.0))
        };
        let (a, b) = (one(), one());
        let (d, truth) = (boxes_distance(&a, &b), truth(&solid_box(&a), &solid_box(&b)));
        let tolerance = 1.0e-5 * f64::from(k);
        let says = || format!("{a:?} {b:?} {d:?} {truth}");
        assert!((f64::from(d.distance) - truth.max(0.0)).abs() < tolerance, "{}", says());
        // The points are of their boxes, and that far apart, along the normal.
        let on = [a.pose.transform_point(d.point_a), a.pose.transform_point(d.point_b)];
        for (point, of) in on.into_iter().zip([&a, &b]) {
            assert!(solid_box(of).core_distance_to(P::of(point)) < 4.0 * tolerance, "{}", says());
        }
        if d.distance > 0.0 {
            apart += 1;
            assert!((d.point_a + d.distance * d.normal - d.point_b).length() < 1.0e-5 * k, "{}", says());
            assert!((d.normal.length() - 1.0).abs() < 1.0e-6, "{}", says());
        } else {
            assert_eq!((d.point_a, d.normal), (d.point_b, Vec2::ZERO));
        }
    }
    assert!((2_000..8_000).contains(&apart), "{apart}");
}

#[test]
fn boxes_and_circles_overlap_as_they_do() {
    let mut random = Random::new(91);
    let mut yes = 0;
    for _ in 0..10_000 {
        let k = random.log_real(1.0e-3, 1.0e4);
        let a =
            OrientedBox::new(Pose::new(k * random.place(2.0), random.real(-3.0, 3.0)), k * random.real(0.1, 3.0), k);
        let b =
            OrientedBox::new(Pose::new(k * random.place(2.0), random.real(-3.0, 3.0)), k * random.real(0.1, 3.0), k);
        let (center, radius) = (k * random.place(2.0), k * random.real(0.05, 1.0));
        let (flat, tilted) = (b.aabb(), solid_box(&b));
        let tolerance = 1.0e-5 * f64::from(k);
        assert!(tilted.corners.iter().all(|c| flat.grown(1.0e-6 * k).contains_point(vec2(c.0 as f32, c.1 as f32))));
        let circle = solid_circle(center, radius);
        let (sa, sf) = (solid_box(&a), solid_box(&OrientedBox::from(flat)));
        yes += usize::from(boxes_overlap(&a, &b));
        agree(boxes_overlap(&a, &b), truth(&sa, &tilted), tolerance);
        assert_eq!(boxes_overlap(&a, &b), boxes_overlap(&b, &a));
        agree(box_overlaps_circle(&a, center, radius), truth(&sa, &circle), tolerance);
        agree(aabb_overlaps_circle(&flat, center, radius), truth(&sf, &circle), tolerance);
        agree(aabb_overlaps_box(&flat, &a), truth(&sf, &sa), tolerance);
        // The manifolds agree, and give the depth.
        let least =
            |m: carom_shapes::Manifold| m.points().iter().map(|p| f64::from(p.separation)).fold(9.0e9, f64::min);
        let reach = 0.1 * k;
        for (m, truth) in [
            (collide_boxes(&a, &b, reach), truth(&sa, &tilted)),
            (collide_box_circle(&a, center, radius, reach), truth(&sa, &circle)),
            (collide_aabb_circle(&flat, center, radius, reach), truth(&sf, &circle)),
            (collide_aabbs(&flat, &a.aabb(), reach), truth(&sf, &solid_box(&OrientedBox::from(a.aabb())))),
        ] {
            if m.count > 0 {
                assert!((least(m) - truth).abs() < 4.0e-4 * f64::from(k), "{a:?} {b:?} {m:?} {truth}");
            } else {
                assert!(truth > f64::from(reach) - tolerance, "{a:?} {b:?} {center} {radius} {truth}");
            }
        }
    }
    assert!((2_000..8_000).contains(&yes), "{yes}");
}

#[test]
fn pieces_overlap_as_they_do() {
    let mut random = Random::new(92);
    let mut yes = 0;
    for _ in 0..10_000 {
        let (a, b, mut pose) = random.pair();
        let k = random.log_real(1.0e-3, 3.0e3);
        let (Some(a), Some(b)) = (scaled(&a, k), scaled(&b, k)) else { continue };
        pose.p *= k;
        let (sa, sb) = (Solid::of(&a, Pose::IDENTITY), Solid::of(&b, pose));
        let truth = separation(&sa, &sb);
        yes += usize::from(overlaps(&a, &b, pose));
        agree(overlaps(&a, &b, pose), truth, 1.0e-5 * f64::from(k));
        agree(overlaps(&b, &a, pose.inverse()), truth, 1.0e-5 * f64::from(k));
        match (&a, &b) {
            (Piece::Circle(a), Piece::Circle(b)) => agree(circles_overlap(a, b, pose), truth, 1.0e-5 * f64::from(k)),
            (Piece::Capsule(a), Piece::Circle(b)) => {
                agree(capsule_overlaps_circle(a, b, pose), truth, 1.0e-5 * f64::from(k));
            }
            (Piece::Capsule(a), Piece::Capsule(b)) => agree(capsules_overlap(a, b, pose), truth, 1.0e-5 * f64::from(k)),
            _ => (),
        }
    }
    assert!(yes > 2_000, "{yes}");
}

#[test]
fn segments_cross_where_they_do() {
    let mut random = Random::new(93);
    for case in 0..10_000 {
        // On a grid, so that ends and whole lines meet exactly.
        let mut corner = || match case % 2 {
            0 => vec2(random.below(4) as f32, random.below(4) as f32),
            _ => random.place(2.0),
        };
        let (p, q, r, s) = (corner(), corner(), corner(), corner());
        let (Ok(a), Ok(b)) = (Segment::new(p, q), Segment::new(r, s)) else { continue };
        let solid = |p: Vec2, q: Vec2| Solid { corners: vec![P::of(p), P::of(q)], radius: 0.0 };
        let apart = crate::brute::core_distance(&solid(p, q), &solid(r, s));
        let says = segments_cross(&a, &b, Pose::IDENTITY);
        assert_eq!(says, apart < 1.0e-12, "{p} {q} {r} {s} {apart}");
        assert_eq!(says, segments_cross(&b, &a, Pose::IDENTITY));
    }
}

#[test]
fn touching_exactly_is_touching() {
    let unit = |x: f32, y: f32| Aabb::new(vec2(x, y), vec2(x + 1.0, y + 1.0));
    let (a, b) = (unit(0.0, 0.0), unit(1.0, 1.0));
    assert!(a.overlaps(&b) && boxes_overlap(&a.into(), &b.into()) && aabb_overlaps_box(&a, &b.into()));
    assert!(aabb_overlaps_circle(&a, vec2(1.5, 0.5), 0.5) && !aabb_overlaps_circle(&a, vec2(1.5, 1.5), 0.7));
    let ball = Circle::new(0.5).unwrap();
    assert!(circles_overlap(&ball, &ball, Pose::new(vec2(1.0, 0.0), 0.0)));
    let bar = Capsule::horizontal(2.0, 0.5).unwrap();
    assert!(capsule_overlaps_circle(&bar, &ball, Pose::new(vec2(0.0, 1.0), 0.0)));
    assert!(capsules_overlap(&bar, &bar, Pose::new(vec2(3.0, 0.0), 0.0)));
    for bad in [f32::NAN, f32::INFINITY] {
        let wrong = OrientedBox::new(Pose { p: vec2(bad, 0.0), q: Rot::IDENTITY }, 1.0, 1.0);
        assert!(!boxes_overlap(&wrong, &a.into()) && !boxes_overlap(&a.into(), &wrong));
        assert!(!aabb_overlaps_circle(&a, vec2(bad, 0.0), 1.0) && !box_overlaps_circle(&wrong, Vec2::ZERO, 1.0));
        assert!(!aabb_overlaps_circle(&Aabb::EMPTY, Vec2::ZERO, 1.0e9));
        assert_eq!(collide_boxes(&wrong, &a.into(), 0.1).count, 0);
        assert_eq!(collide_aabbs(&a, &wrong.aabb(), 0.1).count, 0);
    }
    let chain = Shape::Chain(Chain::open([vec2(-9.0, 0.0), vec2(0.0, 0.0), vec2(9.0, 3.0)]).unwrap());
    let shape = Shape::Circle(ball);
    let at = |x: f32, y: f32| Pose::new(vec2(x, y), 0.0);
    assert!(overlap_shapes(&chain, Pose::IDENTITY, &shape, at(6.0, 2.0)));
    assert!(!overlap_shapes(&chain, Pose::IDENTITY, &shape, at(6.0, 1.0)));
    assert!(overlap_shapes(&shape, at(99.0, 0.5), &chain, at(100.0, 0.0)));
}
