//! Things with an outline: circle, capsule, segment, convex polygon, chain, concave outline
//! with holes; what they weigh; and the vocabulary in
//! which the narrow phase says where two of them touch. Sees only numbers; knows no bodies and no threads.
//!
//! A [`Shape`] is what a user gives to a body. It is cut into convex [`Piece`]s, which is what collision works on.
#![forbid(unsafe_code)]

mod capsule;
mod chain;
mod circle;
mod corners;
mod error;
mod exact;
mod hull;
mod manifold;
mod mass;
mod outline;
mod piece;
mod polygon;
mod segment;
mod shape;

pub use capsule::Capsule;
pub use chain::{Chain, Link};
pub use circle::Circle;
pub use error::{MAX_COORDINATE, MIN_SIZE, ShapeError};
pub use hull::hull;
pub use manifold::{ContactPoint, FeatureId, Manifold};
pub use mass::MassProperties;
pub use outline::{Outline, RingEdge, RingName};
pub use piece::{Piece, PieceKind};
pub use polygon::Polygon;
pub use segment::Segment;
pub use shape::Shape;
