//! Tile grids: levels of cells that are solid, sloped or empty, as one shape. In: tiles. Out: the border as links,
//! solid boxes, mass, and the cells that a point, a box or a moving box can touch (`walk.rs`).

use crate::error::{place, resolved, size};
use crate::tiles::border::{Node, border};
use crate::{Cell, Link, MassProperties, Piece, Polygon, ShapeError, Tile};
use carom_math::{Aabb, Pose, Rot, Vec2};
use std::sync::Arc;

/// The greatest number of cells of a tile grid.
pub const MAX_TILES: usize = 1 << 20;

/// A grid of cells: the ground and the walls of a level as one shape. Its cells are shared: clones are cheap.
///
/// Columns count from the left and rows from the top, as in a text. In the shape's frame [m] y is up and the lower left
/// corner of the grid is at the [origin](TileGrid::origin).
///
/// As a part of a body it collides by its border: one-sided [`Link`]s, each with its neighbours, that extend as far as
/// the border is straight. So there are no internal edges to catch on. A body inside of the solid, farther from the
/// border than its own centre, is not pushed out. Two grids side by side have walls between them, so a level should be
/// one grid. Like chains, such a grid does not touch chains and other grids. For a moving body there is
/// [`TileGrid::solid`]. A grid has the mass of its cells either way.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Raw", into = "Raw"))]
pub struct TileGrid {
    grid: Arc<Grid>,
    /// The pieces that collide instead of the border.
    solids: Option<Arc<[Piece]>>,
}

/// The part that clones share.
#[derive(Debug)]
struct Grid {
    columns: usize,
    rows: usize,
    /// Row by row from the bottom.
    tiles: Box<[Tile]>,
    cell: f32,
    origin: Vec2,
    /// Each kind of tile as a piece whose cell has its lower left corner at zero.
    pieces: [Option<Piece>; Tile::ALL.len()],
    boxes: Box<[Aabb]>,
    links: Box<[Link]>,
    /// The first link of each ring, and the number of links.
    rings: Box<[usize]>,
    /// The start in `cell_links` of the links along each cell, and their number.
    starts: Box<[u32]>,
    cell_links: Box<[u32]>,
}

impl PartialEq for TileGrid {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&*self.grid, &*other.grid);
        let same = (a.columns, a.rows, a.cell, a.origin) == (b.columns, b.rows, b.cell, b.origin);
        same && a.tiles == b.tiles && self.is_solid() == other.is_solid()
    }
}

impl TileGrid {
    /// A grid of `columns` cells a row, each of side `cell` [m]; `tiles` row by row from the top.
    ///
    /// # Errors
    /// A last row that is not full, more than [`MAX_TILES`] tiles, a cell that is not a size, a grid that reaches
    /// farther than [`MAX_COORDINATE`](crate::MAX_COORDINATE).
    pub fn new(columns: usize, tiles: &[Tile], cell: f32) -> Result<Self, ShapeError> {
        let rows = tiles.len().checked_div(columns).unwrap_or(0);
        let count = tiles.len() - rows * columns;
        if count != 0 {
            return Err(ShapeError::Ragged { row: rows, count, needed: columns });
        }
        let upwards = tiles.chunks(columns.max(1)).rev().flatten().copied().collect();
        Self::build(columns, upwards, cell, Vec2::ZERO)
    }

    /// A grid from a text, a line a row, the top row first, with cells of side `cell` [m]. A line that is shorter than
    /// the longest goes on empty. [`Tile`] explains the characters: `#` solid, `.` or a blank empty, `/` and `\` slopes
    /// of the ground, `F` and `7` of a ceiling, `12` and `34` gentle slopes. Each character is its cell alone: a `1`
    /// without its `2` is a slope that ends halfway up.
    ///
    /// Lines of blanks before the first row and after the last are skipped and not counted, so that the text may begin
    /// on a line of its own; dots make an empty row there. A text without rows is a grid without cells, which touches
    /// nothing.
    ///
    /// # Errors
    /// [`ShapeError::UnknownTile`] names row, column and character; otherwise as [`TileGrid::new`].
    pub fn from_text(text: &str, cell: f32) -> Result<Self, ShapeError> {
        Self::from_rows(&rows_of(text), cell)
    }

    /// [`TileGrid::from_text`] of the lines alone, the top row first; blank ones count.
    ///
    /// # Errors
    /// As [`TileGrid::from_text`].
    pub fn from_rows<R: AsRef<str>>(rows: &[R], cell: f32) -> Result<Self, ShapeError> {
        Self::from_rows_with(rows, cell, |character, _| Tile::from_char(character))
    }

    /// [`TileGrid::from_text`] with characters of one's own. `tile_of` gives the tile of a character and its cell, or
    /// `None` if it is a mistake. It is called row by row from the top, so it may note the cells of things that are no
    /// tiles: coins, doors, the start.
    ///
    /// ```
    /// use carom::{Cell, Tile, TileGrid};
    ///
    /// let mut coins = Vec::new();
    /// let grid = TileGrid::from_text_with("o..\nGGG", 1.0, |character, cell| match character {
    ///     'G' => Some(Tile::Solid),
    ///     'o' => {
    ///         coins.push(cell);
    ///         Some(Tile::Empty)
    ///     }
    ///     other => Tile::from_char(other),
    /// })?;
    /// assert_eq!((grid.rows(), grid.columns()), (2, 3));
    /// assert_eq!(coins, [Cell { row: 0, column: 0 }]);
    /// # Ok::<(), carom::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`TileGrid::from_text`].
    pub fn from_text_with(
        text: &str,
        cell: f32,
        tile_of: impl FnMut(char, Cell) -> Option<Tile>,
    ) -> Result<Self, ShapeError> {
        Self::from_rows_with(&rows_of(text), cell, tile_of)
    }

    fn from_rows_with<R: AsRef<str>>(
        rows: &[R],
        cell: f32,
        mut tile_of: impl FnMut(char, Cell) -> Option<Tile>,
    ) -> Result<Self, ShapeError> {
        let columns = rows.iter().map(|row| row.as_ref().chars().count()).max().unwrap_or(0);
        let count = columns.saturating_mul(rows.len());
        if count > MAX_TILES {
            return Err(ShapeError::TooMany { field: "rows", count, most: MAX_TILES });
        }
        let mut tiles = vec![Tile::Empty; count];
        for (row, line) in rows.iter().enumerate() {
            for (column, character) in line.as_ref().chars().enumerate() {
                let tile = tile_of(character, Cell { row, column });
                tiles[row * columns + column] = tile.ok_or(ShapeError::UnknownTile { row, column, character })?;
            }
        }
        Self::new(columns, &tiles, cell)
    }

    /// The same grid with its lower left corner at `origin` [m].
    ///
    /// # Errors
    /// An origin that is not finite or too far away; cells that f32 does not distinguish there (under two millionths of
    /// the greatest coordinate).
    pub fn at(self, origin: Vec2) -> Result<Self, ShapeError> {
        let moved = Self::build(self.grid.columns, self.grid.tiles.clone(), self.grid.cell, origin)?;
        if self.is_solid() { moved.solid() } else { Ok(moved) }
    }

    /// The same grid, colliding as solid [boxes](TileGrid::boxes) and slopes instead of by its border: for moving
    /// bodies, which then touch grids and chains. Bodies that slide along it may catch at the joins of boxes.
    ///
    /// # Errors
    /// None that the grid itself has not had.
    pub fn solid(mut self) -> Result<Self, ShapeError> {
        let boxes = self.boxes().iter().map(|b| {
            let size = b.size();
            Polygon::rect_at(Pose { p: b.center(), q: Rot::IDENTITY }, size.x, size.y)
        });
        let slopes = self.slopes().map(|(slope, corner)| {
            let corners: Vec<Vec2> = slope.vertices().iter().map(|v| corner + *v).collect();
            Polygon::new(corners)
        });
        let solids: Result<Vec<Piece>, _> = boxes.chain(slopes).map(|polygon| polygon.map(Piece::Polygon)).collect();
        self.solids = Some(solids?.into());
        Ok(self)
    }

    /// Changes a cell: a wall that breaks, a bridge that is built. The border is drawn anew, so it costs what a new
    /// grid does; for many cells at once there is [`TileGrid::set_all`]. A body takes the changed grid by
    /// `BodyMut::set_shapes`.
    ///
    /// # Errors
    /// A cell outside of the grid; then nothing changes.
    pub fn set(&mut self, cell: Cell, tile: Tile) -> Result<(), ShapeError> {
        self.set_all([(cell, tile)])
    }

    /// Changes many cells; of one that is named twice, the last tile counts.
    ///
    /// # Errors
    /// As [`TileGrid::set`].
    pub fn set_all(&mut self, changes: impl IntoIterator<Item = (Cell, Tile)>) -> Result<(), ShapeError> {
        let Grid { columns, rows, ref tiles, cell: side, origin, .. } = *self.grid;
        let mut tiles = tiles.clone();
        for (cell, tile) in changes {
            for (field, index, count) in [("cell.row", cell.row, rows), ("cell.column", cell.column, columns)] {
                if index >= count {
                    return Err(ShapeError::OutOfGrid { field, index, count });
                }
            }
            tiles[(rows - 1 - cell.row) * columns + cell.column] = tile;
        }
        let changed = Self::build(columns, tiles, side, origin)?;
        *self = if self.is_solid() { changed.solid()? } else { changed };
        Ok(())
    }

    /// The middle of a cell [m], which need not be in the grid.
    pub fn center(&self, cell: Cell) -> Vec2 {
        let up = self.grid.rows as f32 - cell.row as f32 - 0.5;
        self.grid.origin + self.grid.cell * Vec2::new(cell.column as f32 + 0.5, up)
    }

    /// Whether it collides as solid boxes and slopes.
    pub fn is_solid(&self) -> bool {
        self.solids.is_some()
    }

    fn build(columns: usize, tiles: Box<[Tile]>, cell: f32, origin: Vec2) -> Result<Self, ShapeError> {
        if tiles.len() > MAX_TILES {
            return Err(ShapeError::TooMany { field: "rows", count: tiles.len(), most: MAX_TILES });
        }
        size("cell", cell)?;
        let rows = tiles.len().checked_div(columns).unwrap_or(0);
        let corner = place("origin", origin)? + cell * Vec2::new(columns as f32, rows as f32);
        resolved("cell", cell, Aabb::new(origin, corner))?;
        let mut pieces = [const { None }; Tile::ALL.len()];
        for (piece, tile) in pieces.iter_mut().zip(Tile::ALL).filter(|(_, tile)| *tile != Tile::Empty) {
            let corners: Vec<Vec2> = tile.corners().iter().map(|p| at_node(*p, cell)).collect();
            *piece = Some(Piece::Polygon(Polygon::new(corners)?));
        }
        let boxes = boxes(columns, &tiles)
            .into_iter()
            .map(|[low, high]| Aabb::new(origin + at_node(low, cell), origin + at_node(high, cell)));
        let boxes = boxes.collect();
        let mut grid = Grid {
            columns,
            rows,
            tiles,
            cell,
            origin,
            pieces,
            boxes,
            links: Box::default(),
            rings: Box::default(),
            starts: Box::default(),
            cell_links: Box::default(),
        };
        grid.draw_border();
        Ok(Self { grid: Arc::new(grid), solids: None })
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.grid.columns
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.grid.rows
    }

    /// The side of a cell [m].
    pub fn cell_size(&self) -> f32 {
        self.grid.cell
    }

    /// The lower left corner [m].
    pub fn origin(&self) -> Vec2 {
        self.grid.origin
    }

    /// The box of the whole grid, empty cells included [m].
    pub fn bounds(&self) -> Aabb {
        let size = Vec2::new(self.grid.columns as f32, self.grid.rows as f32);
        Aabb::new(self.grid.origin, self.grid.origin + self.grid.cell * size)
    }

    /// The content of a cell; empty outside of the grid.
    pub fn tile(&self, cell: Cell) -> Tile {
        let inside = cell.column < self.grid.columns && cell.row < self.grid.rows;
        let up = if inside { self.grid.rows - 1 - cell.row } else { return Tile::Empty };
        self.grid.tiles[up * self.grid.columns + cell.column]
    }

    /// A cell as a convex piece, and its pose in the shape's frame; `None` for an empty one.
    pub fn cell_piece(&self, cell: Cell) -> Option<(&Piece, Pose)> {
        let piece = self.grid.pieces[self.tile(cell) as usize].as_ref()?;
        let up = (self.grid.rows - 1 - cell.row) as f32;
        let p = self.grid.origin + self.grid.cell * Vec2::new(cell.column as f32, up);
        Some((piece, Pose { p, q: Rot::IDENTITY }))
    }

    /// The solid cells as few boxes that do not overlap (greedily: as far to the right, then as far up as possible)
    /// [m]. Slopes are not among them.
    pub fn boxes(&self) -> &[Aabb] {
        &self.grid.boxes
    }

    /// The border: lines between solid and empty, the solid on their left, each with its neighbours.
    pub fn links(&self) -> &[Link] {
        &self.grid.links
    }

    /// Number of pieces that collide.
    pub(crate) fn piece_count(&self) -> usize {
        self.solids.as_ref().map_or(self.links().len(), |solids| solids.len())
    }

    /// Piece `i` of those that collide, counted round; a link without length if there are none.
    pub(crate) fn piece(&self, i: usize) -> Piece {
        let i = i % self.piece_count().max(1);
        let solid = self.solids.as_ref().and_then(|solids| solids.get(i));
        solid.cloned().unwrap_or_else(|| Piece::Link(self.links().get(i).copied().unwrap_or_default()))
    }

    /// Each slope, and the lower left corner of its cell [m].
    fn slopes(&self) -> impl Iterator<Item = (&Polygon, Vec2)> + Clone {
        self.cells().filter(|cell| self.tile(*cell) != Tile::Solid).filter_map(|cell| {
            let (Piece::Polygon(slope), pose) = self.cell_piece(cell)? else { return None };
            Some((slope, pose.p))
        })
    }

    /// The border as rings of links, counter-clockwise round solid parts and clockwise round empty ones.
    pub fn rings(&self) -> impl Iterator<Item = &[Link]> {
        self.grid.rings.windows(2).map(|ends| &self.grid.links[ends[0]..ends[1]])
    }

    /// The indices of the links along a cell, ascending.
    pub fn links_of(&self, cell: Cell) -> &[u32] {
        if self.tile(cell) == Tile::Empty {
            return &[];
        }
        let number = (self.grid.rows - 1 - cell.row) * self.grid.columns + cell.column;
        &self.grid.cell_links[self.grid.starts[number] as usize..self.grid.starts[number + 1] as usize]
    }

    /// All cells that are not empty, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + Clone + '_ {
        let all = (0..self.grid.rows).flat_map(|row| (0..self.grid.columns).map(move |column| Cell { row, column }));
        all.filter(|cell| self.tile(*cell) != Tile::Empty)
    }

    /// Mass properties at `density` [kg/m^2].
    pub fn mass(&self, density: f32) -> MassProperties {
        let boxes = self.grid.boxes.iter().map(|b| {
            let size = b.size();
            let mass = density * size.x * size.y;
            MassProperties { mass, center: b.center(), inertia: mass * size.length_squared() / 12.0 }
        });
        let slopes = self.slopes().map(|(slope, corner)| {
            let mass = slope.mass(density);
            MassProperties { center: corner + mass.center, ..mass }
        });
        MassProperties::sum(boxes.chain(slopes))
    }

    /// The rows as texts that [`TileGrid::from_rows`] reads, the top row first.
    pub fn to_rows(&self) -> Vec<String> {
        let rows = self.grid.tiles.chunks(self.grid.columns.max(1)).rev();
        rows.map(|row| row.iter().map(|tile| tile.to_char()).collect()).collect()
    }
}

impl Grid {
    /// Makes the links of the border, and the lists of those along each cell.
    fn draw_border(&mut self) {
        let (mut links, mut rings, mut along) = (Vec::new(), vec![0], Vec::new());
        for ring in border(self.columns, &self.tiles) {
            let count = ring.corners.len();
            let at = |i: usize| self.origin + at_node(ring.corners[i % count], self.cell);
            for (i, cells) in ring.cells.iter().enumerate() {
                along.extend(cells.iter().map(|&cell| (cell, links.len() as u32)));
                let (before, a, b, after) = (at(i + count - 1), at(i), at(i + 1), at(i + 2));
                links.push(Link { before, a, b, after, one_sided: true, ends: [false; 2] });
            }
            rings.push(links.len());
        }
        along.sort_unstable();
        along.dedup();
        let start = |cell: usize| along.partition_point(|&(c, _)| (c as usize) < cell) as u32;
        self.starts = (0..=self.tiles.len()).map(start).collect();
        self.cell_links = along.iter().map(|&(_, link)| link).collect();
        (self.links, self.rings) = (links.into(), rings.into());
    }
}

/// The lines of a text from the first to the last that is not blank.
fn rows_of(text: &str) -> Vec<&str> {
    let lines: Vec<_> = text.lines().collect();
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(first, |last| last + 1);
    lines[first..end].to_vec()
}

/// The position of a node [m] from the lower left corner.
fn at_node([x, y]: Node, cell: f32) -> Vec2 {
    0.5 * cell * Vec2::new(x as f32, y as f32)
}

/// Boxes that hold each solid cell once, as their least and greatest nodes.
fn boxes(columns: usize, tiles: &[Tile]) -> Vec<[Node; 2]> {
    let mut taken: Vec<bool> = tiles.iter().map(|tile| *tile != Tile::Solid).collect();
    let mut boxes = Vec::new();
    for start in 0..tiles.len() {
        if taken[start] {
            continue;
        }
        let (column, row) = (start % columns, start / columns);
        let width = taken[start..start + columns - column].iter().take_while(|taken| !**taken).count();
        let mut height = 0;
        while let Some(line) = taken.get_mut(start + height * columns..start + height * columns + width)
            && !line.contains(&true)
        {
            line.fill(true);
            height += 1;
        }
        let node = |column: usize, row: usize| [2 * column as i64, 2 * row as i64];
        boxes.push([node(column, row), node(column + width, row + height)]);
    }
    boxes
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "tile_grid")]
struct Raw {
    rows: Vec<String>,
    cell: f32,
    #[serde(default)]
    origin: Vec2,
    #[serde(default)]
    solid: bool,
}

#[cfg(feature = "serde")]
impl TryFrom<Raw> for TileGrid {
    type Error = ShapeError;
    fn try_from(raw: Raw) -> Result<Self, ShapeError> {
        let grid = Self::from_rows(&raw.rows, raw.cell)?.at(raw.origin)?;
        if raw.solid { grid.solid() } else { Ok(grid) }
    }
}

#[cfg(feature = "serde")]
impl From<TileGrid> for Raw {
    fn from(s: TileGrid) -> Self {
        Self { rows: s.to_rows(), cell: s.cell_size(), origin: s.origin(), solid: s.is_solid() }
    }
}
