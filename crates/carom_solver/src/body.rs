//! The solver's view of a body: three small rows, by temperature (state, mass, force update).

use carom_math::{Rot, Vec2, cross_sv};

/// The hot row, 32 bytes: every constraint reads and writes it. The first half is the velocity (vx, vy, w, a flag). The
/// second half is the motion since the step began (dx, dy, cos, sin).
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct BodyState(pub(crate) [f32; 8]);

const _: () = assert!(size_of::<BodyState>() == 32);

/// Flags in the fourth number of the velocity: the velocity was over a limit; it was not finite.
pub(crate) const SLOWED: f32 = 0.5;
pub(crate) const BAD: f32 = 1.0;

impl Default for BodyState {
    fn default() -> Self {
        Self::new(Vec2::ZERO, 0.0)
    }
}

impl BodyState {
    /// A body with this velocity of its centre of mass [m/s] and angular velocity [rad/s].
    #[inline(always)]
    pub fn new(v: Vec2, w: f32) -> Self {
        Self([v.x, v.y, w, 0.0, 0.0, 0.0, 1.0, 0.0])
    }

    /// Velocity of the centre of mass [m/s].
    #[inline(always)]
    pub fn v(&self) -> Vec2 {
        Vec2::new(self.0[0], self.0[1])
    }

    /// Angular velocity [rad/s].
    #[inline(always)]
    pub fn w(&self) -> f32 {
        self.0[2]
    }

    /// Velocity of the body's point at `anchor` from its centre of mass, in the world's axes [m] [m/s].
    #[inline(always)]
    pub fn velocity_at(&self, anchor: Vec2) -> Vec2 {
        self.v() + cross_sv(self.w(), anchor)
    }

    /// Velocity (x, y), angular velocity, and a number without meaning here: a row for lanes.
    #[inline(always)]
    pub fn velocity_row(&self) -> [f32; 4] {
        [self.0[0], self.0[1], self.0[2], self.0[3]]
    }

    /// Motion of the centre of mass since the step began [m].
    #[inline(always)]
    pub fn dp(&self) -> Vec2 {
        Vec2::new(self.0[4], self.0[5])
    }

    /// Rotation since the step began.
    #[inline(always)]
    pub fn dq(&self) -> Rot {
        Rot { c: self.0[6], s: self.0[7] }
    }

    /// Adds to the motion of the centre of mass since the step began [m].
    #[inline(always)]
    pub fn move_by(&mut self, way: Vec2) {
        self.0[4] += way.x;
        self.0[5] += way.y;
    }

    /// Sets both velocities.
    #[inline(always)]
    pub fn set_velocity(&mut self, v: Vec2, w: f32) {
        self.0[0] = v.x;
        self.0[1] = v.y;
        self.0[2] = w;
    }

    /// Motion of the centre of mass (x, y) and rotation (cosine, sine) since the step began: a row for lanes.
    #[inline(always)]
    pub fn motion_row(&self) -> [f32; 4] {
        [self.0[4], self.0[5], self.0[6], self.0[7]]
    }

    /// Both halves, mutable.
    #[inline(always)]
    pub(crate) fn halves(&mut self) -> (&mut [f32], &mut [f32]) {
        self.0.split_at_mut(4)
    }

    /// Whether the velocity was over a limit in some substep of this step.
    #[inline(always)]
    pub fn was_slowed(&self) -> bool {
        self.0[3] == SLOWED
    }

    /// Whether the velocity was not finite in some substep, or anything is not finite now.
    #[inline(always)]
    pub fn is_bad(&self) -> bool {
        // A sum of finite numbers within the limits is finite; NaN and infinity stay.
        let sum = self.0[0] + self.0[1] + self.0[2] + self.0[4] + self.0[5] + self.0[6] + self.0[7];
        self.0[3] == BAD || !sum.is_finite()
    }

    /// Clears the motion since the step began, and the flag.
    #[inline(always)]
    pub fn clear_motion(&mut self) {
        self.0[3..].copy_from_slice(&[0.0, 0.0, 0.0, 1.0, 0.0]);
    }
}

/// The warm row, 16 bytes: the centre of mass and the inverse masses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct BodyMass {
    /// Centre of mass in the world [m].
    pub center: Vec2,
    /// One over the mass [1/kg]; 0 if nothing moves the body.
    pub inv_mass: f32,
    /// One over the rotational inertia about the centre of mass [1/(kg m^2)]; 0 if nothing turns the body.
    pub inv_inertia: f32,
}

impl BodyMass {
    /// Centre (x, y), inverse mass, inverse inertia: a row for lanes.
    #[inline(always)]
    pub fn row(&self) -> [f32; 4] {
        [self.center.x, self.center.y, self.inv_mass, self.inv_inertia]
    }

    /// Whether an impulse can change the body's velocity.
    #[inline(always)]
    pub fn moves(&self) -> bool {
        self.inv_mass != 0.0 || self.inv_inertia != 0.0
    }
}

/// The change of a body's velocity in one substep, computed once a step: a row to add and a row of factors, each laid
/// out like the velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct ForceUpdate {
    /// Added to the velocity (x, y) [m/s] and to the angular velocity [rad/s]; the last number is 0.
    pub(crate) add: [f32; 4],
    /// Factors on the velocity: damping, 0 on locked axes; the last one is 1.
    pub(crate) keep: [f32; 4],
}

impl Default for ForceUpdate {
    fn default() -> Self {
        Self { add: [0.0; 4], keep: [1.0; 4] }
    }
}

impl ForceUpdate {
    /// `dv` [m/s] and `dw` [rad/s] are added to the velocities; `keep` has the factors on x, y and rotation.
    #[inline(always)]
    pub fn new(dv: Vec2, dw: f32, keep: [f32; 3]) -> Self {
        Self { add: [dv.x, dv.y, dw, 0.0], keep: [keep[0], keep[1], keep[2], 1.0] }
    }

    /// Multiplies what is added.
    pub fn scale(&mut self, factor: f32) {
        self.add.iter_mut().for_each(|add| *add *= factor);
    }

    /// Adds `dv` [m/s] and `dw` [rad/s] to what is added, and multiplies the factors on motion and rotation.
    pub fn more(&mut self, dv: Vec2, dw: f32, keep: f32, keep_w: f32) {
        for (add, more) in self.add.iter_mut().zip([dv.x, dv.y, dw]) {
            *add += more;
        }
        for (all, factor) in self.keep.iter_mut().zip([keep, keep, keep_w]) {
            *all *= factor;
        }
    }

    /// Whether motion along x and along y is locked.
    #[inline(always)]
    pub(crate) fn locks(&self) -> [bool; 2] {
        [self.keep[0] == 0.0, self.keep[1] == 0.0]
    }

    /// The velocity that it adds to a body at rest, 0 on locked axes [m/s].
    #[inline(always)]
    pub fn gain(&self) -> Vec2 {
        Vec2::new(self.add[0] * self.keep[0], self.add[1] * self.keep[1])
    }
}
