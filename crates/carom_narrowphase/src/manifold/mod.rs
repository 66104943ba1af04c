//! Contact manifolds of two convex pieces, in f32.

pub(crate) mod collide;
pub(crate) mod lanes;
pub(crate) mod scalar;
