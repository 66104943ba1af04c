//! Polygons recognize rectangles: against their corners, over seeded random ones and others that are none.

use crate::random::Random;
use carom_math::{Pose, Rot, Vec2, vec2};
use carom_shapes::{Polygon, ShapeError};

#[test]
fn rectangles_are_known_where_they_stand() {
    let mut random = Random::new(21);
    for case in 0..10_000 {
        let (w, h) = (random.real(0.01, 3.0), if case % 5 == 0 { 0.5 } else { random.real(0.01, 3.0) });
        let w = if case % 10 == 0 { h } else { w };
        let p = if case % 2 == 0 { Vec2::ZERO } else { random.place(100.0) };
        let q = if case % 3 == 0 { Rot::IDENTITY } else { Rot::from_angle(random.real(-3.2, 3.2)) };
        let polygon = Polygon::rect_at(Pose { p, q }, w, h).unwrap().rounded(0.25).unwrap();
        assert_eq!((polygon.vertices().len(), polygon.normals().len()), (4, 4), "case {case}");
        let found = polygon.clone().rectangle().unwrap();
        let noise = 16.0 * f32::EPSILON * (p.length() + w + h);
        for (corner, wanted) in found.corners().iter().zip(polygon.vertices()) {
            assert!((*corner - *wanted).length() <= noise, "case {case}: {found:?} {polygon:?}");
        }
        let back = Polygon::new(polygon.vertices().iter().rev().copied().collect::<Vec<_>>()).unwrap();
        assert_eq!(back.rectangle().map(|b| b.pose.p), Some(found.pose.p), "case {case}");
    }
}

#[test]
fn what_is_no_rectangle_is_none() -> Result<(), ShapeError> {
    let unit = [Vec2::ZERO, vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
    assert!(Polygon::new(unit)?.rectangle().is_some());
    assert!(Polygon::new(&unit[..3])?.rectangle().is_none());
    assert!(Polygon::new([unit[0], unit[1], vec2(1.0, 1.00001), unit[3]])?.rectangle().is_none());
    assert!(Polygon::new([unit[0], unit[1], vec2(1.5, 1.0), vec2(0.5, 1.0)])?.rectangle().is_none());
    let mut random = Random::new(22);
    for count in 3..40 {
        let ring = random.star(Vec2::ZERO, 0.5, 1.0, count);
        let polygon = Polygon::hull(&ring)?;
        let count = polygon.vertices().len();
        assert_eq!(polygon.normals().len(), count);
        assert!(polygon.normals().iter().all(|n| (n.length() - 1.0).abs() < 1e-6));
        assert!(count == 4 || polygon.rectangle().is_none());
    }
    // A corner on a straight line is dropped: the rest is a rectangle.
    assert!(Polygon::new([unit[0], vec2(0.5, 0.0), unit[1], unit[2], unit[3]])?.rectangle().is_some());
    Ok(())
}
