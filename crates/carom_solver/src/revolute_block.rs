//! Sixteen revolute joints of one colour: the first of a family.

use crate::rows::{Row, RowLimit};
use crate::{BodyMass, Softness, StepRules};
use carom_math::{LANES, Lanes, Rot, Vec2};

/// What outlives a step of a joint: its accumulated impulses.
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

/// A revolute joint at the beginning of a step, in the world's axes.
#[derive(Clone, Copy, Debug)]
pub struct RevoluteInput {
    /// Rows of the two bodies.
    pub row_a: u32,
    /// Row of b.
    pub row_b: u32,
    /// From the centre of mass of a to its anchor [m].
    pub anchor_a: Vec2,
    /// From the centre of mass of b to its anchor [m].
    pub anchor_b: Vec2,
    /// Angle of b against a beyond the reference angle [rad].
    pub angle: f32,
    /// Angle range, infinite where there is no limit [rad].
    pub lower: f32,
    /// Greatest angle [rad].
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
    pub anchor_a: [Lanes; 2],
    pub anchor_b: [Lanes; 2],
    /// From the centre of a to the centre of b [m].
    pub between: [Lanes; 2],
    pub bias_rate: Lanes,
    pub mass_scale: Lanes,
    pub impulse_scale: Lanes,
    /// One over the sum of the inverse inertias [kg m^2]; 0 where both are fixed in rotation.
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
    /// The anchors as they stood when the impulses were given [m].
    pub given_a: [Lanes; 2],
    pub given_b: [Lanes; 2],
    /// What the linear impulses would turn a and b by more at the anchors of now [N m s].
    pub swing: [Lanes; 2],
    pub spring_impulse: Lanes,
    pub motor_impulse: Lanes,
    pub lower_impulse: Lanes,
    pub upper_impulse: Lanes,
}

/// Beyond every angle that a joint can reach in a step [rad]: what stands for "no limit".
const NO_LIMIT: f32 = 1.0e6;

impl RevoluteBlock {
    /// Fills a lane.
    pub(crate) fn prepare(
        &mut self,
        lane: usize,
        input: Option<&RevoluteInput>,
        masses: &[BodyMass],
        limit: RowLimit,
        rules: &StepRules,
    ) {
        if lane == 0 {
            (self.moves_a, self.moves_b) = (0, 0);
            (self.springs, self.motors, self.limits) = (false, false, false);
        }
        let Some(j) = input else {
            self.clear(lane, limit);
            return;
        };
        let ma = masses.get(j.row_a as usize).copied().unwrap_or_default();
        let mb = masses.get(j.row_b as usize).copied().unwrap_or_default();
        self.rows_a[lane] = limit.row(j.row_a);
        self.rows_b[lane] = limit.row(j.row_b);
        self.moves_a |= u32::from(ma.moves()) << lane;
        self.moves_b |= u32::from(mb.moves()) << lane;
        self.inv_mass_a.0[lane] = ma.inv_mass;
        self.inv_inertia_a.0[lane] = ma.inv_inertia;
        self.inv_mass_b.0[lane] = mb.inv_mass;
        self.inv_inertia_b.0[lane] = mb.inv_inertia;
        let between = mb.center - ma.center;
        for (lanes, v) in [
            (&mut self.anchor_a, j.anchor_a),
            (&mut self.anchor_b, j.anchor_b),
            (&mut self.between, between),
            (&mut self.linear_impulse, j.impulses.linear),
        ] {
            lanes[0].0[lane] = v.x;
            lanes[1].0[lane] = v.y;
        }
        self.bias_rate.0[lane] = rules.joint.bias_rate;
        self.mass_scale.0[lane] = rules.joint.mass_scale;
        self.impulse_scale.0[lane] = rules.joint.impulse_scale;
        let inverse = ma.inv_inertia + mb.inv_inertia;
        self.axial_mass.0[lane] = if inverse > 0.0 { 1.0 / inverse } else { 0.0 };
        self.angle.0[lane] = j.angle;
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

    /// An empty lane: masses and impulses of nothing.
    fn clear(&mut self, lane: usize, limit: RowLimit) {
        self.rows_a[lane] = limit.dummy();
        self.rows_b[lane] = limit.dummy();
        for lanes in [
            &mut self.inv_mass_a,
            &mut self.inv_inertia_a,
            &mut self.inv_mass_b,
            &mut self.inv_inertia_b,
            &mut self.axial_mass,
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

    /// The impulses of `lane`.
    pub(crate) fn impulses(&self, lane: usize) -> JointImpulses {
        JointImpulses {
            linear: Vec2::new(self.linear_impulse[0].0[lane], self.linear_impulse[1].0[lane]),
            spring: self.spring_impulse.0[lane],
            motor: self.motor_impulse.0[lane],
            lower: self.lower_impulse.0[lane],
            upper: self.upper_impulse.0[lane],
        }
    }
}

/// The angle of `b` against `a` beyond `reference` [rad], in -pi..=pi.
pub fn joint_angle(a: Rot, b: Rot, reference: f32) -> f32 {
    b.seen_from(a).seen_from(Rot::from_angle(reference)).angle()
}
