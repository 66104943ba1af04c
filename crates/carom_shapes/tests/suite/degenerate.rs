//! Outlines at the limits of validity: touching, thin, empty, wrong. Each error names the place and the fault.

use carom_math::{Vec2, sin_cos, vec2};
use carom_shapes::{Outline, RingEdge, RingName, ShapeError};

fn ring(points: &[(f32, f32)]) -> Vec<Vec2> {
    points.iter().map(|p| vec2(p.0, p.1)).collect()
}

fn square(x: f32, y: f32, size: f32) -> Vec<Vec2> {
    ring(&[(x, y), (x + size, y), (x + size, y + size), (x, y + size)])
}

fn edge(ring: RingName, vertex: usize) -> RingEdge {
    RingEdge { ring, vertex }
}

/// The error, whose text starts with the field and has these parts.
fn refused(outer: &[Vec2], holes: &[Vec<Vec2>], parts: &[&str]) -> ShapeError {
    let error = Outline::with_holes(outer, holes).unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with(error.field()), "{text}");
    for part in parts {
        assert!(text.contains(part), "{text}: no {part}");
    }
    error
}

#[test]
fn crossings_name_edges_and_place() {
    let bow_tie = ring(&[(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)]);
    let error = refused(&bow_tie, &[], &["vertices[0]", "vertices[2]", "(2, 2)", "touch at points"]);
    let (a, b) = (edge(RingName::Outer, 0), edge(RingName::Outer, 2));
    assert_eq!(error, ShapeError::EdgesCross { a, b, at: vec2(2.0, 2.0) });

    let over = square(3.0, 1.0, 2.0);
    let error = refused(&square(0.0, 0.0, 4.0), &[over], &["holes[0][", "vertices[1]", "(4, "]);
    assert!(matches!(error, ShapeError::EdgesCross { a, .. } if a == edge(RingName::Outer, 1)));

    // They meet in a vertex of both and go through each other there.
    let through = ring(&[(0.0, 0.0), (4.0, 0.0), (2.0, 2.0), (0.0, 4.0), (4.0, 4.0), (2.0, 2.0)]);
    let error = refused(&through, &[], &["(2, 2)"]);
    assert!(matches!(error, ShapeError::EdgesCross { at, .. } if at == vec2(2.0, 2.0)));
}

#[test]
fn edges_on_edges_are_named() {
    let outer = square(0.0, 0.0, 4.0);
    let error = refused(&outer, std::slice::from_ref(&outer), &["vertices[", "holes[0][", "lies on"]);
    assert!(matches!(error, ShapeError::EdgesOverlap { at, .. } if at == Vec2::ZERO));
    let error = refused(&outer, &[square(1.0, 0.0, 2.0)], &["vertices[0]", "holes[0][0]", "(1, 0)"]);
    let (a, b) = (edge(RingName::Outer, 0), edge(RingName::Hole(0), 0));
    assert_eq!(error, ShapeError::EdgesOverlap { a, b, at: vec2(1.0, 0.0) });
    let holes = [square(1.0, 1.0, 1.0), square(2.0, 1.0, 1.0)];
    refused(&outer, &holes, &["holes[0][1]", "holes[1][3]", "(2, 1)"]);
    refused(&outer, &[holes[0].clone(), holes[0].clone()], &["holes[0]", "holes[1]"]);
}

#[test]
fn misplaced_holes_are_named() {
    let outer = square(0.0, 0.0, 4.0);
    let error = refused(&outer, &[square(5.0, 5.0, 1.0)], &["holes[0]", "outside", "(5, 5)"]);
    assert_eq!(error, ShapeError::HoleOutside { hole: 0, at: vec2(5.0, 5.0) });
    refused(&outer, &[square(-1.0, -1.0, 9.0)], &["holes[0]", "outside"]);
    let inner = [square(1.0, 1.0, 2.0), square(1.5, 1.5, 1.0)];
    let error = refused(&outer, &inner, &["holes[1]", "holes[0]", "(1.5, 1.5)"]);
    assert_eq!(error, ShapeError::HolesOverlap { hole: 1, other: 0, at: vec2(1.5, 1.5) });
}

#[test]
fn rings_without_area_are_named() {
    let outer = square(0.0, 0.0, 4.0);
    let point = vec![vec2(1.0, 1.0); 5];
    assert_eq!(refused(&point, &[], &["no area"]), ShapeError::NoArea { ring: RingName::Outer });
    let line = ring(&[(0.0, 0.0), (1.0, 1.0), (3.0, 3.0)]);
    assert_eq!(refused(&line, &[], &["vertices"]), ShapeError::NoArea { ring: RingName::Outer });
    for hole in [vec![], vec![vec2(1.0, 1.0)], point, line] {
        let holes = [square(3.0, 1.0, 0.5), hole];
        let error = refused(&outer, &holes, &["holes[1]", "three"]);
        assert_eq!(error, ShapeError::NoArea { ring: RingName::Hole(1) });
    }
    for count in 0..3 {
        let error = Outline::new(&outer[..count]).unwrap_err();
        assert_eq!(error, ShapeError::TooFewVertices { count, needed: 3 });
    }
}

#[test]
fn numbers_that_are_no_place_are_named() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.0e7, -3.0e38] {
        let mut wrong = square(0.0, 0.0, 4.0);
        wrong[2].y = bad;
        let error = refused(&wrong, &[], &["vertices[2]"]);
        assert!(matches!(error, ShapeError::BadVertex { vertex: 2, .. }));
        let error = refused(&square(-9.0, -9.0, 30.0), &[square(-8.0, -8.0, 1.0), wrong], &["holes[1][2]"]);
        assert!(matches!(error, ShapeError::BadHoleVertex { hole: 1, vertex: 2, .. }));
    }
}

#[test]
fn rings_may_touch_at_points() {
    let outer = square(0.0, 0.0, 4.0);
    // Corner to edge on all four sides: four triangles are left.
    let diamond = ring(&[(2.0, 0.0), (4.0, 2.0), (2.0, 4.0), (0.0, 2.0)]);
    let left = Outline::with_holes(&outer, &[diamond]).unwrap();
    assert_eq!((left.area(), left.pieces().len()), (8.0, 4));
    // Two holes that meet in a corner, one of which meets the outer ring in a corner.
    let holes = [ring(&[(0.0, 0.0), (1.0, 0.5), (0.5, 1.0)]), ring(&[(1.0, 0.5), (2.0, 0.5), (2.0, 1.5)])];
    assert_eq!(Outline::with_holes(&outer, &holes).unwrap().area(), 16.0 - 0.375 - 0.5);
    // Two squares that share a corner, as one ring.
    let pinch = ring(&[(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.0, 4.0), (2.0, 2.0), (0.0, 2.0)]);
    let two = Outline::new(&pinch).unwrap();
    assert_eq!((two.area(), two.pieces().len()), (8.0, 2));
    // A frame as one ring that touches itself in a corner.
    let frame = ring(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0), (1.0, 3.0), (3.0, 3.0), (3.0, 1.0)]);
    assert_eq!(Outline::new(&frame).unwrap().area(), 16.0 - 4.0 - 2.0);
}

#[test]
fn spikes_of_zero_width_are_dropped() {
    let spiked = ring(&[(0.0, 0.0), (4.0, 0.0), (9.0, 0.0), (4.0, 0.0), (4.0, 4.0), (-7.0, 4.0), (0.0, 4.0)]);
    let outline = Outline::new(&spiked).unwrap();
    assert_eq!((outline.area(), outline.pieces().len(), outline.outer().len()), (16.0, 1, 4));
}

#[test]
fn round_things_are_one_piece() {
    for (count, radius) in [(360, 1.0), (360, 0.01), (360, 1000.0), (10_000, 100.0)] {
        let step = std::f32::consts::TAU / count as f32;
        let points: Vec<Vec2> = (0..count)
            .map(|i| {
                let (s, c) = sin_cos(step * i as f32);
                radius * vec2(c, s)
            })
            .collect();
        let outline = Outline::new(&points).unwrap();
        let exact = 0.5 * count as f64 * f64::from(sin_cos(step).0) * f64::from(radius * radius);
        assert!((outline.area() - exact).abs() < 1e-4 * exact, "{} {exact}", outline.area());
        // The noise of f32 makes some corners of a fine ring turn inwards.
        assert!(outline.pieces().len() <= if count == 360 { 1 } else { 5_000 }, "{}", outline.pieces().len());
        let mass = outline.mass(1.0);
        assert!((f64::from(mass.mass) - outline.area()).abs() <= 1e-6 * outline.area());
        let disc = 0.5 * mass.mass * radius * radius;
        assert!((mass.inertia - disc).abs() < 1e-3 * disc);
    }
}

#[test]
fn needles_are_kept_until_they_are_too_thin() {
    for size in [0.2, 1.0, 1000.0] {
        let needle = ring(&[(0.0, 0.0), (size, 0.0), (0.0, 1.0e-4 * size)]);
        let outline = Outline::new(&needle).unwrap();
        assert!((outline.area() - 0.5e-4 * f64::from(size * size)).abs() <= 1e-7 * outline.area());
        assert_eq!(outline.pieces().len(), 1);
    }
    let blade = ring(&[(0.0, 0.0), (1.0, 0.0), (0.0, 5.0e-6)]);
    let error = refused(&blade, &[], &["thinner than 0.00001", "wider"]);
    assert!(matches!(error, ShapeError::TooThin { .. }));
    let bent = ring(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.999_999, 0.000_001)]);
    assert!(matches!(Outline::new(&bent).unwrap_err(), ShapeError::TooThin { .. }));
}

#[test]
fn a_ring_has_an_exact_mass() {
    // A frame 4 by 4 round a hole 2 by 2, off the origin: 12 kg, inertia (16 (16 + 16) - 4 (4 + 4)) / 12.
    let frame = Outline::with_holes(square(10.0, 20.0, 4.0), &[square(11.0, 21.0, 2.0)]).unwrap();
    let mass = frame.mass(1.0);
    assert_eq!((mass.mass, mass.center), (12.0, vec2(12.0, 22.0)));
    assert!((mass.inertia - 40.0).abs() < 1e-5);
    assert_eq!(frame.mass(0.0).mass, 0.0);
}

#[test]
fn everything_else_is_an_answer_too() {
    // Denormal, huge and equal numbers in any order: right or refused, never a panic.
    let mut random = crate::random::Random::new(5);
    let strange = [0.0, -0.0, 1.0e-45, -1.0e-40, 1.0e-30, 1.0e6, -1.0e6, 1.0, 1.0 + f32::EPSILON, 0.5, 1.0e-5];
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let mut any = |most: usize| -> Vec<Vec2> {
            let count = random.below(most);
            (0..count).map(|_| vec2(strange[random.below(11)], strange[random.below(11)])).collect()
        };
        let (outer, hole) = (any(9), any(5));
        for made in [Outline::new(&outer), Outline::with_holes(&outer, &[hole])] {
            match made {
                Ok(outline) => {
                    good += 1;
                    assert!(
                        outline.area() > 0.0 && outline.mass(1.0).inertia >= 0.0,
                        "{outline:?} {:?}",
                        outline.mass(1.0)
                    );
                }
                Err(error) => {
                    bad += 1;
                    assert!(error.to_string().starts_with(error.field()));
                }
            }
        }
    }
    assert!(good > 1_000 && bad > 1_000, "{good} {bad}");
}
