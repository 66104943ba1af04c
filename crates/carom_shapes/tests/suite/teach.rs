//! Ear clipping step by step, triangles, fewer corners, and round shapes as polygons: laws over seeded random rings.

use crate::random::Random;
use carom_math::{PI, Pose, Vec2, sin_cos, vec2};
use carom_shapes::{
    Capsule, Circle, Cut, EarClipping, NoEar, Outline, Polygon, Segment, Shape, ShapeError, clip_ears, simplify,
    triangulate,
};
