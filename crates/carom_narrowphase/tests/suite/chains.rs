//! Links: smooth over inner joins, one-sided, two-sided, and no gap between neighbours.

use crate::brute::{P, Solid, core_distance};
use crate::random::{Random, regular};
use carom_math::{Pose, Vec2, vec2};
use carom_narrowphase::{collide, is_behind};
use carom_shapes::{Capsule, Chain, Circle, Manifold, Piece, Polygon, Segment};

fn links(chain: &Chain) -> Vec<Piece> {
    (0..chain.len()).map(|i| Piece::Link(chain.link(i))).collect()
}

fn sliders() -> Vec<(Piece, f32)> {
    let square = Polygon::rect(0.5, 0.5).unwrap();
    let sharp = Polygon::new([vec2(-0.3, 0.4), vec2(0.0, -0.25), vec2(0.3, 0.4)]).unwrap();
    vec![
        (Piece::Polygon(square.clone()), 0.25),
        (Piece::Polygon(Polygon::rect(3.0, 0.5).unwrap()), 0.25),
        (Piece::Polygon(Polygon::rect(0.04, 0.5).unwrap()), 0.25),
        (Piece::Polygon(square.rounded(0.1).unwrap()), 0.35),
        (Piece::Polygon(sharp.clone()), 0.25),
        (Piece::Polygon(sharp.rounded(0.05).unwrap()), 0.3),
        (Piece::Polygon(regular(24, 0.4)), 0.4),
        (Piece::Circle(Circle::new(0.25).unwrap()), 0.25),
        (Piece::Capsule(Capsule::vertical(0.5, 0.2).unwrap()), 0.45),
        (Piece::Capsule(Capsule::horizontal(0.5, 0.2).unwrap()), 0.2),
        (Piece::Capsule(Capsule::horizontal(0.0, 0.2).unwrap()), 0.2),
        (Piece::Segment(Segment::new(vec2(0.0, -0.3), vec2(0.0, 0.3)).unwrap()), 0.3),
    ]
}

/// Flat grounds along x with joins at odd places, in both directions of travel.
fn flat_grounds() -> Vec<Chain> {
    let mut xs = vec![-4.0_f32];
    for i in 0..50 {
        xs.push(xs[i] + 0.07 + 0.05 * ((i * 7) % 5) as f32);
    }
    let there: Vec<Vec2> = xs.iter().map(|x| vec2(*x, 0.0)).collect();
    let back: Vec<Vec2> = there.iter().rev().copied().collect();
    vec![Chain::open(&there).unwrap(), Chain::open(&back).unwrap(), Chain::open(&back).unwrap().one_sided()]
}

#[test]
fn sliding_over_flat_joins_gets_vertical_normals_only() {
    let mut random = Random::new(20);
    for chain in flat_grounds() {
        let all = links(&chain);
        for (piece, height) in sliders() {
            for step in 0..400 {
                let tilt = [0.0, 1.0e-6, 1.0e-3, 0.02][step % 4] * random.real(-1.0, 1.0);
                let sunk = [0.0, 0.001, 0.005, 0.015][(step / 4) % 4];
                // Also exactly over a join.
                let x = if step % 10 == 0 { chain.points()[22].x } else { -1.2 + 0.003 * step as f32 };
                let pose = Pose::new(vec2(x, height - sunk), tilt);
                let mut deepest = f64::INFINITY;
                for link in &all {
                    let m = collide(link, &piece, pose, 0.02);
                    for p in m.points() {
                        let upright = m.normal.x == 0.0 && (m.normal.y - 1.0).abs() < 1.0e-6;
                        assert!(upright, "{link:?} {piece:?} {pose:?} {m:?}");
                        deepest = deepest.min(f64::from(p.separation));
                    }
                }
                let solid = Solid::of(&piece, pose);
                let truth = -solid.highest(P(0.0, -1.0)) - solid.radius;
                assert!((deepest - truth).abs() < 1.0e-4, "{deepest} {truth} {piece:?} {pose:?}");
            }
        }
    }
}

#[test]
fn one_sided_collides_on_the_right_only() {
    let ground = Chain::open([vec2(2.0, 0.0), vec2(0.0, 0.0), vec2(-2.0, 0.0)]).unwrap().one_sided();
    let link = ground.link(0);
    assert!(!is_behind(&link, vec2(1.0, 0.1)) && is_behind(&link, vec2(1.0, -0.1)));
    for (piece, _) in sliders() {
        let above = Pose::new(vec2(1.0, 0.05), 0.0);
        assert!(collide(&Piece::Link(link), &piece, above, 0.02).count > 0, "{piece:?}");
        let below = Pose::new(vec2(1.0, -0.2), 0.0);
        assert_eq!(collide(&Piece::Link(link), &piece, below, 0.02).count, 0, "{piece:?}");
    }
}

#[test]
fn two_sided_pushes_to_the_nearer_side() {
    let wall = Chain::open([vec2(-2.0, 0.0), vec2(0.0, 0.0), vec2(2.0, 0.0)]).unwrap();
    for (i, (piece, _)) in sliders().into_iter().enumerate() {
        if i == 4 || i == 5 {
            continue; // Their middle is not their origin.
        }
        for (y, n) in [(0.15, 1.0), (-0.15, -1.0)] {
            let m = collide(&Piece::Link(wall.link(1)), &piece, Pose::new(vec2(1.0, y), 0.0), 0.02);
            assert!(m.count > 0 && m.normal == vec2(0.0, n), "{piece:?} {m:?}");
        }
    }
}

/// A random chain that does not cross itself: a graph over x, with steep and flat parts.
fn hills(random: &mut Random) -> Chain {
    let mut x = -4.0;
    let mut points = Vec::new();
    let rough = random.real(0.0, 0.6);
    for _ in 0..12 {
        points.push(vec2(x, random.real(-rough, rough)));
        x += random.real(0.2, 1.2);
    }
    if random.below(2) == 0 {
        points.reverse();
    }
    Chain::open(points).unwrap()
}

/// Whether `n`, the normal of link `i` on the side of the piece, is a normal of the chain there: between the normals of
/// this link and a neighbour with which it is convex, or round a free end.
fn admitted(chain: &Chain, i: usize, n: Vec2) -> bool {
    let normal = |a: Vec2, b: Vec2| carom_math::normalize(carom_math::right(b - a)).0;
    let link = chain.link(i);
    [link, link.reversed()].into_iter().any(|l| {
        let (n0, n1, n2) = (normal(l.before, l.a), normal(l.a, l.b), normal(l.b, l.after));
        let between = |p: Vec2, q: Vec2| {
            let tolerance = 0.006;
            carom_math::cross(p, q) > 0.0
                && carom_math::cross(p, n) > -tolerance
                && carom_math::cross(n, q) > -tolerance
                && n.dot(p + q) > 0.0
        };
        let round_end = l.ends[0] && n.dot(l.a - l.b) > 0.0;
        n.dot(n1) > 0.999_999 || round_end || between(n0, n1) || between(n1, n2)
    })
}

#[test]
fn nearest_link_of_a_chain_is_felt() {
    let mut random = Random::new(21);
    let mut felt = 0;
    for _ in 0..10_000 {
        let chain = hills(&mut random);
        let piece = random.piece();
        let pose = Pose::new(vec2(random.real(-2.0, 2.0), random.real(-2.5, 2.5)), random.real(-3.2, 3.2));
        let solid = Solid::of(&piece, pose);
        let (mut truth, mut found) = (f64::INFINITY, f64::INFINITY);
        let mut apart = true;
        let mut all: Vec<Manifold> = Vec::new();
        for (i, link) in links(&chain).iter().enumerate() {
            let d = core_distance(&Solid::of(link, Pose::IDENTITY), &solid);
            apart &= d > 1.0e-4;
            truth = truth.min(d - solid.radius);
            let m = collide(link, &piece, pose, 0.02);
            if m.count > 0 {
                assert!(admitted(&chain, i, m.normal), "{i} {chain:?} {piece:?} {pose:?} {m:?}");
                found = m.points().iter().map(|p| f64::from(p.separation)).fold(found, f64::min);
            }
            all.push(m);
        }
        // An end of the chain has no neighbour: it goes straight on, and pieces past it are not checked.
        let (first, last) = (P::of(chain.points()[0]), P::of(chain.points()[11]));
        let ends = solid.core_distance_to(first).min(solid.core_distance_to(last)) - solid.radius;
        if apart && truth < 0.018 && ends > 0.5 {
            felt += 1;
            assert!(found < truth + 1.0e-3, "{found} {truth} {chain:?} {piece:?} {pose:?} {all:?}");
            assert!(found > truth - 0.3, "too deep: {found} {truth} {chain:?} {piece:?} {pose:?} {all:?}");
        }
        if truth > 0.021 {
            assert!(found == f64::INFINITY || found > -1.0e-3, "{chain:?} {piece:?} {pose:?} {all:?}");
        }
    }
    assert!(felt > 800, "{felt}");
}

#[test]
fn one_sided_ground_carries_all_that_is_above() {
    let mut random = Random::new(23);
    let mut felt = 0;
    for _ in 0..10_000 {
        let mut points = hills(&mut random).points().to_vec();
        points.sort_by(|p, q| q.x.total_cmp(&p.x));
        let chain = Chain::open(&points).unwrap().one_sided();
        let piece = random.piece();
        let pose = Pose::new(vec2(random.real(-2.0, 2.0), 2.0), random.real(-3.2, 3.2));
        let all = links(&chain);
        let near = all.iter().map(|link| carom_narrowphase::distance(link, &piece, pose));
        let Some(near) = near.min_by(|p, q| p.distance.total_cmp(&q.distance)) else { continue };
        // From above to 15 mm over the ground.
        let pose = Pose { p: pose.p - near.normal * (near.distance - 0.015), q: pose.q };
        let solid = Solid::of(&piece, pose);
        let truth = all.iter().map(|link| core_distance(&Solid::of(link, Pose::IDENTITY), &solid));
        let truth = truth.fold(f64::INFINITY, f64::min) - solid.radius;
        let (first, last) = (P::of(points[0]), P::of(points[11]));
        let ends = solid.core_distance_to(first).min(solid.core_distance_to(last)) - solid.radius;
        if near.distance < 0.02 || (truth - 0.015).abs() > 1.0e-5 || ends < 0.3 {
            continue;
        }
        felt += 1;
        let found = all.iter().flat_map(|link| {
            let m = collide(link, &piece, pose, 0.02);
            m.points().iter().map(|p| f64::from(p.separation)).collect::<Vec<_>>()
        });
        let found = found.fold(f64::INFINITY, f64::min);
        assert!((found - truth).abs() < 1.0e-3, "{found} {truth} {chain:?} {piece:?} {pose:?}");
    }
    assert!(felt > 5_000, "{felt}");
}

#[test]
fn shallow_overlap_is_answered_shallowly() {
    let mut random = Random::new(22);
    let (mut felt, mut deep) = (0, 0);
    for _ in 0..10_000 {
        let chain = hills(&mut random);
        let piece = random.piece();
        let pose = Pose::new(vec2(random.real(-2.0, 2.0), random.real(-2.5, 2.5)), random.real(-3.2, 3.2));
        let all = links(&chain);
        let near = all.iter().map(|link| carom_narrowphase::distance(link, &piece, pose));
        let Some(near) = near.min_by(|p, q| p.distance.total_cmp(&q.distance)) else { continue };
        // A line has no middle side: a shallow push takes it to the other.
        if near.distance < 1.0e-3 || matches!(piece, Piece::Segment(_)) {
            continue;
        }
        // From apart to 5 mm inside, the radius counted.
        let sunk = Pose { p: pose.p - near.normal * (near.distance + 0.005), q: pose.q };
        let solid = Solid::of(&piece, sunk);
        let (first, last) = (P::of(chain.points()[0]), P::of(chain.points()[11]));
        if solid.core_distance_to(first).min(solid.core_distance_to(last)) - solid.radius < 0.3 {
            continue;
        }
        // Next to the tip of a spike, going on in leads out again.
        let truth = all.iter().map(|link| core_distance(&Solid::of(link, Pose::IDENTITY), &solid));
        if truth.fold(f64::INFINITY, f64::min) - solid.radius > if solid.radius > 0.0 { -0.001 } else { 0.0 } {
            continue;
        }
        felt += 1;
        let mut found = f64::INFINITY;
        let mut says = String::new();
        for (i, link) in all.iter().enumerate() {
            let m = collide(link, &piece, sunk, 0.02);
            assert!(m.count == 0 || admitted(&chain, i, m.normal), "{i} {chain:?} {piece:?} {sunk:?} {m:?}");
            found = m.points().iter().map(|p| f64::from(p.separation)).fold(found, f64::min);
            if m.count > 0 {
                says += &format!("{i} {m:?}\n");
            }
        }
        assert!(found < 0.0, "not felt: {found} {near:?} {chain:?} {piece:?} {sunk:?}\n{says}");
        if found < -0.03 {
            deep += 1;
            println!("{found} {near:?} {chain:?} {piece:?} {sunk:?}\n{says}");
        }
    }
    assert!(felt > 1_000 && deep == 0, "{felt} {deep}");
}

#[test]
fn a_plank_on_a_ridge_is_carried_not_pushed_in() {
    let roof = Chain::open([vec2(3.0, -3.0), vec2(0.0, 0.0), vec2(-3.0, -3.0)]).unwrap();
    let plank = Piece::Polygon(Polygon::rect(4.0, 0.2).unwrap());
    for shift in [-1.5, -1.0, -0.2, 0.0, 0.2, 1.0, 1.5] {
        for sunk in [-0.01, 0.0, 0.002, 0.01] {
            let pose = Pose::new(vec2(shift, 0.1 - sunk), 0.001);
            let mut felt = false;
            for (chain, one_sided) in [(roof.clone(), false), (roof.clone().one_sided(), true)] {
                for link in links(&chain) {
                    let m = collide(&link, &plank, pose, 0.02);
                    assert!(m.count == 0 || (m.normal.y > 0.99 && m.points[0].separation > -0.02), "{link:?} {m:?}");
                    felt |= m.count > 0;
                }
                assert!(felt, "{one_sided} {shift}");
            }
        }
    }
}

#[test]
fn free_end_pushes_along_the_line() {
    let chain = Chain::open([vec2(0.0, 0.0), vec2(2.0, 0.0)]).unwrap();
    let mut link = chain.link(0);
    link.before = link.a;
    for (piece, pose) in [
        (Piece::Circle(Circle::new(0.5).unwrap()), Pose::new(vec2(-0.49, 0.0), 0.0)),
        (Piece::Polygon(Polygon::rect(1.0, 1.0).unwrap()), Pose::new(vec2(-0.49, 0.0), 0.0)),
        (Piece::Polygon(Polygon::rect(1.0, 1.0).unwrap()), Pose::new(vec2(-0.51, 0.1), 0.0)),
    ] {
        let m = collide(&Piece::Link(link), &piece, pose, 0.02);
        assert!(m.count > 0 && m.normal.x < -0.999, "{piece:?} {m:?}");
    }
}

/// A body that overlaps a chain of one link past its free ends, and reaches deep below its line, is pushed out as from
/// a segment, by half to twice that depth: a link pushes to the side of the middle. For a body that slides over its end
/// the line goes straight on.
#[test]
fn a_link_alone_is_as_a_segment() {
    let mut random = Random::new(59);
    let mut touching = 0;
    for case in 0..20_000 {
        let size = random.log_real(0.1, 10.0);
        let at = |random: &mut Random| vec2(random.real(-1.0, 1.0), random.real(-1.0, 1.0)) * size;
        let (a, b) = (at(&mut random), at(&mut random));
        if (a - b).length() < 0.05 * size {
            continue;
        }
        let link = Piece::Link(Chain::open([a, b]).unwrap().link(0));
        let segment = Piece::Segment(Segment::new(a, b).unwrap());
        let piece = match case % 4 {
            0 => Piece::Polygon(Polygon::rect(random.real(0.1, 2.0) * size, random.real(0.1, 2.0) * size).unwrap()),
            1 => Piece::Polygon(regular(3 + case % 5, random.real(0.1, 1.0) * size)),
            2 => Piece::Polygon(
                Polygon::rect(random.real(0.1, 2.0) * size, 0.3 * size).unwrap().rounded(0.1 * size).unwrap(),
            ),
            _ => Piece::Capsule(Capsule::horizontal(random.real(0.1, 2.0) * size, 0.2 * size).unwrap()),
        };
        let pose = Pose::new(at(&mut random), random.real(-3.0, 3.0));
        let (is, wanted) = (collide(&link, &piece, pose, 0.1 * size), collide(&segment, &piece, pose, 0.1 * size));
        let deepest =
            |m: &Manifold| m.points().iter().fold(f32::INFINITY, |least, p| carom_math::min(p.separation, least));
        let says = format!("case {case}: {a:?} {b:?} {piece:?} {pose:?}\nis {is:?}\nas {wanted:?}");
        let along = (b - a).dot(pose.p - a);
        let right = carom_math::normalize(carom_math::right(b - a)).0;
        let up = if right.dot(pose.p - a) < 0.0 { -right } else { right };
        let solid = Solid::of(&piece, pose);
        let lowest = -solid.highest(P::of(-up)) - solid.radius - P::of(up).dot(P::of(a));
        let is_sunk = lowest < -0.1 * f64::from(size);
        // Pushed out past the end that its middle is past.
        let is_past = if along < 0.0 { a - b } else { b - a }.dot(wanted.normal) > 0.0;
        let is_past = is_past && !(0.0..=(b - a).length_squared()).contains(&along);
        if deepest(&wanted) < -0.01 * size && is_sunk && is_past {
            touching += 1;
            let (depth, wanted) = (-deepest(&is), -deepest(&wanted));
            assert!(is.count > 0 && depth > 0.5 * wanted, "{says}");
            assert!(depth < 1.001 * carom_math::max(2.0 * wanted, 0.1 * size), "{says}");
        }
    }
    assert!(touching > 1_000, "{touching}");
}

/// A box on the end of an upright wall, askew: it is pushed along its own side by 3.6 cm, not through the wall.
#[test]
fn a_free_end_has_a_corner() {
    let wall = Piece::Link(Chain::open([vec2(0.0, 0.0), vec2(0.0, 0.3)]).unwrap().link(0));
    let m = collide(&wall, &Piece::Polygon(Polygon::rect(0.4, 1.2).unwrap()), Pose::new(vec2(-0.02, 0.62), 0.6), 0.02);
    assert!((m.normal - vec2(0.825, 0.565)).length() < 1.0e-3, "{m:?}");
    assert!(m.points().iter().all(|p| (p.separation + 0.0357).abs() < 2.0e-3), "{m:?}");
}
