//! A fixed timestep for frames of any length: an accumulator, a pause, and interpolated poses for drawing. G. Fiedler,
//! Fix Your Timestep, 2004.

use crate::bulk::same_length;
use crate::key::BodyKey;
use crate::{Error, World};
use carom_math::{Pose, Rot, Vec2, vec2};

/// Bodies whose poses are interpolated together.
const AT_ONCE: usize = 256;

/// Makes the steps that a frame needs. It belongs to no world: keep it beside yours.
///
/// ```
/// use carom::{Stepper, World};
///
/// let mut world = World::default();
/// let mut stepper = Stepper::default();
/// let steps = stepper.advance(&mut world, 0.05, |_| {})?;
/// assert_eq!((steps, world.step_count()), (3, 3));
/// # Ok::<(), carom::Error>(())
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
    alpha: f32,
}

impl Default for Stepper {
    fn default() -> Self {
        Self { most_steps: 8, paused: false, left: 0.0, dropped: 0.0, alpha: 1.0 }
    }
}

impl Stepper {
    /// Advances the world by `seconds`, in steps of [`crate::WorldDef::dt`]; the remainder counts in the next frame.
    /// Calls `after` after each step, while its events are there. Returns the number of steps.
    ///
    /// # Errors
    ///
    /// A time that is negative or not finite; nothing happens.
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
    /// world, so that bodies move evenly for any frame length. A body that was added or teleported since the last step
    /// has its current pose, and so has every body of a world that was just restored.
    pub fn pose(&self, world: &World, body: BodyKey) -> Option<Pose> {
        let row = world.state.bodies.slots.get(body)?.row as usize;
        Some(self.pose_in_row(world, row))
    }

    /// Interpolated poses of all bodies, as [`Stepper::pose`] has them. The order is that of memory, as for
    /// [`World::awake_bodies`]. It takes some 0.2 ms for 50,000 bodies.
    pub fn poses<'a>(&'a self, world: &'a World) -> impl ExactSizeIterator<Item = (BodyKey, Pose)> + 'a {
        let keys = world.state.bodies.keys.iter().enumerate();
        keys.map(move |(row, &key)| (key, self.pose_in_row(world, row)))
    }

    /// Copies the interpolated poses of these bodies, in the order of the keys. It takes some 0.4 ms for 50,000 bodies.
    ///
    /// # Errors
    ///
    /// A slice of another length than `keys`, or a stale key, with its index. Poses before it are copied.
    pub fn read_poses(&self, world: &World, keys: &[BodyKey], poses: &mut [Pose]) -> Result<(), Error> {
        same_length("poses", poses.len(), keys.len())?;
        let bodies = &world.state.bodies;
        // Reading and computing apart from each other: each goes on without waiting for the other.
        let mut before = [Pose::IDENTITY; AT_ONCE];
        for (part, (keys, poses)) in keys.chunks(AT_ONCE).zip(poses.chunks_mut(AT_ONCE)).enumerate() {
            let mut places = before.iter_mut();
            world.read_rows(part * AT_ONCE, keys, poses, |row| {
                places.next().into_iter().for_each(|before| *before = bodies.starts[row].pose);
                bodies.poses[row]
            })?;
            for (pose, before) in poses.iter_mut().zip(&before) {
                *pose = self.between(*before, *pose);
            }
        }
        Ok(())
    }

    #[inline]
    fn pose_in_row(&self, world: &World, row: usize) -> Pose {
        let bodies = &world.state.bodies;
        self.between(bodies.starts[row].pose, bodies.poses[row])
    }

    /// The pose between two. One that did not change stays as it is, bit for bit.
    #[inline(always)]
    fn between(&self, before: Pose, now: Pose) -> Pose {
        let part = |a: Vec2, b: Vec2| a + (b - a) * self.alpha;
        let (p, q) = (part(before.p, now.p), part(vec2(before.q.c, before.q.s), vec2(now.q.c, now.q.s)));
        let length = q.length();
        // Half a turn in a step has no shorter way: the chord has no length, and it is drawn as it was before.
        let q = if length > 0.0 { Rot { c: q.x / length, s: q.y / length } } else { before.q };
        if before == now { now } else { Pose { p, q } }
    }
}
