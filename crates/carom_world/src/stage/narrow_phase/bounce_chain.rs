//! A chain of bouncing bodies, and whether impacts go through it.

/// Bodies of a chain, at least, walls included: a pair alone is bounced by its contact.
const LEAST: u32 = 3;

/// Bodies of a chain, at most. A heap is left to its contacts.
const MOST: u32 = 32;

/// A chain as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BounceChain {
    pub bodies: u32,
    /// Whether one of its bodies is at a wall. All walls count as one, however many pieces they have.
    pub at_wall: bool,
    pub is_hit: bool,
}

impl BounceChain {
    /// A body alone.
    pub const ONE: Self = Self { bodies: 1, at_wall: false, is_hit: false };

    /// Both chains as one.
    pub fn with(self, other: Self) -> Self {
        Self {
            bodies: self.bodies + other.bodies,
            at_wall: self.at_wall || other.at_wall,
            is_hit: self.is_hit || other.is_hit,
        }
    }

    /// Whether impacts go through it, and it is no heap.
    pub fn passes_impacts(self) -> bool {
        self.is_hit && (LEAST..=MOST).contains(&(self.bodies + u32::from(self.at_wall)))
    }
}
