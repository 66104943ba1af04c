//! The input of a broad phase: boxes by index, and which of them may have moved.

use carom_math::Aabb;

/// Most boxes. Every number derived from their count, such as that of a bucket, fits its type.
pub const MOST_BOXES: usize = 1_000_000_000;

/// The boxes of one step. Only finite boxes that hold a point take part. A box with an infinite or NaN corner, or with
/// `min > max` ([`Aabb::EMPTY`] has both), is in no pair and in no answer; nor is an index past the end of `now`.
#[derive(Clone, Copy, Debug)]
pub struct Boxes<'a> {
    /// This step's fat boxes by index [m].
    pub now: &'a [Aabb],
    /// Last step's fat boxes by index [m]. A new or teleported box has [`Aabb::EMPTY`], which reports all its overlaps.
    /// Indices past the end count as empty.
    pub old: &'a [Aabb],
    /// The indices of boxes that may have moved, ascending, each once.
    pub active: &'a [u32],
    /// The fixed and sleeping boxes, none of them in `active`.
    pub still: StillSet<'a>,
    /// Whether `active` is the list of the previous call, and `old` has the boxes that `now` had in it, except those
    /// that are [`Aabb::EMPTY`]. Then the structure of the active boxes is kept if few of them changed. A caller that
    /// only queries need not know `old`, and passes false.
    pub follows: bool,
}

/// The still boxes of one step. Lists are ascending and have each index once.
#[derive(Clone, Copy, Debug)]
pub enum StillSet<'a> {
    /// These, whatever was there before.
    All(&'a [u32]),
    /// Those of the previous call, none of which changed. They cost nothing, and last step's boxes are taken to be this
    /// step's.
    Same,
    /// Those of the previous call without `gone`, and with `new`. A box that changed, or shall report its pairs again,
    /// is in both. Indices in `gone` that were not there change nothing.
    Changed {
        /// Indices that leave.
        gone: &'a [u32],
        /// Indices that come.
        new: &'a [u32],
    },
}

/// The box of an index; empty past the end.
#[inline(always)]
pub(crate) fn box_at(boxes: &[Aabb], index: u32) -> Aabb {
    boxes.get(index as usize).copied().unwrap_or(Aabb::EMPTY)
}

/// Whether a box is finite and holds a point. The others overlap nothing and are left out.
#[inline(always)]
pub(crate) fn takes_part(b: &Aabb) -> bool {
    b.is_finite() && !b.is_empty()
}

/// The boxes of a structure that is built.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The indices, ascending.
    pub ids: &'a [u32],
    /// This step's boxes by index.
    pub now: &'a [Aabb],
    /// Last step's boxes by index.
    pub old: &'a [Aabb],
}
