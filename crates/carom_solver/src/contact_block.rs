//! Sixteen contacts of one colour, as the solver's passes read them: made once a step, read a dozen times.

use crate::lanes::{LANES, Lanes, Wide2};
use crate::rows::{Row, RowLimit};
use crate::{BodyMass, BodyState, Contact, StepRules, Touch};
use fearless_simd::{Select, Simd, SimdBase, f32x16};

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

/// What the lanes of a block are filled from, gathered first: sixteen loads that do not wait for each other.
struct Sources {
    contacts: [Contact; LANES],
    touches: [Touch; LANES],
    masses: [[BodyMass; 2]; LANES],
}

impl ContactBlock {
    /// Fills the block with the contacts `lanes` (an index each, or [`EMPTY_LANE`]).
    #[inline(always)]
    pub(crate) fn prepare<S: Simd>(
        &mut self,
        simd: S,
        lanes: &[u32],
        contacts: &[Contact],
        touch_of: impl Fn(usize) -> Touch,
        (masses, velocities): (&[BodyMass], &[BodyState]),
        (limit, rules): (RowLimit, &StepRules),
    ) {
        let nobody = Touch { row_a: u32::MAX, row_b: u32::MAX, ..Touch::default() };
        let mut from = Sources {
            contacts: [Contact::default(); LANES],
            touches: [nobody; LANES],
            masses: [[BodyMass::default(); 2]; LANES],
        };
        for (lane, &index) in lanes.iter().enumerate().take(LANES) {
            if let Some(contact) = contacts.get(index as usize) {
                from.contacts[lane] = *contact;
                from.touches[lane] = touch_of(index as usize);
            }
        }
        // Velocities of a and b at the beginning of the step: vx, vy, w.
        let mut speeds = [[Lanes::default(); 3]; 2];
        for lane in 0..LANES {
            let rows = [from.touches[lane].row_a, from.touches[lane].row_b];
            (self.rows_a[lane], self.rows_b[lane]) = (limit.row(rows[0]), limit.row(rows[1]));
            for side in 0..2 {
                from.masses[lane][side] = masses.get(rows[side] as usize).copied().unwrap_or_default();
                if let Some(state) = velocities.get(rows[side] as usize) {
                    for (lanes, x) in speeds[side].iter_mut().zip([state.v().x, state.v().y, state.w()]) {
                        lanes.0[lane] = x;
                    }
                }
            }
        }
        (self.moves_a, self.moves_b, self.bounces, self.rolls) = (0, 0, false, false);
        for lane in 0..LANES {
            self.fill(lane, &from, rules);
        }
        self.weigh(simd, &speeds);
    }

    /// Copies what was gathered for a lane.
    #[inline(always)]
    fn fill(&mut self, lane: usize, from: &Sources, rules: &StepRules) {
        let (contact, touch, [ma, mb]) = (&from.contacts[lane], &from.touches[lane], from.masses[lane]);
        self.moves_a |= u32::from(ma.moves()) << lane;
        self.moves_b |= u32::from(mb.moves()) << lane;
        self.bounces |= touch.restitution > 0.0;
        self.rolls |= touch.rolling > 0.0;
        self.inv_mass_a.0[lane] = ma.inv_mass;
        self.inv_inertia_a.0[lane] = ma.inv_inertia;
        self.inv_mass_b.0[lane] = mb.inv_mass;
        self.inv_inertia_b.0[lane] = mb.inv_inertia;
        self.normal[0].0[lane] = touch.normal.x;
        self.normal[1].0[lane] = touch.normal.y;
        self.friction.0[lane] = touch.friction;
        self.restitution.0[lane] = touch.restitution;
        self.surface_speed.0[lane] = touch.surface_speed;
        self.rolling.0[lane] = touch.rolling;
        self.rolling_impulse.0[lane] = contact.rolling_impulse;
        let soft = if ma.moves() && mb.moves() { rules.contact } else { rules.fixed_contact };
        self.bias_rate.0[lane] = soft.bias_rate;
        self.mass_scale.0[lane] = soft.mass_scale;
        self.impulse_scale.0[lane] = soft.impulse_scale;
        for (k, lanes) in self.points.iter_mut().enumerate() {
            let point = &touch.points[k];
            let used = k < touch.count as usize;
            lanes.anchor_a[0].0[lane] = point.anchor_a.x;
            lanes.anchor_a[1].0[lane] = point.anchor_a.y;
            lanes.anchor_b[0].0[lane] = point.anchor_b.x;
            lanes.anchor_b[1].0[lane] = point.anchor_b.y;
            lanes.separation.0[lane] = point.separation;
            lanes.normal_mass.0[lane] = if used { 1.0 } else { 0.0 };
            lanes.normal_impulse.0[lane] = if used { contact.normal_impulse[k] } else { 0.0 };
            lanes.tangent_impulse.0[lane] = if used { contact.tangent_impulse[k] } else { 0.0 };
        }
    }

    /// What follows from it, on all lanes. Effective mass along a direction d at anchors ra, rb:
    /// 1 / (1/ma + 1/mb + (ra x d)^2 / Ia + (rb x d)^2 / Ib), 0 for a point that is not there.
    #[inline(always)]
    fn weigh<S: Simd>(&mut self, simd: S, [speed_a, speed_b]: &[[Lanes; 3]; 2]) {
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let inverse = |x: f32x16<S>| x.simd_gt(zero).select(one / x, zero);
        let (ia, ib) = (self.inv_inertia_a.load(simd), self.inv_inertia_b.load(simd));
        let inv_mass = self.inv_mass_a.load(simd) + self.inv_mass_b.load(simd);
        self.rolling_mass.store(inverse(ia + ib));
        let normal = Wide2::load(simd, &self.normal[0], &self.normal[1]);
        let tangent = Wide2::new(normal.y, -normal.x);
        let (va, vb) = (Wide2::load(simd, &speed_a[0], &speed_a[1]), Wide2::load(simd, &speed_b[0], &speed_b[1]));
        let (wa, wb) = (speed_a[2].load(simd), speed_b[2].load(simd));
        for point in &mut self.points {
            let ra = Wide2::load(simd, &point.anchor_a[0], &point.anchor_a[1]);
            let rb = Wide2::load(simd, &point.anchor_b[0], &point.anchor_b[1]);
            let used = point.normal_mass.load(simd);
            let along = |d: Wide2<S>| {
                let (ca, cb) = (ra.cross(d), rb.cross(d));
                inverse((inv_mass + ia * ca * ca + ib * cb * cb) * used)
            };
            point.normal_mass.store(along(normal));
            point.tangent_mass.store(along(tangent));
            point.separation.store(point.separation.load(simd) - normal.dot(rb.sub(ra)));
            let at_a = Wide2::new(va.x - wa * ra.y, va.y + wa * ra.x);
            let at_b = Wide2::new(vb.x - wb * rb.y, vb.y + wb * rb.x);
            point.approach.store(normal.dot(at_b.sub(at_a)));
            point.peak_impulse.store(zero);
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
