//! What the solver knows of a body: three small rows, by temperature.

use carom_math::{Rot, Vec2};

/// The hot row: what every constraint reads and writes, 32 bytes. Velocity first (vx, vy, w, unused), then what the
/// body moved since the step began (dx, dy, cos, sin).
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct BodyState(pub(crate) [f32; 8]);

const _: () = assert!(size_of::<BodyState>() == 32);

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

    /// Velocity (x, y), angular velocity, and a number that means nothing here: a row for lanes.
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

    /// Sets both velocities.
    #[inline(always)]
    pub fn set_velocity(&mut self, v: Vec2, w: f32) {
        self.0[0] = v.x;
        self.0[1] = v.y;
        self.0[2] = w;
    }

    /// Moves the body on for `h` [s].
    #[inline(always)]
    pub(crate) fn advance(&mut self, h: f32) {
        let (dp, dq) = (self.dp() + h * self.v(), self.dq().turned(h * self.w()));
        self.0[4..].copy_from_slice(&[dp.x, dp.y, dq.c, dq.s]);
    }

    /// Marks a body whose velocity was not finite.
    #[inline(always)]
    pub(crate) fn mark_bad(&mut self) {
        self.0[3] = 1.0;
    }

    /// Whether the velocity was not finite in some substep, or anything is not finite now.
    #[inline(always)]
    pub fn is_bad(&self) -> bool {
        // A sum of finite numbers within the limits is finite; NaN and infinity stay.
        let sum = self.0[0] + self.0[1] + self.0[2] + self.0[4] + self.0[5] + self.0[6] + self.0[7];
        self.0[3] != 0.0 || !sum.is_finite()
    }

    /// Forgets the motion since the step began, and the mark.
    #[inline(always)]
    pub fn settle(&mut self) {
        self.0[3..].copy_from_slice(&[0.0, 0.0, 0.0, 1.0, 0.0]);
    }
}

/// The warm row: where the centre of mass is and how hard the body is to move, 16 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct BodyMass {
    /// Centre of mass in the world [m].
    pub center: Vec2,
    /// One over the mass [1/kg]; 0 for what nothing moves.
    pub inv_mass: f32,
    /// One over the rotational inertia about the centre of mass [1/(kg m^2)]; 0 for what nothing turns.
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

/// What one substep adds to a body's velocity and what it keeps of it, made once a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Drive {
    /// Added to the velocity [m/s].
    pub dv: Vec2,
    /// Added to the angular velocity [rad/s].
    pub dw: f32,
    /// Factor on the velocity along x: damping, 0 where x is locked.
    pub keep_x: f32,
    /// Factor on the velocity along y: damping, 0 where y is locked.
    pub keep_y: f32,
    /// Factor on the angular velocity: damping, 0 where rotation is locked.
    pub keep_w: f32,
}

impl Default for Drive {
    fn default() -> Self {
        Self { dv: Vec2::ZERO, dw: 0.0, keep_x: 1.0, keep_y: 1.0, keep_w: 1.0 }
    }
}
