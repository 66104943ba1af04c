//! Clipping and the area of overlap, against an area computed another way in f64: the hull of all corners inside the
//! other polygon and all crossings of edges.

use crate::brute::{P, Solid};
use crate::random::{Random, regular, scaled};
use carom_math::{Pose, Rot, Vec2, vec2};
use carom_narrowphase::{Clipper, overlap_area};
use carom_shapes::{Piece, Polygon};

fn polygon(random: &mut Random) -> Polygon {
    random.polygon().rounded(0.0).unwrap()
}

/// Area and centroid of the intersection of two convex outlines: its corners, sorted by angle.
fn area(a: &Solid, b: &Solid) -> (f64, P) {
    let mut points: Vec<P> = a.corners.iter().copied().filter(|p| b.core_contains(*p)).collect();
    points.extend(b.corners.iter().copied().filter(|p| a.core_contains(*p)));
    for (p, q) in a.edges() {
        for (r, s) in b.edges() {
            let det = (q - p).cross(s - r);
            let (t, u) = ((r - p).cross(s - r) / det, (r - p).cross(q - p) / det);
            if det != 0.0 && (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) {
                points.push(p + (q - p) * t);
            }
        }
    }
    if points.len() < 3 {
        return (0.0, P(0.0, 0.0));
    }
    let middle = points.iter().fold(P(0.0, 0.0), |sum, p| sum + *p) * (1.0 / points.len() as f64);
    #[allow(clippy::disallowed_methods)] // Only the order of the corners matters.
    points.sort_by(|p, q| (p.1 - middle.1).atan2(p.0 - middle.0).total_cmp(&(q.1 - middle.1).atan2(q.0 - middle.0)));
    let (mut twice, mut moment) = (0.0, P(0.0, 0.0));
    for i in 0..points.len() {
        let (v, w) = (points[i] - middle, points[(i + 1) % points.len()] - middle);
        twice += v.cross(w);
        moment = moment + (v + w) * v.cross(w);
    }
    (0.5 * twice, if twice > 0.0 { middle + moment * (1.0 / (3.0 * twice)) } else { middle })
}

fn solid(p: &Polygon, pose: Pose) -> Solid {
    Solid::of(&Piece::Polygon(p.clone()), pose)
}

/// Relative errors of area and centroid.
fn check(a: &Polygon, b: &Polygon, pose: Pose) -> f64 {
    let found = overlap_area(a, b, pose);
    let (sa, sb) = (solid(a, Pose::IDENTITY), solid(b, pose));
    let (truth, centroid) = area(&sa, &sb);
    let size = sa.size().min(sb.size());
    let error = (f64::from(found.area) - truth).abs() / (size * size);
    assert!(error < 1.0e-6, "{a:?} {b:?} {pose:?} {found:?} {truth}");
    if truth > 1.0e-4 * size * size {
        let far = (P::of(found.centroid) - centroid).length() / size;
        assert!(far < 1.0e-5, "{a:?} {b:?} {pose:?} {found:?} {centroid:?}");
    }
    error
}

#[test]
fn area_of_overlap_is_exact() {
    let mut random = Random::new(80);
    let (mut worst, mut overlapping) = (0.0_f64, 0);
    for case in 0..10_000 {
        let (a, b) = (polygon(&mut random), polygon(&mut random));
        let pose = random.pose(if case % 4 == 0 { 3.0 } else { 1.0 });
        worst = worst.max(check(&a, &b, pose));
        overlapping += usize::from(overlap_area(&a, &b, pose).area > 0.0);
        let k = random.log_real(1.0e-3, 3.0e3);
        let big = (scaled(&Piece::Polygon(a), k), scaled(&Piece::Polygon(b), k));
        if let (Some(Piece::Polygon(a)), Some(Piece::Polygon(b))) = big {
            worst = worst.max(check(&a, &b, Pose { p: k * pose.p, q: pose.q }));
        }
    }
    assert!(overlapping > 7_000, "{overlapping}");
    println!("worst error of the area: {worst:.1e} of the smaller size squared");
}

#[test]
fn clipped_corners_lie_in_both() {
    let mut random = Random::new(81);
    let mut clipper = Clipper::new();
    let mut out = Vec::new();
    for _ in 0..10_000 {
        let (a, b) = (polygon(&mut random), polygon(&mut random));
        // A star, as concave as can be, about b.
        let star: Vec<Vec2> = (0..11)
            .map(|i| {
                let (s, c) = carom_math::sin_cos(i as f32 * (2.0 * carom_math::PI / 11.0));
                random.real(0.1, 3.0) * vec2(c, s)
            })
            .collect();
        let b_in_a: Vec<Vec2> = b.vertices().iter().map(|v| *v + vec2(0.3, 0.2)).collect();
        let mut backwards = b_in_a.clone();
        backwards.reverse();
        let solid_b = Solid { corners: b_in_a.iter().map(|v| P::of(*v)).collect(), radius: 0.0 };
        for subject in [a.vertices(), &star] {
            clipper.clip(subject, &b_in_a, &mut out);
            for p in &out {
                assert!(solid_b.core_distance_to(P::of(*p)) < 1.0e-6, "{subject:?} {b_in_a:?} {p}");
            }
            let forwards = out.clone();
            clipper.clip(subject, &backwards, &mut out);
            let twice = |ring: &[Vec2]| {
                let n = ring.len();
                (0..n).map(|i| P::of(ring[i]).cross(P::of(ring[(i + 1) % n]))).sum::<f64>()
            };
            assert!((twice(&forwards) - twice(&out)).abs() < 1.0e-5, "{forwards:?} {out:?}");
        }
        // A star is a fan of triangles about its middle: their shares add up to the share of the whole.
        let shape = Pose { p: vec2(0.3, 0.2), q: Rot::IDENTITY };
        let whole = clipper.overlap_points(&star, b.vertices(), shape).area;
        let part = |i: usize| {
            let fan = [Vec2::ZERO, star[i], star[(i + 1) % 11]];
            clipper.overlap_points(&fan, b.vertices(), shape).area
        };
        let parts: f32 = (0..11).map(part).sum();
        assert!((whole - parts).abs() < 1.0e-5 * (1.0 + whole), "{star:?} {b_in_a:?} {whole} {parts}");
    }
}

#[test]
fn special_clips() {
    let square = Polygon::rect(2.0, 2.0).unwrap();
    let at = |x: f32, y: f32| Pose { p: vec2(x, y), q: Rot::IDENTITY };
    let on_top = overlap_area(&square, &square, Pose::IDENTITY);
    assert_eq!((on_top.area, on_top.centroid), (4.0, Vec2::ZERO));
    let half = overlap_area(&square, &square, at(1.0, 0.0));
    assert_eq!((half.area, half.centroid), (2.0, vec2(0.5, 0.0)));
    // Edge to edge, corner to corner, apart.
    assert_eq!(overlap_area(&square, &square, at(2.0, 0.0)).area, 0.0);
    assert_eq!(overlap_area(&square, &square, at(2.0, 2.0)).area, 0.0);
    assert_eq!(overlap_area(&square, &square, at(5.0, 0.0)).area, 0.0);
    for n in [3, 8, 360] {
        let ring = regular(n, 5.0);
        let own = ring.mass(1.0).mass;
        let error = overlap_area(&ring, &ring, Pose::IDENTITY).area - own;
        assert!(error.abs() < 1.0e-5 * own, "{n}");
        assert!((overlap_area(&ring, &square, Pose::IDENTITY).area - 4.0).abs() < 1.0e-5 || n == 3);
    }
    let needle = Polygon::new([vec2(0.0, 0.0), vec2(100.0, -0.005), vec2(100.0, 0.005)]).unwrap();
    let mut random = Random::new(82);
    for _ in 0..1_000 {
        check(&needle, &needle, random.pose(0.01));
        check(&needle, &square, random.pose(2.0));
    }
    let mut clipper = Clipper::new();
    let mut out = vec![Vec2::ZERO];
    for bad in [f32::NAN, f32::INFINITY] {
        clipper.clip(&[vec2(bad, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)], square.vertices(), &mut out);
        assert!(out.is_empty());
        assert_eq!(overlap_area(&square, &square, at(bad, 0.0)).area, 0.0);
        overlap_area(&square, &square, Pose { p: Vec2::ZERO, q: Rot { c: bad, s: bad } });
    }
    clipper.clip(&[], square.vertices(), &mut out);
    clipper.clip(square.vertices(), &[], &mut out);
    assert!(out.is_empty());
}
