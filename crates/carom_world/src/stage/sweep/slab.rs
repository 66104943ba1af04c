//! The box around a body in its own frame, on its way: what is long and thin and turns passes near many bodies, and comes to
//! few of them. In come a leg and its pieces; out comes whether something that stays in a box can be met at all.

use super::leg::{CHORD, Leg};
use super::pair::are_apart;
use super::seen::Seen;
use carom_math::{Aabb, Pose, Rot, Vec2, max};

/// What reaches no more than so many times its least extent from its centre has no slab: its box is hardly longer than wide.
const STUBBY: f32 = 2.0;

/// One body on a leg that turns by little.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab {
    /// Around its pieces, about its centre of mass.
    own: Aabb,
    /// Its centre and its rotation at the beginning and at the end.
    c0: Vec2,
    c1: Vec2,
    q0: Rot,
    q1: Rot,
    turn: f32,
}

impl Slab {
    /// Of a row with this leg; `None` where it turns by too much, and where there is little to gain.
    pub fn of(seen: &Seen<'_>, row: u32, leg: &Leg) -> Option<Self> {
        let turn = leg.turn.abs();
        let (extent, reach) = (seen.state.bodies.extents[row as usize], seen.state.bodies.motions[row as usize].reach);
        if turn.is_nan() || turn > CHORD || extent != f32::MAX && reach <= STUBBY * extent {
            return None;
        }
        let frame = Pose { p: -leg.local_center, q: Rot::IDENTITY };
        let pieces = seen.state.proxies.of_body(seen.first_proxy(row));
        let own = pieces.map(|id| seen.piece(id).aabb(frame)).reduce(|all, piece| all.union(&piece))?;
        Some(Self { own, c0: leg.c0, c1: leg.c1, q0: leg.q0, q1: leg.q1, turn })
    }

    /// Whether it stays away by `margin` [m] from all that is in `area`, whenever that is there.
    pub fn misses(&self, area: &Aabb, margin: f32) -> bool {
        let (center, radius) = (area.center(), 0.5 * area.size().length());
        let (d0, d1) = (center - self.c0, center - self.c1);
        let size = |v: Vec2| v.x.abs() + v.y.abs();
        let rounding = 8.0 * f32::EPSILON * (size(self.c0) + size(center));
        let around = Aabb::around([self.q0.unrotate(d0), self.q1.unrotate(d1)]);
        are_apart(&self.own, &around.grown(radius + hang(self.turn, d0, d1) + rounding + margin))
    }
}

/// How far a straight way from `d0` to `d1` can hang beside its chord, as seen from a frame that turns by `turn` evenly: an
/// eighth of its greatest acceleration, 2 w |d1 - d0| + w^2 max |d|, and some more for turns that are not quite even [m].
pub(super) fn hang(turn: f32, d0: Vec2, d1: Vec2) -> f32 {
    0.15 * turn * (2.0 * (d1 - d0).length() + turn * max(d0.length(), d1.length()))
}
