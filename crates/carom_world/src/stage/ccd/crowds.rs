//! The pairs of a crowd that a round still sweeps.

use crate::stage::ccd::Crowds;
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::crowd::{HEAVIER, bounces, is_crowd};
use crate::stage::ccd::slip::slips;
use carom_math::min;

impl Crowds {
    /// The pairs that are swept in a round.
    pub fn of(round: u32) -> Self {
        match round {
            0 => Self::All,
            1 => Self::Unheld,
            _ => Self::None,
        }
    }

    /// Whether two bodies are left to their contacts.
    pub fn leave(self, ctx: &CcdContext<'_>, rows: [u32; 2]) -> bool {
        match self {
            Self::All => false,
            Self::Unheld => is_crowd(ctx.state, rows) && !bounces(ctx.state, rows) && !may_slip(ctx, rows),
            Self::None => is_crowd(ctx.state, rows),
        }
    }
}

/// Whether one of two bodies is far lighter than the other and slips along it on their newest segments, whichever comes
/// first.
pub(crate) fn may_slip(ctx: &CcdContext<'_>, rows: [u32; 2]) -> bool {
    let bodies = &ctx.state.bodies;
    let inv_mass = bodies.inv_masses_between(rows);
    let light = usize::from(inv_mass[1] > inv_mass[0]);
    if HEAVIER * inv_mass[1 - light] > inv_mass[light] {
        return false;
    }
    let extent = min(bodies.min_extents[rows[0] as usize], bodies.min_extents[rows[1] as usize]);
    slips(&ctx.newest_segment(rows[light]), &ctx.newest_segment(rows[1 - light]), extent)
}
