//! The pairs of bodies that joints keep from colliding. Narrow loops ask for pairs that are near each other, and most
//! such pairs are jointed. One lookup answers, without the joints of either body.

use crate::key::BodyKey;
use crate::slots::KeyParts;
use crate::state::State;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The number of joints that keep each pair apart. Bodies go by their index: a joint ends with its bodies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tied {
    pairs: HashMap<u64, u32, BuildHasherDefault<PairHasher>>,
}

impl Tied {
    pub(crate) fn has(&self, a: BodyKey, b: BodyKey) -> bool {
        self.pairs.contains_key(&number_of(a, b))
    }

    /// Counts a joint that keeps two bodies apart, if it does.
    pub(crate) fn add(&mut self, kept_apart: Option<[BodyKey; 2]>) {
        if let Some([a, b]) = kept_apart {
            *self.pairs.entry(number_of(a, b)).or_default() += 1;
        }
    }

    /// Takes such a joint back.
    pub(crate) fn remove(&mut self, kept_apart: Option<[BodyKey; 2]>) {
        let Some(number) = kept_apart.map(|[a, b]| number_of(a, b)) else { return };
        if let Some(count) = self.pairs.get_mut(&number) {
            *count -= 1;
            if *count == 0 {
                self.pairs.remove(&number);
            }
        }
    }
}

/// One number for two bodies, whichever comes first.
fn number_of(a: BodyKey, b: BodyKey) -> u64 {
    let [a, b] = [a, b].map(|key| u64::from(key.index()));
    a.min(b) << 32 | a.max(b)
}

/// Hashes the bits of one number (multiplicative hashing: D. Knuth, The Art of Computer Programming 3, 1973). It
/// is a bijection, so pairs that share a bucket only cost time.
#[derive(Default)]
pub(crate) struct PairHasher(u64);

impl Hasher for PairHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, x: u64) {
        let spread = (self.0 ^ x).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = spread ^ spread >> 32;
    }
}

impl State {
    /// Whether the bodies of two rows never collide: a joint keeps them from it, or they ignore each other.
    #[inline]
    pub(crate) fn never_collide(&self, rows: [usize; 2]) -> bool {
        let [one, two] = rows.map(|row| &self.bodies.motions[row]);
        let keys = || rows.map(|row| self.bodies.keys[row]);
        let tied = |[a, b]: [BodyKey; 2]| self.joints.tied.has(a, b);
        let ignored = |[a, b]: [BodyKey; 2]| self.ignored.has(a, b);
        one.jointed && two.jointed && tied(keys()) || one.ignores && two.ignores && ignored(keys())
    }
}
