//! Rays along the faces between separate pieces that were laid side by side: no gap of rounding lets one through, and a
//! gap that is wider does.

use crate::brute::P;
use crate::random::Random;
use carom_math::{Aabb, Pose, Rot, Vec2, vec2};
use carom_narrowphase::{ray_cast_aabb, ray_cast_box, ray_cast_shape, ray_cast_tiles};
use carom_shapes::{Capsule, OrientedBox, Polygon, Segment, Shape, TileGrid};

/// Pieces of a wall, each `step` [m] of it wide and in the middle of its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Brick {
    Box,
    Rounded,
    /// Its long side on the next one's.
    Capsule,
    /// Its end at the next one's.
    Segment,
}

impl Brick {
    fn shape(self, step: f32, height: f32) -> Shape {
        match self {
            Self::Box => Shape::Polygon(Polygon::rect(step, height).unwrap()),
            Self::Rounded => {
                let radius = 0.1 * step;
                Shape::Polygon(Polygon::rect(step - 2.0 * radius, height).unwrap().rounded(radius).unwrap())
            }
            Self::Capsule => {
                Shape::Capsule(Capsule::new(vec2(0.0, -0.5 * height), vec2(0.0, 0.5 * height), 0.5 * step).unwrap())
            }
            Self::Segment => Shape::Segment(Segment::new(vec2(-0.5 * step, 0.0), vec2(0.5 * step, 0.0)).unwrap()),
        }
    }
}

/// A frame with its numbers rounded to f32, as a user has them.
fn frame(random: &mut Random, far: f32) -> Pose {
    let q = match random.below(3) {
        0 => Rot::IDENTITY,
        1 => Rot { c: 0.0, s: 1.0 },
        _ => Rot::from_angle(random.real(-3.2, 3.2)),
    };
    Pose { p: if far > 0.0 { random.place(far) } else { Vec2::ZERO }, q }
}

/// The distance of the ray from the nearer of two faces of bricks of width `step` at `poses`, halfway along it [m].
fn gap(poses: [Pose; 2], step: f32, from: Vec2, to: Vec2) -> f64 {
    let beside = poses.map(|pose| {
        let across = |p: Vec2| (P::of(p) - P::of(pose.p)).dot(P(f64::from(pose.q.c), f64::from(pose.q.s)));
        (0.5 * (across(from) + across(to))).abs() - 0.5 * f64::from(step)
    });
    beside[0].min(beside[1])
}

/// The distance within which a ray touches a piece that it passes [m].
///
/// Two pieces that a user lays side by side share a face at some place x. Let u be half of a unit in the last place of
/// the greatest coordinate. The place of the piece is wrong by u, its corner by u, an end of the ray by u, and the end
/// in the piece's frame by u again. So a face and a ray that coincide in truth are up to 4 u apart: two units, eps
/// each. A pose that is turned mixes both axes, and its cosine and sine are wrong by half of eps, which moves what is
/// `turned` away from the place. An exact bound, 0, would let a ray through between any two such pieces.
pub fn rounding(pose: Pose, from: Vec2, to: Vec2) -> f64 {
    let unit = 2.0 * f64::from(f32::EPSILON);
    let (c, s) = (f64::from(pose.q.c.abs()), f64::from(pose.q.s.abs()));
    let far = from.abs().max(to.abs()).max(pose.p.abs());
    let (x, y) = (f64::from(far.x), f64::from(far.y));
    let arm = (from - pose.p).abs().max((to - pose.p).abs()).max_element();
    let turned = if c * s == 0.0 { 0.0 } else { f64::from(arm) };
    unit * (P(c * x + s * y, s * x + c * y).length() + std::f64::consts::SQRT_2 * turned)
}

/// A bound on the gap between two pieces at a seam [m]: places and corners, without what the ray is rounded by. A place
/// that was made from larger numbers may be farther off.
fn seam(poses: [Pose; 2], from: Vec2, to: Vec2) -> f64 {
    let Rot { c, s } = poses[0].q;
    let far = [from, to, poses[0].p, poses[1].p].iter().fold(Vec2::ZERO, |far, p| far.max(p.abs()));
    1.5 * f64::from(f32::EPSILON) * f64::from(c.abs() * far.x + s.abs() * far.y)
}

#[test]
fn no_ray_slips_between_pieces_side_by_side() {
    let mut random = Random::new(147);
    let (mut slipped, mut wide) = (0, 0);
    for case in 0..20_000 {
        let k = random.log_real(1.0e-3, 1.0e3);
        let frame = frame(&mut random, k * [0.0, 1.0, 100.0][case % 3]);
        let (step, height) = (k * random.real(0.2, 2.0), k * random.real(0.2, 2.0));
        let brick = [Brick::Box, Brick::Rounded, Brick::Capsule, Brick::Segment][random.below(4)];
        let shape = brick.shape(step, height);
        // The seam between bricks i and i + 1, by a ray along it that is longer than they are, to either side.
        let i = random.below(40) as f32;
        let poses = [i, i + 1.0].map(|i| Pose { p: frame.transform_point(vec2(i * step, 0.0)), q: frame.q });
        let (x, far) = ((i + 0.5) * step, height + k * random.log_real(0.5, 30.0));
        let far = if random.below(2) == 0 { far } else { -far };
        let (from, to) = (frame.transform_point(vec2(x, far)), frame.transform_point(vec2(x, -far)));
        if gap(poses, step, from, to) > seam(poses, from, to) {
            wide += 1;
            continue;
        }
        let hits = poses.map(|pose| ray_cast_shape(&shape, pose, from, to));
        let first = hits.iter().flatten().next();
        slipped += usize::from(first.is_none());
        if let Some(found) = first {
            let hit = found.hit;
            let says = format!("{brick:?} {step} {height} {frame:?} {from} {to} {hit:?}");
            let top = if brick == Brick::Segment { 0.0 } else { 0.5 * height };
            let at = frame.inverse_transform_point(hit.point).y * far.signum();
            let rounding = 1.0e-6 * (from.abs().max_element() + to.abs().max_element() + 40.0 * step);
            // On the seam, from the beginning of the faces on.
            let beyond = if matches!(brick, Brick::Rounded | Brick::Capsule) { 0.5 * step } else { 0.0 };
            assert!(at.abs() <= top + rounding + beyond, "{at} {top}: {says}");
            assert!((hit.normal.length() - 1.0).abs() < 1.0e-5, "{says}");
            assert!(hit.normal.dot(to - from) <= 1.0e-5 * (to - from).length(), "{says}");
        }
    }
    assert!(slipped == 0 && wide < 1_000, "{slipped} slipped, {wide} gaps are wider than rounding");
}

#[test]
fn no_ray_slips_between_bare_boxes() {
    let mut random = Random::new(148);
    let (mut slipped, mut wide) = ([0, 0], [0, 0]);
    for case in 0..10_000 {
        let k = random.log_real(1.0e-3, 1.0e3);
        let frame = frame(&mut random, k * [0.0, 1.0, 100.0][case % 3]);
        let (step, height, i) = (k * random.real(0.2, 2.0), k * random.real(0.2, 2.0), random.below(40) as f32);
        let ends = [2.0 * height, -2.0 * height].map(|y| vec2((i + 0.5) * step, y));
        let turned = [i, i + 1.0].map(|i| {
            let pose = Pose { p: frame.transform_point(vec2(i * step, 0.0)), q: frame.q };
            OrientedBox::new(pose, step, height)
        });
        let [from, to] = ends.map(|end| frame.transform_point(end));
        let poses = turned.map(|a| a.pose);
        let wider = gap(poses, step, from, to) > seam(poses, from, to);
        wide[0] += usize::from(wider);
        slipped[0] += usize::from(!wider && turned.iter().all(|a| ray_cast_box(a, from, to).is_none()));
        let flat = [i, i + 1.0].map(|i| {
            let center = frame.p + vec2(i * step, 0.0);
            Aabb::new(center - 0.5 * vec2(step, height), center + 0.5 * vec2(step, height))
        });
        let [from, to] = ends.map(|end| frame.p + end);
        let beside = carom_math::min(from.x - flat[0].max.x, flat[1].min.x - from.x);
        let wider = beside > 1.5 * f32::EPSILON * from.x.abs();
        wide[1] += usize::from(wider);
        slipped[1] += usize::from(!wider && flat.iter().all(|a| ray_cast_aabb(a, from, to).is_none()));
    }
    assert!(slipped == [0, 0] && wide[0] + wide[1] < 1_000, "{slipped:?} slipped, {wide:?} gaps are wide");
    assert_eq!(ray_cast_aabb(&Aabb::EMPTY, Vec2::ZERO, Vec2::X), None);
}

#[test]
fn no_ray_slips_through_a_grid_of_tiles() {
    let mut random = Random::new(149);
    for case in 0..10_000 {
        let cell = random.log_real(1.0e-3, 1.0e3);
        let (columns, rows) = (2 + random.below(6), 2 + random.below(6));
        let solid: Vec<bool> = (0..columns * rows).map(|_| random.below(3) > 0).collect();
        let cells: Vec<&[bool]> = solid.chunks(columns).collect();
        let text: Vec<String> =
            cells.iter().map(|row| row.iter().map(|s| if *s { '#' } else { '.' }).collect()).collect();
        let origin = cell * [0.0, 1.0, 100.0][case % 3] * random.place(1.0);
        let Ok(grid) = TileGrid::from_text(&text.join("\n"), cell).and_then(|grid| grid.at(origin)) else { continue };
        // Along an upright line of the grid, with a solid cell on at least one side of it.
        let line = random.below(columns + 1);
        let beside = |column: usize| column < columns && cells.iter().any(|row| row[column]);
        let wanted = beside(line) || (line > 0 && beside(line - 1));
        let x = origin.x + line as f32 * cell;
        let (above, below) = (origin.y + (rows as f32 + 1.5) * cell, origin.y - 1.5 * cell);
        let (from, to) =
            if case % 2 == 0 { (vec2(x, above), vec2(x, below)) } else { (vec2(x, below), vec2(x, above)) };
        let says = format!("{text:?} {cell} {origin} {from} {to}");
        assert_eq!(ray_cast_tiles(&grid, from, to).is_some(), wanted, "{says}");
        // The boxes of the solid part, in the world, turned or not.
        let solid = Shape::TileGrid(grid.clone().solid().unwrap());
        let pose = frame(&mut random, cell * [0.0, 10.0, 100.0][case % 3]);
        let hit = ray_cast_shape(&solid, pose, pose.transform_point(from), pose.transform_point(to));
        assert_eq!(hit.is_some(), wanted, "{pose:?} {says}");
    }
}

#[test]
fn a_ray_passes_through_a_gap_that_is_wider_than_rounding() {
    let mut random = Random::new(150);
    for _ in 0..10_000 {
        let k = random.log_real(1.0e-3, 1.0e3);
        let frame = frame(&mut random, k);
        let (step, height) = (k * random.real(0.2, 2.0), k * random.real(0.2, 2.0));
        let brick = [Brick::Box, Brick::Rounded, Brick::Capsule, Brick::Segment][random.below(4)];
        let shape = brick.shape(step, height);
        let far = 2.0 * height + k;
        let gap = 4.0e-6 * (frame.p.abs().max_element() + far + step);
        let poses = [0.0, step + gap].map(|x| Pose { p: frame.transform_point(vec2(x, 0.0)), q: frame.q });
        let x = 0.5 * (step + gap);
        let (from, to) = (frame.transform_point(vec2(x, far)), frame.transform_point(vec2(x, -far)));
        for pose in poses {
            assert_eq!(ray_cast_shape(&shape, pose, from, to), None, "{brick:?} {step} {height} {frame:?} {gap}");
        }
    }
}
