//! The tests that are taken apart for lessons: all axes of a separating axis test, a point on a line, and the cuts that
//! give contact points. They agree with the functions that give only the result.

use crate::random::Random;
use carom_math::{Interval, Pose, Vec2, vec2};
use carom_narrowphase::{
    Sat, SatFeature, clip_steps, collide_polygons, is_separating_axis, project, project_on_line, sat, sat_axes,
    sat_circle, sat_circle_axes,
};
use carom_shapes::{Circle, Manifold, Piece, Polygon};

/// Two sharp polygons, at a random pose.
fn sharp(random: &mut Random) -> (Polygon, Polygon, Pose) {
    let one = |random: &mut Random| random.polygon().rounded(0.0).unwrap();
    (one(random), one(random), random.pose(3.0))
}

fn size(a: &Polygon, b: &Polygon, pose: Pose) -> f32 {
    let far = |p: &Polygon| p.vertices().iter().map(|v| v.length()).fold(0.0, carom_math::max);
    far(a) + far(b) + pose.p.length()
}

#[test]
fn axes_tell_what_the_test_says() {
    let mut random = Random::new(71);
    let (mut touching, mut apart) = (0, 0);
    for _ in 0..20_000 {
        let (a, b, pose) = sharp(&mut random);
        let axes: Vec<_> = sat_axes(&a, &b, pose).collect();
        let tolerance = 4.0e-6 * size(&a, &b, pose);
        assert_eq!(axes.len(), a.vertices().len() + b.vertices().len());
        for (i, axis) in axes.iter().enumerate() {
            assert!((axis.axis.length() - 1.0).abs() < 1.0e-6);
            // The feature is that of the place in the list, and the shadows are projections.
            let (piece_a, piece_b) = (Piece::Polygon(a.clone()), Piece::Polygon(b.clone()));
            match axis.feature {
                SatFeature::EdgeOfA { edge, .. } => assert_eq!((edge, a.normals()[edge]), (i, axis.axis)),
                SatFeature::EdgeOfB { edge, .. } => assert_eq!(edge, i - a.vertices().len()),
                other => panic!("{other:?}"),
            }
            assert_eq!(axis.shadow_a, project(&piece_a, Pose::IDENTITY, axis.axis));
            assert_eq!(axis.shadow_b, project(&piece_b, pose, axis.axis));
            assert_eq!(axis.overlap, axis.shadow_a.overlap(axis.shadow_b));
            assert_eq!(axis.is_separating(), is_separating_axis(&piece_a, &piece_b, pose, axis.axis));
            // The push leaves shadows that only touch.
            let moved = axis.shadow_b.moved(axis.axis.dot(axis.push()));
            assert!(axis.overlap <= 0.0 || axis.shadow_a.overlap(moved).abs() <= tolerance);
        }
        let least = axes.iter().map(|axis| axis.overlap).fold(f32::INFINITY, carom_math::min);
        match sat(&a, &b, pose) {
            Sat::Touching { depth, .. } => {
                touching += 1;
                assert!((least - depth).abs() <= tolerance, "{least} {depth}");
            }
            Sat::Separated { feature, gap, .. } => {
                apart += 1;
                assert!(least <= tolerance);
                // The first axis that separates is the one at which the test stopped.
                if gap > tolerance {
                    let first = axes.iter().find(|axis| axis.overlap < -0.5 * tolerance).unwrap();
                    let edge = |feature: SatFeature| match feature {
                        SatFeature::EdgeOfA { edge, .. } => (0, edge),
                        SatFeature::EdgeOfB { edge, .. } => (1, edge),
                        other => panic!("{other:?}"),
                    };
                    // Another one may separate by rounding alone just before it.
                    let near = axes.iter().any(|axis| axis.overlap.abs() <= tolerance);
                    // An axis also separates with b behind it, which its own edge's test leaves to another edge.
                    let behind = first.shadow_b.max < first.shadow_a.max && first.shadow_a.max < first.shadow_b.max;
                    let own_side = match first.feature {
                        SatFeature::EdgeOfA { .. } => first.shadow_b.min > first.shadow_a.max,
                        _ => first.shadow_a.min > first.shadow_b.max,
                    };
                    assert!(near || behind || !own_side || edge(first.feature) == edge(feature));
                }
            }
        }
    }
    assert!(touching > 3000 && apart > 3000, "{touching} {apart}");
}

#[test]
fn the_axis_through_the_nearest_corner_completes_those_of_a_circle() {
    let mut random = Random::new(72);
    let mut only_corner = 0;
    for _ in 0..20_000 {
        let polygon = random.polygon().rounded(0.0).unwrap();
        let circle = Circle::new(random.real(0.05, 2.0)).unwrap();
        let pose = Pose::new(random.place(4.0), 0.0);
        let axes: Vec<_> = sat_circle_axes(&polygon, &circle, pose).collect();
        let least = |corner: bool| {
            let of = axes.iter().filter(|axis| matches!(axis.feature, SatFeature::CornerOfA(_)) == corner);
            of.map(|axis| axis.overlap).fold(f32::INFINITY, carom_math::min)
        };
        let (edges, corner) = (least(false), least(true));
        let tolerance = 1.0e-5 * (8.0 + pose.p.length());
        match sat_circle(&polygon, &circle, pose) {
            Sat::Touching { depth, .. } => {
                assert!((carom_math::min(edges, corner) - depth).abs() < tolerance, "{edges} {corner} {depth}");
            }
            Sat::Separated { .. } => assert!(carom_math::min(edges, corner) < tolerance),
        }
        only_corner += u32::from(corner < -tolerance && edges > tolerance);
    }
    // Beside corners edge normals alone are wrong.
    assert!(only_corner > 200, "{only_corner}");
}

#[test]
fn nothing_separates_by_an_axis_without_direction_or_number() {
    let ball = Piece::Circle(Circle::new(1.0).unwrap());
    let beside = Pose::new(vec2(3.0, 0.0), 0.0);
    assert!(is_separating_axis(&ball, &ball, beside, vec2(-7.0, 0.0)));
    for axis in [Vec2::ZERO, vec2(f32::NAN, 1.0), Vec2::Y] {
        assert!(!is_separating_axis(&ball, &ball, beside, axis), "{axis}");
    }
    assert!(!is_separating_axis(&ball, &ball, Pose::new(vec2(f32::NAN, 0.0), 0.0), Vec2::X));
}

#[test]
fn a_point_is_the_sum_of_its_foot_and_its_height() {
    let mut random = Random::new(73);
    for _ in 0..10_000 {
        let [point, from, to] = [(); 3].map(|()| random.place(10.0));
        let found = project_on_line(point, from, to);
        let (along, length) = carom_math::normalize(to - from);
        if length < 1.0e-3 {
            continue;
        }
        let back = found.point + carom_math::left(along) * found.height;
        assert!((back - point).length() < 2.0e-5, "{point} {back}");
        assert!((found.fraction * length - found.along).abs() < 1.0e-5 * (1.0 + found.along.abs()));
        assert!((from + along * found.along - found.point).length() < 2.0e-5);
    }
    let one = vec2(2.0, 1.0);
    let found = project_on_line(vec2(5.0, 5.0), one, one);
    assert_eq!((found.point, found.fraction, found.height), (one, 0.0, 5.0));
}

#[test]
fn the_cuts_end_at_the_contact_points() {
    let mut random = Random::new(74);
    let (mut both, mut one, mut none, mut by_b) = (0, 0, 0, 0);
    for _ in 0..20_000 {
        let (a, b, pose) = sharp(&mut random);
        let manifold = collide_polygons(&a, &b, pose, 0.0);
        let steps = clip_steps(&a, &b, pose, 0.0);
        let tolerance = 3.0e-5 * (1.0 + size(&a, &b, pose));
        let Some(steps) = steps else {
            none += 1;
            assert_eq!(manifold.count, 0);
            continue;
        };
        if a.rectangle().is_none() || b.rectangle().is_none() {
            assert_eq!(steps.manifold, manifold);
        } else {
            // Boxes have a kernel of their own, which rounds otherwise.
            let deepest = |m: &Manifold| m.points().iter().map(|p| p.separation).fold(0.0, carom_math::min);
            assert!((deepest(&steps.manifold) - deepest(&manifold)).abs() < tolerance, "{steps:?} {manifold:?}");
        }
        let manifold = steps.manifold;
        by_b += u32::from(steps.reference_is_b);
        // Each cut leaves a part of the edge, on the inner side of its plane.
        for cut in steps.cuts {
            let along = cut.before[1] - cut.before[0];
            for end in cut.after {
                let off = carom_math::cross(along, end - cut.before[0]);
                assert!(off.abs() <= tolerance * (1.0 + along.length()), "{cut:?}");
                let outside = cut.before.iter().all(|p| cut.outward.dot(*p - cut.at) > 0.0);
                assert!(outside || cut.outward.dot(end - cut.at) <= tolerance, "{cut:?}");
            }
        }
        let last = steps.cuts[1].after;
        let deep: Vec<usize> = (0..2).filter(|&end| steps.heights[end] <= 0.0).collect();
        match manifold.count {
            2 => {
                both += 1;
                // A point lies halfway between the end and the reference edge.
                for point in manifold.points() {
                    let near = (0..2).any(|end| {
                        let middle = last[end] - steps.normal * (0.5 * steps.heights[end]);
                        (middle - point.point).length() < tolerance
                            && (steps.heights[end] - point.separation).abs() < tolerance
                    });
                    assert!(near, "{point:?} {steps:?}");
                }
            }
            1 => {
                one += 1;
                assert!(deep.len() <= 2);
            }
            _ => assert!(deep.is_empty() || steps.heights.iter().all(|h| h.abs() < tolerance), "{steps:?}"),
        }
        let sign = if steps.reference_is_b { -1.0 } else { 1.0 };
        assert!(manifold.count == 0 || (manifold.normal - sign * steps.normal).length() < 1.0e-3 || deep.is_empty());
    }
    assert!(both > 2000 && one > 200 && none > 2000 && by_b > 1000, "{both} {one} {none} {by_b}");
    let flat = Polygon::rect(1.0, 1.0).unwrap();
    assert!(clip_steps(&flat, &flat, Pose::new(vec2(f32::NAN, 0.0), 0.0), 0.0).is_none());
}

#[test]
fn pushes_of_intervals_part_them() {
    let mut random = Random::new(75);
    for _ in 0..10_000 {
        let mut interval = || {
            let low = random.real(-5.0, 5.0);
            Interval::new(low, low + random.real(0.0, 4.0))
        };
        let (a, b) = (interval(), interval());
        let push = a.push(b);
        assert!(a.overlap(b.moved(push)) <= 2.0e-6);
        assert!((push.abs() - carom_math::max(a.overlap(b), 0.0)).abs() < 1.0e-6);
    }
}
