//! Effective mass of the two anchors of a joint, for an impact that goes through joints. It gives the impulse that
//! brings the anchors to one velocity (the point constraint of a revolute joint, E. Catto, GDC 2006), and is used many
//! times.

use crate::stage::ccd::group_body::GroupBody;
use carom_math::{Vec2, vec2};

/// The change of the relative velocity of a link's anchors per unit of impulse: along x for one along x, along y for
/// one along y, along either for one along the other [1/kg]. Also the inverse determinant, zero if there is none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EffectiveMass {
    xx: f32,
    yy: f32,
    xy: f32,
    inv_det: f32,
}

impl EffectiveMass {
    /// From the two bodies, and the arms from their centres of mass to the anchors [m].
    pub fn of([one, two]: [&GroupBody; 2], [ra, rb]: [Vec2; 2]) -> Self {
        let (ia, ib) = (one.inv_inertia, two.inv_inertia);
        let m = one.inv_mass + two.inv_mass;
        let xx = m.x + ia * ra.y * ra.y + ib * rb.y * rb.y;
        let yy = m.y + ia * ra.x * ra.x + ib * rb.x * rb.x;
        let xy = -ia * ra.x * ra.y - ib * rb.x * rb.y;
        let det = xx * yy - xy * xy;
        Self { xx, yy, xy, inv_det: if det > 0.0 { 1.0 / det } else { 0.0 } }
    }

    /// The impulse that brings anchors that separate at `apart` [m/s] to one velocity [N s].
    pub fn stop(&self, apart: Vec2) -> Vec2 {
        let Self { xx, yy, xy, inv_det } = *self;
        if inv_det > 0.0 {
            return vec2(xy * apart.y - yy * apart.x, xy * apart.x - xx * apart.y) * inv_det;
        }
        // One direction is locked for both bodies.
        let stop = |apart: f32, answer: f32| if answer > 0.0 { -apart / answer } else { 0.0 };
        vec2(stop(apart.x, xx), stop(apart.y, yy))
    }
}
