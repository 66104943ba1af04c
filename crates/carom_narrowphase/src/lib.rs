//! Narrow phase: the exact contact of two shapes. In: two convex pieces and the pose of one in the other's frame. Out:
//! manifolds, distances, times of impact and ray hits. Pure functions: no state, no allocation, no panic, and the same
//! bits on every machine.
//!
//! [`collide`] is the entry; it picks one function per kind of pair by [`carom_shapes::PieceKind`], the greater kind
//! first. Every piece is a core (a point, a line or a polygon) and a radius around it. So three cases suffice: point
//! against core (`circle`, `polygon_circle`, `link_circle`), core against core (`polygon`, `capsule`), and core against
//! a link with its neighbours (`link`). Manifolds are computed in f32, which the lane versions copy; distance, impact
//! and rays, which need digits more than speed, in f64.
//!
//! A toolbox serves programs without a world: [`sat`], [`overlaps`], [`separation`], [`Clipper`], [`closest_point`],
//! [`shape_cast`], [`ballistic_cast`], [`push_apart`], [`resolve`]. They take pieces in a's frame; functions whose
//! names end in `shape` or `shapes` take whole shapes in the world. docs/COLLISION.md lists them by question.
#![forbid(unsafe_code)]
// `!(x <= limit)` gives a NaN the answer no.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

mod distance;
mod manifold;
mod toolbox;
mod wide;

pub use distance::cast::piece::{PieceHit, piece_cast};
pub use distance::cast::shape::{ShapeCastHit, shape_cast, time_of_impact_shapes};
pub use distance::closest::{
    ClosestPoint, closest_point, closest_point_shape, contains_point_shape, signed_distance, signed_distance_shape,
};
pub use distance::inside::contains_point;
pub use distance::ray::{
    PieceRayHit, ShapeHit, circle_cast, circle_cast_each, circle_cast_shape, ray_cast, ray_cast_aabb, ray_cast_at,
    ray_cast_box, ray_cast_each, ray_cast_shape,
};
pub use distance::separation::{ShapeDistance, separation, separation_shapes};
pub use distance::toi::impact::{Impact, time_of_impact, time_of_touch};
pub use distance::toi::sweep::Sweep;
pub use distance::{ClosestPoints, distance};
pub use manifold::collide::collide;
pub use manifold::lanes::circles::{
    Discx, collide_circles_on_lanes, collide_line_circle_on_lanes, collide_polygon_circle_on_lanes,
};
pub use manifold::lanes::core::{Corex, ManifoldPointx, Manifoldx, around_quads};
pub use manifold::lanes::polygons::collide_cores_on_lanes;
pub use manifold::lanes::quad::{Form, Quad, corner_count, place_of};
pub use manifold::lanes::route::{Route, Sidex, collide_on_lanes};
pub use manifold::scalar::box_core::BoxCore;
pub use manifold::scalar::capsule::{
    collide_capsules, collide_polygon_capsule, collide_polygon_segment, collide_segment_capsule, collide_segments,
};
pub use manifold::scalar::circle::{collide_capsule_circle, collide_circles, collide_segment_circle};
pub use manifold::scalar::link::{collide_link_capsule, collide_link_polygon, collide_link_segment, is_behind};
pub use manifold::scalar::link_circle::collide_link_circle;
pub use manifold::scalar::polygon::collide_polygons;
pub use manifold::scalar::polygon_circle::collide_polygon_circle;
pub use toolbox::boxes::{
    aabb_overlaps_box, aabb_overlaps_circle, box_overlaps_circle, boxes_distance, boxes_overlap, collide_aabb_circle,
    collide_aabbs, collide_box_circle, collide_boxes,
};
pub use toolbox::clip_polygon::{Clipper, Overlap, overlap_area};
pub use toolbox::clip_steps::{ClipStep, ClipSteps, clip_steps};
pub use toolbox::overlap::{
    capsule_overlaps_circle, capsules_overlap, circles_overlap, collide_shapes, overlap_shapes, overlaps,
    segments_cross,
};
pub use toolbox::probe::plainly_overlaps;
pub use toolbox::project::{Support, project, project_shape, support, support_shape};
pub use toolbox::push::{PushedApart, push_apart, share_push};
pub use toolbox::response::{ImpactBody, ImpactPoint, ImpactResponse, resolve};
pub use toolbox::sat::{Sat, SatFeature, sat, sat_cached, sat_points};
pub use toolbox::sat_axes::{LineProjection, SatAxis, is_separating_axis, project_on_line, sat_axes, sat_circle_axes};
pub use toolbox::sat_circle::sat_circle;
pub use toolbox::tile_grid::{TileContact, TileHit, collide_tiles, overlap_tiles, ray_cast_tiles, sweep_tiles};
pub use toolbox::trajectory::{Trajectory, TrajectoryHit, ballistic_cast, ballistic_cast_shape};
