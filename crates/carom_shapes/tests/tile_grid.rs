//! Tile grids against brute force: 10,000 seeded cases each, and degenerate ones.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

use carom_math::{Aabb, Vec2, vec2};
use carom_shapes::{Cell, MAX_TILES, MassProperties, Piece, Polygon, Shape, ShapeError, Tile, TileGrid};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

fn any_grid(rng: &mut StdRng, most: usize, cell: f32, slopes: bool) -> TileGrid {
    let (columns, rows) = (rng.random_range(1..=most), rng.random_range(1..=most));
    let share = [0.1, 0.5, 0.8, 1.0][rng.random_range(0..4)];
    let kinds = if slopes { Tile::ALL.len() } else { 2 };
    let mut tile = || if rng.random_bool(share) { Tile::ALL[rng.random_range(1..kinds)] } else { Tile::Empty };
    let tiles: Vec<Tile> = (0..columns * rows).map(|_| tile()).collect();
    TileGrid::new(columns, &tiles, cell).unwrap()
}

/// Corners of a tile in halves of a cell, by its documentation.
fn corners(tile: Tile) -> Vec<Vec2> {
    let halves: &[(i32, i32)] = match tile {
        Tile::Empty => &[],
        Tile::Solid => &[(0, 0), (2, 0), (2, 2), (0, 2)],
        Tile::LowerRight => &[(0, 0), (2, 0), (2, 2)],
        Tile::LowerLeft => &[(0, 0), (2, 0), (0, 2)],
        Tile::UpperLeft => &[(0, 0), (2, 2), (0, 2)],
        Tile::UpperRight => &[(2, 0), (2, 2), (0, 2)],
        Tile::RisingLow => &[(0, 0), (2, 0), (2, 1)],
        Tile::RisingHigh => &[(0, 0), (2, 0), (2, 2), (0, 1)],
        Tile::FallingHigh => &[(0, 0), (2, 0), (2, 1), (0, 2)],
        Tile::FallingLow => &[(0, 0), (2, 0), (0, 1)],
    };
    halves.iter().map(|&(x, y)| vec2(x as f32, y as f32)).collect()
}

/// The content of a cell, counted from the lower left; empty outside.
fn tile_up(grid: &TileGrid, column: i32, up: i32) -> Tile {
    if column < 0 || up < 0 || up >= grid.rows() as i32 {
        return Tile::Empty;
    }
    grid.tile(Cell { row: grid.rows() - 1 - up as usize, column: column as usize })
}

/// Whether a point [halves of a cell], which is on no edge, is solid.
fn solid(grid: &TileGrid, p: Vec2) -> bool {
    let cell = (0.5 * p).floor();
    let own = corners(tile_up(grid, cell.x as i32, cell.y as i32));
    let q = p - 2.0 * cell;
    !own.is_empty() && (0..own.len()).all(|i| (own[(i + 1) % own.len()] - own[i]).perp_dot(q - own[i]) > 0.0)
}

/// Every piece of border from node to node in halves of a cell, solid on the left: both sides of each are tested.
fn border(grid: &TileGrid) -> BTreeSet<[i32; 4]> {
    let mut found = BTreeSet::new();
    let mut look = |a: Vec2, b: Vec2| {
        // At three places, so that an edge that merely crosses this line does not count.
        let left = 0.01 * (b - a).perp();
        let at = [0.1, 0.5, 0.9].map(|t| a + t * (b - a));
        let whole = |side: f32| at.iter().filter(|p| solid(grid, **p + side * left)).count();
        match (whole(1.0), whole(-1.0)) {
            (3, 0) => found.insert([a.x as i32, a.y as i32, b.x as i32, b.y as i32]),
            (0, 3) => found.insert([b.x as i32, b.y as i32, a.x as i32, a.y as i32]),
            _ => false,
        };
    };
    for x in 0..=2 * grid.columns() as i32 {
        for y in 0..=2 * grid.rows() as i32 {
            let a = vec2(x as f32, y as f32);
            if y % 2 == 0 {
                look(a, a + Vec2::X);
            }
            if x % 2 == 0 {
                look(a, a + Vec2::Y);
                // The slanted edges of cells: one or two up or down on two to the right.
                [-1.0, 1.0].into_iter().for_each(|rise| look(a, a + vec2(2.0, rise)));
                if y % 2 == 0 {
                    [-2.0, 2.0].into_iter().for_each(|rise| look(a, a + vec2(2.0, rise)));
                }
            }
        }
    }
    found
}

#[test]
fn the_border_is_where_solid_meets_empty() {
    let rng = &mut StdRng::seed_from_u64(1);
    for case in 0..10_000 {
        let slopes = case % 2 == 1;
        let grid = any_grid(rng, 7, 2.0, slopes);
        let mut found = BTreeSet::new();
        for link in grid.links() {
            // In steps that cross one cell or half a side; cells are 2 m, so nodes are at whole metres.
            let along = link.b - link.a;
            let step =
                if along.x == 0.0 || along.y == 0.0 { along / along.length() } else { 2.0 * along / along.x.abs() };
            let count = (along.length() / step.length()).round() as i32;
            for i in 0..count {
                let (p, q) = (link.a + i as f32 * step, link.a + (i + 1) as f32 * step);
                assert!(found.insert([p.x as i32, p.y as i32, q.x as i32, q.y as i32]), "case {case}: twice");
            }
        }
        assert_eq!(found, border(&grid), "case {case}\n{}", grid.to_rows().join("\n"));
        for ring in grid.rings() {
            let count = ring.len();
            for (i, link) in ring.iter().enumerate() {
                let (before, after) = (&ring[(i + count - 1) % count], &ring[(i + 1) % count]);
                assert_eq!((link.before, link.a, link.after), (before.a, before.b, after.b));
                let (e, f) = (link.b - link.a, after.b - after.a);
                assert!(e.perp_dot(f) != 0.0 && link.one_sided, "case {case}: an inner join");
            }
        }
        for cell in grid.cells() {
            let pose = grid.cell_piece(cell).unwrap().1;
            let area = Aabb::new(pose.p, pose.p + Vec2::splat(grid.cell_size()));
            for &number in grid.links_of(cell) {
                let link = grid.links()[number as usize];
                assert!(area.clip_segment(link.a, link.b).is_some(), "case {case}");
            }
        }
        let lengths: usize = grid.cells().map(|cell| grid.links_of(cell).len()).sum();
        assert!(lengths >= grid.links().len());
    }
}

#[test]
fn boxes_hold_each_solid_cell_once() {
    let rng = &mut StdRng::seed_from_u64(2);
    let (mut cells, mut boxes) = (0, 0);
    for case in 0..10_000 {
        let origin = vec2(rng.random_range(-9..9) as f32, 3.0);
        let grid = any_grid(rng, 9, 1.0, case % 2 == 1).at(origin).unwrap();
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                let cell = Cell { row, column };
                let middle = origin + vec2(column as f32 + 0.5, (grid.rows() - row) as f32 - 0.5);
                let holds = grid.boxes().iter().filter(|b| b.contains_point(middle)).count();
                assert_eq!(holds, usize::from(grid.tile(cell) == Tile::Solid), "case {case}");
                cells += holds;
            }
        }
        boxes += grid.boxes().len();
    }
    assert!(2 * boxes < cells, "{boxes} boxes for {cells} cells");
}

#[test]
fn mass_is_that_of_all_cells() {
    let rng = &mut StdRng::seed_from_u64(3);
    for case in 0..10_000 {
        let grid = any_grid(rng, 9, 0.5, true).at(vec2(3.0, -2.0)).unwrap();
        let parts: Vec<MassProperties> = grid
            .cells()
            .map(|cell| {
                let low = grid.origin() + 0.5 * vec2(cell.column as f32, (grid.rows() - 1 - cell.row) as f32);
                let corners: Vec<Vec2> = corners(grid.tile(cell)).iter().map(|c| low + 0.25 * *c).collect();
                Polygon::new(corners).unwrap().mass(3.0)
            })
            .collect();
        let (all, found) = (MassProperties::sum(parts.iter().copied()), grid.mass(3.0));
        let close = |a: f32, b: f32| (a - b).abs() <= 1e-4 * (a.abs() + 0.1);
        assert!(close(all.mass, found.mass) && close(all.inertia, found.inertia), "case {case}: {all:?} {found:?}");
        assert!((all.center - found.center).length() < 1e-4, "case {case}");
        let solid = Shape::from(grid.clone().solid().unwrap());
        let pieces = (0..solid.piece_count()).map(|i| match solid.piece(i) {
            Piece::Polygon(polygon) => polygon.mass(3.0).mass,
            other => panic!("{other:?}"),
        });
        assert!(close(pieces.sum::<f32>(), found.mass) && close(solid.mass(3.0).mass, found.mass), "case {case}");
        let rings = grid.rings().map(|ring| ring.iter().map(|l| f64::from(l.a.perp_dot(l.b))).sum::<f64>() / 2.0);
        assert!(close(3.0 * rings.sum::<f64>() as f32, found.mass), "case {case}");
    }
}

#[test]
fn points_and_boxes_find_their_cells() {
    let rng = &mut StdRng::seed_from_u64(4);
    for case in 0..10_000 {
        let grid = any_grid(rng, 7, 2.0, true);
        let far = 2.0 * 8.0;
        let mut coordinate = || rng.random_range(-2.0..far);
        let p = vec2(coordinate(), coordinate());
        let p = if case % 3 == 0 { p.round() } else { p };
        // Near a point that is on an edge there are solid ones.
        let near = [vec2(0.01, 0.003), vec2(-0.01, 0.003), vec2(0.003, -0.01), vec2(-0.003, -0.01)];
        let near = near
            .iter()
            .chain(&[vec2(0.003, 0.01), vec2(-0.003, 0.01), vec2(0.01, -0.003), vec2(-0.01, -0.003)])
            .any(|d| solid(&grid, p + *d));
        if grid.contains_point(p) != near {
            // Off the edges both agree.
            let margin = 0.02;
            let edge = grid.links().iter().any(|l| Aabb::new(p, p).grown(margin).clip_segment(l.a, l.b).is_some());
            assert!(edge, "case {case}: {p:?}\n{}", grid.to_rows().join("\n"));
        }
        let area = Aabb::new(p, p + vec2(coordinate().abs() * 0.2, coordinate().abs() * 0.2));
        let by = vec2(coordinate() - far / 2.0, coordinate() - far / 2.0) * [0.0, 1.0, 3.0][case % 3];
        let by = if case % 7 == 0 { vec2(by.x, 0.0) } else { by };
        let (mut found, mut last) = (BTreeSet::new(), 0.0);
        grid.walk(&area, by, &mut |cell, time| {
            assert!(found.insert(cell), "case {case}: twice");
            assert!(time >= last && time <= 1.0, "case {case}");
            last = time;
            true
        });
        for cell in grid.cells() {
            let low = grid.cell_piece(cell).unwrap().1.p;
            let own = Aabb::new(low, low + Vec2::splat(2.0));
            let sum = Aabb::new(own.min - area.size(), own.max);
            let meets = sum.grown(-1e-3).clip_segment(area.min, area.min + by).is_some();
            let misses = sum.grown(0.01).clip_segment(area.min, area.min + by).is_none();
            assert!(!meets || found.contains(&cell), "case {case}: {cell:?} is left out");
            // The cells seen lie in the columns that the motion crosses, hardly beside them.
            assert!(!misses || !found.contains(&cell) || by != Vec2::ZERO, "case {case}: {cell:?} is far");
        }
    }
}

#[test]
fn a_text_comes_back() {
    let text = ["..12..34..", "./#\\F7LJ. ", "##########"];
    let grid = TileGrid::from_rows(&text, 1.0).unwrap();
    assert_eq!((grid.columns(), grid.rows(), grid.links().len()), (10, 3, grid.rings().map(<[_]>::len).sum()));
    assert_eq!(grid.to_rows(), ["..12..34..", "./#\\F7\\/..", "##########"]);
    assert_eq!(TileGrid::from_rows(&grid.to_rows(), 1.0).unwrap(), grid);
    let short = TileGrid::from_text("#\n\n##\n", 1.0).unwrap();
    assert_eq!(short.to_rows(), ["#.", "..", "##"]);
    let level = TileGrid::from_text("#..#\n####", 1.0).unwrap();
    assert_eq!((level.boxes().len(), level.links().len(), level.rings().count()), (3, 8, 1));
}

/// A text may begin and end on lines of their own; lines between, and dots, count.
#[test]
fn blank_lines_around_a_text_are_left_out() {
    let grid = TileGrid::from_text("\n  \n..\n\n##\n   \n\n", 1.0).unwrap();
    assert_eq!(grid.to_rows(), ["..", "..", "##"]);
    assert_eq!(grid, TileGrid::from_rows(&["..", "", "##"], 1.0).unwrap());
    let error = TileGrid::from_text("\n##\n#x\n", 1.0).unwrap_err();
    assert_eq!(error, ShapeError::UnknownTile { row: 1, column: 1, character: 'x' });
    assert_eq!(TileGrid::from_rows(&["", "##"], 1.0).unwrap().rows(), 2, "rows alone are all rows");
    let none = TileGrid::from_text("\n  \n", 1.0).unwrap();
    assert_eq!((none.columns(), none.rows()), (0, 0));
}

#[test]
fn what_is_wrong_is_said() {
    let error = TileGrid::from_text("###\n#x#", 1.0).unwrap_err();
    assert_eq!(error, ShapeError::UnknownTile { row: 1, column: 1, character: 'x' });
    assert!(error.to_string().starts_with("rows[1]: 'x' in column 1 is no tile"), "{error}");
    assert_eq!(error.field(), "rows");
    let long = "#".repeat(3000);
    let tall = "#\n".repeat(3000);
    let error = TileGrid::from_text(&format!("{long}\n{tall}"), 1.0).unwrap_err();
    assert_eq!(error, ShapeError::TooMany { field: "rows", count: 3000 * 3001, most: MAX_TILES });
    for cell in [0.0, -1.0, f32::NAN, f32::INFINITY, 1.0e-5, 9.0e5] {
        assert!(TileGrid::from_text("##\n##", cell).is_err(), "{cell}");
    }
    let one = TileGrid::from_text("#", 0.1).unwrap();
    assert!(one.clone().at(vec2(f32::NAN, 0.0)).is_err() && one.clone().at(vec2(1.0e5, 0.0)).is_err());
    assert!(one.at(vec2(-1.0e3, 1.0e3)).is_ok());
    assert_eq!(
        TileGrid::new(3, &[Tile::Solid; 4], 1.0).unwrap_err(),
        ShapeError::Ragged { row: 1, count: 1, needed: 3 }
    );
    assert!(TileGrid::new(0, &[Tile::Solid], 1.0).is_err());
}

#[test]
fn grids_without_anything_in_them() {
    for grid in [TileGrid::new(0, &[], 1.0), TileGrid::from_text("", 1.0), TileGrid::from_text("...\n...", 1.0)] {
        let grid = grid.unwrap();
        assert_eq!(Shape::from(grid.clone().solid().unwrap()).piece_count(), 0);
        assert!(grid.links().is_empty() && grid.boxes().is_empty() && !grid.contains_point(Vec2::ZERO));
        grid.walk(&Aabb::new(vec2(-9.0, -9.0), vec2(9.0, 9.0)), vec2(1.0, 0.0), &mut |_, _| panic!("a cell"));
        let shape = Shape::from(grid);
        assert_eq!((shape.piece_count(), shape.mass(1.0)), (0, MassProperties::default()));
        assert!(matches!(shape.piece(0), Piece::Link(_)));
    }
    let full = TileGrid::from_text("###\n###", 1.0).unwrap();
    assert_eq!((full.links().len(), full.boxes().len()), (4, 1));
    for (area, by) in [
        (Aabb::new(Vec2::NAN, Vec2::ONE), Vec2::ONE),
        (Aabb::EMPTY, Vec2::ONE),
        (Aabb::new(Vec2::ZERO, Vec2::ONE), Vec2::INFINITY),
        (Aabb::new(Vec2::splat(1.0e38), Vec2::splat(2.0e38)), Vec2::ONE),
    ] {
        full.walk(&area, by, &mut |_, _| panic!("a cell"));
    }
    assert!(full.contains_point(vec2(3.0, 2.0)) && !full.contains_point(vec2(3.1, 2.0)));
    let mut seen = 0;
    full.walk(&Aabb::new(Vec2::splat(-3.0e38), Vec2::ZERO), Vec2::splat(3.0e38), &mut |_, _| {
        seen += 1;
        true
    });
    assert_eq!(seen, 6);
}
