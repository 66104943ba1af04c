//! Masks against brute force: 10,000 seeded cases each, and degenerate ones.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

use carom_math::{Pose, Rot, Vec2, vec2};
use carom_shapes::{Cell, MAX_MASK_SIDE, Mask, MaskContour, ShapeError};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Pixels, row by row from the top.
type Rows = Vec<Vec<bool>>;

fn any_rows(rng: &mut StdRng, sides: &[usize]) -> Rows {
    let mut side = || sides[rng.random_range(0..sides.len())];
    let (width, height) = (side(), side());
    let share = [0.02, 0.3, 0.5, 0.8, 1.0][rng.random_range(0..5)];
    let height = if width == 0 { 0 } else { height };
    (0..height).map(|_| (0..width).map(|_| rng.random_bool(share)).collect()).collect()
}

fn mask(rows: &Rows, pixel: f32) -> Mask {
    Mask::from_rows(rows, pixel).unwrap()
}

fn solid(rows: &Rows, column: i64, row: i64) -> bool {
    let row = usize::try_from(row).ok().and_then(|r| rows.get(r));
    row.zip(usize::try_from(column).ok()).and_then(|(row, c)| row.get(c)).copied().unwrap_or(false)
}

/// The pixels for which `holds` is true, in row order.
fn cells(rows: &Rows, holds: impl Fn(usize, usize) -> bool) -> Vec<Cell> {
    let all = rows.iter().enumerate().flat_map(|(row, r)| (0..r.len()).map(move |column| Cell { row, column }));
    all.filter(|c| rows[c.row][c.column] && holds(c.column, c.row)).collect()
}

#[test]
fn masks_with_an_offset() {
    let rng = &mut StdRng::seed_from_u64(1);
    let sides = [0, 1, 2, 5, 17, 63, 64, 65, 129];
    let mut touching = 0;
    for case in 0..10_000 {
        let (a, b) = (any_rows(rng, &sides), any_rows(rng, &sides));
        let offset = match rng.random_range(0..10) {
            0 => (i32::MAX, i32::MIN),
            1 => (64 * rng.random_range(-2..3), rng.random_range(-3..3)),
            _ => (rng.random_range(-140..140), rng.random_range(-20..20)),
        };
        let beside = |column: usize, row: usize| {
            solid(&b, column as i64 - i64::from(offset.0), row as i64 - i64::from(offset.1))
        };
        let all = cells(&a, beside);
        let (m, n) = (mask(&a, 1.0), mask(&b, 0.5));
        assert_eq!(m.overlap_count(&n, offset), all.len(), "case {case}");
        assert_eq!(m.first_touch(&n, offset), all.first().copied(), "case {case}");
        touching += usize::from(!all.is_empty());
    }
    assert!(touching > 500, "{touching}");
}

/// The pixels of `a` whose centre, in the frame of `b` at `pose`, lies in a solid pixel there: pixel by pixel.
fn cells_at((a, m): (&Rows, &Mask), (b, n): (&Rows, &Mask), pose: Pose) -> Vec<Cell> {
    let wide = |v: f32| f64::from(v);
    let (o, q, s, t) = (m.origin(), n.origin(), wide(m.pixel()), wide(n.pixel()));
    let inside = |column: usize, row: usize| {
        let x = wide(o.x) + (column as f64 + 0.5) * s - wide(pose.p.x);
        let y = wide(o.y) + (a.len() as f64 - row as f64 - 0.5) * s - wide(pose.p.y);
        let (c, s) = (wide(pose.q.c), wide(pose.q.s));
        let (u, v) = ((c * x + s * y - wide(q.x)) / t, (c * y - s * x - wide(q.y)) / t);
        solid(b, u.floor() as i64, (b.len() as i64 - 1).saturating_sub(v.floor() as i64))
    };
    cells(a, inside)
}

#[test]
fn masks_that_are_turned() {
    let rng = &mut StdRng::seed_from_u64(2);
    let sides = [0, 1, 2, 9, 63, 64, 65, 70];
    let mut touching = 0;
    for case in 0..10_000 {
        let (a, b) = (any_rows(rng, &sides), any_rows(rng, &sides));
        let mut size = || [0.25, 1.0, 0.1, 3.0][rng.random_range(0..4)];
        let (s, t) = (size(), size());
        let mut spot = |far: f32| vec2(rng.random_range(-far..far), rng.random_range(-far..far));
        let (m, n) = (mask(&a, s).at(spot(5.0)).unwrap(), mask(&b, t).at(spot(5.0).round()).unwrap());
        let p = match case % 4 {
            0 => (2.0 * spot(20.0)).round() / 2.0,
            1 => spot(1.0e5),
            _ => m.bounds().center() - n.bounds().center() + spot(20.0),
        };
        let angle = [0.0, 0.25, 0.5, 1.0, rng.random_range(-1.0..1.0)][case % 5] * std::f32::consts::PI;
        let pose = Pose::new(p, angle);
        let all = cells_at((&a, &m), (&b, &n), pose);
        assert_eq!(m.overlap_count_at(&n, pose), all.len(), "case {case}, {pose:?}");
        assert_eq!(m.first_touch_at(&n, pose), all.first().copied(), "case {case}");
        touching += usize::from(!all.is_empty());
    }
    assert!(touching > 500, "{touching}");
}

#[test]
fn large_parts_that_are_turned() {
    let rng = &mut StdRng::seed_from_u64(5);
    let mut touching = 0;
    for case in 0..10_000 {
        // Large enough for whole words and blocks of solid or empty pixels.
        let mut side = || if case % 50 == 0 { rng.random_range(100..300) } else { rng.random_range(12..80) };
        let (i, j) = (side(), side());
        let (a, b) = (blobs(rng, i), blobs(rng, j));
        let (s, t) = ([1.0, 0.5, 1.0][case % 3], [1.0, 0.3, 2.0, 0.01][rng.random_range(0..4)]);
        let (m, n) = (mask(&a, s), mask(&b, t));
        let pose = {
            let mut real = |far: f32| rng.random_range(-far..far);
            let q = match case % 8 {
                0 => Pose::new(Vec2::ZERO, [0.0, 0.5, 1.0, -0.5][case / 8 % 4] * std::f32::consts::PI).q,
                // Hardly turned, and turned and stretched, which is no pose of a body.
                1 => Pose::new(Vec2::ZERO, real(1.0e-3)).q,
                2 => Rot { c: real(3.0), s: real(3.0) },
                _ => Pose::new(Vec2::ZERO, real(3.2)).q,
            };
            let near = m.bounds().center() - q.rotate(n.bounds().center()) + vec2(real(30.0), real(30.0));
            Pose { p: if case % 2 == 0 { (2.0 * near).round() / 2.0 } else { near }, q }
        };
        let all = cells_at((&a, &m), (&b, &n), pose);
        assert_eq!(m.overlap_count_at(&n, pose), all.len(), "case {case}, {pose:?}");
        assert_eq!(m.first_touch_at(&n, pose), all.first().copied(), "case {case}");
        touching += usize::from(!all.is_empty());
    }
    assert!(touching > 2_000, "{touching}");
}

#[test]
fn masks_of_all_sizes_that_are_turned() {
    // Pixels a million times as large as the other's, far away, and invalid poses: still pixel by pixel.
    let rng = &mut StdRng::seed_from_u64(6);
    for case in 0..2_000 {
        let (a, b) = (any_rows(rng, &[1, 3, 70]), any_rows(rng, &[1, 5, 66]));
        let mut size = || [1.0e-4, 1.0, 1.0e3][rng.random_range(0..3)];
        let (s, t) = (size(), size());
        let mut spot = |far: f32| vec2(rng.random_range(-far..far), rng.random_range(-far..far));
        let (m, n) = (mask(&a, s).at(20.0 * s * spot(1.0)).unwrap(), mask(&b, t).at(20.0 * t * spot(1.0)).unwrap());
        let q = match case % 4 {
            0 => Rot { c: spot(1.0e-6).x, s: spot(1.0e-6).x },
            1 => Rot { c: spot(1.0e9).x, s: 0.0 },
            2 => Rot { c: 0.0, s: 0.0 },
            _ => Pose::new(Vec2::ZERO, spot(3.2).x).q,
        };
        let pose = Pose { p: m.bounds().center() + [s, t, 1.0e30][case % 3] * spot(20.0), q };
        let all = cells_at((&a, &m), (&b, &n), pose);
        assert_eq!(m.overlap_count_at(&n, pose), all.len(), "case {case}, {s} {t} {pose:?}");
        assert_eq!(m.first_touch_at(&n, pose), all.first().copied(), "case {case}");
    }
}

/// All rings, without repeating the first corner.
fn rings(contours: &[MaskContour]) -> Vec<&Vec<Vec2>> {
    contours.iter().flat_map(|c| std::iter::once(&c.outer).chain(&c.holes)).collect()
}

fn edges<'a>(rings: &'a [&'a Vec<Vec2>]) -> impl Iterator<Item = (usize, usize, Vec2, Vec2)> + 'a {
    rings
        .iter()
        .enumerate()
        .flat_map(|(r, ring)| (0..ring.len()).map(move |i| (r, i, ring[i], ring[(i + 1) % ring.len()])))
}

/// Whether a point lies inside, by counting edges above it.
fn inside(rings: &[&Vec<Vec2>], p: Vec2) -> bool {
    let crosses =
        |a: Vec2, b: Vec2| (a.x <= p.x) != (b.x <= p.x) && a.y + (p.x - a.x) / (b.x - a.x) * (b.y - a.y) > p.y;
    edges(rings).filter(|(_, _, a, b)| crosses(*a, *b)).count() % 2 == 1
}

/// Whether no two edges meet but at common corners. The corners are small whole numbers, so this is exact.
fn apart(rings: &[&Vec<Vec2>]) -> bool {
    let side = |a: Vec2, b: Vec2, p: Vec2| (b - a).perp_dot(p - a);
    let on = |a: Vec2, b: Vec2, p: Vec2| side(a, b, p) == 0.0 && (p - a).dot(p - b) < 0.0;
    let all: Vec<_> = edges(rings).collect();
    all.iter().enumerate().all(|(i, &(_, _, a, b))| {
        all[i + 1..].iter().all(|&(_, _, c, d)| {
            let cross = side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0;
            let same = (a == c && b == d) || (a == d && b == c);
            !(cross || same || on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b))
        })
    })
}

fn distance(p: Vec2, rings: &[&Vec<Vec2>]) -> f32 {
    let to = |a: Vec2, b: Vec2| {
        let e = b - a;
        (p - a - ((p - a).dot(e) / e.length_squared()).clamp(0.0, 1.0) * e).length()
    };
    edges(rings).map(|(_, _, a, b)| to(a, b)).fold(f32::MAX, carom_math::min)
}

#[test]
fn contours_enclose_exactly_the_solid_pixels() {
    let rng = &mut StdRng::seed_from_u64(3);
    for case in 0..10_000 {
        let rows = any_rows(rng, &[0, 1, 2, 3, 7, 12, 65]);
        let mask = mask(&rows, 1.0);
        let contours = mask.contours(0.0).unwrap();
        let area: f64 = contours.iter().map(MaskContour::area).sum();
        assert_eq!(area, mask.count() as f64, "case {case}");
        assert!(contours.iter().all(|c| c.area() > 0.0));
        let rings = rings(&contours);
        if case % 10 == 0 {
            assert!(apart(&rings), "case {case}");
            for (row, pixels) in rows.iter().enumerate() {
                for (column, &solid) in pixels.iter().enumerate() {
                    // Off the middle, so that no ray goes through a corner of a saddle.
                    let p = mask.center(column, row) + vec2(0.1, 0.2);
                    assert_eq!(inside(&rings, p), solid, "case {case}, {column}, {row}");
                }
            }
            // Each part alone holds its own pixels, so each hole has found its part.
            let parts: usize = contours.iter().map(|c| c.area() as usize).sum();
            let held = |c: &MaskContour| {
                let own = self::rings(std::slice::from_ref(c));
                cells(&rows, |x, y| inside(&own, mask.center(x, y) + vec2(0.1, 0.2))).len()
            };
            assert_eq!(parts, contours.iter().map(held).sum::<usize>(), "case {case}");
        }
    }
}

/// A picture with smooth outlines: discs and rings, some of them cut out.
fn blobs(rng: &mut StdRng, side: usize) -> Rows {
    let mut rows = vec![vec![false; side]; side];
    for _ in 0..rng.random_range(1..9) {
        let far = side as f32;
        let (x, y, r) = (rng.random_range(0.0..far), rng.random_range(0.0..far), rng.random_range(0.5..0.4 * far));
        let (fill, hollow) = (rng.random_bool(0.7), rng.random_range(0.0..1.0_f32));
        for (j, row) in rows.iter_mut().enumerate() {
            for (i, pixel) in row.iter_mut().enumerate() {
                let d = vec2(i as f32 - x, j as f32 - y).length();
                if d < r && d >= hollow * r - 1.0 {
                    *pixel = fill;
                }
            }
        }
    }
    rows
}

#[test]
fn simple_contours_cross_nothing_and_stay_near() {
    let rng = &mut StdRng::seed_from_u64(4);
    let (mut exact_corners, mut corners) = (0, 0);
    for case in 0..10_000 {
        let side = if case % 100 == 0 { 65 } else { rng.random_range(2..14) };
        let rows = if rng.random_bool(0.5) { blobs(rng, side) } else { any_rows(rng, &[1, 3, 9, 12]) };
        let mask = mask(&rows, 1.0);
        let tolerance = [0.5, 0.8, 1.5, 4.0, 1000.0][case % 5];
        let (exact, simple) = (mask.contours(0.0).unwrap(), mask.contours(tolerance).unwrap());
        let (before, after) = (rings(&exact), rings(&simple));
        assert_eq!(before.len(), after.len(), "case {case}: no ring is lost");
        assert!(apart(&after), "case {case}, {tolerance}: {rows:?} {exact:?} {simple:?}");
        for (old, new) in exact.iter().zip(&simple) {
            assert!(new.area() > 0.0 && old.holes.len() == new.holes.len(), "case {case}");
            let outer = [&new.outer];
            for hole in &new.holes {
                let holes = [hole];
                assert!(hole.len() >= 3 && MaskContour { outer: hole.clone(), holes: vec![] }.area() < 0.0);
                // A hole's corner may lie on the outer ring at a saddle; then another one does not.
                let middle = |i: usize| 0.5 * (hole[i] + hole[(i + 1) % hole.len()]);
                assert!((0..hole.len()).all(|i| inside(&outer, middle(i))), "case {case}: a hole has left");
                let others: Vec<_> = new.holes.iter().filter(|h| *h != hole).collect();
                assert!(others.iter().all(|o| !inside(&holes, 0.5 * (o[0] + o[1]))), "case {case}: hole in a hole");
            }
        }
        for (old, new) in before.iter().zip(&after) {
            for &corner in old.iter() {
                assert!(distance(corner, &[new]) <= 2.0 * tolerance + 1e-4, "case {case}");
            }
            (exact_corners, corners) = (exact_corners + old.len(), corners + new.len());
        }
    }
    assert!(3 * corners < 2 * exact_corners, "{corners} of {exact_corners}");
}

#[test]
fn a_disc_has_a_simple_contour() {
    let disc: Rows =
        (0..200).map(|y| (0..200).map(|x| (x - 100_i32).pow(2) + (y - 100_i32).pow(2) < 8100).collect()).collect();
    let contours = mask(&disc, 0.01).contours(0.01).unwrap();
    assert_eq!((contours.len(), contours[0].holes.len()), (1, 0));
    assert!(contours[0].outer.len() <= 40, "{} corners", contours[0].outer.len());
    assert!((contours[0].area() / (std::f64::consts::PI * 0.81) - 1.0).abs() < 0.02);
}

#[test]
fn saddles_keep_pixels_apart() {
    let rows = vec![vec![true, false], vec![false, true]];
    let contours = mask(&rows, 2.0).contours(0.0).unwrap();
    assert_eq!(contours.len(), 2);
    assert_eq!(contours[0].outer.len(), 4);
    assert_eq!(contours[0].area() + contours[1].area(), 8.0);
    // The empty middle of a diamond belongs to the outside.
    let diamond = vec![vec![false, true, false], vec![true, false, true], vec![false, true, false]];
    assert_eq!(mask(&diamond, 1.0).contours(0.0).unwrap().len(), 4);
    let ring = vec![vec![true; 3], vec![true, false, true], vec![true; 3]];
    let contours = mask(&ring, 1.0).contours(0.0).unwrap();
    assert_eq!((contours.len(), contours[0].holes.len(), contours[0].area()), (1, 1, 8.0));
}

#[test]
fn sides_of_a_word_and_about() {
    for width in [1, 63, 64, 65, 128] {
        let full = mask(&vec![vec![true; width]; 2], 1.0);
        assert_eq!(full.count(), 2 * width);
        let last = width as i32 - 1;
        assert_eq!(full.first_touch(&full, (last, -1)), Some(Cell { row: 0, column: width - 1 }));
        assert_eq!(full.overlap_count(&full, (-last, 1)), 1);
        assert_eq!(full.first_touch(&full, (width as i32, 0)), None);
        assert_eq!(full.contours(0.0).unwrap()[0].outer.len(), 4);
        assert_eq!(full.overlap_count_at(&full, Pose::IDENTITY), 2 * width);
    }
}

#[test]
fn a_picture_of_dust_has_no_contour() {
    let side = 4200;
    let dust: Vec<u8> = (0..side * side).map(|i| u8::from((i % side + i / side) % 2 == 0)).collect();
    let mask = Mask::from_bytes(&dust, side, 1, 1.0).unwrap();
    let error = mask.contours(1.0).unwrap_err();
    assert!(error.to_string().starts_with("corners: "), "{error}");
    assert_eq!(mask.overlap_count(&mask, (1, 0)), 0);
    assert_eq!(mask.overlap_count(&mask, (1, 1)), (side - 1) * (side - 1) / 2 + 1);
}

#[test]
fn what_is_wrong_is_said() {
    let empty = Mask::from_rows::<Vec<bool>>(&[], 1.0).unwrap();
    assert!(empty.is_empty() && empty.contours(1.0).unwrap().is_empty());
    assert_eq!(empty.first_touch_at(&empty, Pose::IDENTITY), None);
    let ragged = Mask::from_rows(&[vec![true; 3], vec![true; 2]], 1.0).unwrap_err();
    assert_eq!(ragged, ShapeError::Ragged { row: 1, count: 2, needed: 3 });
    assert_eq!(ragged.to_string(), "rows[1]: 2 given where a row has 3");
    assert_eq!(Mask::from_bytes(&[1; 7], 3, 1, 1.0).unwrap_err(), ShapeError::Ragged { row: 2, count: 1, needed: 3 });
    assert!(Mask::from_bytes(&[1], 0, 1, 1.0).is_err() && Mask::from_rgba(&[1; 8], usize::MAX, 1, 1.0).is_err());
    let wide = Mask::from_bytes(&[0; MAX_MASK_SIDE + 1], MAX_MASK_SIDE + 1, 1, 1.0).unwrap_err();
    assert!(matches!(wide, ShapeError::TooMany { field: "width", .. }), "{wide}");
    for pixel in [0.0, -1.0, f32::NAN, f32::INFINITY, 1.0e-6, 9.0e5] {
        assert!(Mask::from_bytes(&[1; 4], 2, 1, pixel).is_err(), "{pixel}");
    }
    let one = Mask::from_bytes(&[200, 100], 2, 128, 1.0).unwrap();
    assert_eq!((one.count(), one.is_solid(0, 0), one.is_solid(1, 0), one.is_solid(9, 9)), (1, true, false, false));
    assert!(one.clone().at(vec2(f32::NAN, 0.0)).is_err() && one.clone().at(vec2(1.0e6, 0.0)).is_err());
    for bad in [f32::NAN, -1.0, f32::INFINITY] {
        assert!(one.contours(bad).is_err());
        assert_eq!(one.first_touch_at(&one, Pose { p: vec2(bad.sqrt(), 0.0), ..Pose::IDENTITY }), None);
    }
    let rgba = Mask::from_rgba(&[0, 0, 0, 255, 9, 9, 9, 10], 2, 128, 1.0).unwrap();
    assert!(rgba.is_solid(0, 0) && !rgba.is_solid(1, 0));
    assert!(one.contains_point(vec2(0.5, 0.5)) && !one.contains_point(vec2(1.5, 0.5)));
}

#[test]
fn outlines_of_masks_are_bodies() {
    let rng = &mut StdRng::seed_from_u64(9);
    for case in 0..300 {
        let rows = any_rows(rng, &[1, 2, 5, 17, 40]);
        let mask = mask(&rows, 0.25);
        let outlines = mask.outlines(0.0).unwrap();
        let area: f64 = outlines.iter().map(carom_shapes::Outline::area).sum();
        assert_eq!(area, mask.count() as f64 * 0.0625, "case {case}");
        // Simplified ones are outlines as well.
        assert!(mask.outlines(0.3).unwrap().iter().all(|outline| outline.area() > 0.0), "case {case}");
    }
    assert!(mask(&vec![vec![true]], 1.0).outlines(f32::NAN).is_err());
}
