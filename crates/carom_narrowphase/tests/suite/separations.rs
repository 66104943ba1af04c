//! Signed distance and closest points, against brute force in f64, at every size and far from the origin.

use crate::brute::{P, Solid, gap, point_edge, separation as truth_of};
use crate::random::{Random, regular, scaled};
use carom_math::{Pose, Vec2, vec2};
use carom_narrowphase::{
    closest_point, closest_point_shape, contains_point, contains_point_shape, separation, separation_shapes,
    signed_distance, signed_distance_shape,
};
use carom_shapes::{Capsule, Chain, Circle, Piece, Polygon, Segment, Shape};

fn check(a: &Piece, b: &Piece, pose: Pose) -> f64 {
    let d = separation(a, b, pose);
    let (sa, sb) = (Solid::of(a, Pose::IDENTITY), Solid::of(b, pose));
    let truth = truth_of(&sa, &sb);
    let size = sa.size() + sb.size() + truth.abs();
    let error = (f64::from(d.distance) - truth).abs() / size;
    let says = format!("{a:?} {b:?} {pose:?} {d:?} {truth}");
    assert!(error < 2.0e-7, "{says}");
    let n = P::of(d.normal);
    assert!((n.length() - 1.0).abs() < 1.0e-6, "{says}");
    assert!((gap(&sa, &sb, n) - truth).abs() < 1.0e-6 * size, "normal {}: {says}", gap(&sa, &sb, n));
    // The points are on the surfaces, and their distance is that along the normal.
    let (p, q) = (P::of(d.point_a), P::of(d.point_b));
    assert!(((q - p) + n * -truth).length() < 2.0e-6 * size, "points: {says}");
    assert!((sa.core_distance_to(p) - sa.radius).max(0.0) < 1.0e-6 * size, "on a: {says}");
    assert!((sb.core_distance_to(q) - sb.radius).max(0.0) < 1.0e-6 * size, "on b: {says}");
    error
}

#[test]
fn signed_distance_is_as_brute_force_says() {
    let mut random = Random::new(110);
    let (mut deep, mut worst) = (0, 0.0_f64);
    for _ in 0..10_000 {
        let (a, b, pose) = random.pair();
        worst = worst.max(check(&a, &b, pose));
        deep += usize::from(separation(&a, &b, pose).distance < 0.0);
        let near = Pose::new(0.3 * random.place(1.0), random.real(-3.0, 3.0));
        worst = worst.max(check(&a, &b, near));
        check(&Piece::Link(random.link()), &b, random.pose(2.0));
        let k = random.log_real(1.0e-3, 3.0e3);
        if let (Some(a), Some(b)) = (scaled(&a, k), scaled(&b, k)) {
            worst = worst.max(check(&a, &b, Pose { p: k * near.p, q: near.q }));
        }
    }
    assert!(deep > 2_000, "{deep}");
    println!("worst error of the signed distance: {worst:.1e} of size and distance");
}

#[test]
fn special_separations() {
    let ball = Piece::Circle(Circle::new(0.5).unwrap());
    let same = separation(&ball, &ball, Pose::IDENTITY);
    assert_eq!((same.distance, same.normal), (-1.0, Vec2::Y));
    let square = Piece::Polygon(Polygon::rect(1.0, 1.0).unwrap());
    let on_top = separation(&square, &square, Pose::IDENTITY);
    assert_eq!((on_top.distance, on_top.normal.length()), (-1.0, 1.0));
    let line = Piece::Segment(Segment::new(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap());
    assert_eq!(separation(&line, &line, Pose::new(vec2(1.0, 0.0), 0.0)).distance, 0.0);
    assert_eq!(separation(&line, &line, Pose::new(vec2(3.0, 0.0), 0.0)).distance, 1.0);
    let dot = Piece::Capsule(Capsule::horizontal(0.0, 0.1).unwrap());
    check(&dot, &dot, Pose::IDENTITY);
    check(&dot, &line, Pose::IDENTITY);
    let needle = Piece::Polygon(Polygon::new([vec2(0.0, 0.0), vec2(100.0, -0.005), vec2(100.0, 0.005)]).unwrap());
    let ring = Piece::Polygon(regular(360, 5.0));
    let mut random = Random::new(111);
    for _ in 0..200 {
        let pose = random.pose(6.0);
        for (a, b) in [(&needle, &needle), (&ring, &needle), (&square, &ring), (&ring, &ball), (&needle, &ball)] {
            check(a, b, pose);
            check(b, a, pose);
        }
        check(&ring, &ring, pose);
    }
    for bad in [f32::NAN, f32::INFINITY, 1.0e38] {
        for piece in [&ball, &square, &line, &needle, &ring] {
            let pose = Pose { p: vec2(bad, 0.0), ..Pose::IDENTITY };
            separation(piece, &ball, pose);
            separation(&square, piece, pose);
            closest_point(piece, vec2(bad, bad));
        }
    }
}

/// Signed distance of a point from a piece: from all edges, negative inside.
fn from_point(solid: &Solid, p: P) -> f64 {
    if solid.core_contains(p) {
        let near = solid.edges().map(|(v, w)| point_edge(p, v, w)).fold(f64::INFINITY, f64::min);
        return -near - solid.radius;
    }
    solid.core_distance_to(p) - solid.radius
}

#[test]
fn closest_points_are_as_all_edges_say() {
    let mut random = Random::new(112);
    let (mut inside, mut worst) = (0, 0.0_f64);
    for _ in 0..10_000 {
        let k = random.log_real(1.0e-3, 3.0e3);
        let Some(piece) = scaled(&random.piece(), k) else { continue };
        let point = k * random.place(1.5);
        let solid = Solid::of(&piece, Pose::IDENTITY);
        let truth = from_point(&solid, P::of(point));
        let found = closest_point(&piece, point);
        let says = format!("{piece:?} {point} {found:?} {truth}");
        let size = f64::from(k);
        worst = worst.max((f64::from(found.distance) - truth).abs() / size);
        assert!((f64::from(found.distance) - truth).abs() < 1.0e-6 * size, "{says}");
        assert_eq!(signed_distance(&piece, point), found.distance);
        assert!(from_point(&solid, P::of(found.point)).abs() < 1.0e-6 * size, "on the surface: {says}");
        let along = P::of(point) - P::of(found.point) + P::of(found.normal) * -truth;
        assert!(along.length() < 2.0e-6 * size, "normal: {says}");
        inside += usize::from(truth < 0.0);
        if truth.abs() > 1.0e-6 * size {
            assert_eq!(contains_point(&piece, point), truth < 0.0, "{says}");
        }
    }
    assert!(inside > 2_000, "{inside}");
    println!("worst error of a point's signed distance: {worst:.1e} of the size");
}

#[test]
fn whole_shapes_far_from_the_origin() {
    let mut random = Random::new(113);
    let mut worst = 0.0_f64;
    for case in 0..10_000 {
        // A chain of up to nine links against a piece, near one of its corners.
        let n = 2 + random.below(9);
        let points: Vec<Vec2> = (0..n).map(|i| vec2(i as f32, random.real(-1.0, 1.0))).collect();
        let chain = Shape::Chain(Chain::open(&points).unwrap());
        let ball = Shape::Polygon(random.polygon());
        let far = if case % 2 == 0 { 10.0 } else { 1.0e5 };
        let pose = random.pose(far);
        let there =
            pose.compose(Pose::new(vec2(random.real(0.0, n as f32), random.real(-3.0, 3.0)), random.real(-3.0, 3.0)));
        let found = separation_shapes(&chain, pose, &ball, there);
        let solid = Solid::of(&ball.piece(0), there);
        let all = (0..n - 1).map(|i| truth_of(&Solid::of(&chain.piece(i), pose), &solid));
        let truth = all.fold(f64::INFINITY, f64::min);
        // In f64 the poses are exact: only the answer is rounded, and a rotation's length.
        let error = (f64::from(found.distance.distance) - truth).abs();
        worst = worst.max(error);
        assert!(error < 3.0e-6, "{found:?} {error} {chain:?} {pose:?} {ball:?} {there:?} {found:?} {truth}");
        let back = separation_shapes(&ball, there, &chain, pose);
        assert!((back.distance.distance - found.distance.distance).abs() < 3.0e-6);
        let point = there.p;
        let near = (0..n - 1).map(|i| from_point(&Solid::of(&chain.piece(i), pose), P::of(point)));
        let near = near.fold(f64::INFINITY, f64::min);
        let closest = closest_point_shape(&chain, pose, point);
        assert!((f64::from(closest.distance) - near).abs() < 3.0e-6, "{chain:?} {pose:?} {point} {closest:?}");
        let own = from_point(&solid, P::of(points[0] + pose.p));
        assert!((f64::from(signed_distance_shape(&ball, there, points[0] + pose.p)) - own).abs() < 1.0e-5);
        if own.abs() > 1.0e-5 {
            assert_eq!(contains_point_shape(&ball, there, points[0] + pose.p), own < 0.0);
        }
    }
    println!("worst error of a shape's distance, places to 1e5 m: {worst:.1e} m");
}

/// Both points are on the surfaces, inside of an overlap too, and apart by the distance along the normal. Returns the
/// worst error as a part of the size.
fn points_error(a: &Piece, b: &Piece, pose: Pose) -> f64 {
    let d = separation(a, b, pose);
    let (sa, sb) = (Solid::of(a, Pose::IDENTITY), Solid::of(b, pose));
    let (p, q) = (P::of(d.point_a), P::of(d.point_b));
    let size = sa.size() + sb.size();
    let apart = ((q - p) + P::of(d.normal) * -f64::from(d.distance)).length();
    let on = [from_point(&sa, p).abs(), from_point(&sb, q).abs(), apart];
    on.into_iter().fold(0.0, f64::max) / size
}

#[test]
fn points_of_almost_parallel_faces_are_on_them() {
    let mut random = Random::new(114);
    let (mut deep, mut bad, mut worst) = (0, 0, 0.0_f64);
    for case in 0..20_000 {
        let k = random.log_real(1.0e-3, 1.0e3);
        let [a, b] = std::array::from_fn(|_| {
            let (w, h) = (random.real(0.3, 3.0), random.log_real(1.0e-3, 3.0));
            let piece = match random.below(4) {
                0 => Piece::Segment(Segment::new(vec2(-w, 0.0), vec2(w, 0.0)).unwrap()),
                1 => Piece::Capsule(Capsule::horizontal(w, h).unwrap()),
                2 => Piece::Polygon(Polygon::rect(w, h).unwrap().rounded(random.real(0.01, 0.1)).unwrap()),
                _ => Piece::Polygon(regular(2 * (2 + random.below(4)), w)),
            };
            // Both turned: the faces are parallel but for the rounding of corners.
            (scaled(&piece, k).unwrap_or(piece), random.real(-3.0, 3.0))
        });
        let tilt = [0.0, 1.0e-7, -1.0e-7, 1.0e-8, 1.0e-6, -1.0e-5][random.below(6)];
        let quarter = 0.5 * carom_math::PI * random.below(4) as f32;
        let (from, to) = (Pose::new(Vec2::ZERO, a.1), Pose::new(Vec2::ZERO, a.1 + quarter + tilt));
        let q = if case % 3 == 0 { to.q } else { from.inv_mul(to).q };
        let at = match random.below(4) {
            0 => Vec2::ZERO,
            1 => vec2(k * random.real(-3.0, 3.0), 0.0),
            2 => vec2(0.0, k * random.real(-3.0, 3.0)),
            _ => k * random.place(2.0),
        };
        let pose = Pose { p: at, q };
        let error = points_error(&a.0, &b.0, pose);
        let d = separation(&a.0, &b.0, pose);
        deep += usize::from(d.distance < 0.0);
        worst = worst.max(error);
        bad += usize::from(error >= 1.0e-6);
    }
    assert!(deep > 8_000 && bad == 0, "{deep} deep, {bad} wrong, the worst by {worst:.1e} of the size");
    println!("worst error of the points of almost parallel faces: {worst:.1e} of the size");
}
