//! The part of two legs that a time of impact has to look at. In come a pair and its legs; out come from when to when they are near
//! each other, and how both move then.

use super::leg::{Chord, Leg};
use super::pair::Pair;
use super::window::window;
use carom_narrowphase::Sweep;

/// The part of two legs on which the bodies are within each other's reach.
pub(super) struct Stretch {
    /// From when to when.
    pub times: [f32; 2],
    /// The legs, as far as their turning counts.
    pub legs: [Leg; 2],
    /// The chords on which it begins.
    pub chords: [Chord; 2],
    /// The motions on it, where it is one chord of both.
    pub only: Option<[Sweep; 2]>,
}

impl Stretch {
    /// The part of two legs between two times on which their centres are at most `far` [m] apart.
    pub fn of(pair: &Pair<'_>, legs: [&Leg; 2], far: f32, times: [f32; 2]) -> Option<Self> {
        let [enter, leave] = window(legs, far, times)?;
        let legs = pair.turning(legs.map(|leg| *leg));
        let chords = [legs[0].chord(enter), legs[1].chord(enter)];
        let is_only = chords.iter().all(|chord| chord.times[1] >= leave);
        let only = is_only.then(|| [0, 1].map(|side| legs[side].between(&chords[side], enter, leave)));
        Some(Self { times: [enter, leave], legs, chords, only })
    }
}
