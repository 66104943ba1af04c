//! Errors of shapes, and the limits of sizes and coordinates.

use crate::tiles::tile::TILE_CHARACTERS;
use crate::{RingEdge, RingName};
use carom_math::{Aabb, Vec2, max2};
use std::fmt;

/// The greatest coordinate, radius or length that a shape may have [m].
pub const MAX_COORDINATE: f32 = 1.0e6;

/// The least radius, width or length that a shape may have [m].
pub const MIN_SIZE: f32 = 1.0e-5;

/// The reason why a shape was refused. Each names the field or the vertex, and the value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShapeError {
    /// A number is NaN, infinite, or beyond [`MAX_COORDINATE`].
    NotInRange {
        /// Name of the field.
        field: &'static str,
        /// The value.
        value: f32,
    },
    /// A size is zero, negative, NaN, infinite, below [`MIN_SIZE`] or above [`MAX_COORDINATE`].
    BadSize {
        /// Name of the field.
        field: &'static str,
        /// The value [m].
        value: f32,
    },
    /// A vertex has a coordinate that is NaN, infinite, or beyond [`MAX_COORDINATE`].
    BadVertex {
        /// Index of the vertex, from 0.
        vertex: usize,
        /// Its position [m].
        value: Vec2,
    },
    /// A polygon needs three corners and a chain two points (three if it is closed).
    TooFewVertices {
        /// Number given.
        count: usize,
        /// Number needed.
        needed: usize,
    },
    /// Two neighbours are at one place (within [`MIN_SIZE`]).
    Duplicate {
        /// Index of the second of the two.
        vertex: usize,
    },
    /// All points lie on one line, or the polygon is thinner than [`MIN_SIZE`].
    Collinear,
    /// The outline turns the other way at this vertex.
    NotConvex {
        /// Index of the vertex, from 0.
        vertex: usize,
    },
    /// The outline goes round more than once, or crosses itself.
    Crossing,
    /// There is more of something than a mask or a grid may have.
    TooMany {
        /// Name of the field.
        field: &'static str,
        /// Number given.
        count: usize,
        /// Greatest number.
        most: usize,
    },
    /// A row of a mask is shorter or longer than the others.
    Ragged {
        /// Index of the row, from 0 at the top.
        row: usize,
        /// Its length.
        count: usize,
        /// The length of the others.
        needed: usize,
    },
    /// A tolerance needs more corners than a polygon of a figure may have.
    TooFine {
        /// The tolerance [m].
        value: f32,
        /// Greatest number of corners.
        most: usize,
    },
    /// A cell is outside of its grid.
    OutOfGrid {
        /// `cell.row` or `cell.column`.
        field: &'static str,
        /// The index.
        index: usize,
        /// Number of rows or columns.
        count: usize,
    },
    /// A character of a tile map names no tile.
    UnknownTile {
        /// Index of the row, from 0 at the top.
        row: usize,
        /// Index of the column, from 0 at the left.
        column: usize,
        /// The character.
        character: char,
    },
    /// A vertex of a hole has a coordinate that is NaN, infinite, or beyond [`MAX_COORDINATE`].
    BadHoleVertex {
        /// Index of the hole, from 0.
        hole: usize,
        /// Index of the vertex, from 0.
        vertex: usize,
        /// Its position [m].
        value: Vec2,
    },
    /// A ring of an outline has no area: all its points are at one place, on one line, or on spikes of zero width.
    NoArea {
        /// The ring.
        ring: RingName,
    },
    /// Two edges of an outline cross. If they meet in a vertex, their rings cross there.
    EdgesCross {
        /// The first edge.
        a: RingEdge,
        /// The second edge.
        b: RingEdge,
        /// The crossing, rounded [m].
        at: Vec2,
    },
    /// Two edges of an outline lie on each other for a stretch.
    EdgesOverlap {
        /// The first edge.
        a: RingEdge,
        /// The second edge.
        b: RingEdge,
        /// Start of the stretch [m].
        at: Vec2,
    },
    /// A hole, or a part of it, lies outside the outer ring.
    HoleOutside {
        /// Index of the hole, from 0.
        hole: usize,
        /// A vertex of the two rings from which on it is outside [m].
        at: Vec2,
    },
    /// A hole, or a part of it, lies in another hole.
    HolesOverlap {
        /// Index of the hole, from 0.
        hole: usize,
        /// Index of the hole that it lies in.
        other: usize,
        /// A vertex of the hole inside the other [m].
        at: Vec2,
    },
    /// An outline is thinner than [`MIN_SIZE`], or too much of it is.
    TooThin {
        /// A corner of the thin part [m].
        at: Vec2,
    },
}

impl ShapeError {
    /// The field at fault, by its name in a scene file.
    pub fn field(&self) -> &'static str {
        match self {
            Self::NotInRange { field, .. } | Self::BadSize { field, .. } | Self::TooMany { field, .. } => field,
            Self::OutOfGrid { field, .. } => field,
            Self::TooFine { .. } => "tolerance",
            Self::Ragged { .. } | Self::UnknownTile { .. } => "rows",
            Self::NoArea { ring } => ring.field(),
            Self::EdgesCross { a, .. } | Self::EdgesOverlap { a, .. } => a.ring.field(),
            Self::BadHoleVertex { .. } | Self::HoleOutside { .. } | Self::HolesOverlap { .. } => "holes",
            _ => "vertices",
        }
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInRange { field, value } => {
                write!(f, "{field}: {value:?} is not a finite number within +-{MAX_COORDINATE}")
            }
            Self::BadSize { field, value } => {
                write!(f, "{field}: {value:?} is not a size between {MIN_SIZE} and {MAX_COORDINATE}")
            }
            Self::BadVertex { vertex, value } => {
                write!(f, "vertices[{vertex}]: ({}, {}) is not finite and within +-{MAX_COORDINATE}", value.x, value.y)
            }
            Self::TooFewVertices { count, needed } => {
                write!(f, "vertices: {count} given, at least {needed} different ones are needed")
            }
            Self::Duplicate { vertex } => write!(f, "vertices[{vertex}]: stands where the vertex before it stands"),
            Self::Collinear => write!(f, "vertices: all lie on one line, so there is no area"),
            Self::NotConvex { vertex } => {
                write!(f, "vertices[{vertex}]: the outline is not convex there (take the hull, or cut it in pieces)")
            }
            Self::Crossing => write!(f, "vertices: the outline crosses itself or goes round more than once"),
            Self::TooMany { field, count, most } => write!(f, "{field}: {count} given, at most {most} are allowed"),
            Self::Ragged { row, count, needed } => write!(f, "rows[{row}]: {count} given where a row has {needed}"),
            Self::OutOfGrid { field, index, count } => write!(f, "{field}: {index} is not below {count}"),
            Self::TooFine { value, most } => write!(f, "tolerance: {value:?} needs more than {most} corners"),
            Self::UnknownTile { row, column, character } => {
                write!(f, "rows[{row}]: {character:?} in column {column} is no tile (one of {TILE_CHARACTERS:?})")
            }
            Self::BadHoleVertex { hole, vertex, value: Vec2 { x, y } } => {
                write!(f, "holes[{hole}][{vertex}]: ({x}, {y}) is not finite and within +-{MAX_COORDINATE}")
            }
            Self::NoArea { ring } => {
                write!(f, "{ring}: the ring has no area; at least three points that are not on one line are needed")
            }
            Self::EdgesCross { a, b, at: Vec2 { x, y } } => {
                write!(
                    f,
                    "{}: the edge that begins at {a} crosses the one that begins at {b}, at ({x}, {y}); ",
                    a.ring
                )?;
                write!(f, "rings may touch at points, but not cross")
            }
            Self::EdgesOverlap { a, b, at: Vec2 { x, y } } => {
                write!(f, "{}: the edge that begins at {a} lies on the one that begins at {b}, ", a.ring)?;
                write!(f, "from ({x}, {y}) on; rings may touch at points, but not along edges")
            }
            Self::HoleOutside { hole, at: Vec2 { x, y } } => {
                write!(f, "holes[{hole}]: lies outside the outer ring at ({x}, {y}); a hole must lie inside")
            }
            Self::HolesOverlap { hole, other, at: Vec2 { x, y } } => {
                write!(f, "holes[{hole}]: lies in holes[{other}] at ({x}, {y}); holes must lie apart, or be one hole")
            }
            Self::TooThin { at: Vec2 { x, y } } => {
                write!(f, "vertices: the outline is thinner than {MIN_SIZE} near ({x}, {y}); it must be wider")
            }
        }
    }
}

impl std::error::Error for ShapeError {}

/// `value` if it is a coordinate.
pub(crate) fn coordinate(field: &'static str, value: f32) -> Result<f32, ShapeError> {
    if value.abs() <= MAX_COORDINATE { Ok(value) } else { Err(ShapeError::NotInRange { field, value }) }
}

/// `value` if both parts are coordinates.
pub(crate) fn place(field: &'static str, value: Vec2) -> Result<Vec2, ShapeError> {
    coordinate(field, value.x)?;
    coordinate(field, value.y)?;
    Ok(value)
}

/// `value` if it is a size.
pub(crate) fn size(field: &'static str, value: f32) -> Result<f32, ShapeError> {
    if (MIN_SIZE..=MAX_COORDINATE).contains(&value) { Ok(value) } else { Err(ShapeError::BadSize { field, value }) }
}

/// `value` if it is zero or a size.
pub(crate) fn size_or_zero(field: &'static str, value: f32) -> Result<f32, ShapeError> {
    if value == 0.0 { Ok(0.0) } else { size(field, value) }
}

/// Whether a grid of cells of side `cell` within `bounds` has valid coordinates, and cells that f32 distinguishes
/// there.
pub(crate) fn resolved(field: &'static str, cell: f32, bounds: Aabb) -> Result<(), ShapeError> {
    place("size", bounds.max)?;
    let far = max2(bounds.min.abs(), bounds.max.abs()).max_element();
    if 0.5 * cell >= MIN_SIZE && cell >= 16.0 * f32::EPSILON * far {
        return Ok(());
    }
    Err(ShapeError::BadSize { field, value: cell })
}

/// Checks all vertices one by one.
pub(crate) fn vertices(points: &[Vec2], needed: usize) -> Result<(), ShapeError> {
    if points.len() < needed {
        return Err(ShapeError::TooFewVertices { count: points.len(), needed });
    }
    match bad_vertex(points) {
        Some((vertex, value)) => Err(ShapeError::BadVertex { vertex, value }),
        None => Ok(()),
    }
}

/// The first vertex that is no valid position, with its index.
pub(crate) fn bad_vertex(points: &[Vec2]) -> Option<(usize, Vec2)> {
    let good = |p: Vec2| p.x.abs() <= MAX_COORDINATE && p.y.abs() <= MAX_COORDINATE;
    points.iter().copied().enumerate().find(|(_, p)| !good(*p))
}
