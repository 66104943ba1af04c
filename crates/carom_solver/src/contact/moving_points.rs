//! Points of sixteen contacts while the bodies move within a step: their separation, and where round skins touch now.

use crate::contact::block::{ContactBlock, ContactCold, PointLanes};
use crate::lanes::gather_motion;
use crate::rows::Rows;
use carom_math::{Rotx16, Vec2x16, least, most};
use fearless_simd::{Select, Simd, SimdBase, f32x16, mask32x16};

/// The arms of a point: see [`PointLanes`].
pub(crate) struct Arms<S: Simd> {
    pub height_a: f32x16<S>,
    pub lever_a: f32x16<S>,
    pub height_b: f32x16<S>,
    pub lever_b: f32x16<S>,
}

impl<S: Simd> Arms<S> {
    #[inline(always)]
    pub(crate) fn load(simd: S, point: &PointLanes) -> Self {
        Self {
            height_a: point.arm_a[0].load(simd),
            lever_a: point.arm_a[1].load(simd),
            height_b: point.arm_b[0].load(simd),
            lever_b: point.arm_b[1].load(simd),
        }
    }

    #[inline(always)]
    pub(crate) fn store_levers(&self, point: &mut PointLanes) {
        point.arm_a[1].store(self.lever_a);
        point.arm_b[1].store(self.lever_b);
    }
}

/// Farthest way of a point within a step that is followed, as a part of the radius: 3 rad/s at 60 Hz. What turns faster
/// passes through all its arms anyway.
const FARTHEST: f32 = 0.05;

/// The motion of sixteen pairs of bodies since the step began: of b's centre against a's along the normal and the
/// tangent [m], and both rotations. Also the radii of their round skins [m], if some lane has one. Skins do not turn;
/// the cores do.
pub(crate) struct RelativeMotion<S: Simd> {
    along_normal: f32x16<S>,
    along_tangent: f32x16<S>,
    turned: [Rotx16<S>; 2],
    radii: Option<[f32x16<S>; 2]>,
}

impl<S: Simd> RelativeMotion<S> {
    #[inline(always)]
    pub(crate) fn load<const ROUND: bool>(
        simd: S,
        bodies: &Rows<'_>,
        block: &ContactBlock,
        cold: &ContactCold,
        normal: Vec2x16<S>,
    ) -> Self {
        let (a, b) = (gather_motion(simd, bodies, &block.rows_a), gather_motion(simd, bodies, &block.rows_b));
        let radii = if ROUND { Some(block.radii(simd, cold)) } else { None };
        let d = b.dp.sub(a.dp);
        let along_tangent = normal.y * d.x - normal.x * d.y;
        Self { along_normal: normal.dot(d), along_tangent, turned: [a.dq, b.dq], radii }
    }

    /// Separation of the surfaces now [m], and the heights of the cores at the beginning of the step. `arms` are those
    /// of then, `rest` is [`PointLanes::separation`].
    #[inline(always)]
    fn cores(&self, simd: S, arms: &Arms<S>, mut rest: f32x16<S>) -> (f32x16<S>, [f32x16<S>; 2]) {
        let (mut core_a, mut core_b) = (arms.height_a, arms.height_b);
        if let Some([radius_a, radius_b]) = self.radii {
            (core_a, core_b) = (core_a - radius_a, core_b + radius_b);
            // Anchors are halfway between the surfaces.
            let zero = f32x16::splat(simd, 0.0);
            let apart = (radius_a + radius_b).simd_gt(zero).select(rest + (core_b - core_a), zero);
            (core_a, core_b, rest) = (core_a - apart * 0.5, core_b + apart * 0.5, rest - apart);
        }
        let [turned_a, turned_b] = self.turned;
        let height_a = turned_a.c * core_a + turned_a.s * arms.lever_a;
        let height_b = turned_b.c * core_b + turned_b.s * arms.lever_b;
        let gap = self.along_normal + (height_b - height_a) + rest;
        (gap, [core_a, core_b])
    }

    /// Separation of the surfaces now [m].
    #[inline(always)]
    pub(crate) fn gap(&self, simd: S, arms: &Arms<S>, rest: f32x16<S>) -> f32x16<S> {
        self.cores(simd, arms, rest).0
    }

    /// [`Self::gap`], and the levers of the point at which the surfaces touch now. The lowest point of a round skin
    /// stays below the core, wherever the body has rolled; a flat side is touched where the round one is. Lanes that
    /// are not followed keep their levers.
    #[inline(always)]
    pub(crate) fn follow(
        &self,
        simd: S,
        arms: &Arms<S>,
        rest: f32x16<S>,
        follows: mask32x16<S>,
    ) -> (f32x16<S>, [f32x16<S>; 2]) {
        let (gap, core) = self.cores(simd, arms, rest);
        let zero = f32x16::splat(simd, 0.0);
        let [radius_a, radius_b] = self.radii.unwrap_or([zero; 2]);
        let (round_a, round_b) = (radius_a.simd_gt(zero), radius_b.simd_gt(zero));
        let bound = most(radius_a, radius_b) * FARTHEST;
        let within = |way: f32x16<S>| most(least(way, bound), -bound);
        let rolled = |side: usize, lever: f32x16<S>| {
            within(self.turned[side].c * lever - self.turned[side].s * core[side] - lever)
        };
        let (rolled_a, rolled_b) = (rolled(0, arms.lever_a), rolled(1, arms.lever_b));
        let passed = within(self.along_tangent);
        let way_a = round_a.select(rolled_a, rolled_b + passed);
        let way_b = round_b.select(rolled_b, rolled_a - passed);
        (gap, [arms.lever_a + follows.select(way_a, zero), arms.lever_b + follows.select(way_b, zero)])
    }
}
