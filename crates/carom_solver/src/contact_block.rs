//! Sixteen contacts of one colour, as the solver's passes read them: made once a step, read a dozen times.

use crate::lanes::{LANES, Lanes};
use crate::rows::{Row, RowLimit};
use crate::{BodyMass, Contact, StepRules, Touch};
use carom_math::{cross, right};

/// One of the two points of sixteen contacts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PointLanes {
    /// From the centres of mass, at the beginning of the step [m].
    pub anchor_a: [Lanes; 2],
    pub anchor_b: [Lanes; 2],
    /// Separation less the part that the anchors explain [m]: the rest follows from the bodies' motions.
    pub separation: Lanes,
    /// One over the inverse mass along the normal and along the tangent [kg].
    pub normal_mass: Lanes,
    pub tangent_mass: Lanes,
    /// Accumulated impulses [N s].
    pub normal_impulse: Lanes,
    pub tangent_impulse: Lanes,
    /// The greatest normal impulse of the step [N s].
    pub peak_impulse: Lanes,
    /// Normal velocity at the beginning of the step [m/s].
    pub approach: Lanes,
}

/// Sixteen contacts that share no body that can move.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactBlock {
    pub rows_a: [Row; LANES],
    pub rows_b: [Row; LANES],
    /// A bit a lane: the impulse changes a's, b's velocity.
    pub moves_a: u32,
    pub moves_b: u32,
    /// Whether some lane bounces, or resists rolling.
    pub bounces: bool,
    pub rolls: bool,
    pub inv_mass_a: Lanes,
    pub inv_inertia_a: Lanes,
    pub inv_mass_b: Lanes,
    pub inv_inertia_b: Lanes,
    pub normal: [Lanes; 2],
    pub friction: Lanes,
    pub restitution: Lanes,
    pub surface_speed: Lanes,
    pub rolling: Lanes,
    pub rolling_mass: Lanes,
    pub rolling_impulse: Lanes,
    pub bias_rate: Lanes,
    pub mass_scale: Lanes,
    pub impulse_scale: Lanes,
    pub points: [PointLanes; 2],
}

/// No contact in this lane.
pub(crate) const EMPTY_LANE: u32 = u32::MAX;

impl ContactBlock {
    /// Fills the block with the contacts `lanes` (an index each, or [`EMPTY_LANE`]). Effective mass along a direction
    /// d at anchors ra, rb: 1 / (1/ma + 1/mb + (ra x d)^2 / Ia + (rb x d)^2 / Ib).
    pub(crate) fn prepare(
        &mut self,
        lanes: &[u32],
        contacts: &[Contact],
        touch_of: impl Fn(usize) -> Touch,
        masses: &[BodyMass],
        velocities: &[crate::BodyState],
        limit: RowLimit,
        rules: &StepRules,
    ) {
        (self.moves_a, self.moves_b, self.bounces, self.rolls) = (0, 0, false, false);
        for lane in 0..LANES {
            let index = lanes.get(lane).copied().unwrap_or(EMPTY_LANE) as usize;
            let (contact, touch) = match contacts.get(index) {
                Some(contact) => (*contact, touch_of(index)),
                None => (Contact::default(), Touch { row_a: u32::MAX, row_b: u32::MAX, ..Touch::default() }),
            };
            let (row_a, row_b) = (touch.row_a as usize, touch.row_b as usize);
            let ma = masses.get(row_a).copied().unwrap_or_default();
            let mb = masses.get(row_b).copied().unwrap_or_default();
            self.rows_a[lane] = limit.row(touch.row_a);
            self.rows_b[lane] = limit.row(touch.row_b);
            self.moves_a |= u32::from(ma.moves()) << lane;
            self.moves_b |= u32::from(mb.moves()) << lane;
            self.bounces |= touch.restitution > 0.0;
            self.rolls |= touch.rolling > 0.0;
            self.inv_mass_a.0[lane] = ma.inv_mass;
            self.inv_inertia_a.0[lane] = ma.inv_inertia;
            self.inv_mass_b.0[lane] = mb.inv_mass;
            self.inv_inertia_b.0[lane] = mb.inv_inertia;
            let normal = touch.normal;
            let tangent = right(normal);
            self.normal[0].0[lane] = normal.x;
            self.normal[1].0[lane] = normal.y;
            self.friction.0[lane] = touch.friction;
            self.restitution.0[lane] = touch.restitution;
            self.surface_speed.0[lane] = touch.surface_speed;
            self.rolling.0[lane] = touch.rolling;
            let inv_inertia = ma.inv_inertia + mb.inv_inertia;
            self.rolling_mass.0[lane] = if inv_inertia > 0.0 { 1.0 / inv_inertia } else { 0.0 };
            self.rolling_impulse.0[lane] = contact.rolling_impulse;
            let soft = if ma.moves() && mb.moves() { rules.contact } else { rules.fixed_contact };
            self.bias_rate.0[lane] = soft.bias_rate;
            self.mass_scale.0[lane] = soft.mass_scale;
            self.impulse_scale.0[lane] = soft.impulse_scale;
            let va = velocities.get(row_a).copied().unwrap_or_default();
            let vb = velocities.get(row_b).copied().unwrap_or_default();
            let inv_mass = ma.inv_mass + mb.inv_mass;
            for (k, lanes) in self.points.iter_mut().enumerate() {
                let p = touch.points[k];
                let used = k < touch.count as usize;
                let (ra, rb) = (p.anchor_a, p.anchor_b);
                let along = |d| {
                    let (ca, cb) = (cross(ra, d), cross(rb, d));
                    let inverse = inv_mass + ma.inv_inertia * ca * ca + mb.inv_inertia * cb * cb;
                    if used && inverse > 0.0 { 1.0 / inverse } else { 0.0 }
                };
                let approach =
                    (vb.v() + carom_math::cross_sv(vb.w(), rb) - va.v() - carom_math::cross_sv(va.w(), ra)).dot(normal);
                lanes.anchor_a[0].0[lane] = ra.x;
                lanes.anchor_a[1].0[lane] = ra.y;
                lanes.anchor_b[0].0[lane] = rb.x;
                lanes.anchor_b[1].0[lane] = rb.y;
                lanes.separation.0[lane] = p.separation - (rb - ra).dot(normal);
                lanes.normal_mass.0[lane] = along(normal);
                lanes.tangent_mass.0[lane] = along(tangent);
                lanes.normal_impulse.0[lane] = if used { contact.normal_impulse[k] } else { 0.0 };
                lanes.tangent_impulse.0[lane] = if used { contact.tangent_impulse[k] } else { 0.0 };
                lanes.peak_impulse.0[lane] = 0.0;
                lanes.approach.0[lane] = approach;
            }
        }
    }

    /// Writes the impulses of `lane` back to its contact.
    pub(crate) fn store(&self, lane: usize, contact: &mut Contact) {
        for (k, point) in self.points.iter().enumerate() {
            contact.normal_impulse[k] = point.normal_impulse.0[lane];
            contact.tangent_impulse[k] = point.tangent_impulse.0[lane];
        }
        contact.rolling_impulse = self.rolling_impulse.0[lane];
    }
}
