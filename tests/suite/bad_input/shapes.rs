//! Invalid sizes and outlines.

use crate::kit::*;
use carom::prelude::*;
use carom::{Shape, ShapeError};

/// Invalid sizes: not a number, not finite, zero, negative, absurd.
pub const NO_SIZES: [f32; 9] =
    [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, -1.0, f32::MIN_POSITIVE, 1.0e-6, 1.0e30];

#[test]
fn sizes_that_are_none_are_refused() {
    let (a, b) = (vec2(0.0, 0.0), vec2(1.0, 0.0));
    for size in NO_SIZES {
        let refused: [(&str, Result<Shape, ShapeError>); 8] = [
            ("radius", Circle::new(size).map(Into::into)),
            ("radius", Circle::at(vec2(1.0, 2.0), size).map(Into::into)),
            ("radius", Capsule::new(a, b, size).map(Into::into)),
            ("radius", Capsule::horizontal(1.0, size).map(Into::into)),
            ("width", Polygon::rect(size, 1.0).map(Into::into)),
            ("height", Polygon::rect(1.0, size).map(Into::into)),
            ("width", Polygon::rect_at(Pose::new(b, 0.3), size, 1.0).map(Into::into)),
            ("height", Polygon::rect_at(Pose::new(b, 0.3), 1.0, size).map(Into::into)),
        ];
        for (field, shape) in refused {
            let error = shape.unwrap_err();
            assert_eq!(error.field(), field);
            let text = error.to_string();
            assert!(text.starts_with(field) && text.contains(&format!("{size:?}")), "{text}");
        }
        if size != 0.0 {
            assert!(rect(1.0, 1.0).rounded(size).is_err(), "radius {size}");
        }
    }
    assert_eq!(rect(1.0, 1.0).rounded(0.0).unwrap(), rect(1.0, 1.0), "no rounding is allowed");
}

#[test]
fn a_capsule_has_no_negative_length() {
    for bad in [-1.0, -1.0e-6, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for error in [Capsule::vertical(bad, 0.2).unwrap_err(), Capsule::horizontal(bad, 0.2).unwrap_err()] {
            assert!(error.to_string().starts_with(&format!("length: {bad:?} ")), "{error}");
        }
    }
    let (a, b) = (vec2(0.0, -0.5), vec2(0.0, 0.5));
    assert_eq!(Capsule::vertical(1.0, 0.2), Capsule::new(a, b, 0.2));
    assert_eq!(Capsule::horizontal(0.0, 0.2), Capsule::new(Vec2::ZERO, Vec2::ZERO, 0.2), "a disc is one");
}

#[test]
fn places_that_are_none_are_refused() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.0e7, -1.0e30] {
        for place in [vec2(bad, 0.0), vec2(0.0, bad)] {
            let ok = vec2(1.0, 1.0);
            assert_eq!(Circle::at(place, 1.0).unwrap_err().field(), "center");
            assert_eq!(Capsule::new(place, ok, 1.0).unwrap_err().field(), "a");
            assert_eq!(Capsule::new(ok, place, 1.0).unwrap_err().field(), "b");
            assert_eq!(Segment::new(place, ok).unwrap_err().field(), "a");
            assert_eq!(Segment::new(ok, place).unwrap_err().field(), "b");
            let vertices = [vec2(0.0, 0.0), vec2(1.0, 0.0), place];
            for shape in [
                Polygon::new(vertices).map(Shape::from),
                Polygon::hull(vertices).map(Shape::from),
                Chain::open(vertices).map(Shape::from),
                Chain::closed(vertices).map(Shape::from),
                Outline::new(vertices).map(Shape::from),
            ] {
                let error = shape.unwrap_err();
                assert!(matches!(error, ShapeError::BadVertex { vertex: 2, .. }), "{error:?}");
                assert!(error.to_string().starts_with("vertices[2]"), "{error}");
            }
            assert!(Polygon::rect_at(Pose { p: place, q: Rot::IDENTITY }, 1.0, 1.0).is_err());
        }
    }
}

#[test]
fn empty_and_short_outlines_are_refused() {
    let points = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(2.0, 1.0)];
    for count in 0..3 {
        let some = &points[..count];
        let short = ShapeError::TooFewVertices { count, needed: 3 };
        assert_eq!(Polygon::new(some).unwrap_err(), short);
        assert_eq!(Polygon::hull(some).unwrap_err(), short);
        assert_eq!(Chain::closed(some).unwrap_err(), short);
        assert_eq!(Outline::new(some).unwrap_err(), short);
        assert!(short.to_string().contains(&count.to_string()) && short.to_string().contains('3'));
    }
    for count in 0..2 {
        assert_eq!(Chain::open(&points[..count]).unwrap_err(), ShapeError::TooFewVertices { count, needed: 2 });
    }
}

#[test]
fn collinear_outlines_are_refused() {
    let line: Vec<Vec2> = (0..5).map(|i| vec2(i as f32, 2.0 * i as f32)).collect();
    assert_eq!(Polygon::new(&line).unwrap_err(), ShapeError::Collinear);
    assert_eq!(Polygon::hull(&line).unwrap_err(), ShapeError::Collinear);
    let there_and_back = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(2.0, 0.0), vec2(0.5, 0.0)];
    assert!(Polygon::new(there_and_back).is_err());
    let sliver = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.5, 1.0e-7)];
    assert!(Polygon::new(sliver).is_err());
}

#[test]
fn repeated_points_are_refused() {
    let twice = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)];
    assert_eq!(Polygon::new(twice).unwrap_err(), ShapeError::Duplicate { vertex: 2 });
    assert_eq!(Chain::open(twice).unwrap_err(), ShapeError::Duplicate { vertex: 2 });
    let closing = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, 0.0)];
    assert_eq!(Chain::closed(closing).unwrap_err(), ShapeError::Duplicate { vertex: 0 });
    assert!(Chain::open(closing).is_ok(), "an open chain may end where it began");
    assert!(Segment::new(vec2(1.0, 1.0), vec2(1.0, 1.0)).is_err());
    // The hull of a heap of equal points is the hull of the different ones.
    assert_eq!(Polygon::hull(twice).unwrap().vertices().len(), 3);
}

#[test]
fn crossing_and_concave_outlines_are_refused() {
    let bow_tie = [vec2(0.0, 0.0), vec2(1.0, 1.0), vec2(1.0, 0.0), vec2(0.0, 1.0)];
    assert!(Polygon::new(bow_tie).is_err());
    let star: Vec<Vec2> = (0..5)
        .map(|k| {
            let (s, c) = carom::math::sin_cos(2.0 * std::f32::consts::TAU / 5.0 * k as f32);
            vec2(c, s)
        })
        .collect();
    assert_eq!(Polygon::new(&star).unwrap_err(), ShapeError::Crossing);
    let dart = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(1.5, 0.5)];
    assert_eq!(Polygon::new(dart).unwrap_err(), ShapeError::NotConvex { vertex: 3 });
}

#[test]
fn clockwise_polygons_are_turned() {
    let counter = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 1.0), vec2(0.5, 1.5)];
    let mut clockwise = counter;
    clockwise.reverse();
    let (a, b) = (Polygon::new(counter).unwrap(), Polygon::new(clockwise).unwrap());
    assert_eq!(a.vertices().len(), 4);
    // The same ring, perhaps begun at another corner.
    let first = b.vertices().iter().position(|&v| v == a.vertices()[0]).unwrap();
    for i in 0..4 {
        assert_eq!(a.vertices()[i], b.vertices()[(first + i) % 4]);
        assert_eq!(a.normals()[i], b.normals()[(first + i) % 4]);
    }
    let (ma, mb) = (a.mass(1.0), b.mass(1.0));
    near(ma.mass, mb.mass, 1e-6);
    near(ma.inertia, mb.inertia, 1e-6);
    assert!((ma.center - mb.center).length() < 1e-6);
}

#[test]
fn corners_on_a_straight_line_are_dropped() {
    let points = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(0.0, 2.0), vec2(0.0, 1.0)];
    assert_eq!(Polygon::new(points).unwrap().vertices().len(), 4);
}

#[test]
fn no_outline_makes_a_panic() {
    let mut random = SplitMix64::new(77);
    let strange = [f32::NAN, f32::INFINITY, 0.0, -0.0, 1.0e-30, 1.0e30, 1.0e6, -1.0e6, 1.0, 1.0e-5];
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..if LONG { 200_000 } else { 20_000 } {
        let mut number = |size: f32| match random.int(0, 3) {
            0 => strange[random.int(0, 9) as usize],
            1 => random.int(0, 3) as f32,
            _ => random.range(-size, size),
        };
        let points: Vec<Vec2> = (0..7).map(|_| vec2(number(2.0), number(2.0))).collect();
        let count = random.int(0, 7) as usize;
        let points = &points[..count];
        for shape in [
            Polygon::new(points).map(Shape::from),
            Polygon::hull(points).map(Shape::from),
            Chain::open(points).map(Shape::from),
            Chain::closed(points).map(Shape::from),
            Outline::new(points).map(Shape::from),
        ] {
            match shape {
                Ok(shape) => {
                    accepted += 1;
                    let mass = shape.mass(1.0);
                    assert!(
                        mass.mass.is_finite() && mass.inertia >= 0.0 && mass.center.is_finite(),
                        "{shape:?} {mass:?}"
                    );
                    assert!(shape.piece(0).aabb(Pose::IDENTITY).is_finite());
                }
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().starts_with("vertices"), "{error}");
                }
            }
        }
    }
    assert!(accepted > 1000 && refused > 1000, "{accepted} {refused}");
}
