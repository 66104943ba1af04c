//! A list of vectors that is stored in place up to eight, and shared beyond.

use carom_math::Vec2;
use std::sync::Arc;

/// Up to eight vectors in place, more behind an `Arc`.
#[derive(Clone, Debug)]
pub(crate) enum Corners {
    Few(u8, [Vec2; 8]),
    Many(Arc<[Vec2]>),
}

impl Corners {
    pub(crate) fn new(points: &[Vec2]) -> Self {
        if points.len() > 8 {
            return Self::Many(points.into());
        }
        let mut few = [Vec2::ZERO; 8];
        few[..points.len()].copy_from_slice(points);
        Self::Few(points.len() as u8, few)
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[Vec2] {
        match self {
            Self::Few(count, few) => &few[..usize::from(*count)],
            Self::Many(many) => many,
        }
    }
}
