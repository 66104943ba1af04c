//! Tile grids: overlaps, rays and sweeps that walk cells, against all cells at once in f64.

use crate::brute::{P, Solid, core_distance};
use crate::gaps::rounding;
use crate::random::Random;
use carom_math::{Pose, Vec2, vec2};
use carom_narrowphase::{TileContact, collide_tiles, overlap_tiles, ray_cast_tiles, sweep_tiles};
use carom_shapes::{Circle, Piece, Polygon, Tile, TileGrid};

fn any_grid(random: &mut Random) -> TileGrid {
    let (columns, rows) = (1 + random.below(9), 1 + random.below(9));
    let share = 1 + random.below(9);
    let kinds = if random.below(2) == 0 { 2 } else { Tile::ALL.len() };
    let mut tile = || if random.below(10) < share { Tile::ALL[random.below(kinds)] } else { Tile::Empty };
    let tiles: Vec<Tile> = (0..columns * rows).map(|_| tile()).collect();
    let cell = [1.0, 0.5, 0.3][random.below(3)];
    TileGrid::new(columns, &tiles, cell).unwrap().at(random.place(3.0).round()).unwrap()
}

fn solids(grid: &TileGrid) -> Vec<Solid> {
    let all = grid.cells().filter_map(|cell| grid.cell_piece(cell));
    all.map(|(piece, pose)| Solid::of(piece, pose)).collect()
}

/// The first fraction at which the ray is in a solid, by clipping it with every edge's half plane.
fn first(solids: &[Solid], from: P, to: P) -> Option<f64> {
    let d = to - from;
    let clip = |solid: &Solid| {
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (v, w) in solid.edges() {
            let n = (w - v).right();
            let (high, speed) = (n.dot(from - v), n.dot(d));
            if speed == 0.0 && high > 0.0 {
                return None;
            }
            if speed < 0.0 {
                enter = enter.max(-high / speed);
            } else if speed > 0.0 {
                leave = leave.min(-high / speed);
            }
        }
        (enter <= leave).then_some(enter)
    };
    solids.iter().filter_map(clip).min_by(f64::total_cmp)
}

#[test]
fn rays_walk_the_right_cells() {
    let mut random = Random::new(80);
    let (mut hits, mut near_misses) = (0, 0);
    for case in 0..10_000 {
        let grid = any_grid(&mut random);
        let bounds = grid.bounds();
        let mut spot = || {
            let p = bounds.center() + 1.2 * random.place(1.0) * bounds.size();
            match random.below(3) {
                // On lines between cells and through their corners.
                0 => grid.origin() + ((p - grid.origin()) / grid.cell_size()).round() * grid.cell_size(),
                1 if case % 5 == 0 => p + 100.0 * random.place(1.0),
                _ => p,
            }
        };
        let (from, mut to) = (spot(), spot());
        match case % 7 {
            0 => to.x = from.x,
            1 => to.y = from.y,
            2 if case % 4 == 0 => to = from,
            _ => {}
        }
        let solids = solids(&grid);
        let says = format!("case {case}: {from:?} {to:?}\n{}", grid.to_rows().join("\n"));
        let truth = first(&solids, P::of(from), P::of(to));
        match (ray_cast_tiles(&grid, from, to), truth) {
            (None, None) => {}
            (Some((cell, hit)), Some(t)) => {
                hits += 1;
                let way = (P::of(to) - P::of(from)).length();
                // Never late. It is early only where the ray passes a cell within rounding, as derived at `rounding`.
                // The line between two rows is the origin plus k cells, rounded, and the top of a cell is its corner
                // plus one cell. They differ by a unit in the last place: in truth the ray misses both or either.
                let fraction = f64::from(hit.fraction);
                assert!((fraction - t) * way < 2.0e-5 * (1.0 + way), "late {t} {hit:?} {says}");
                let far = bounds.min.abs().max(bounds.max.abs());
                let off = rounding(Pose::IDENTITY, from, to).max(rounding(Pose::IDENTITY, far, far));
                let at = P::of(from) + (P::of(to) - P::of(from)) * fraction;
                let gap = solids.iter().map(|s| s.core_distance_to(at)).fold(f64::INFINITY, f64::min);
                assert!(gap < off + 1.0e-7 * way, "early {gap} {off} {t} {hit:?} {says}");
                assert!(grid.cell_piece(cell).is_some(), "{says}");
                assert!((hit.point - (from + hit.fraction * (to - from))).length() < 1.0e-4, "{says}");
                let unit = hit.normal.length();
                assert!((unit - 1.0).abs() < 1.0e-5 || (unit == 0.0 && from == to), "{says}");
                assert!(hit.normal.dot(to - from) <= 0.0, "{says}");
            }
            (found, truth) => {
                // Only by a hair: a ray that grazes a corner, or runs along an edge that it does not enter.
                near_misses += 1;
                let shrunk = |by: f64| {
                    let n = (P::of(to) - P::of(from)).right();
                    let n = n * (by / n.length().max(1.0e-9));
                    first(&solids, P::of(from) + n, P::of(to) + n).is_none()
                };
                let beyond = P::of(to) + (P::of(from) - P::of(to)) * 1.0e-4;
                let ends = first(&solids, P::of(from), beyond).is_none();
                assert!(shrunk(1.0e-4) || shrunk(-1.0e-4) || ends, "{found:?} {truth:?} {says}");
            }
        }
    }
    assert!(hits > 3000 && near_misses < 500, "{hits} {near_misses}");
}

#[test]
fn pieces_overlap_where_a_cell_is_near() {
    let mut random = Random::new(81);
    let (mut overlaps, mut contacts) = (0, Vec::<TileContact>::new());
    for case in 0..10_000 {
        let (grid, piece) = (any_grid(&mut random), random.piece());
        let pose = Pose { p: grid.bounds().center() + random.place(0.7) * grid.bounds().size(), ..random.pose(1.0) };
        let placed = Solid::of(&piece, pose);
        let gap = |solid: &Solid| core_distance(solid, &placed) - placed.radius;
        let nearest = solids(&grid).iter().map(gap).fold(f64::INFINITY, f64::min);
        let found = overlap_tiles(&grid, &piece, pose);
        if nearest.abs() > 1.0e-5 {
            assert_eq!(found.is_some(), nearest < 0.0, "case {case}: {nearest}\n{}", grid.to_rows().join("\n"));
        }
        overlaps += usize::from(found.is_some());
        collide_tiles(&grid, &piece, pose, 0.02, &mut contacts);
        assert!(contacts.windows(2).all(|pair| pair[0].link < pair[1].link), "case {case}");
        assert!(nearest < 0.02 + 1.0e-4 || contacts.is_empty(), "case {case}");
        // Beside the border, and not in it, a piece can be supported.
        let round = matches!(piece, Piece::Circle(_));
        let beside = round && nearest > 1.0e-3 && nearest < 0.018;
        assert!(!beside || !contacts.is_empty(), "case {case}");
    }
    assert!(overlaps > 2000, "{overlaps}");
}

#[test]
fn sweeps_are_never_late() {
    let mut random = Random::new(82);
    let (mut hits, tolerance) = (0, 1.0e-3);
    for case in 0..10_000 {
        let (grid, piece) = (any_grid(&mut random), random.piece());
        let start = grid.bounds().center() + 1.5 * random.place(1.0) * grid.bounds().size();
        let pose = Pose { p: start, ..random.pose(1.0) };
        let by = match case % 5 {
            0 => vec2(random.real(-9.0, 9.0), 0.0),
            1 => vec2(0.0, random.real(-9.0, 9.0)),
            2 => 100.0 * random.place(1.0),
            _ => grid.bounds().center() - start,
        };
        let (solids, still) = (solids(&grid), Solid::of(&piece, pose));
        let gap = |t: f64| {
            let mut moved = still.clone();
            moved.corners.iter_mut().for_each(|p| *p = *p + P::of(by) * t);
            solids.iter().map(|solid| core_distance(solid, &moved) - moved.radius).fold(f64::INFINITY, f64::min)
        };
        let found = sweep_tiles(&grid, &piece, pose, by, tolerance);
        let says = format!("case {case}: {piece:?} {pose:?} {by:?} {found:?}\n{}", grid.to_rows().join("\n"));
        // A march that cannot miss: it goes no farther than the gap.
        let (mut t, way) = (0.0, P::of(by).length());
        let until = found.map_or(1.0, |hit| f64::from(hit.fraction));
        while t < until {
            let gap = gap(t);
            assert!(gap > -1.0e-5, "late, at {t}: {says}");
            t += gap.max(1.0e-4) / way;
        }
        if let Some(hit) = found {
            hits += 1;
            let near = gap(f64::from(hit.fraction));
            assert!(near < 1.5 * f64::from(tolerance) + 1.0e-4, "early, by {near}: {says}");
            assert!(hit.fraction == 0.0 || (hit.normal.length() - 1.0).abs() < 1.0e-5, "{says}");
        }
    }
    assert!(hits > 3000, "{hits}");
}

#[test]
fn strange_questions_have_answers() {
    let grid = TileGrid::from_text("...\n###\n###", 1.0).unwrap();
    let ball = Piece::Circle(Circle::new(0.25).unwrap());
    let mut out = Vec::new();
    for bad in [f32::NAN, f32::INFINITY, 3.0e38] {
        let pose = Pose { p: vec2(bad, 0.5), ..Pose::IDENTITY };
        assert_eq!(overlap_tiles(&grid, &ball, pose), None);
        assert_eq!(sweep_tiles(&grid, &ball, pose, Vec2::ONE, 0.01), None);
        assert_eq!(
            sweep_tiles(&grid, &ball, Pose::IDENTITY, vec2(bad, -bad), 0.01).map(|hit| hit.fraction),
            (bad == 3.0e38).then_some(0.0)
        );
        collide_tiles(&grid, &ball, pose, 0.01, &mut out);
        assert!(out.is_empty());
        assert_eq!(ray_cast_tiles(&grid, vec2(bad, -bad), vec2(-bad, bad)), None);
    }
    // No way at all, from outside and from inside.
    assert_eq!(ray_cast_tiles(&grid, vec2(0.5, 2.5), vec2(0.5, 2.5)), None);
    let (cell, hit) = ray_cast_tiles(&grid, vec2(0.5, 0.5), vec2(0.5, 0.5)).unwrap();
    assert_eq!((cell.row, cell.column, hit.fraction, hit.normal), (2, 0, 0.0, Vec2::ZERO));
    // Down a line between cells, and into a corner.
    let (_, hit) = ray_cast_tiles(&grid, vec2(1.0, 3.0), vec2(1.0, -1.0)).unwrap();
    assert_eq!((hit.fraction, hit.normal), (0.25, Vec2::Y));
    assert!(ray_cast_tiles(&grid, vec2(-1.0, 3.0), vec2(1.0, 1.0)).is_some());
}

#[test]
fn a_floor_of_cells_has_one_contact_under_a_box() {
    let grid = TileGrid::from_text(&"#".repeat(40), 0.5).unwrap();
    let square = Piece::Polygon(Polygon::rect(1.0, 1.0).unwrap());
    let mut out = Vec::new();
    for i in 0..1000 {
        let x = 1.0 + 0.0173 * i as f32;
        collide_tiles(&grid, &square, Pose::new(vec2(x, 0.999), 0.0), 0.01, &mut out);
        assert_eq!(out.len(), 1, "at {x}");
        assert_eq!((out[0].manifold.normal, out[0].manifold.points().len()), (Vec2::Y, 2));
    }
}
