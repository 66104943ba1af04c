//! Masks and tile grids that change: pixels drawn and erased, cells set, texts with characters of one's own.
#![allow(clippy::unwrap_used)] // A test that has no value has failed.

use carom_math::{Pose, Vec2, vec2};
use carom_shapes::{Capsule, Cell, Chain, Circle, Mask, Outline, Polygon, Segment, Shape, ShapeError, Tile, TileGrid};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn mask(width: usize, height: usize, solid: bool) -> Mask {
    Mask::from_rows(&vec![vec![solid; width]; height], 0.25).unwrap().at(vec2(-3.0, 2.0)).unwrap()
}

/// A mask of the same pixels, made anew: all that is derived from them as well.
fn anew(mask: &Mask) -> Mask {
    let row = |row: usize| (0..mask.width()).map(|column| mask.is_solid(column, row)).collect::<Vec<_>>();
    let rows: Vec<_> = (0..mask.height()).map(row).collect();
    Mask::from_rows(&rows, mask.pixel()).unwrap().at(mask.origin()).unwrap()
}

/// Whether a point in f64 is in a shape of the list below.
fn is_in(number: usize, p: (f64, f64)) -> Option<bool> {
    let (x, y) = p;
    let clear = |distance: f64| if distance.abs() < 1e-4 { None } else { Some(distance < 0.0) };
    let to_bar = |x: f64, y: f64| ((x.abs() - 3.0).max(0.0)).hypot(y);
    match number {
        0 => clear((x - 1.0).hypot(y) - 4.0),
        1 => clear(to_bar(x, y) - 1.5),
        2 => clear((x.abs() - 3.0).max(y.abs() - 2.0)),
        3 => clear((x.abs() - 3.0).max(0.0).hypot((y.abs() - 2.0).max(0.0)) - 1.0),
        // A square ring.
        _ => clear((x.abs().max(y.abs()) - 5.0).max(3.0 - x.abs().max(y.abs()))),
    }
}

fn shapes() -> [Shape; 5] {
    let square = |half: f32| [vec2(-half, -half), vec2(half, -half), vec2(half, half), vec2(-half, half)];
    [
        Circle::at(vec2(1.0, 0.0), 4.0).unwrap().into(),
        Capsule::new(vec2(-3.0, 0.0), vec2(3.0, 0.0), 1.5).unwrap().into(),
        Polygon::rect(6.0, 4.0).unwrap().into(),
        Polygon::rect(6.0, 4.0).unwrap().rounded(1.0).unwrap().into(),
        Outline::with_holes(square(5.0), &[square(3.0)]).unwrap().into(),
    ]
}

#[test]
fn pixels_in_a_shape_are_drawn_and_erased_and_no_others() {
    let mut random = StdRng::seed_from_u64(4);
    for case in 0..200 {
        let solid = case % 2 == 0;
        let (width, height) = (random.random_range(1..150), random.random_range(1..90));
        let mut mask = mask(width, height, !solid);
        let number = random.random_range(0..5);
        let at = vec2(random.random_range(-9.0..30.0), random.random_range(-9.0..30.0));
        let pose = Pose::new(at, random.random_range(-3.0..3.0));
        let shape = &shapes()[number];
        let before = mask.clone();
        let changed = if solid { mask.fill(shape, pose) } else { mask.erase(shape, pose) };
        let mut count = 0;
        for (column, row) in (0..width).flat_map(|column| (0..height).map(move |row| (column, row))) {
            let point = pose.inverse_transform_point(mask.center(column, row));
            count += usize::from(mask.is_solid(column, row) != before.is_solid(column, row));
            if let Some(inside) = is_in(number, (f64::from(point.x), f64::from(point.y))) {
                assert_eq!(mask.is_solid(column, row), inside == solid, "case {case}: {column}, {row}");
            }
        }
        assert_eq!(changed, count, "case {case}");
        assert!(mask == anew(&mask), "case {case}: what is derived of the pixels is not theirs");
        // Again: nothing changes.
        assert_eq!(if solid { mask.fill(shape, pose) } else { mask.erase(shape, pose) }, 0);
        assert!(before.count() == if solid { 0 } else { width * height }, "a clone keeps its pixels");
    }
}

#[test]
fn single_pixels_and_what_is_outside() {
    let mut mask = mask(70, 20, false);
    assert!(mask.set(69, 19, true) && !mask.set(69, 19, true) && mask.is_solid(69, 19) && mask.count() == 1);
    assert!(!mask.set(70, 0, true) && !mask.set(0, 20, true) && mask.set(69, 19, false) && mask.is_empty());
    let lines: [Shape; 2] = [
        Segment::new(vec2(-9.0, 3.0), vec2(9.0, 3.0)).unwrap().into(),
        Chain::open([vec2(-9.0, 3.0), vec2(9.0, 3.0)]).unwrap().into(),
    ];
    for shape in &lines {
        assert_eq!(mask.fill(shape, Pose::IDENTITY), 0, "a line has no inside");
    }
    let disc = Shape::from(Circle::new(1.0).unwrap());
    for far in [f32::NAN, f32::INFINITY, 1.0e30, -1.0e30] {
        assert_eq!(mask.fill(&disc, Pose { p: vec2(far, 0.0), ..Pose::IDENTITY }), 0);
    }
    let mut none = Mask::from_rows::<Vec<bool>>(&[], 1.0).unwrap();
    assert!(none.fill(&disc, Pose::IDENTITY) == 0 && !none.set(0, 0, true));
}

#[test]
fn cells_that_are_set_make_the_grid_that_they_would_be() {
    let mut random = StdRng::seed_from_u64(5);
    for case in 0..100 {
        let (columns, rows) = (random.random_range(1..12), random.random_range(1..9));
        let mut tiles: Vec<Tile> = (0..columns * rows).map(|_| Tile::ALL[random.random_range(0..10)]).collect();
        let origin = vec2(1.0, -2.0);
        let made = |tiles: &[Tile]| TileGrid::new(columns, tiles, 0.5).unwrap().at(origin).unwrap();
        let mut grid = if case % 2 == 0 { made(&tiles) } else { made(&tiles).solid().unwrap() };
        for _ in 0..5 {
            let change = |random: &mut StdRng| {
                let cell = Cell { row: random.random_range(0..rows), column: random.random_range(0..columns) };
                (cell, Tile::ALL[random.random_range(0..10)])
            };
            let changes: Vec<_> = (0..random.random_range(1..4)).map(|_| change(&mut random)).collect();
            for (cell, tile) in &changes {
                tiles[cell.row * columns + cell.column] = *tile;
            }
            if let [(cell, tile)] = changes[..] { grid.set(cell, tile) } else { grid.set_all(changes) }.unwrap();
            let wanted = if case % 2 == 0 { made(&tiles) } else { made(&tiles).solid().unwrap() };
            assert!(grid == wanted && grid.links() == wanted.links() && grid.boxes() == wanted.boxes(), "case {case}");
        }
    }
}

#[test]
fn cells_outside_are_refused_and_nothing_changes() {
    let mut grid = TileGrid::from_text("#.\n##", 1.0).unwrap();
    let before = grid.clone();
    let row = grid.set_all([(Cell { row: 0, column: 1 }, Tile::Solid), (Cell { row: 2, column: 0 }, Tile::Solid)]);
    assert_eq!(row.unwrap_err().to_string(), "cell.row: 2 is not below 2");
    let column = grid.set(Cell { row: 0, column: 9 }, Tile::Empty).unwrap_err();
    assert_eq!((column.to_string().as_str(), column.field()), ("cell.column: 9 is not below 2", "cell.column"));
    assert!(grid == before);
    assert_eq!(grid.center(Cell { row: 0, column: 1 }), vec2(1.5, 1.5));
    assert_eq!(grid.at(vec2(-1.0, 4.0)).unwrap().center(Cell { row: 1, column: 0 }), vec2(-0.5, 4.5));
}

#[test]
fn texts_with_characters_of_ones_own() {
    let text = "\n  @\nggg~\n";
    let mut start = None;
    let read = |text: &str, start: &mut Option<Cell>| {
        TileGrid::from_text_with(text, 2.0, |character, cell| match character {
            'g' => Some(Tile::Solid),
            '~' | ' ' => Some(Tile::Empty),
            '@' => {
                *start = Some(cell);
                Some(Tile::Empty)
            }
            _ => None,
        })
    };
    let grid = read(text, &mut start).unwrap();
    assert_eq!(grid.to_rows(), ["....", "###."]);
    assert_eq!(start.map(|cell| grid.center(cell)), Some(vec2(5.0, 3.0)));
    let error = read("g\ng#", &mut start).unwrap_err();
    assert_eq!(error, ShapeError::UnknownTile { row: 1, column: 1, character: '#' });
    assert!(error.to_string().starts_with("rows[1]: '#' in column 1 is no tile"));
    assert_eq!(read("", &mut start).unwrap().bounds().size(), Vec2::ZERO);
}
