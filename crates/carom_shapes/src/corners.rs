//! Corners and edge normals of a polygon, shared by all its copies: a thousand bodies of one shape keep one list.

use carom_math::Vec2;
use std::sync::Arc;

/// As many corners as normals, one after the other behind an `Arc`.
#[derive(Clone, Debug)]
pub(crate) struct Corners(Arc<[Vec2]>);

impl Corners {
    pub(crate) fn new(vertices: &[Vec2], normals: &[Vec2]) -> Self {
        Self(vertices.iter().chain(normals).copied().collect())
    }

    #[inline(always)]
    pub(crate) fn vertices(&self) -> &[Vec2] {
        &self.0[..self.0.len() / 2]
    }

    #[inline(always)]
    pub(crate) fn normals(&self) -> &[Vec2] {
        &self.0[self.0.len() / 2..]
    }
}
