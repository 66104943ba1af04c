//! Queries to a broad phase: rays, swept boxes, nearest boxes.

pub(crate) mod along;
pub(crate) mod cells;
pub(crate) mod cells_walk;
pub(crate) mod nearest;
pub(crate) mod swept;
