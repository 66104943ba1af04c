//! Spring, motor and limits of sixteen joints along one degree of freedom: a length or an angle.
//!
//! Symbols: C is the value, J v its rate, l an accumulated impulse, m the effective mass. The weakest comes first:
//! spring, motor, limits. Springs are soft constraints (E. Catto, GDC 2011) in each pass, relaxing included. Units are
//! those of an angle; of a length they are m, m/s and N s.

use crate::joint::freedom::Freedom;
use crate::joint::input::{AxisImpulses, AxisInput};
use crate::joint::pass_softness::PassSoftness;
use crate::joint::spring_lanes::{SpringLanes, SpringPass};
use crate::lanes::{WideVelocity, finite_or_zero, finite_or_zero_on_lanes};
use carom_math::{Lanes, least, most};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16, mask32x16};

/// Stands for "no limit": beyond every angle and length that a joint can reach in a substep, as fast as a float can be
/// while the world flies apart [rad or m].
pub(crate) const NO_LIMIT: f32 = 1.0e30;

/// Spring, motor and limits of sixteen joints.
#[derive(Clone, Debug, Default)]
pub(crate) struct AxisRows {
    /// Whether some lane has a spring, a motor, a limit.
    springs: bool,
    motors: bool,
    limits: bool,
    /// Lanes with any of them: no others give impulses.
    acting: u32,
    lower: Lanes,
    upper: Lanes,
    motor_speed: Lanes,
    max_motor: Lanes,
    /// The springs, and the masses that their stiffness follows from.
    spring: SpringLanes,
    spring_mass: Lanes,
    rest: Lanes,
    /// Deflection of the spring at the beginning of the substep. Taken anew after the bodies moved, it would damp.
    deflection: Lanes,
    /// Greatest impulse of the spring either way.
    max_spring: [Lanes; 2],
    spring_impulse: Lanes,
    motor_impulse: Lanes,
    lower_impulse: Lanes,
    upper_impulse: Lanes,
}

/// The numbers of a pass for springs, motors and limits.
#[derive(Clone, Copy)]
pub(crate) struct AxisPass<S: Simd> {
    pub rigid: PassSoftness<S>,
    /// The part of their error that motors and limits take.
    pub ease: f32x16<S>,
    /// One over the length of a substep [1/s].
    pub inv_h: f32,
    pub relaxes: bool,
}

impl AxisRows {
    /// Before the first lane is filled: nothing on any of them.
    pub(crate) fn start(&mut self) {
        (self.springs, self.motors, self.limits, self.acting) = (false, false, false, 0);
    }

    /// Whether some lane has anything on it.
    pub(crate) fn any(&self) -> bool {
        self.springs || self.motors || self.limits
    }

    /// Fills a lane.
    pub(crate) fn fill(&mut self, lane: usize, input: &AxisInput, impulses: &AxisImpulses, (h, rivals): (f32, f32)) {
        let bounded = |force: f32| if h * force < f32::MAX { h * force } else { f32::MAX };
        self.lower.0[lane] = if input.lower > -NO_LIMIT { input.lower } else { -NO_LIMIT };
        self.upper.0[lane] = if input.upper < NO_LIMIT { input.upper } else { NO_LIMIT };
        self.limits |= input.lower > -NO_LIMIT || input.upper < NO_LIMIT;
        self.motor_speed.0[lane] = input.motor_speed;
        self.max_motor.0[lane] = bounded(input.max_motor);
        self.motors |= input.max_motor > 0.0;
        self.spring.fill(lane, input.spring, (h, rivals));
        self.rest.0[lane] = input.rest;
        (self.max_spring[0].0[lane], self.max_spring[1].0[lane]) =
            (bounded(input.max_spring[0]), bounded(input.max_spring[1]));
        self.springs |= input.spring.hertz > 0.0;
        self.acting |= if input.acts() { 1 << lane } else { 0 };
        self.spring_impulse.0[lane] = impulses.spring;
        self.motor_impulse.0[lane] = impulses.motor;
        self.lower_impulse.0[lane] = impulses.lower;
        self.upper_impulse.0[lane] = impulses.upper;
    }

    /// Whether some lane has a spring; then [`Self::set_spring_mass`] gives their masses.
    pub(crate) fn any_spring(&self) -> bool {
        self.springs
    }

    /// Sets the masses that the stiffness of springs follows from.
    #[inline(always)]
    pub(crate) fn set_spring_mass<S: Simd>(&mut self, mass: f32x16<S>) {
        self.spring_mass.store(mass);
    }

    /// The mass that the stiffness of a lane's spring follows from.
    pub(crate) fn spring_mass(&self, lane: usize) -> f32 {
        self.spring_mass.0[lane]
    }

    /// Clears a lane: it gives no impulses.
    pub(crate) fn clear(&mut self, lane: usize) {
        let free = AxisInput::FREE;
        let flags = (self.springs, self.motors, self.limits);
        self.fill(lane, &free, &AxisImpulses::default(), (0.0, 1.0));
        (self.springs, self.motors, self.limits) = flags;
    }

    /// Drops impulses that are not finite.
    #[inline(always)]
    pub(crate) fn clean<S: Simd>(&mut self, simd: S) {
        let impulses =
            [&mut self.spring_impulse, &mut self.motor_impulse, &mut self.lower_impulse, &mut self.upper_impulse];
        for impulse in impulses {
            impulse.store(finite_or_zero_on_lanes(simd, impulse.load(simd)));
        }
    }

    /// The sum of the impulses.
    #[inline(always)]
    pub(crate) fn sum<S: Simd>(&self, simd: S) -> f32x16<S> {
        self.spring_impulse.load(simd) + self.motor_impulse.load(simd) + self.lower_impulse.load(simd)
            - self.upper_impulse.load(simd)
    }

    /// One pass at `value`. Returns the sum of the impulses that it gave.
    #[inline(always)]
    pub(crate) fn solve<S: Simd>(
        &mut self,
        simd: S,
        (value, mass): (f32x16<S>, f32x16<S>),
        bodies: &mut [WideVelocity<S>; 2],
        freedom: &impl Freedom<S>,
        pass: AxisPass<S>,
    ) -> f32x16<S> {
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let mass = mask32x16::from_bitmask(simd, u64::from(self.acting)).select(mass, zero);
        let before = self.sum(simd);
        if self.springs {
            let c = if pass.relaxes { self.deflection.load(simd) } else { value - self.rest.load(simd) };
            self.deflection.store(c);
            let old = self.spring_impulse.load(simd);
            let SpringPass { stiffness, damping } = self.spring.on(simd, self.spring_mass.load(simd), mass);
            let force = stiffness * c * pass.inv_h + damping * freedom.speed(bodies);
            let wanted = old - (mass * force + old) / (one + damping);
            let new = most(least(wanted, self.max_spring[0].load(simd)), -self.max_spring[1].load(simd));
            self.spring_impulse.store(new);
            freedom.give(bodies, new - old);
        }
        if self.motors {
            let (speed, bound) = (self.motor_speed.load(simd), self.max_motor.load(simd));
            let old = self.motor_impulse.load(simd);
            let towards = |target: f32x16<S>| {
                let wanted = old - mass * pass.ease * (freedom.speed(bodies) - target);
                most(least(wanted, bound), -bound)
            };
            let new = towards(speed);
            let mut given = new - old;
            if self.limits {
                // It drives no further than to a limit. With the rest it presses on that one, which answers.
                let gaps = [value - self.lower.load(simd), self.upper.load(simd) - value];
                let [down, up] = gaps.map(|gap| most(gap, zero) * pass.inv_h);
                given = towards(least(most(speed, -down), up)) - old;
                let presses = new - old - given;
                self.lower_impulse.store(self.lower_impulse.load(simd) + most(-presses, zero));
                self.upper_impulse.store(self.upper_impulse.load(simd) + most(presses, zero));
            }
            self.motor_impulse.store(new);
            freedom.give(bodies, given);
        }
        if self.limits {
            // The lower limit increases the value, the upper one decreases it; an open limit lets the gap close within
            // the substep. A limit yields to loads from outside alone, not to the spring and the motor of the joint.
            let driven = if self.springs { self.spring_impulse.load(simd) } else { zero };
            let driven = if self.motors { driven + self.motor_impulse.load(simd) } else { driven };
            let AxisPass { rigid, ease, inv_h, .. } = pass;
            for upper in [false, true] {
                let (c, sign, lanes) = if upper {
                    (self.upper.load(simd) - value, -one, &mut self.upper_impulse)
                } else {
                    (value - self.lower.load(simd), one, &mut self.lower_impulse)
                };
                let open = c.simd_gt(zero);
                let bias = open.select(c * inv_h, c * rigid.bias_rate);
                let scale = open.select(ease, rigid.mass_scale);
                let leak = open.select(zero, rigid.impulse_scale);
                let old = lanes.load(simd);
                let loaded = most(old + least(sign * driven, zero), zero);
                let wanted = old - mass * scale * (sign * freedom.speed(bodies) + bias) - leak * loaded;
                let new = most(wanted, zero);
                lanes.store(new);
                freedom.give(bodies, sign * (new - old));
            }
        }
        self.sum(simd) - before
    }

    /// Writes the impulses of `lane` to `to`. Impulses of kinds that no lane has stay as they were.
    #[inline(always)]
    pub(crate) fn store(&self, lane: usize, to: &mut AxisImpulses) {
        let of = |lanes: &Lanes| finite_or_zero(lanes.0[lane]);
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
