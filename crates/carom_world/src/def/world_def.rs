//! [`WorldDef`]: the rules of a world.

use crate::Error;
use crate::def::{JointSolver, Mixing, MixingRules};
use carom_broadphase::BroadPhaseKind;
use carom_math::{Vec2, max, min};

/// The rules of a world. Lengths and speeds among the defaults are for metres; [`WorldDef::length_unit`] scales them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct WorldDef {
    /// Gravity [m/s^2]. Default: (0, -9.81).
    pub gravity: Vec2,
    /// Length of a step [s]. Default: 1/60.
    pub dt: f32,
    /// Substeps in a step, 1 to 64. Default: 4.
    pub substeps: u32,
    /// User's units in a metre: 1 for worlds in metres, say 50 for worlds in pixels. It scales slop, speculative
    /// distance, push-out speed, restitution threshold, hit speed, sleep speed and greatest speed. Default: 1.
    pub length_unit: f32,
    /// Stiffness of contacts [Hz], for gravity of up to 10 length units/s^2; it grows with the square root of
    /// stronger gravity. At most a quarter of the substep rate is used; against fixed bodies, twice that. Default: 32.
    pub contact_hertz: f32,
    /// Damping ratio of contacts. Default: 10.
    pub contact_damping_ratio: f32,
    /// Stiffness of joints [Hz]. At most a quarter of the substep rate is used. Default: 60.
    pub joint_hertz: f32,
    /// Damping ratio of joints. Default: 2.
    pub joint_damping_ratio: f32,
    /// The way in which all that joints hold is solved. Default: trees that are long, or that carry much, at once; nets
    /// of hinges path after path; all others one joint after the other.
    pub joint_solver: JointSolver,
    /// Overlap that is left alone [length units]. Default: 0.005.
    pub slop: f32,
    /// Contacts are created this far before shapes touch [length units]. For small bodies it is shorter: the smaller
    /// min extent of the two, plus their approach in a step up to as much again, but no less than the slop. Without
    /// continuous collision it is not shortened. Default: 0.02.
    pub speculative_distance: f32,
    /// Greatest speed by which overlap is pushed out [length units/s]; it grows with gravity like `contact_hertz`.
    /// Default: 3.
    #[cfg_attr(feature = "serde", serde(alias = "push_out_speed"))]
    pub contact_push_speed: f32,
    /// Approach speed below which nothing bounces [length units/s]. Default: 1.
    pub restitution_threshold: f32,
    /// Rule by which the friction of two surfaces mixes. Default: the geometric mean.
    pub friction_mixing: Mixing,
    /// Rule by which the restitution of two surfaces mixes. The mix is at most 10. Default: the greater one.
    pub restitution_mixing: Mixing,
    /// Approach speed from which on an impact is reported as a hit [length units/s]. Default: 1.
    #[cfg_attr(feature = "serde", serde(alias = "hit_speed"))]
    pub hit_event_speed: f32,
    /// Whether the impulses of all contacts are summed over each step. Then [`crate::World::contacts`] gives the
    /// impulses that were applied, impacts included. Without, it gives those of the last substep times the number of
    /// substeps. Default: no.
    pub record_impulses: bool,
    /// Whether bodies may fall asleep. Default: yes.
    pub sleep: bool,
    /// Speed below which a body counts as resting [length units/s]. Where there is gravity, it is no more than a
    /// quarter of that times `sleep_time`, so nobody sleeps at the top of its flight. A tenth of it counts for bodies
    /// that a spring, a motor or a conveyor moves, and for those that nothing touches. Default: 0.05.
    pub sleep_speed: f32,
    /// Time that it must rest before it sleeps [s]. Default: 0.5.
    pub sleep_time: f32,
    /// Whether continuous collision is on: fast bodies are swept against all others, and tunnel through none. Default:
    /// yes.
    pub continuous: bool,
    /// Greatest speed of a body [length units/s], at the end of each step. Faster bodies are slowed down and listed in
    /// [`crate::Events::slowed`]. Default: 400.
    pub max_speed: f32,
    /// Greatest rotation of a body in a step [rad], at most 32; swept tests follow it turn by turn. In a substep,
    /// nothing turns by more than an eighth of a turn, whatever this is. Faster bodies are slowed down and reported.
    /// Default: 32.
    #[cfg_attr(feature = "serde", serde(alias = "max_turn"))]
    pub max_rotation_per_step: f32,
    /// Structure of the broad phase. Default: the hash.
    pub broad_phase: BroadPhaseKind,
    /// Interval in steps at which awake bodies are sorted along a space-filling curve, if many left their order. It is
    /// a quarter if many bodies have impacts within a step. 0 is never, 1 always. It changes speed only. Default: 16.
    #[cfg_attr(feature = "serde", serde(alias = "renumber_every"))]
    pub spatial_sort_interval: u32,
}

/// Upper limit of `max_rotation_per_step` [rad]: a sweep has no more chords.
const MOST_TURN: f32 = 32.0;

/// Greatest rotation of a body in a substep [rad]: an eighth of a turn. Up to that, the first-order rotation and the
/// angle of joints are good.
const MOST_TURN_OF_SUBSTEP: f32 = 0.25 * carom_math::PI;

impl Default for WorldDef {
    fn default() -> Self {
        Self {
            gravity: Vec2::new(0.0, -9.81),
            dt: 1.0 / 60.0,
            substeps: 4,
            length_unit: 1.0,
            contact_hertz: 32.0,
            contact_damping_ratio: 10.0,
            joint_hertz: 60.0,
            joint_damping_ratio: 2.0,
            joint_solver: JointSolver::Automatic,
            slop: 0.005,
            speculative_distance: 0.02,
            contact_push_speed: 3.0,
            restitution_threshold: 1.0,
            friction_mixing: MixingRules::default().friction,
            restitution_mixing: MixingRules::default().restitution,
            hit_event_speed: 1.0,
            record_impulses: false,
            sleep: true,
            sleep_speed: 0.05,
            sleep_time: 0.5,
            continuous: true,
            max_speed: 400.0,
            max_rotation_per_step: MOST_TURN,
            broad_phase: BroadPhaseKind::Hash,
            spatial_sort_interval: 16,
        }
    }
}

impl WorldDef {
    /// Sets gravity [m/s^2].
    #[must_use]
    pub fn gravity(mut self, gravity: Vec2) -> Self {
        self.gravity = gravity;
        self
    }

    /// Sets the time of a step [s].
    #[must_use]
    pub fn dt(mut self, dt: f32) -> Self {
        self.dt = dt;
        self
    }

    /// Sets the number of substeps.
    #[must_use]
    pub fn substeps(mut self, substeps: u32) -> Self {
        self.substeps = substeps;
        self
    }

    /// Sets the number of the user's units in a metre.
    #[must_use]
    pub fn length_unit(mut self, length_unit: f32) -> Self {
        self.length_unit = length_unit;
        self
    }

    /// Sets whether bodies may fall asleep.
    #[must_use]
    pub fn sleep(mut self, sleep: bool) -> Self {
        self.sleep = sleep;
        self
    }

    /// Sets the rules by which the friction and the restitution of two surfaces mix.
    #[must_use]
    pub fn mixing(mut self, friction: Mixing, restitution: Mixing) -> Self {
        (self.friction_mixing, self.restitution_mixing) = (friction, restitution);
        self
    }

    /// Sets how what joints hold is solved.
    #[must_use]
    pub fn joint_solver(mut self, solver: JointSolver) -> Self {
        self.joint_solver = solver;
        self
    }

    /// Overlap that is left alone, as a length of the world [m]: [`WorldDef::slop`], scaled by the length unit.
    pub(crate) fn slop_length(&self) -> f32 {
        self.slop * self.length_unit
    }

    pub(crate) fn mixing_rules(&self) -> MixingRules {
        MixingRules { friction: self.friction_mixing, restitution: self.restitution_mixing }
    }

    /// Sets the approach speed from which on an impact is reported as a hit [length units/s].
    #[must_use]
    pub fn hit_event_speed(mut self, speed: f32) -> Self {
        self.hit_event_speed = speed;
        self
    }

    /// Sets whether the impulses of all contacts are summed over each step.
    #[must_use]
    pub fn record_impulses(mut self, record: bool) -> Self {
        self.record_impulses = record;
        self
    }

    /// Sets the structure of the broad phase.
    #[must_use]
    pub fn broad_phase(mut self, kind: BroadPhaseKind) -> Self {
        self.broad_phase = kind;
        self
    }

    /// Speed below which a body rests [m/s]. In little gravity it is a quarter of what a fall gains in the time that a
    /// body must rest: at the top of its flight, a body is that slow for half of the time.
    pub(crate) fn rest_speed(&self) -> f32 {
        let gained = 0.25 * self.gravity.length() * max(self.sleep_time, self.dt);
        let most = self.sleep_speed * self.length_unit;
        if gained > 0.0 { min(most, gained) } else { most }
    }

    /// Greatest angular velocity of a body [rad/s].
    pub(crate) fn max_angular_speed(&self) -> f32 {
        let substeps = self.substeps as f32;
        carom_math::min(self.max_rotation_per_step / substeps, MOST_TURN_OF_SUBSTEP) * (1.0 / (self.dt / substeps))
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::vector("gravity", self.gravity)?;
        Error::within("dt", self.dt, 1.0e-6, 10.0)?;
        Error::count("substeps", u64::from(self.substeps), 1, 64)?;
        Error::within("length_unit", self.length_unit, 1.0e-4, 1.0e4)?;
        Error::within("contact_hertz", self.contact_hertz, 0.0, 1.0e6)?;
        Error::within("contact_damping_ratio", self.contact_damping_ratio, 0.0, 1.0e6)?;
        Error::within("joint_hertz", self.joint_hertz, 0.0, 1.0e6)?;
        Error::within("joint_damping_ratio", self.joint_damping_ratio, 0.0, 1.0e6)?;
        Error::within("slop", self.slop, 0.0, 1.0e3)?;
        Error::within("speculative_distance", self.speculative_distance, 0.0, 1.0e3)?;
        Error::not_negative("contact_push_speed", self.contact_push_speed)?;
        Error::not_negative("restitution_threshold", self.restitution_threshold)?;
        Error::not_negative("hit_event_speed", self.hit_event_speed)?;
        Error::not_negative("sleep_speed", self.sleep_speed)?;
        Error::not_negative("sleep_time", self.sleep_time)?;
        Error::within("max_speed", self.max_speed, 1.0e-3, 1.0e6)?;
        Error::within("max_rotation_per_step", self.max_rotation_per_step, 1.0e-3, MOST_TURN)
    }
}
