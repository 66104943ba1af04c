//! The bodies at one place of equal trees: their masses, their velocities, and all that hangs on each.

use crate::BodyMass;
use crate::joint::tree::real::RealLanes;
use crate::joint::tree::small::{Factor, Symmetric, Three, load, store};
use crate::rows::{Row, Rows};

/// Least inertia of a body, in parts of its stiffness in rotation times the square of a substep. Symplectic Euler is
/// stable from 1/4 on, at the mass of the body alone. With 0.5, a rope with a ball of 2,000 links gains energy at 4
/// substeps.
const STIFF: f64 = 1.0;

/// The inertia of a body that nothing turns, and the mass of one that nothing moves, in parts of what it has.
const FIXED: f64 = 1.0e9;

/// The motion of a body since the step began: of its centre, and its rotation.
pub(crate) type Motion = [[f64; 2]; 2];

/// A body of each tree. Numbers are first, so that none of a pack lies across two lines.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct Node<const W: usize> {
    /// One over the mass, and the inertia.
    pub inv_mass: [f64; W],
    pub inertia: [f64; W],
    /// The inertia with that of its stiffness in rotation, and one over it.
    pub stiff: [f64; W],
    pub inv_stiff: [f64; W],
    pub motion: [[f64; W]; 4],
    pub v: Three<[f64; W]>,
    /// The angular velocity that the last pass left.
    pub left: [f64; W],
    /// The inertia of the body with all that hangs on it, and its factor.
    pub gathered: Symmetric<[f64; W]>,
    pub factor: Factor<[f64; W]>,
    /// The impulse that it gathers, and then the change of its velocity.
    pub change: Three<[f64; W]>,
    /// The change of velocity by the impulses of the last solve.
    pub given: Three<[f64; W]>,
    /// The rest that it lacks now that the anchors have turned.
    pub swing: Three<[f64; W]>,
    pub rows: [Row; W],
    /// Whether an impulse changes the velocity and the angular velocity.
    pub free: [[bool; 2]; W],
}

impl<const W: usize> Node<W> {
    pub(crate) fn new(rows: [Row; W]) -> Self {
        Self {
            inv_mass: [0.0; W],
            inertia: [0.0; W],
            stiff: [0.0; W],
            inv_stiff: [0.0; W],
            motion: [[0.0; W], [0.0; W], [1.0; W], [0.0; W]],
            v: [[0.0; W]; 3],
            left: [0.0; W],
            gathered: [[0.0; W]; 6],
            factor: Factor::<[f64; W]>::ZERO,
            change: [[0.0; W]; 3],
            given: [[0.0; W]; 3],
            swing: [[0.0; W]; 3],
            rows,
            free: [[true; 2]; W],
        }
    }

    pub(crate) fn place(&mut self, masses: &[BodyMass]) {
        for lane in 0..W {
            let mass = masses.get(self.rows[lane].index()).copied().unwrap_or_default();
            let (m, i) = (1.0 / f64::from(mass.inv_mass), 1.0 / f64::from(mass.inv_inertia));
            let (moves, turns) = (mass.inv_mass != 0.0, mass.inv_inertia != 0.0);
            let m = if moves { m } else { FIXED * i };
            (self.inv_mass[lane], self.inertia[lane]) = (1.0 / m, if turns { i } else { FIXED * m });
            self.free[lane] = [moves, turns];
        }
    }

    /// Reads its velocity. An impulse from elsewhere since the last pass turned it as its own inertia is.
    #[inline(always)]
    pub(crate) fn read<R: RealLanes<W>>(&mut self, token: R::Token, rows: &Rows<'_>) {
        let [x, y, turn] = load::<R, W, 3>(token, &velocities_of(rows, &self.rows));
        let (stiff, inertia) = (R::load(token, &self.stiff), R::load(token, &self.inertia));
        let left = R::load(token, &self.left);
        let slow = left + (turn - left) * (inertia * R::load(token, &self.inv_stiff));
        store(&mut self.v, [x, y, stiff.if_greater(inertia, slow, turn)]);
    }

    /// Takes its stiffness in rotation into account.
    #[inline(always)]
    pub(crate) fn stiffen<R: RealLanes<W>>(&mut self, token: R::Token, h: f64) {
        let inertia = R::load(token, &self.inertia);
        let stiff = R::splat(token, STIFF * h) * R::load(token, &self.stiff);
        let stiff = stiff.if_greater(inertia, stiff, inertia);
        stiff.store(&mut self.stiff);
        (R::splat(token, 1.0) / stiff).store(&mut self.inv_stiff);
    }

    /// Begins to gather inertia.
    #[inline(always)]
    pub(crate) fn gather<R: RealLanes<W>>(&mut self, token: R::Token) {
        let (one, zero, stiff) = (R::splat(token, 1.0), R::splat(token, 0.0), R::load(token, &self.stiff));
        let m = one / R::load(token, &self.inv_mass);
        store(&mut self.gathered, [m, zero, m, zero, zero, stiff]);
    }
}

/// The velocity of a row.
#[inline(always)]
pub(crate) fn velocity_of(rows: &Rows<'_>, row: Row) -> Three {
    let [x, y, turn, _] = *rows.velocity(row);
    [f64::from(x), f64::from(y), f64::from(turn)]
}

/// The motion of a row since the step began.
#[inline(always)]
pub(crate) fn motion_of(rows: &Rows<'_>, row: Row) -> Motion {
    let [x, y, c, s] = rows.motion(row).map(f64::from);
    [[x, y], [c, s]]
}

/// The velocities of some rows.
#[inline(always)]
pub(crate) fn velocities_of<const W: usize>(rows: &Rows<'_>, of: &[Row; W]) -> Three<[f64; W]> {
    let mut lanes = [[0.0; W]; 3];
    for lane in 0..W {
        let [x, y, turn, _] = *rows.velocity(of[lane]);
        (lanes[0][lane], lanes[1][lane], lanes[2][lane]) = (f64::from(x), f64::from(y), f64::from(turn));
    }
    lanes
}

/// The motions of some rows since the step began.
#[inline(always)]
pub(crate) fn motions_of<const W: usize>(rows: &Rows<'_>, of: &[Row; W]) -> [[f64; W]; 4] {
    let mut lanes = [[0.0; W]; 4];
    for lane in 0..W {
        let [x, y, c, s] = *rows.motion(of[lane]);
        (lanes[0][lane], lanes[1][lane]) = (f64::from(x), f64::from(y));
        (lanes[2][lane], lanes[3][lane]) = (f64::from(c), f64::from(s));
    }
    lanes
}
