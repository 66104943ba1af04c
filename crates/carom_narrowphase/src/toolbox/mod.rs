//! Textbook collision tests for programs without a world.

pub(crate) mod boxes;
pub(crate) mod clip_polygon;
pub(crate) mod clip_steps;
pub(crate) mod overlap;
pub(crate) mod probe;
pub(crate) mod project;
pub(crate) mod push;
pub(crate) mod response;
pub(crate) mod roots;
pub(crate) mod sat;
pub(crate) mod sat_axes;
pub(crate) mod sat_circle;
pub(crate) mod tile_grid;
pub(crate) mod trajectory;
