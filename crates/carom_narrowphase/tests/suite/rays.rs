//! Rays against every edge and corner in f64.

use crate::brute::{P, Solid};
use crate::random::Random;
use carom_math::{Aabb, Pose, Vec2, vec2};
use carom_narrowphase::{PieceRayHit, ray_cast, ray_cast_aabb, ray_cast_box};
use carom_shapes::{Circle, OrientedBox, Piece, Polygon, Segment};

/// The first fraction at which the ray is within the radius of the core. The ray is cut into parts with one nearest
/// feature: entries of every disc and every edge on both sides.
fn first(solid: &Solid, from: P, to: P) -> Option<f64> {
    let d = to - from;
    if solid.core_distance_to(from) <= solid.radius && (solid.radius > 0.0 || solid.core_contains(from)) {
        return Some(0.0);
    }
    let mut best: Option<f64> = None;
    let mut keep = |t: f64| {
        if (0.0..=1.0).contains(&t) && best.is_none_or(|b| t < b) {
            best = Some(t);
        }
    };
    for p in &solid.corners {
        let m = from - *p;
        let (a, b, c) = (d.dot(d), m.dot(d), m.dot(m) - solid.radius * solid.radius);
        if b * b - a * c >= 0.0 && solid.radius > 0.0 {
            keep((-b - (b * b - a * c).sqrt()) / a);
        }
    }
    for (v, w) in solid.edges().filter(|(v, w)| v != w) {
        for side in [1.0, -1.0] {
            let offset = (w - v).right().unit() * (side * solid.radius);
            let (p, e) = (v + offset, w - v);
            let u = (p - from).cross(d) / d.cross(e);
            if (0.0..=1.0).contains(&u) {
                keep((p - from).cross(e) / d.cross(e));
            }
        }
    }
    best
}

#[test]
fn rays_are_as_brute_force_says() {
    let mut random = Random::new(50);
    let mut hits = 0;
    for case in 0..10_000 {
        let piece = random.piece();
        let far = if case % 5 == 0 { 1000.0 } else { 3.0 };
        let from = random.place(far);
        let to = if case % 2 == 0 { random.place(0.5) } else { random.place(far) };
        let solid = Solid::of(&piece, Pose::IDENTITY);
        let truth = first(&solid, P::of(from), P::of(to));
        let hit = ray_cast(&piece, from, to);
        let says = format!("{piece:?} {from} {to} {hit:?} {truth:?}");
        match (hit, truth) {
            (None, None) => (),
            (Some(hit), Some(t)) => {
                hits += 1;
                assert!((f64::from(hit.fraction) - t).abs() < 1.0e-6, "{says}");
                let p = P::of(hit.point);
                assert!(
                    (p - (P::of(from) + (P::of(to) - P::of(from)) * t)).length() < 1.0e-6 * f64::from(far),
                    "{says}"
                );
                assert!((P::of(hit.normal).length() - 1.0).abs() < 1.0e-6, "{says}");
                assert!(hit.normal.dot(to - from) <= 0.0, "{says}");
                // A step out along the normal leaves the piece.
                let out = p + P::of(hit.normal) * 0.01;
                let off = solid.core_distance_to(out) - solid.radius;
                assert!(t == 0.0 || (off - 0.01).abs() < 1.0e-4 * f64::from(far), "{off}: {says}");
            }
            _ => {
                // Only by a hair: a ray that grazes.
                let n = (P::of(to) - P::of(from)).unit().right();
                let graze = solid.highest(n) + solid.radius - n.dot(P::of(from));
                let other = solid.highest(n * -1.0) + solid.radius + n.dot(P::of(from));
                assert!(graze.abs() < 1.0e-9 || other.abs() < 1.0e-9, "{says}");
            }
        }
    }
    assert!(hits > 4_000, "{hits}");
}

#[test]
fn rays_through_corners_do_not_slip_through() {
    let mut random = Random::new(51);
    for _ in 0..10_000 {
        let polygon = random.polygon().rounded(0.0).unwrap();
        let piece = Piece::Polygon(polygon.clone());
        let corner = polygon.vertices()[random.below(polygon.vertices().len())];
        let middle = polygon.vertices().iter().fold(vec2(0.0, 0.0), |s, v| s + *v) / polygon.vertices().len() as f32;
        // From outside over the corner into the middle, and on.
        let from = corner + 3.0 * (corner - middle);
        let hit = ray_cast(&piece, from, middle + 3.0 * (middle - corner));
        assert!(hit.is_some_and(|h| h.fraction > 0.0), "{polygon:?} {corner}");
    }
}

#[test]
fn special_rays() {
    let ball = Piece::Circle(Circle::new(1.0).unwrap());
    let inside = PieceRayHit { fraction: 0.0, point: vec2(0.5, 0.0), normal: vec2(-1.0, 0.0) };
    assert_eq!(ray_cast(&ball, vec2(0.5, 0.0), vec2(5.0, 0.0)), Some(inside));
    assert_eq!(ray_cast(&ball, vec2(2.0, 0.0), vec2(5.0, 0.0)), None);
    assert_eq!(ray_cast(&ball, vec2(2.0, 0.0), vec2(2.0, 0.0)), None);
    assert_eq!(ray_cast(&ball, vec2(f32::NAN, 0.0), vec2(2.0, 0.0)), None);
    let line = Segment::new(vec2(0.0, -1.0), vec2(0.0, 1.0)).unwrap();
    for from in [-2.0, 2.0] {
        let hit = ray_cast(&Piece::Segment(line), vec2(from, 0.0), vec2(-from, 0.0)).unwrap();
        assert_eq!((hit.fraction, hit.normal), (0.5, vec2(if from < 0.0 { -1.0 } else { 1.0 }, 0.0)));
    }
    // Along the line, onto its end.
    let hit = ray_cast(&Piece::Segment(line), vec2(0.0, 3.0), vec2(0.0, -1.0)).unwrap();
    assert_eq!((hit.fraction, hit.normal), (0.5, vec2(0.0, 1.0)));
    // A one-sided link is hit from its right.
    let mut random = Random::new(52);
    let mut link = random.link();
    link.one_sided = true;
    let normal = carom_math::normalize(carom_math::right(link.b - link.a)).0;
    let middle = 0.5 * (link.a + link.b);
    let (right, left) = (middle + normal, middle - normal);
    assert!(ray_cast(&Piece::Link(link), right, left).is_some_and(|h| h.normal.dot(normal) > 0.999));
    assert!(ray_cast(&Piece::Link(link), left, right).is_none());
    link.one_sided = false;
    assert!(ray_cast(&Piece::Link(link), left, right).is_some_and(|h| h.normal.dot(normal) < -0.999));
    let square = Piece::Polygon(Polygon::rect(2.0, 2.0).unwrap());
    assert_eq!(ray_cast(&square, vec2(-3.0, 0.5), vec2(1.0, 0.5)).unwrap().fraction, 0.5);
}

#[test]
fn boxes_are_hit_as_brute_force_says() {
    let mut random = Random::new(57);
    let mut hits = 0;
    for case in 0..10_000 {
        let far = if case % 5 == 0 { 1000.0 } else { 4.0 };
        let pose = if case % 2 == 0 { random.pose(2.0) } else { Pose { p: random.place(2.0), ..Pose::IDENTITY } };
        let a = OrientedBox::new(pose, random.real(0.1, 3.0), random.real(0.1, 3.0));
        let (from, to) = (random.place(far), if case % 3 == 0 { random.place(far) } else { pose.p });
        let solid = Solid { corners: a.corners().map(P::of).to_vec(), radius: 0.0 };
        let truth = first(&solid, P::of(from), P::of(to));
        let hit = if case % 2 == 0 { ray_cast_box(&a, from, to) } else { ray_cast_aabb(&a.aabb(), from, to) };
        let says = format!("{a:?} {from} {to} {hit:?} {truth:?}");
        match (hit, truth) {
            (None, None) => (),
            (Some(hit), Some(t)) => {
                hits += 1;
                let way = 1.0 + (to - from).length();
                assert!((f64::from(hit.fraction) - t).abs() < 1.0e-6, "{says}");
                assert!((from + hit.fraction * (to - from) - hit.point).length() < 1.0e-6 * way, "{says}");
                if t > 0.0 {
                    assert!(hit.normal.dot(to - from) < 0.0, "{says}");
                    assert!(solid.core_distance_to(P::of(hit.point)) < 1.0e-5 * f64::from(way), "{says}");
                }
            }
            // By a corner, within rounding.
            _ => assert!(grazes(&solid, P::of(from), P::of(to)), "{says}"),
        }
    }
    assert!(hits > 5_000, "{hits}");
    let flat = Aabb::new(vec2(-1.0, -1.0), vec2(1.0, 1.0));
    // Along a side, from a side inward, past it, of no length inside and outside, and not finite.
    assert_eq!(ray_cast_aabb(&flat, vec2(-3.0, 1.0), vec2(3.0, 1.0)).map(|hit| hit.normal), Some(Vec2::NEG_X));
    assert_eq!(ray_cast_aabb(&flat, vec2(-1.0, 0.0), vec2(3.0, 0.0)).map(|hit| hit.fraction), Some(0.0));
    assert_eq!(ray_cast_aabb(&flat, vec2(-3.0, 1.5), vec2(3.0, 1.5)), None);
    assert_eq!(ray_cast_aabb(&flat, Vec2::ZERO, Vec2::ZERO).map(|hit| hit.normal), Some(Vec2::ZERO));
    assert_eq!(ray_cast_aabb(&flat, vec2(2.0, 0.0), vec2(2.0, 0.0)), None);
    assert_eq!(ray_cast_aabb(&flat, Vec2::splat(f32::NAN), Vec2::ZERO), None);
    assert_eq!(ray_cast_aabb(&Aabb::EMPTY, vec2(-3.0, 0.0), Vec2::ZERO), None);
}

/// Whether the ray goes by a corner so near that rounding decides.
fn grazes(solid: &Solid, from: P, to: P) -> bool {
    let d = to - from;
    let near = |c: &P| ((*c - from).cross(d) / d.length()).abs() < 1.0e-5 || (*c - to).length() < 1.0e-5;
    solid.corners.iter().any(near) || solid.core_distance_to(to).abs() < 1.0e-5
}
