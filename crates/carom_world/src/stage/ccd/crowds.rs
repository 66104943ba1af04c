//! Which pairs of a crowd are still followed.

use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::crowd::bounces;
use crate::stage::ccd::crowd::is_crowd;
use crate::stage::ccd::crowd::may_slip;

/// Which pairs of a crowd still meet each other. What ploughs through a heap would be stopped in every step if all did in each round, and
/// what it pushes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowds {
    All,
    /// Those that no contact holds: what bounces was left to the sweeps, and what slips along something far heavier that turns is overtaken
    /// by it.
    Unheld,
    None,
}

impl Crowds {
    /// Those that meet each other in a round.
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
