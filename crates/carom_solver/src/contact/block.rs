//! Contact constraints in blocks: sixteen contacts of one color, of one round, or of one split body, as the solver's
//! passes read them. A block is made once a step and read a dozen times. Blocks of a chunk at rest are cached for some
//! steps ([`crate::CachedChunk`]).

use crate::contact::sources::Sources;
use crate::lanes::{carried_over, finite_or_zero};
use crate::mass_splitting::SplitBody;
use crate::rows::Row;
use crate::{BodyMass, BodyState, ContactManifold, ContactPair};
use carom_math::{LANES, Lanes, Vec2x16, lanes_to_rows, rows_to_lanes};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16, mask32x16};

/// One of the two points of sixteen contacts, seen along the normal and across it. An anchor r from a centre of mass
/// has the height n . r and the lever r x n. The lever of the tangent is minus the height.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PointLanes {
    /// Height and lever of the anchors at the beginning of the step that filled the block [m]; the lever of a point
    /// that is followed is that of now.
    pub arm_a: [Lanes; 2],
    pub arm_b: [Lanes; 2],
    /// Separation less the part that the cores' heights explain [m]; the bodies' motions give the rest.
    pub separation: Lanes,
    /// Separation now [m]. Relax finds it, and nothing moves between that and the next substep's solve.
    pub gap: Lanes,
    /// One over the inverse mass along the normal and along the tangent [kg].
    pub normal_mass: Lanes,
    pub tangent_mass: Lanes,
    /// Accumulated impulses [N s].
    pub normal_impulse: Lanes,
    pub tangent_impulse: Lanes,
}

impl PointLanes {
    /// Marks the point as missing in all lanes.
    #[inline(always)]
    fn clear<S: Simd>(&mut self, simd: S) {
        let zero = f32x16::splat(simd, 0.0);
        for part in [&mut self.normal_mass, &mut self.tangent_mass, &mut self.normal_impulse, &mut self.tangent_impulse]
        {
            part.store(zero);
        }
    }

    /// Sets the separation to `gap` [m] for surfaces with these skin radii, while the bodies have not moved yet.
    #[inline(always)]
    pub(crate) fn begin_at<S: Simd>(&mut self, simd: S, gap: f32x16<S>, [radius_a, radius_b]: [f32x16<S>; 2]) {
        let (height_a, height_b) = (self.arm_a[0].load(simd), self.arm_b[0].load(simd));
        let between = (height_b + radius_b) - (height_a - radius_a);
        let separation = gap - between;
        self.separation.store(separation);
        self.gap.store(between + separation);
    }

    /// The separation at the beginning of the step [m]; see [`PointLanes::begin_at`].
    #[inline(always)]
    pub(crate) fn first_gap<S: Simd>(&self, simd: S, [radius_a, radius_b]: [f32x16<S>; 2]) -> f32x16<S> {
        let (height_a, height_b) = (self.arm_a[0].load(simd), self.arm_b[0].load(simd));
        (height_b + radius_b) - (height_a - radius_a) + self.separation.load(simd)
    }

    /// Sets the mass to 1 in lanes that have the point (a bit each) and to 0 in others, whose impulses become 0.
    #[inline(always)]
    fn used<S: Simd>(&mut self, simd: S, bits: u32) {
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let used = mask32x16::from_bitmask(simd, u64::from(bits));
        self.normal_mass.store(used.select(one, zero));
        for impulse in [&mut self.normal_impulse, &mut self.tangent_impulse] {
            let cached = used.select(impulse.load(simd), zero);
            impulse.store(cached);
        }
    }
}

/// Sixteen contacts that share no body that can move, except for a split body.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactBlock {
    pub rows_a: [Row; LANES],
    pub rows_b: [Row; LANES],
    /// A bit for each lane: the impulse changes the velocity of a, of b.
    pub moves_a: u32,
    pub moves_b: u32,
    /// Whether some lane has a second point. If none has, the second point is not read.
    pub two: bool,
    /// Whether some lane bounces, resists rolling, or has a moving surface. A column that no lane uses is not read.
    pub bounces: bool,
    pub rolls: bool,
    pub slides: bool,
    /// Whether some lane has a round skin. If none has, the radii are not read.
    pub round: bool,
    /// A bit for each lane: the only point of a body that nothing else holds is on a round skin whose core is off the
    /// centre of mass. The levers of such points are followed while the body rolls.
    pub follows: u32,
    /// A bit for each lane: it is so deep that it is stiffer than others; see [`crate::contact::hardening`].
    pub hard: u32,
    /// A bit for each lane, for each point: it has not pushed yet, and closes in faster than the hit speed.
    pub hits: [u32; 2],
    /// A bit for each lane, for each point: there was a normal impulse in this step. Set only if some lane bounces.
    pub pushed: [u32; 2],
    /// The body that all lanes share. Its masses below are those of its parts.
    pub split_body: SplitBody,
    pub inv_mass_a: Lanes,
    pub inv_inertia_a: Lanes,
    pub inv_mass_b: Lanes,
    pub inv_inertia_b: Lanes,
    pub normal: [Lanes; 2],
    pub friction: Lanes,
    pub points: [PointLanes; 2],
}

/// Columns for contacts that are round, bounce, resist rolling, or have moving surfaces. Other contacts neither read
/// nor write them, so they take no room in a cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactCold {
    pub restitution: Lanes,
    /// Normal velocities of the points at the beginning of the step [m/s].
    pub approach: [Lanes; 2],
    /// Rolling resistance [m], and its accumulated impulse [N m s].
    pub rolling: Lanes,
    pub rolling_impulse: Lanes,
    pub surface_speed: Lanes,
    /// Radii of the round skins of a and b [m]: the core is lower than the anchor on a, and higher on b, by so much.
    pub radii: [Lanes; 2],
}

const _: () = assert!(size_of::<ContactBlock>() == 1920 && size_of::<ContactCold>() == 512);

/// A core that is off the centre of mass by less than this part of its radius counts as centred.
const CENTRED: f32 = 1.0e-3;

/// Marks a lane without a contact.
pub(crate) const EMPTY_LANE: u32 = u32::MAX;

impl ContactBlock {
    /// Size of the blocks of so many contacts [bytes].
    pub(crate) fn bytes_of(contacts: usize) -> usize {
        contacts / LANES * size_of::<Self>()
    }

    /// Fills the block; a lane without a contact stays empty. `split_body` is the row of the body that all lanes share,
    /// if any.
    #[inline(always)]
    pub(crate) fn prepare<'a, S: Simd>(
        &mut self,
        simd: S,
        cold: &mut ContactCold,
        split_body: Option<u32>,
        contact_in: impl Fn(usize) -> Option<(&'a ContactPair, &'a ContactManifold)>,
        from: Sources<'_>,
    ) {
        let (no_contact, nobody) = (ContactPair::default(), ContactManifold::apart([u32::MAX; 2]));
        let (mut own, mut found) = ([&no_contact; LANES], [&nobody; LANES]);
        for lane in 0..LANES {
            if let Some((contact, manifold)) = contact_in(lane) {
                (own[lane], found[lane]) = (contact, manifold);
            }
        }
        let manifolds = found;
        let (mut used, mut flags) = ([0_u32; 2], 0);
        self.follows = 0;
        for (lane, manifold) in manifolds.iter().enumerate() {
            used[0] |= u32::from(manifold.count > 0) << lane;
            used[1] |= u32::from(manifold.count > 1) << lane;
            self.follows |= u32::from(manifold.is_alone() && manifold.count == 1) << lane;
            flags |= manifold.flags;
            (self.rows_a[lane], self.rows_b[lane]) =
                (from.limit.row(manifold.rows[0]), from.limit.row(manifold.rows[1]));
        }
        self.split_body = split_body
            .map_or(SplitBody::default(), |row| SplitBody::new(from.limit.row(row), [&self.rows_a, &self.rows_b]));
        self.take_impulses(simd, &own);
        let zero = f32x16::splat(simd, 0.0);
        let [p0, p1] = &mut self.points;
        let [nx, ny] = &mut self.normal;
        let normal = rows_to_lanes(simd, |lane| manifolds[lane].normal);
        store_four([nx, ny, &mut p0.separation, &mut p1.separation], normal);
        let n = Vec2x16::new(normal[0], normal[1]);
        let surface: [f32x16<S>; 4] = rows_to_lanes(simd, |lane| manifolds[lane].surface);
        self.bounces = surface[1].simd_gt(zero).any_true();
        self.rolls = surface[2].simd_gt(zero).any_true();
        self.slides = !surface[3].simd_eq(zero).all_true();
        self.friction.store(surface[0]);
        if self.rolls {
            cold.rolling.store(surface[2]);
            for (lane, contact) in own.iter().enumerate() {
                cold.rolling_impulse.0[lane] = contact.rolling_impulse;
            }
        }
        if self.slides {
            cold.surface_speed.store(surface[3]);
        }
        let [radii_a, radii_b] =
            [0, 1].map(|side: usize| manifolds.iter().fold(0, |all, t| all | t.radii[side].to_bits()));
        self.round = radii_a | radii_b != 0;
        for (side, radii) in cold.radii.iter_mut().enumerate().filter(|_| self.round) {
            radii.0 = std::array::from_fn(|lane| manifolds[lane].radii[side]);
        }
        self.two = used[1] != 0;
        if !self.two {
            p1.clear(simd);
        }
        for (k, point) in [p0, p1].into_iter().enumerate().take(1 + usize::from(self.two)) {
            let [ax, ay, bx, by] = rows_to_lanes(simd, |lane| manifolds[lane].anchors[k]);
            let (ra, rb) = (Vec2x16::new(ax, ay), Vec2x16::new(bx, by));
            let ([height_a, lever_a], [height_b, lever_b]) = (&mut point.arm_a, &mut point.arm_b);
            let arms = if from.armed { [ax, ay, bx, by] } else { [n.dot(ra), ra.cross(n), n.dot(rb), rb.cross(n)] };
            store_four([height_a, lever_a, height_b, lever_b], arms);
            point.used(simd, used[k]);
        }
        let dominates = [ContactManifold::A_DOMINATES, ContactManifold::B_DOMINATES]
            .map(|flag| if flags & flag == 0 { 0 } else { lanes_with(&manifolds, flag) });
        self.weigh(simd, from, cold, dominates);
        if self.bounces {
            cold.restitution.store(surface[1]);
            self.pushed = [0; 2];
        }
        let idle = self.idle(simd);
        let may_hit = from.recorder.hit_speed < f32::INFINITY && (idle[0] | idle[1]) != 0;
        self.hits = [0; 2];
        if self.bounces || may_hit || from.recorder.all {
            self.approach(simd, from, cold);
            let slow = f32x16::splat(simd, -from.recorder.hit_speed);
            for ((hits, idle), approach) in self.hits.iter_mut().zip(idle).zip(&cold.approach) {
                *hits = idle & approach.load(simd).simd_lt(slow).to_bitmask() as u32;
            }
        }
    }

    /// A bit for each lane, for each point: the point is there and did not push in the last step.
    #[inline(always)]
    fn idle<S: Simd>(&self, simd: S) -> [u32; 2] {
        let zero = f32x16::splat(simd, 0.0);
        let [p0, p1] = &self.points;
        let idle0 = p0.normal_impulse.load(simd).simd_eq(zero) & p0.normal_mass.load(simd).simd_gt(zero);
        let idle1 = p1.normal_impulse.load(simd).simd_eq(zero) & p1.normal_mass.load(simd).simd_gt(zero);
        [idle0.to_bitmask() as u32, idle1.to_bitmask() as u32]
    }

    /// Takes the impulses of the last step.
    #[inline(always)]
    fn take_impulses<S: Simd>(&mut self, simd: S, contacts: &[&ContactPair; LANES]) {
        let impulses = rows_to_lanes(simd, |lane| {
            let ContactPair { normal_impulse: [n0, n1], tangent_impulse: [t0, t1], .. } = *contacts[lane];
            [n0, n1, t0, t1]
        });
        for (k, point) in self.points.iter_mut().enumerate() {
            point.normal_impulse.store(impulses[k]);
            point.tangent_impulse.store(impulses[2 + k]);
        }
    }

    /// Computes the masses and the first separation. The effective mass along d at anchors ra, rb is 1 / (1/ma + 1/mb +
    /// (ra x d)^2 / Ia + (rb x d)^2 / Ib), and 0 for a missing point. `dominates` has a bit for each lane whose a,
    /// whose b is not pushed.
    #[inline(always)]
    fn weigh<S: Simd>(&mut self, simd: S, from: Sources<'_>, cold: &ContactCold, dominates: [u32; 2]) {
        let zero = f32x16::splat(simd, 0.0);
        let (ma, ia) = masses_of(simd, from.masses, &self.rows_a, dominates[0]);
        let (mb, ib) = masses_of(simd, from.masses, &self.rows_b, dominates[1]);
        let moves_a = !(ma.simd_eq(zero) & ia.simd_eq(zero));
        let moves_b = !(mb.simd_eq(zero) & ib.simd_eq(zero));
        (self.moves_a, self.moves_b) = (moves_a.to_bitmask() as u32, moves_b.to_bitmask() as u32);
        let [ma, ia, mb, ib] = if self.split_body.is_there() {
            let [parts_a, parts_b] = self.split_body.lanes.map(|lanes| {
                let split_body = mask32x16::from_bitmask(simd, u64::from(lanes));
                split_body.select(f32x16::splat(simd, self.split_body.parts), f32x16::splat(simd, 1.0))
            });
            [ma * parts_a, ia * parts_a, mb * parts_b, ib * parts_b]
        } else {
            [ma, ia, mb, ib]
        };
        self.inv_mass_a.store(ma);
        self.inv_inertia_a.store(ia);
        self.inv_mass_b.store(mb);
        self.inv_inertia_b.store(ib);
        let inv_mass = ma + mb;
        let radii = self.radii(simd, cold);
        self.follows &= if self.round { self.off_centre(simd, radii) } else { 0 };
        for point in self.points.iter_mut().take(1 + usize::from(self.two)) {
            let (height_a, lever_a) = (point.arm_a[0].load(simd), point.arm_a[1].load(simd));
            let (height_b, lever_b) = (point.arm_b[0].load(simd), point.arm_b[1].load(simd));
            let used = point.normal_mass.load(simd);
            let along_normal = inv_mass + ia * lever_a * lever_a + ib * lever_b * lever_b;
            let along_tangent = inv_mass + ia * height_a * height_a + ib * height_b * height_b;
            point.normal_mass.store(inverse(simd, along_normal * used));
            point.tangent_mass.store(inverse(simd, along_tangent * used));
            point.begin_at(simd, point.separation.load(simd), radii);
        }
        if self.follows != 0 {
            self.note_first(simd);
        }
    }

    /// A bit for each lane: a round skin has its core off the centre of mass, by more than the gap and rounding
    /// explain.
    #[inline(always)]
    fn off_centre<S: Simd>(&self, simd: S, [radius_a, radius_b]: [f32x16<S>; 2]) -> u32 {
        let (zero, part) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, CENTRED));
        let p = &self.points[0];
        let gap = p.separation.load(simd).abs();
        let off = |[height, lever]: &[Lanes; 2], core: f32x16<S>, radius: f32x16<S>| {
            let (height, lever) = (height.load(simd) + core, lever.load(simd).abs());
            let far = gap + radius * part;
            radius.simd_gt(zero) & (height.abs().simd_gt(far) | lever.simd_gt(far))
        };
        (off(&p.arm_a, -radius_a, radius_a) | off(&p.arm_b, radius_b, radius_b)).to_bitmask() as u32
    }

    /// Notes the first point at the beginning of the step, in lanes that are followed. Such a lane has no second point:
    /// that one has no mass, and its values are free.
    #[inline(always)]
    fn note_first<S: Simd>(&mut self, simd: S) {
        let follows = mask32x16::from_bitmask(simd, u64::from(self.follows));
        let [p0, p1] = &mut self.points;
        let from = [&p0.arm_a[1], &p0.arm_b[1], &p0.normal_impulse];
        let to = [&mut p1.arm_a[1], &mut p1.arm_b[1], &mut p1.separation];
        for (from, to) in from.into_iter().zip(to) {
            let noted = follows.select(from.load(simd), to.load(simd));
            to.store(noted);
        }
    }

    /// The levers of a and b, and the normal impulse, of a followed point at the beginning of the step.
    #[inline(always)]
    pub(crate) fn first<S: Simd>(&self, simd: S) -> [f32x16<S>; 3] {
        let p1 = &self.points[1];
        [p1.arm_a[1].load(simd), p1.arm_b[1].load(simd), p1.separation.load(simd)]
    }

    /// Radii of the round skins of a and b [m].
    #[inline(always)]
    pub(crate) fn radii<S: Simd>(&self, simd: S, cold: &ContactCold) -> [f32x16<S>; 2] {
        if self.round { [cold.radii[0].load(simd), cold.radii[1].load(simd)] } else { [f32x16::splat(simd, 0.0); 2] }
    }

    /// Closing speeds of the points at the beginning of the step.
    #[inline(always)]
    fn approach<S: Simd>(&self, simd: S, from: Sources<'_>, cold: &mut ContactCold) {
        let (va, wa) = speeds_of(simd, from.states, &self.rows_a);
        let (vb, wb) = speeds_of(simd, from.states, &self.rows_b);
        let closing = Vec2x16::load(simd, &self.normal[0], &self.normal[1]).dot(vb.sub(va));
        for (point, approach) in self.points.iter().zip(&mut cold.approach) {
            let (lever_a, lever_b) = (point.arm_a[1].load(simd), point.arm_b[1].load(simd));
            approach.store(closing + (wb * lever_b - wa * lever_a));
        }
    }

    /// Writes the impulses back to the contacts in the lanes.
    #[inline(always)]
    pub(crate) fn store<S: Simd>(
        &self,
        simd: S,
        cold: &ContactCold,
        index_of: impl Fn(usize) -> usize,
        contacts: &mut [ContactPair],
    ) {
        let [p0, p1] = &self.points;
        let impulses = [
            carried_over(simd, p0.normal_impulse.load(simd)),
            carried_over(simd, p1.normal_impulse.load(simd)),
            carried_over(simd, p0.tangent_impulse.load(simd)),
            carried_over(simd, p1.tangent_impulse.load(simd)),
        ];
        let mut rows = [[0.0; 4]; LANES];
        lanes_to_rows(simd, impulses, |lane, row| rows[lane] = row.into());
        for (lane, [n0, n1, t0, t1]) in rows.into_iter().enumerate() {
            let Some(contact) = contacts.get_mut(index_of(lane)) else { continue };
            (contact.normal_impulse, contact.tangent_impulse) = ([n0, n1], [t0, t1]);
            contact.rolling_impulse = if self.rolls { finite_or_zero(cold.rolling_impulse.0[lane]) } else { 0.0 };
        }
    }
}

/// One over each number, 0 if it is not positive.
#[inline(always)]
pub(crate) fn inverse<S: Simd>(simd: S, x: f32x16<S>) -> f32x16<S> {
    let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
    x.simd_gt(zero).select(one / x, zero)
}

/// A bit for each lane with a flag.
fn lanes_with(manifolds: &[&ContactManifold; LANES], flag: u32) -> u32 {
    (0..LANES).fold(0, |bits, lane| bits | u32::from(manifolds[lane].flags & flag != 0) << lane)
}

/// One over the masses and inertias of the bodies in `rows`; zero in the lanes `unpushed`.
#[inline(always)]
fn masses_of<S: Simd>(simd: S, masses: &[BodyMass], rows: &[Row; LANES], unpushed: u32) -> (f32x16<S>, f32x16<S>) {
    let [_, _, inv_mass, inv_inertia] =
        rows_to_lanes(simd, |lane| masses.get(rows[lane].index()).map_or([0.0; 4], BodyMass::row));
    if unpushed == 0 {
        return (inv_mass, inv_inertia);
    }
    let (unpushed, zero) = (mask32x16::from_bitmask(simd, u64::from(unpushed)), f32x16::splat(simd, 0.0));
    (unpushed.select(zero, inv_mass), unpushed.select(zero, inv_inertia))
}

/// The velocities of the bodies in `rows`.
#[inline(always)]
fn speeds_of<S: Simd>(simd: S, velocities: &[BodyState], rows: &[Row; LANES]) -> (Vec2x16<S>, f32x16<S>) {
    let [x, y, w, _] = rows_to_lanes(simd, |lane| velocities[rows[lane].index()].velocity_row());
    (Vec2x16::new(x, y), w)
}

#[inline(always)]
fn store_four<S: Simd>(to: [&mut Lanes; 4], from: [f32x16<S>; 4]) {
    for (to, from) in to.into_iter().zip(from) {
        to.store(from);
    }
}
