//! The cut of an outline before its convex pieces are made: a user's choice.

/// The way an outline is cut into triangles, which are merged into convex pieces. The pieces differ; their union does
/// not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Cut {
    /// By the sweep that validates the rings, into monotone faces, whose triangles are then made fat. The default: the
    /// fastest on large outlines, with the thickest pieces.
    #[default]
    Sweep,
    /// Ear by ear (G. Meisters, "Polygons have ears", 1975), by the crate `earcutr`, on rings that the sweep found
    /// valid, holes tied to the outer ring by the shortest of the sweep's cuts. For most outlines it gives more pieces
    /// than the sweep, and thinner ones. If its triangles do not cover the outline exactly once, those of the sweep are
    /// taken.
    Ears,
}
