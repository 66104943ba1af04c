//! Areas by key, with data derived from their definitions.

use crate::def::AreaDef;
use crate::key::AreaKey;
use crate::slots::Slots;
use carom_math::{Aabb, Pose};
use carom_shapes::Piece;

/// An area, ready for a step.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    pub def: AreaDef,
    pub pose: Pose,
    pub pieces: Vec<Piece>,
    /// The box around its region; without a region, around everything.
    pub bounds: Aabb,
}

impl Area {
    pub(crate) fn new(def: AreaDef) -> Self {
        let pose = def.pose();
        let pieces: Vec<Piece> =
            def.region.iter().flat_map(|shape| (0..shape.piece_count()).map(|i| shape.piece(i))).collect();
        let bounds = pieces.iter().fold(Aabb::EMPTY, |all, piece| all.union(&piece.aabb(pose)));
        Self { def, pose, pieces, bounds }
    }

    /// Whether it is everywhere.
    pub(crate) fn is_everywhere(&self) -> bool {
        self.def.region.is_none()
    }
}

/// All areas. They act in the order of their slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Areas {
    pub slots: Slots<AreaKey, Area>,
}

impl Areas {
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.len() == 0
    }
}
