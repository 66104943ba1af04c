//! Queries on a tile grid: overlaps, contacts, rays and sweeps. In: the grid, in its own frame, and a piece with its
//! pose or a ray. Out: cells, manifolds, hits. Only the cells near the motion are tested, in the order in which they
//! are reached ([`TileGrid::walk`]; J. Amanatides, A. Woo 1987).
//!
//! Overlaps, rays and sweeps see each cell as a solid convex piece. Manifolds come from the border, whose links know
//! their neighbours, so that a sliding body catches on no internal edge.

use crate::collide;
use crate::distance::graze::ray_rounding;
use crate::distance::ray::{far, ray_cast_rounded};
#[cfg(doc)]
use crate::ray_cast;
use crate::{Impact, PieceRayHit, Sweep, distance, time_of_impact};
use carom_math::{Aabb, Pose, Vec2, max2};
use carom_shapes::{Cell, Manifold, Piece, TileGrid};

/// The first hit of a moving thing on a tile grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileHit {
    /// The cell that is hit.
    pub cell: Cell,
    /// Fraction of the motion, 0..=1.
    pub fraction: f32,
    /// Unit normal from the cell to the moving thing; zero if neither is on one side of the other.
    pub normal: Vec2,
}

/// A link of a grid's border and its manifold with a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileContact {
    /// Index of the link in [`TileGrid::links`].
    pub link: usize,
    /// In the grid's frame; the normal points from the grid to the piece.
    pub manifold: Manifold,
}

/// The first cell found, in the order of columns from the left, that the piece at `pose` touches or overlaps; `None`
/// also if a number is not finite. Links and segments count as lines.
pub fn overlap_tiles(grid: &TileGrid, piece: &Piece, pose: Pose) -> Option<Cell> {
    let mut found = None;
    grid.walk(&piece.aabb(pose), Vec2::ZERO, &mut |cell, _| {
        let Some((tile, corner)) = grid.cell_piece(cell) else { return true };
        if distance(tile, piece, corner.inv_mul(pose)).distance <= 0.0 {
            found = Some(cell);
        }
        found.is_none()
    });
    found
}

/// Fills `out`, cleared first, with the contacts of the piece at `pose` with the border of the grid, in the order of
/// its links; [`collide`] explains manifolds and `reach` [m]. A piece whose middle is in solid cells touches nothing
/// there: use [`overlap_tiles`]. Allocates only to grow.
pub fn collide_tiles(grid: &TileGrid, piece: &Piece, pose: Pose, reach: f32, out: &mut Vec<TileContact>) {
    out.clear();
    let mut near = |link: u32| out.push(TileContact { link: link as usize, manifold: Manifold::NONE });
    grid.walk(&piece.aabb(pose).grown(reach), Vec2::ZERO, &mut |cell, _| {
        grid.links_of(cell).iter().copied().for_each(&mut near);
        true
    });
    out.sort_unstable_by_key(|contact| contact.link);
    out.dedup_by_key(|contact| contact.link);
    out.retain_mut(|contact| {
        contact.manifold = collide(&Piece::Link(grid.links()[contact.link]), piece, pose, reach);
        !contact.manifold.points().is_empty()
    });
}

/// The first hit on a solid part of the grid of the ray from `from` to `to` [m], and its cell; see [`ray_cast`]. A ray
/// that starts inside hits at fraction 0. `None` also if a number is not finite.
pub fn ray_cast_tiles(grid: &TileGrid, from: Vec2, to: Vec2) -> Option<(Cell, PieceRayHit)> {
    // Corners of cells are places in the grid's frame.
    let Aabb { min: low, max: high } = grid.bounds();
    let rounding = || max2(ray_rounding(Pose::IDENTITY, from, to), ray_rounding(Pose::IDENTITY, low, high));
    let place = far(from) + far(low) + far(high);
    let mut first: Option<(Cell, PieceRayHit)> = None;
    grid.walk(&Aabb::new(from, from), to - from, &mut |cell, time| {
        if first.is_some_and(|(_, hit)| f64::from(hit.fraction) < time) {
            return false;
        }
        let Some((tile, corner)) = grid.cell_piece(cell) else { return true };
        if let Some(hit) = ray_cast_rounded(tile, [from - corner.p, to - corner.p], place, rounding)
            && first.is_none_or(|(_, best)| hit.fraction < best.fraction)
        {
            first = Some((cell, PieceRayHit { point: hit.point + corner.p, ..hit }));
        }
        true
    });
    first
}

/// The first time at which the piece at `pose`, moved straight by `by` [m] without turning, comes as near as
/// `tolerance` [m] to a solid part of the grid. Never late, and early by at most the motion from 1.5 tolerances to
/// none. A piece that is nearer than that already hits at fraction 0, whatever the motion; a sliding piece must be kept
/// at a greater distance. `None` also if a number is not finite.
pub fn sweep_tiles(grid: &TileGrid, piece: &Piece, pose: Pose, by: Vec2, tolerance: f32) -> Option<TileHit> {
    let to = Pose { p: pose.p + by, ..pose };
    let sweep = Sweep::between(Vec2::ZERO, pose, to);
    let mut first: Option<TileHit> = None;
    grid.walk(&piece.aabb(pose).grown(2.0 * tolerance), by, &mut |cell, time| {
        if first.is_some_and(|hit| f64::from(hit.fraction) < time) {
            return false;
        }
        let Some((tile, corner)) = grid.cell_piece(cell) else { return true };
        let (fraction, normal) =
            match time_of_impact(tile, &Sweep::still(corner), piece, &sweep, 0.5 * tolerance, tolerance) {
                Impact::Separated => return true,
                Impact::Hit { time, normal } => (time, normal),
                Impact::Overlapped => (0.0, collide(tile, piece, corner.inv_mul(pose), tolerance).normal),
            };
        if first.is_none_or(|hit| fraction < hit.fraction) {
            first = Some(TileHit { cell, fraction, normal });
        }
        true
    });
    first
}
