//! The pairs of a crowd that a round still sweeps.

use crate::stage::ccd::Crowds;
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::crowd::{HEAVIER, bounces, is_crowd, is_thin};
use crate::stage::ccd::fast::FAST_IN_A_CROWD;
use crate::stage::ccd::slip::slips;
use carom_math::{max, min};

/// The number of rounds until which two thin bodies of a crowd that may change places are swept: half of all. In a pile
/// on which others fall, each impact leads to the next until rounds run out. Of 6,000 neighbours in stacks of plates,
/// 91 change places, and 1,000 falling sticks are stopped 49 times. If all rounds sweep them it is 89, and 1,044.
const THIN_ROUNDS: u32 = 12;

impl Crowds {
    /// The pairs that are swept in a round.
    pub fn of(round: u32) -> Self {
        match round {
            0 => Self::All,
            1 => Self::Unheld,
            2..THIN_ROUNDS => Self::Thin,
            _ => Self::None,
        }
    }

    /// Whether two bodies are left to their contacts.
    pub fn leave(self, ctx: &CcdContext<'_>, rows: [u32; 2]) -> bool {
        match self {
            Self::All => false,
            _ if !is_crowd(ctx.state, rows) => false,
            Self::Unheld => !(bounces(ctx.state, rows) || may_slip(ctx, rows) || may_swap(ctx, rows)),
            Self::Thin => !may_swap(ctx, rows),
            Self::None => true,
        }
    }
}

/// Whether two thin bodies may change places on their newest segments. A plate that another one hits in a stack would
/// be past the next one before a contact sees it: of six plates that fall on each other, 37 of 200 neighbours changed
/// places; with this, 4.
fn may_swap(ctx: &CcdContext<'_>, rows: [u32; 2]) -> bool {
    if rows.iter().any(|&row| !is_thin(ctx.state, row)) {
        return false;
    }
    let extents = rows.map(|row| max(ctx.state.bodies.min_extents[row as usize], ctx.slop()));
    let [a, b] = rows.map(|row| ctx.newest_segment(row).rates().0);
    (a - b).length() > FAST_IN_A_CROWD * (extents[0] + extents[1])
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
