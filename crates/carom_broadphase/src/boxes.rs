//! What a broad phase sees of a world: boxes by index, and which of them may have moved.

use carom_math::Aabb;

/// Boxes at most: room for every number that is made of how many there are, such as that of a bucket.
pub const MOST_BOXES: usize = 1_000_000_000;

/// The boxes of one step. Only finite boxes that hold a point take part: one with a corner that is infinite or NaN, or
/// with `min > max` ([`Aabb::EMPTY`] is both), is in no pair and in no answer; nor is an index past the end of `now`.
#[derive(Clone, Copy, Debug)]
pub struct Boxes<'a> {
    /// This step's fat boxes by index [m].
    pub now: &'a [Aabb],
    /// Last step's fat boxes by index [m]; [`Aabb::EMPTY`] for what is new or was teleported, which then reports
    /// everything that it overlaps. Indices past the end count as empty.
    pub old: &'a [Aabb],
    /// The indices of boxes that may have moved, ascending, each once.
    pub active: &'a [u32],
    /// The indices of fixed and sleeping boxes, ascending, each once, none of them in `active`.
    pub still: &'a [u32],
    /// Whether a still box, or the list `still`, differs from the previous call, or `old` of a still box is not that
    /// box (it is new, teleported, or shall report its pairs again). While false, what was built over the still boxes
    /// is kept, they cost nothing, and last step's boxes are taken to be this step's.
    pub still_changed: bool,
    /// Whether `active` is the list of the previous call, and `old` has the boxes that `now` had in it, but where it is
    /// [`Aabb::EMPTY`]: then what was built over the active boxes is kept where few of them changed. Who only asks for boxes
    /// need not know `old`, and says false.
    pub follows: bool,
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

/// Where the boxes of a structure come from when it is built.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Which boxes, ascending.
    pub ids: &'a [u32],
    /// This step's boxes by index.
    pub now: &'a [Aabb],
    /// Last step's boxes by index.
    pub old: &'a [Aabb],
}
