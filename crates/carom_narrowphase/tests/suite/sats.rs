//! The separating axis test and the push that parts two polygons, against f64.

use crate::brute::{P, Solid, gap, separation};
use crate::random::{Random, regular, scaled};
use carom_math::{Pose, Rot, Vec2, vec2};
use carom_narrowphase::{Sat, SatFeature, collide_polygons, sat, sat_cached, sat_points};
use carom_shapes::{Piece, Polygon};

fn solid(p: &Polygon, pose: Pose) -> Solid {
    Solid::of(&Piece::Polygon(p.clone()), pose)
}

/// Signed: positive is a depth.
fn depth(s: &Sat) -> f64 {
    match s {
        Sat::Touching { depth, .. } => f64::from(*depth),
        Sat::Separated { gap, .. } => -f64::from(*gap),
    }
}

fn axis(s: &Sat) -> Vec2 {
    match s {
        Sat::Touching { normal, .. } => *normal,
        Sat::Separated { axis, .. } => *axis,
    }
}

/// Two polygons, mostly overlapping.
fn polygons(random: &mut Random) -> (Polygon, Polygon, Pose) {
    loop {
        let (Piece::Polygon(a), Piece::Polygon(b), pose) = random.pair() else { continue };
        if random.below(10) == 0 || separation(&solid(&a, Pose::IDENTITY), &solid(&b, pose)) < 0.0 {
            return (a, b, pose);
        }
    }
}

fn check(a: &Polygon, b: &Polygon, pose: Pose) -> Sat {
    let s = sat(a, b, pose);
    let (sa, sb) = (solid(a, Pose::IDENTITY), solid(b, pose));
    let truth = separation(&sa, &sb);
    let size = sa.size() + sb.size();
    let tolerance = 2.0e-6 * size;
    let says = format!("{a:?}\n{b:?}\n{pose:?}\n{s:?} truth {truth}");
    let n = P::of(axis(&s));
    assert!((n.length() - 1.0).abs() < 1.0e-6, "{says}");
    match s {
        Sat::Separated { gap: found, .. } => {
            // The axis is a proof, and no more than the truth is claimed.
            assert!(truth > -tolerance && f64::from(found) <= truth + tolerance, "{says}");
            assert!((gap(&sa, &sb, n) - f64::from(found)).abs() < tolerance, "{says}");
        }
        Sat::Touching { depth, .. } => {
            assert!((f64::from(depth) + truth).abs() < tolerance && depth >= 0.0, "{says}");
            assert!((gap(&sa, &sb, n) + f64::from(depth)).abs() < tolerance, "{says}");
        }
    }
    s
}

#[test]
fn sat_is_as_brute_force_says() {
    let mut random = Random::new(70);
    let mut touching = 0;
    for _ in 0..10_000 {
        let (a, b, pose) = polygons(&mut random);
        touching += usize::from(check(&a, &b, pose).is_touching());
        check(&a, &b, random.pose(5.0));
    }
    assert!(touching > 6_000, "{touching}");
}

#[test]
fn sat_is_symmetric() {
    let mut random = Random::new(71);
    let mut worst = 0.0_f64;
    for _ in 0..10_000 {
        let (a, b, pose) = polygons(&mut random);
        let (there, back) = (sat(&a, &b, pose), sat(&b, &a, pose.inverse()));
        let size = solid(&a, pose).size() + solid(&b, pose).size();
        let says = format!("{a:?} {b:?} {pose:?} {there:?} {back:?}");
        if there.is_touching() != back.is_touching() {
            assert!(depth(&there).abs() < 1.0e-6 * size && depth(&back).abs() < 1.0e-6 * size, "{says}");
        } else if there.is_touching() {
            let off = (depth(&there) - depth(&back)).abs() / size;
            worst = worst.max(off);
            assert!(off < 1.0e-6, "{says}");
            // The reverse push is the opposite, or another that is as short: `check` has judged both.
            let turned = -pose.q.rotate(axis(&back));
            let other = gap(&solid(&a, Pose::IDENTITY), &solid(&b, pose), P::of(turned));
            assert!((other + depth(&there)).abs() < 2.0e-6 * size, "{says}");
        }
    }
    println!("worst asymmetry of the depth: {worst:.1e} of the size");
}

#[test]
fn depth_is_unchanged_by_a_rigid_motion() {
    let mut random = Random::new(72);
    let mut worst = 0.0_f64;
    for _ in 0..10_000 {
        let (a, b, pose) = polygons(&mut random);
        let world = random.pose(10.0);
        let moved = world.inv_mul(world.compose(pose));
        let (s, m) = (sat(&a, &b, pose), sat(&a, &b, moved));
        let size = solid(&a, pose).size() + solid(&b, pose).size();
        if s.is_touching() && m.is_touching() {
            let off = (depth(&s) - depth(&m)).abs() / (size + depth(&s));
            worst = worst.max(off);
            assert!(off < 1.0e-4, "{a:?} {b:?} {pose:?} {world:?}");
        } else {
            assert!(s.is_touching() == m.is_touching() || depth(&s).abs() < 1.0e-5 * size, "{a:?} {b:?} {pose:?}");
        }
    }
    println!("worst change of the depth: {worst:.1e} of the size");
}

#[test]
fn no_push_is_shorter_than_the_mtv_and_it_parts() {
    let mut random = Random::new(73);
    let directions: Vec<P> = (0..3_600)
        .map(|k| {
            let (s, c) = carom_math::sin_cos(k as f32 * (carom_math::PI / 1800.0));
            P::of(vec2(c, s))
        })
        .collect();
    let mut pushed = 0;
    while pushed < 10_000 {
        let (a, b, pose) = polygons(&mut random);
        let Some(mtv) = sat(&a, &b, pose).mtv() else { continue };
        pushed += 1;
        let (sa, sb) = (solid(&a, Pose::IDENTITY), solid(&b, pose));
        let length = P::of(mtv).length();
        for n in &directions {
            let push = -gap(&sa, &sb, *n);
            assert!(push > length - 1.0e-3, "{a:?} {b:?} {pose:?} {mtv} {push}");
        }
        let after = separation(&sa, &solid(&b, Pose { p: pose.p + mtv, q: pose.q }));
        assert!(after.abs() < 4.0e-6 * (sa.size() + sb.size()), "{a:?} {b:?} {pose:?} {mtv} {after}");
    }
}

#[test]
fn bare_points_of_either_winding() {
    let mut random = Random::new(74);
    for _ in 0..10_000 {
        let (a, b, pose) = polygons(&mut random);
        let (a, b) = (a.rounded(0.0).unwrap(), b.rounded(0.0).unwrap());
        let s = sat(&a, &b, pose);
        let (mut va, mut vb) = (a.vertices().to_vec(), b.vertices().to_vec());
        if random.below(2) == 0 {
            va.reverse();
        }
        if random.below(2) == 0 {
            vb.reverse();
        }
        // Repeated and collinear corners.
        let (k, m) = (random.below(va.len()), random.below(vb.len()));
        va.insert(k, va[k]);
        let middle = 0.5 * (vb[m] + vb[(m + 1) % vb.len()]);
        vb.insert(m + 1, middle);
        let t = sat_points(&va, &vb, pose);
        let size = solid(&a, pose).size() + solid(&b, pose).size();
        let says = format!("{va:?} {vb:?} {pose:?} {s:?} {t:?}");
        if s.is_touching() && t.is_touching() {
            assert!((depth(&s) - depth(&t)).abs() < 1.0e-6 * size, "{says}");
        } else {
            assert!(s.is_touching() == t.is_touching() || depth(&s).abs() < 1.0e-6 * size, "{says}");
        }
    }
}

#[test]
fn a_cached_axis_gives_the_same_answer() {
    let mut random = Random::new(75);
    for _ in 0..10_000 {
        let (a, b, pose) = polygons(&mut random);
        let moved = Pose { p: pose.p + 0.1 * random.place(1.0), q: pose.q.turned(random.real(-0.1, 0.1)) };
        let last = sat(&a, &b, pose).feature();
        let (cold, warm) = (sat(&a, &b, moved), sat_cached(&a, &b, moved, Some(last)));
        assert_eq!(cold.is_touching(), warm.is_touching());
        if cold.is_touching() {
            assert_eq!(depth(&cold), depth(&warm));
        }
        // A feature that does not exist does no harm.
        let wrong = SatFeature::EdgeOfB { edge: usize::MAX, corner: 0 };
        assert_eq!(sat_cached(&a, &b, moved, Some(wrong)), cold);
    }
}

#[test]
fn sat_and_manifold_agree() {
    let mut random = Random::new(76);
    for _ in 0..10_000 {
        let (a, b, pose) = polygons(&mut random);
        let m = collide_polygons(&a, &b, pose, 0.0);
        let s = sat(&a, &b, pose);
        let size = (solid(&a, pose).size() + solid(&b, pose).size()) as f32;
        if let Sat::Touching { depth, .. } = s
            && m.count > 0
        {
            let least = m.points().iter().map(|p| p.separation).fold(0.0, carom_math::min);
            assert!((least + depth).abs() < 1.0e-4 * size, "{a:?} {b:?} {pose:?} {s:?} {m:?}");
        }
    }
}

#[test]
fn special_polygons() {
    let square = Polygon::rect(2.0, 2.0).unwrap();
    let at = |x: f32, y: f32| Pose { p: vec2(x, y), q: Rot::IDENTITY };
    // Touching exactly, edge to edge and corner to corner.
    for p in [at(2.0, 0.0), at(2.0, 2.0), at(0.0, -2.0)] {
        assert_eq!(depth(&sat(&square, &square, p)), 0.0);
        assert!(sat(&square, &square, p).is_touching());
    }
    // On top of each other, and parallel edges.
    assert_eq!(depth(&sat(&square, &square, Pose::IDENTITY)), 2.0);
    assert_eq!(sat(&square, &square, at(1.5, 0.2)).mtv(), Some(vec2(0.5, 0.0)));
    let Sat::Separated { axis, gap, feature } = sat(&square, &square, at(5.0, 0.0)) else { panic!() };
    assert_eq!((axis, gap), (vec2(1.0, 0.0), 3.0));
    assert!(matches!(feature, SatFeature::EdgeOfA { edge: 1, .. }));
    let needle = Polygon::new([vec2(0.0, 0.0), vec2(100.0, -0.005), vec2(100.0, 0.005)]).unwrap();
    let ring = regular(360, 5.0);
    let mut random = Random::new(77);
    for _ in 0..300 {
        let pose = random.pose(8.0);
        for (a, b) in [(&needle, &needle), (&ring, &needle), (&needle, &ring), (&square, &needle), (&ring, &ring)] {
            check(a, b, pose);
            let (va, vb) = (a.vertices(), b.vertices());
            let (s, t) = (sat(a, b, pose), sat_points(va, vb, pose));
            assert!(s.is_touching() == t.is_touching() || depth(&s).abs() < 1.0e-4, "{a:?} {b:?} {pose:?}");
        }
    }
    // Points and lines.
    let (dot, line) = ([Vec2::ZERO], [vec2(-1.0, 0.0), vec2(1.0, 0.0)]);
    assert!(sat_points(&dot, &dot, Pose::IDENTITY).is_touching());
    assert!(!sat_points(&dot, &dot, at(1.0, 0.0)).is_touching());
    assert!(!sat_points(&line, &line, at(2.5, 0.0)).is_touching());
    assert!(sat_points(&line, &line, Pose::new(vec2(0.5, 0.5), 1.5)).is_touching());
    assert!(!sat_points(&[], &line, Pose::IDENTITY).is_touching());
    for bad in [f32::NAN, f32::INFINITY, 1.0e38] {
        assert!(!sat(&square, &square, at(bad, 0.0)).is_touching());
        sat(&square, &ring, Pose { p: vec2(0.0, bad), q: Rot { c: bad, s: bad } });
        sat_points(&[vec2(bad, 0.0), vec2(0.0, bad), vec2(1.0, 1.0)], &line, at(0.0, bad));
    }
}

#[test]
fn sat_at_every_size() {
    let mut random = Random::new(78);
    for _ in 0..10_000 {
        let (a, b, mut pose) = polygons(&mut random);
        let k = random.log_real(1.0e-3, 3.0e3);
        let pieces = (scaled(&Piece::Polygon(a), k), scaled(&Piece::Polygon(b), k));
        let (Some(Piece::Polygon(a)), Some(Piece::Polygon(b))) = pieces else { continue };
        pose.p *= k;
        check(&a, &b, pose);
    }
}
