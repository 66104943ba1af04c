//! Shapes: circle, capsule, segment, convex polygon, chain, concave outline with holes, tile grid, pixel mask; their
//! mass properties; and the manifolds of the narrow phase. Sees only numbers; knows no bodies and no threads.
//!
//! A user gives a body a [`Shape`]. It is cut into convex [`Piece`]s, which collide.
#![forbid(unsafe_code)]

mod approximate;
mod capsule;
mod cell;
mod chain;
mod circle;
mod corners;
mod error;
mod exact;
mod figures;
mod hull;
mod manifold;
mod mask;
mod mass;
mod oriented_box;
mod outline;
mod piece;
mod polygon;
mod segment;
mod shape;
mod tiles;

pub use capsule::Capsule;
pub use cell::Cell;
pub use chain::{Chain, Link};
pub use circle::Circle;
pub use error::{MAX_COORDINATE, MIN_SIZE, ShapeError};
pub use figures::MAX_CORNERS;
pub use hull::hull;
pub use manifold::{FeatureId, Manifold, ManifoldPoint};
pub use mask::contour::{MAX_CONTOUR_CORNERS, MaskContour};
pub use mask::{MAX_MASK_SIDE, Mask};
pub use mass::MassProperties;
pub use oriented_box::OrientedBox;
pub use outline::{
    Cut, EarClipping, EarStep, NoEar, Outline, RingEdge, RingName, Triangulation, clip_ears, simplify, triangulate,
};
pub use piece::{Piece, PieceKind};
pub use polygon::Polygon;
pub use segment::Segment;
pub use shape::Shape;
pub use tiles::grid::{MAX_TILES, TileGrid};
pub use tiles::tile::Tile;
