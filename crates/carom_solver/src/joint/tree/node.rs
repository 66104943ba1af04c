//! A body of a tree: its mass, its velocity, and all that hangs on it.

use crate::BodyMass;
use crate::joint::tree::link::Motion;
use crate::joint::tree::small::{Factor, Three};
use crate::rows::{Row, Rows};

/// Least inertia of a body, in parts of its stiffness in rotation times the square of a substep. Symplectic Euler is
/// stable from 1/4 on, at the mass of the body alone. With 0.5, a rope with a ball of 2,000 links gains energy at 4
/// substeps.
const STIFF: f64 = 1.0;

/// The inertia of a body that nothing turns, and the mass of one that nothing moves, in parts of what it has.
const FIXED: f64 = 1.0e9;

/// A body of a tree.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub row: Row,
    /// One over the mass, and the inertia; and whether an impulse changes each.
    pub inv_mass: f64,
    pub inertia: f64,
    pub free: [bool; 2],
    /// The inertia with that of its stiffness in rotation, and one over it.
    pub stiff: f64,
    pub inv_stiff: f64,
    pub motion: Motion,
    pub v: Three,
    /// The angular velocity that the last pass left.
    pub left: f64,
    /// The inertia of the body with all that hangs on it, and its factor.
    pub gathered: [Three; 3],
    pub factor: Factor,
    /// The impulse that it gathers, and then the change of its velocity.
    pub change: Three,
    /// The change of velocity by the impulses of the last solve.
    pub given: Three,
    /// The rest that it lacks now that the anchors have turned.
    pub swing: Three,
}

impl Node {
    pub(crate) fn new(row: Row) -> Self {
        Self {
            row,
            inv_mass: 0.0,
            inertia: 0.0,
            free: [true; 2],
            stiff: 0.0,
            inv_stiff: 0.0,
            motion: [[0.0; 2], [1.0, 0.0]],
            v: [0.0; 3],
            left: 0.0,
            gathered: [[0.0; 3]; 3],
            factor: Factor::default(),
            change: [0.0; 3],
            given: [0.0; 3],
            swing: [0.0; 3],
        }
    }

    pub(crate) fn place(&mut self, mass: &BodyMass) {
        let (m, i) = (1.0 / f64::from(mass.inv_mass), 1.0 / f64::from(mass.inv_inertia));
        let (moves, turns) = (mass.inv_mass != 0.0, mass.inv_inertia != 0.0);
        let m = if moves { m } else { FIXED * i };
        (self.inv_mass, self.inertia) = (1.0 / m, if turns { i } else { FIXED * m });
        self.free = [moves, turns];
    }

    /// Reads its velocity. An impulse from elsewhere since the last pass turned it as its own inertia is.
    #[inline(always)]
    pub(crate) fn read(&mut self, rows: &Rows<'_>) {
        self.v = velocity_of(rows, self.row);
        if self.stiff > self.inertia {
            self.v[2] = self.left + (self.v[2] - self.left) * (self.inertia * self.inv_stiff);
        }
    }

    /// Takes its stiffness in rotation into account, and begins to gather inertia.
    #[inline(always)]
    pub(crate) fn stiffen(&mut self, h: f64) {
        let stiff = STIFF * h * self.stiff;
        self.stiff = if stiff > self.inertia { stiff } else { self.inertia };
        self.inv_stiff = 1.0 / self.stiff;
        let m = 1.0 / self.inv_mass;
        self.gathered = [[m, 0.0, 0.0], [0.0, m, 0.0], [0.0, 0.0, self.stiff]];
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
