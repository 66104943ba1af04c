//! A fixed timestep for frames of any length: an accumulator, a pause, and interpolated poses for drawing. G. Fiedler,
//! Fix Your Timestep, 2004.

use crate::key::BodyKey;
use crate::{Error, World};
use carom_math::Pose;
use slotmap::SecondaryMap;

/// Makes the steps that a frame needs. It belongs to no world: keep it beside yours.
///
/// ```
/// use carom_world::{Stepper, World};
///
/// let mut world = World::default();
/// let mut stepper = Stepper::default();
/// let steps = stepper.advance(&mut world, 0.05, |_| {})?;
/// assert_eq!((steps, world.step_count()), (3, 3));
/// # Ok::<(), carom_world::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Stepper {
    /// Most steps in a frame. Time beyond that is dropped, so that a slow machine does not fall behind for ever.
    pub most_steps: u32,
    /// Whether time stands still.
    pub paused: bool,
    /// Time that is not simulated yet [s].
    left: f64,
    dropped: f64,
    /// Poses before the last step.
    before: SecondaryMap<BodyKey, Pose>,
    alpha: f32,
}

impl Default for Stepper {
    fn default() -> Self {
        Self { most_steps: 8, paused: false, left: 0.0, dropped: 0.0, before: SecondaryMap::new(), alpha: 1.0 }
    }
}

impl Stepper {
    /// Advances the world by `seconds`, in steps of [`crate::WorldDef::dt`]; the remainder counts in the next frame.
    /// Calls `after` after each step, while its events are there. Returns the number of steps.
    ///
    /// # Errors A time that is negative or not finite; nothing happens.
    pub fn advance(
        &mut self,
        world: &mut World,
        seconds: f64,
        mut after: impl FnMut(&mut World),
    ) -> Result<u32, Error> {
        if !(seconds.is_finite() && seconds >= 0.0) {
            return Err(Error::value("seconds", seconds, "a finite number, 0 or more"));
        }
        if self.paused {
            return Ok(0);
        }
        let dt = f64::from(world.def().dt);
        self.left += seconds;
        let mut steps = 0;
        // A step may begin a hair early rather than a frame late: 3 * (1/60) is not quite 0.05.
        while self.left >= dt * (1.0 - 1.0e-6) && steps < self.most_steps {
            self.left -= dt;
            // A step is not quite as long as intended: 1/60 as an `f32` is longer by 5e-8 of it.
            if self.left.abs() < dt * 1.0e-6 {
                self.left = 0.0;
            }
            steps += 1;
            if self.left < dt * (1.0 - 1.0e-6) || steps == self.most_steps {
                self.remember(world);
            }
            world.step();
            after(world);
        }
        if self.left >= dt * (1.0 - 1.0e-6) {
            let whole = (self.left / dt * (1.0 + 1.0e-6)).floor() * dt;
            let rest = (self.left - whole).clamp(0.0, dt);
            self.dropped += self.left - rest;
            self.left = rest;
        }
        self.alpha = (self.left / dt).clamp(0.0, 1.0) as f32;
        Ok(steps)
    }

    /// Fraction of the next step that has passed, 0 to 1.
    pub fn alpha(&self) -> f32 {
        self.alpha
    }

    /// Time that was dropped because the machine was too slow [s].
    pub fn dropped(&self) -> f64 {
        self.dropped
    }

    /// Interpolated pose for drawing a body: between its poses before and after the last step. It is a step behind the
    /// world, so that bodies move evenly for any frame length. A body that is new in the last step has its current
    /// pose.
    pub fn pose(&self, world: &World, body: BodyKey) -> Option<Pose> {
        let now = world.body(body)?.pose();
        let Some(before) = self.before.get(body) else { return Some(now) };
        let p = before.p + (now.p - before.p) * self.alpha;
        Some(Pose { p, q: before.q.lerp(now.q, self.alpha) })
    }

    /// Notes the poses of everything that may move.
    fn remember(&mut self, world: &World) {
        self.before.clear();
        let moving = world.bodies().filter(|(_, body)| body.is_awake());
        self.before.extend(moving.map(|(key, body)| (key, body.pose())));
    }
}
