//! Split bodies: a body under whose contacts colors run out (a drum, a plank under a heap). If it is far heavier than
//! the bodies it touches, up to sixteen of its contacts are solved side by side. It is split into as many parts of
//! equal mass, and each contact pushes one of them. The parts go on at their mean velocity (mass splitting: R. Tonge,
//! F. Benevolenski, A. Voroshilov, "Mass Splitting for Jitter-Free Parallel Rigid Body Simulation", 2012). Impulses sum
//! up exactly, so momentum is kept.

use crate::rows::{Row, Rows};
use crate::{BodyMass, ContactManifold};
use carom_math::{LANES, Lanes, max};

/// A split body has to be this many times harder to move than the other one. Each of sixteen parts is then still
/// sixteen times as heavy. So a row that is solved only once (restitution, the first step of an impact) is off by a
/// sixteenth at most.
const FAR_HEAVIER: f32 = (LANES * LANES) as f32;

/// The body that all contacts of a block share; none, by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SplitBody {
    row: Row,
    /// A bit for each lane: the body is the contact's a, or its b.
    pub lanes: [u32; 2],
    /// Number of parts: as many as contacts of the block have it.
    pub parts: f32,
}

impl SplitBody {
    /// The split body `row` of contacts between these rows.
    pub(crate) fn new(row: Row, rows: [&[Row; LANES]; 2]) -> Self {
        let lanes = rows.map(|rows| (0..LANES).fold(0, |bits, lane| bits | u32::from(rows[lane] == row) << lane));
        Self { row, lanes, parts: (lanes[0] | lanes[1]).count_ones() as f32 }
    }

    /// Whether there is one.
    #[inline(always)]
    pub(crate) fn is_there(&self) -> bool {
        self.parts > 0.0
    }

    /// Writes the velocities of a side of a block: `moves` has a bit for each lane whose body can move, `numbers` x, y
    /// and angular velocity. Returns the summed change of the split body's parts on that side.
    fn write(&self, bodies: &Rows<'_>, lanes: u32, (rows, moves): Side<'_>, numbers: &[Lanes; 3]) -> [f32; 3] {
        let old = *bodies.velocity(self.row);
        let mut change = [0.0; 3];
        for lane in (0..LANES).filter(|lane| moves >> lane & 1 != 0) {
            let [x, y, w] = [0, 1, 2].map(|number: usize| numbers[number].0[lane]);
            if lanes >> lane & 1 == 0 {
                let [.., flag] = *bodies.velocity(rows[lane]);
                bodies.set_velocity(rows[lane], &[x, y, w, flag]);
            } else {
                change = [change[0] + (x - old[0]), change[1] + (y - old[1]), change[2] + (w - old[2])];
            }
        }
        change
    }

    /// Writes the velocities of both sides of its block, and gives the split body the mean velocity of its parts.
    #[inline(never)]
    pub(crate) fn end(&self, bodies: &Rows<'_>, [side_a, side_b]: [Side<'_>; 2], [a, b]: [[Lanes; 3]; 2]) {
        let change_a = self.write(bodies, self.lanes[0], side_a, &a);
        let change_b = self.write(bodies, self.lanes[1], side_b, &b);
        let mut velocity = *bodies.velocity(self.row);
        for (velocity, (a, b)) in velocity.iter_mut().zip(change_a.into_iter().zip(change_b)) {
            *velocity += (a + b) / self.parts;
        }
        bodies.set_velocity(self.row, &velocity);
    }
}

/// The rows of one side of a block, and a bit for each lane whose body can move.
type Side<'a> = (&'a [Row; LANES], u32);

/// The row of the body that is far harder to move than the other one at the contact, in any direction; `None` if
/// neither is.
pub(crate) fn heavy_row(manifold: &ContactManifold, masses: &[BodyMass]) -> Option<u32> {
    // The greatest and the least speed that an impulse of 1 may add at each body there.
    let (mut most, mut least) = ([0.0; 2], [0.0; 2]);
    for side in 0..2 {
        let mass = masses.get(manifold.rows[side] as usize).filter(|mass| mass.moves())?;
        // Nothing at this contact moves a body that dominates the other one.
        if manifold.flags & [ContactManifold::A_DOMINATES, ContactManifold::B_DOMINATES][side] != 0 {
            continue;
        }
        let [_, _, inv_mass, inv_inertia] = mass.row();
        least[side] = inv_mass;
        for anchors in &manifold.anchors[..manifold.separations().len()] {
            let (x, y) = (anchors[2 * side], anchors[2 * side + 1]);
            most[side] = max(most[side], inv_mass + inv_inertia * (x * x + y * y));
        }
    }
    let is_far_heavier = |side: usize| most[side] * FAR_HEAVIER <= least[1 - side];
    (0..2).find(|&side| is_far_heavier(side)).map(|side| manifold.rows[side])
}
