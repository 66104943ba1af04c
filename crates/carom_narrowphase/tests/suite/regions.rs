//! Outlines with a hole and tile grids as whole shapes, in both ways in which grids collide; the reference uses rings
//! and cells, in f64.

use crate::brute::{P, Solid, core_distance, point_edge};
use crate::random::Random;
use carom_math::{Pose, Vec2, vec2};
use carom_narrowphase::{
    closest_point_shape, contains_point_shape, overlap_shapes, ray_cast_shape, separation_shapes, shape_cast,
};
use carom_shapes::{Outline, Shape, TileGrid};

/// Bound on the rounding at coordinates of some 10 m [m].
const ROUNDING: f64 = 1.0e-5;

/// The part of the world that a shape fills.
struct Region {
    /// Convex parts of cells, and those of the empty space about them.
    solid: Vec<Solid>,
    empty: Vec<Solid>,
    /// Rings, if there are any.
    rings: Vec<Solid>,
}

impl Region {
    fn contains(&self, p: P) -> bool {
        let passes = |ring: &Solid| {
            let crossed =
                |(a, b): &(P, P)| (a.1 <= p.1) != (b.1 <= p.1) && a.0 + (p.1 - a.1) / (b.1 - a.1) * (b.0 - a.0) > p.0;
            ring.edges().filter(crossed).count() % 2 == 1
        };
        self.rings.iter().filter(|ring| passes(ring)).count() == 1 || self.solid.iter().any(|s| s.core_contains(p))
    }

    /// Distance of `p` from the border, negative inside.
    fn signed(&self, p: P) -> f64 {
        let inside = self.contains(p);
        let of_rings = self.rings.iter().flat_map(Solid::edges).map(|(v, w)| point_edge(p, v, w));
        let other = if inside { &self.empty } else { &self.solid };
        let of_cells = other.iter().map(|s| s.core_distance_to(p));
        let distance = of_rings.chain(of_cells).fold(f64::INFINITY, f64::min);
        if inside { -distance } else { distance }
    }

    /// Distance of a piece; 0 or less if it overlaps.
    fn distance(&self, piece: &Solid) -> f64 {
        if self.contains(piece.corners[0]) {
            return 0.0;
        }
        let line = |(v, w): (P, P)| Solid { corners: vec![v, w], radius: 0.0 };
        let of_rings = self.rings.iter().flat_map(Solid::edges).map(|edge| core_distance(&line(edge), piece));
        let of_cells = self.solid.iter().map(|s| core_distance(s, piece));
        of_rings.chain(of_cells).fold(f64::INFINITY, f64::min) - piece.radius
    }

    /// The first fraction at which a ray meets the border, from outside.
    fn first(&self, from: P, to: P) -> f64 {
        let d = to - from;
        let hit = |(v, w): (P, P)| {
            let e = w - v;
            let (t, u) = ((v - from).cross(e) / d.cross(e), (v - from).cross(d) / d.cross(e));
            if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) { t } else { f64::INFINITY }
        };
        self.rings.iter().chain(&self.solid).flat_map(Solid::edges).map(hit).fold(f64::INFINITY, f64::min)
    }
}

fn placed(corners: impl IntoIterator<Item = Vec2>, pose: Pose) -> Solid {
    let (c, s) = (f64::from(pose.q.c), f64::from(pose.q.s));
    let place = |v: Vec2| {
        let v = P::of(v);
        P(c * v.0 - s * v.1, s * v.0 + c * v.1) + P::of(pose.p)
    };
    Solid { corners: corners.into_iter().map(place).collect(), radius: 0.0 }
}

/// A star about a point with a hole like a star.
fn outline(random: &mut Random, pose: Pose) -> (Shape, Region) {
    let mut ring = |low: f32, high: f32| -> Vec<Vec2> {
        (0..11)
            .map(|i| {
                let (s, c) = carom_math::sin_cos(i as f32 * (2.0 * carom_math::PI / 11.0));
                random.real(low, high) * vec2(c, s)
            })
            .collect()
    };
    let (outer, hole) = (ring(1.0, 3.0), ring(0.1, 0.8));
    let rings = [&outer, &hole].map(|ring| placed(ring.iter().copied(), pose)).to_vec();
    let shape = Shape::Outline(Outline::with_holes(&outer, &[hole]).unwrap());
    (shape, Region { solid: Vec::new(), empty: Vec::new(), rings })
}

/// The corners of the solid and of the empty part of a cell of side 1.
fn parts(tile: char) -> [Vec<Vec2>; 2] {
    let [a, b, c, d] = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
    match tile {
        '#' => [vec![a, b, c, d], vec![]],
        '/' => [vec![a, b, c], vec![a, c, d]],
        '\\' => [vec![a, b, d], vec![b, c, d]],
        'F' => [vec![a, c, d], vec![a, b, c]],
        '7' => [vec![b, c, d], vec![a, b, d]],
        _ => [vec![], vec![a, b, c, d]],
    }
}

fn grid(random: &mut Random, pose: Pose) -> (Shape, Region) {
    let mut region = Region { solid: Vec::new(), empty: Vec::new(), rings: Vec::new() };
    let rows: Vec<String> =
        (0..4).map(|_| (0..5).map(|_| ['#', '#', '.', '/', '\\', 'F', '7'][random.below(7)]).collect()).collect();
    for up in -1_i32..=4 {
        for column in -1_i32..=5 {
            let row = usize::try_from(3 - up).ok().and_then(|row| rows.get(row));
            let tile = usize::try_from(column).ok().and_then(|column| row?.chars().nth(column)).unwrap_or('.');
            let corner = vec2(column as f32, up as f32);
            let [solid, empty] = parts(tile).map(|part| placed(part.into_iter().map(|v| corner + v), pose));
            region.solid.extend(Some(solid).filter(|s| !s.corners.is_empty()));
            region.empty.extend(Some(empty).filter(|s| !s.corners.is_empty()));
        }
    }
    let grid = TileGrid::from_rows(&rows, 1.0).unwrap();
    let grid = if random.below(2) == 0 { grid.solid().unwrap() } else { grid };
    (Shape::TileGrid(grid), region)
}

/// Whether the shape collides by lines, inside of which a body may be.
fn is_border(shape: &Shape) -> bool {
    matches!(shape, Shape::TileGrid(grid) if !grid.is_solid())
}

fn check(random: &mut Random, shape: &Shape, pose: Pose, region: &Region) -> [bool; 3] {
    let mut place = || pose.transform_point(vec2(random.real(-3.5, 6.5), random.real(-3.5, 5.5)));
    let (p, from, to, middle) = (place(), place(), place(), place());
    // Points.
    let truth = region.signed(P::of(p));
    let says = format!("{shape:?} {pose:?} {p} {truth}");
    let inside = contains_point_shape(shape, pose, p);
    assert!(inside == (truth < 0.0) || truth.abs() < ROUNDING, "{says}");
    let closest = closest_point_shape(shape, pose, p);
    let lone = matches!(shape, Shape::TileGrid(grid) if grid.cells().count() == 0);
    assert!(lone || (f64::from(closest.distance) - truth).abs() < ROUNDING, "{says} {closest:?}");
    assert!(lone || region.signed(P::of(closest.point)).abs() < ROUNDING, "{says} {closest:?}");
    // Rays.
    let truth = region.first(P::of(from), P::of(to));
    let starts_inside = region.contains(P::of(from));
    let hit = ray_cast_shape(shape, pose, from, to);
    let says = format!("{shape:?} {pose:?} {from} {to} {hit:?} {truth}");
    match hit {
        Some(hit) if starts_inside => assert!(hit.hit.fraction == 0.0 || is_border(shape), "{says}"),
        Some(hit) => assert!((f64::from(hit.hit.fraction) - truth).abs() < ROUNDING, "{says}"),
        None => assert!(is_border(shape) && starts_inside || truth > 1.0, "{says}"),
    }
    // Another shape.
    let mover = Shape::Polygon(random.polygon());
    let there = Pose::new(middle, random.real(-3.0, 3.0));
    let solid = Solid::of(&mover.piece(0), there);
    let truth = region.distance(&solid);
    let (one, other) = (overlap_shapes(shape, pose, &mover, there), overlap_shapes(&mover, there, shape, pose));
    let says = format!("{shape:?} {pose:?} {mover:?} {there:?} {one} {truth}");
    assert!(truth.abs() < ROUNDING || one == (truth <= 0.0) && one == other, "{says}");
    if truth > 0.0 {
        let apart = f64::from(separation_shapes(shape, pose, &mover, there).distance.distance);
        assert!(lone || (apart - truth).abs() < ROUNDING, "{says} {apart}");
        let way = to - from;
        let met = shape_cast(&mover, there, way, shape, pose);
        let at = |t: f32| region.distance(&Solid::of(&mover.piece(0), Pose { p: there.p + t * way, ..there }));
        let end = met.map_or(1.0, |met| met.fraction);
        assert!((0..10).all(|i| at(0.1 * i as f32 * end) > -ROUNDING), "late: {says} {way} {met:?}");
        assert!(met.is_none_or(|met| at(met.fraction) < 1.0e-3 + ROUNDING), "early: {says} {way} {met:?}");
    }
    [inside, hit.is_some(), one]
}

#[test]
fn outlines_and_grids_are_where_their_rings_and_cells_are() {
    let mut random = Random::new(150);
    let mut counts = [0; 3];
    for case in 0..10_000 {
        let pose = random.pose(5.0);
        let make = if case % 2 == 0 { outline } else { grid };
        let (shape, region) = make(&mut random, pose);
        let yes = check(&mut random, &shape, pose, &region);
        counts.iter_mut().zip(yes).for_each(|(count, yes)| *count += usize::from(yes));
    }
    assert!(counts.iter().all(|count| (1_000..9_000).contains(count)), "{counts:?}");
}

#[test]
fn two_grids_overlap_where_their_cells_do() {
    let mut random = Random::new(151);
    let mut yes = 0;
    for _ in 0..10_000 {
        let (pose, there) = (random.pose(1.0), random.pose(8.0));
        let ((a, of_a), (b, of_b)) = (grid(&mut random, pose), grid(&mut random, there));
        let truth = of_b.solid.iter().map(|s| of_a.distance(s)).fold(f64::INFINITY, f64::min);
        let found = overlap_shapes(&a, pose, &b, there);
        assert!(truth > 0.0 && truth < ROUNDING || found == (truth <= 0.0), "{a:?} {b:?} {pose:?} {there:?} {truth}");
        yes += usize::from(found);
    }
    assert!((2_000..8_000).contains(&yes), "{yes}");
}
