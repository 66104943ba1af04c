//! Dominance: of two dynamic bodies that touch, the one with the greater number is not pushed, as if it were infinitely
//! heavy.

use crate::state::bodies::Bodies;
use carom_solver::ContactManifold;

impl Bodies {
    /// Notes the dominance of a body. Worlds in which all bodies have none never look for it again.
    pub(crate) fn note_dominance(&mut self, dominance: i8) {
        self.any_dominance |= dominance != 0;
    }

    /// Whether each of two bodies dominates the other; neither does if one cannot be pushed anyway.
    #[inline(always)]
    pub(crate) fn dominates(&self, rows: [u32; 2]) -> [bool; 2] {
        if !self.any_dominance {
            return [false; 2];
        }
        let dominance = |row: u32| {
            let moves = self.masses.get(row as usize).is_some_and(|mass| mass.moves());
            moves.then(|| self.forces[row as usize].dominance)
        };
        let [Some(a), Some(b)] = rows.map(dominance) else { return [false; 2] };
        [a > b, b > a]
    }

    /// The inverse masses of two bodies at a contact of theirs [1/kg].
    #[inline(always)]
    pub(crate) fn inv_masses_between(&self, rows: [u32; 2]) -> [f32; 2] {
        let dominates = self.dominates(rows);
        [0, 1].map(|side: usize| if dominates[side] { 0.0 } else { self.masses[rows[side] as usize].inv_mass })
    }

    /// The flags of a contact by the dominance of its bodies: see [`ContactManifold::flags`].
    #[inline(always)]
    pub(crate) fn dominance_flags(&self, rows: [u32; 2]) -> u32 {
        let [a, b] = self.dominates(rows);
        (u32::from(a) * ContactManifold::A_DOMINATES) | (u32::from(b) * ContactManifold::B_DOMINATES)
    }
}
