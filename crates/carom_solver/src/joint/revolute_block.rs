//! Joint constraints in blocks: sixteen revolute joints of one round, the first of a family.

use crate::contact::block::inverse;
use crate::lanes::{finite_or_zero, finite_or_zero_on_lanes};
use crate::rows::{Row, RowLimit};
use crate::{BodyMass, Softness, StepRules};
use carom_math::{LANES, Lanes, Pose, Posex16, Rot, Rotx16, Vec2, Vec2x16, arc16, rows_to_lanes};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16, mask32x16};

/// The state of a joint that outlives a step: its accumulated impulses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointImpulses {
    /// At the anchors, on b [N s].
    pub linear: Vec2,
    /// Of the spring [N m s].
    pub spring: f32,
    /// Of the motor [N m s].
    pub motor: f32,
    /// Of the lower limit, 0 or more [N m s].
    pub lower: f32,
    /// Of the upper limit, 0 or more [N m s].
    pub upper: f32,
}

/// The difference of the joints from those of the step before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointNews {
    /// They are the same: only values that follow from the bodies' poses are computed.
    None,
    /// They have other values, or their bodies are in other rows.
    Values,
    /// The joints are others, or other bodies of theirs can move.
    Others,
}

/// A revolute joint, in the axes of its bodies.
#[derive(Clone, Copy, Debug)]
pub struct RevoluteInput {
    /// Rows of the two bodies.
    pub row_a: u32,
    /// Row of b.
    pub row_b: u32,
    /// From the centre of mass of a to its anchor, in a's axes [m].
    pub anchor_a: Vec2,
    /// From the centre of mass of b to its anchor, in b's axes [m].
    pub anchor_b: Vec2,
    /// Reference angle of b against a [rad], if a limit or a spring needs the angle.
    pub reference: Option<f32>,
    /// Least angle, infinite without a limit [rad].
    pub lower: f32,
    /// Greatest angle, infinite without a limit [rad].
    pub upper: f32,
    /// Target speed of the motor [rad/s].
    pub motor_speed: f32,
    /// Greatest torque of the motor, 0 for none [N m].
    pub max_torque: f32,
    /// Softness of the spring, [`Softness::NONE`] for none.
    pub spring: Softness,
    /// Angle of the spring at rest [rad].
    pub rest_angle: f32,
    /// Impulses of the last step.
    pub impulses: JointImpulses,
}

/// Sixteen joints that share no body that can move.
#[derive(Clone, Debug, Default)]
pub(crate) struct RevoluteBlock {
    pub rows_a: [Row; LANES],
    pub rows_b: [Row; LANES],
    pub moves_a: u32,
    pub moves_b: u32,
    /// Whether some lane has a spring, a motor, a limit.
    pub springs: bool,
    pub motors: bool,
    pub limits: bool,
    pub inv_mass_a: Lanes,
    pub inv_inertia_a: Lanes,
    pub inv_mass_b: Lanes,
    pub inv_inertia_b: Lanes,
    /// From the centres of mass, in the world's axes [m].
    pub anchor_a: [Lanes; 2],
    pub anchor_b: [Lanes; 2],
    /// From the centre of a to the centre of b [m].
    pub between: [Lanes; 2],
    /// One over the sum of the inverse inertias [kg m^2]; 0 if both are fixed in rotation.
    pub axial_mass: Lanes,
    pub angle: Lanes,
    pub lower: Lanes,
    pub upper: Lanes,
    pub motor_speed: Lanes,
    pub max_motor_impulse: Lanes,
    pub spring_bias_rate: Lanes,
    pub spring_mass_scale: Lanes,
    pub spring_impulse_scale: Lanes,
    pub rest_angle: Lanes,
    pub linear_impulse: [Lanes; 2],
    /// The anchors at the time of the last impulses [m].
    pub given_a: [Lanes; 2],
    pub given_b: [Lanes; 2],
    /// The additional angular impulse of the linear impulses on a and b at the anchors of now [N m s].
    pub swing: [Lanes; 2],
    pub spring_impulse: Lanes,
    pub motor_impulse: Lanes,
    pub lower_impulse: Lanes,
    pub upper_impulse: Lanes,
    /// The anchors in the axes of their bodies [m]; the lanes whose angle counts, and the rotation from which it
    /// counts.
    local_a: [Lanes; 2],
    local_b: [Lanes; 2],
    reference: [Lanes; 2],
    angled: u32,
}

/// Stands for "no limit": beyond every angle that a joint can reach in a step [rad].
const NO_LIMIT: f32 = 1.0e6;

impl RevoluteBlock {
    /// Fills a lane with the values that do not depend on the bodies' poses; [`Self::place`] sets the others.
    pub(crate) fn fill(&mut self, lane: usize, input: Option<&RevoluteInput>, limit: RowLimit, rules: &StepRules) {
        if lane == 0 {
            (self.springs, self.motors, self.limits) = (false, false, false);
            self.angled = 0;
        }
        let Some(j) = input else {
            self.clear(lane, limit);
            return;
        };
        self.rows_a[lane] = limit.row(j.row_a);
        self.rows_b[lane] = limit.row(j.row_b);
        for (lanes, v) in [
            (&mut self.local_a, j.anchor_a),
            (&mut self.local_b, j.anchor_b),
            (&mut self.linear_impulse, j.impulses.linear),
        ] {
            lanes[0].0[lane] = v.x;
            lanes[1].0[lane] = v.y;
        }
        let reference = j.reference.map_or(Rot::IDENTITY, Rot::from_angle);
        (self.reference[0].0[lane], self.reference[1].0[lane]) = (reference.c, reference.s);
        self.angled |= u32::from(j.reference.is_some()) << lane;
        self.angle.0[lane] = 0.0;
        self.lower.0[lane] = if j.lower > -NO_LIMIT { j.lower } else { -NO_LIMIT };
        self.upper.0[lane] = if j.upper < NO_LIMIT { j.upper } else { NO_LIMIT };
        self.limits |= j.lower > -NO_LIMIT || j.upper < NO_LIMIT;
        self.motor_speed.0[lane] = j.motor_speed;
        let most = rules.h * j.max_torque;
        self.max_motor_impulse.0[lane] = if most < f32::MAX { most } else { f32::MAX };
        self.motors |= j.max_torque > 0.0;
        self.spring_bias_rate.0[lane] = j.spring.bias_rate;
        self.spring_mass_scale.0[lane] = j.spring.mass_scale;
        self.spring_impulse_scale.0[lane] = j.spring.impulse_scale;
        self.rest_angle.0[lane] = j.rest_angle;
        self.springs |= j.spring != Softness::NONE;
        self.spring_impulse.0[lane] = j.impulses.spring;
        self.motor_impulse.0[lane] = j.impulses.motor;
        self.lower_impulse.0[lane] = j.impulses.lower;
        self.upper_impulse.0[lane] = j.impulses.upper;
    }

    /// Takes the bodies' poses and masses. The dummy of empty lanes has neither.
    #[inline(always)]
    pub(crate) fn place<S: Simd>(&mut self, simd: S, poses: &[Pose], masses: &[BodyMass]) {
        let zero = f32x16::splat(simd, 0.0);
        let [x, y] = &mut self.linear_impulse;
        let axial =
            [&mut self.spring_impulse, &mut self.motor_impulse, &mut self.lower_impulse, &mut self.upper_impulse];
        for impulse in [x, y].into_iter().chain(axial) {
            impulse.store(finite_or_zero_on_lanes(simd, impulse.load(simd)));
        }
        let sides = [&self.rows_a, &self.rows_b].map(|rows| {
            let pose = Posex16::gather(simd, |lane| poses.get(rows[lane].index()).copied().unwrap_or_default());
            let mass: [f32x16<S>; 4] =
                rows_to_lanes(simd, |lane| masses.get(rows[lane].index()).map_or([0.0; 4], BodyMass::row));
            (pose, mass)
        });
        let [(pose_a, [xa, ya, ma, ia]), (pose_b, [xb, yb, mb, ib])] = sides;
        self.moves_a = (!(ma.simd_eq(zero) & ia.simd_eq(zero))).to_bitmask() as u32;
        self.moves_b = (!(mb.simd_eq(zero) & ib.simd_eq(zero))).to_bitmask() as u32;
        self.inv_mass_a.store(ma);
        self.inv_inertia_a.store(ia);
        self.inv_mass_b.store(mb);
        self.inv_inertia_b.store(ib);
        self.axial_mass.store(inverse(simd, ia + ib));
        let anchor_a = pose_a.q.rotate(Vec2x16::load(simd, &self.local_a[0], &self.local_a[1]));
        let anchor_b = pose_b.q.rotate(Vec2x16::load(simd, &self.local_b[0], &self.local_b[1]));
        let between = Vec2x16::new(xb - xa, yb - ya);
        for (lanes, v) in [(&mut self.anchor_a, anchor_a), (&mut self.anchor_b, anchor_b), (&mut self.between, between)]
        {
            lanes[0].store(v.x);
            lanes[1].store(v.y);
        }
        if self.angled != 0 {
            let [c, s] = &self.reference;
            let reference = Rotx16 { c: c.load(simd), s: s.load(simd) };
            let turned = reference.inv_mul(pose_a.q.inv_mul(pose_b.q));
            let angled = mask32x16::from_bitmask(simd, u64::from(self.angled));
            self.angle.store(angled.select(arc16(simd, turned.s, turned.c), zero));
        }
    }

    /// Clears a lane: it gives no impulses.
    fn clear(&mut self, lane: usize, limit: RowLimit) {
        self.rows_a[lane] = limit.dummy();
        self.rows_b[lane] = limit.dummy();
        for lanes in [
            &mut self.max_motor_impulse,
            &mut self.spring_mass_scale,
            &mut self.spring_impulse,
            &mut self.motor_impulse,
            &mut self.lower_impulse,
            &mut self.upper_impulse,
        ] {
            lanes.0[lane] = 0.0;
        }
        for axis in &mut self.linear_impulse {
            axis.0[lane] = 0.0;
        }
    }

    /// Writes the impulses of `lane` to `to`, as [`Self::place`] starts with them. Impulses of kinds that no lane has
    /// stay as they were.
    #[inline(always)]
    pub(crate) fn store(&self, lane: usize, to: &mut JointImpulses) {
        let of = |lanes: &Lanes| finite_or_zero(lanes.0[lane]);
        to.linear = Vec2::new(of(&self.linear_impulse[0]), of(&self.linear_impulse[1]));
        if self.springs {
            to.spring = of(&self.spring_impulse);
        }
        if self.motors {
            to.motor = of(&self.motor_impulse);
        }
        if self.limits {
            (to.lower, to.upper) = (of(&self.lower_impulse), of(&self.upper_impulse));
        }
    }
}

/// The angle of `b` against `a` beyond `reference` [rad], in -pi..=pi. The solver computes sixteen at once, to 4 parts
/// in 10 million.
pub fn joint_angle(a: Rot, b: Rot, reference: f32) -> f32 {
    Rot::from_angle(reference).inv_mul(a.inv_mul(b)).angle()
}
