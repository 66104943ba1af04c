//! The inputs of contact blocks.

use crate::prefetch::Prefetch;
use crate::recorder::ImpulseRecorder;
use crate::rows::RowLimit;
use crate::{BodyMass, BodyState};

/// The inputs of contact blocks.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    pub prefetch: Prefetch,
    pub masses: &'a [BodyMass],
    pub states: &'a [BodyState],
    pub limit: RowLimit,
    pub recorder: ImpulseRecorder,
    /// Whether manifolds have arms in place of anchors: see [`crate::CachedChunk`].
    pub armed: bool,
}
