//! The part of two segments that a time of impact has to test: the times at which the bodies are near each other, and
//! both motions then.

use crate::stage::ccd::pair_on_segments::Pair;
use crate::stage::ccd::segment::{Chord, MotionSegment};
use crate::stage::ccd::window::window;
use carom_narrowphase::Sweep;

/// The part of two segments on which the bodies are within each other's reach.
pub(crate) struct Stretch {
    /// Its beginning and its end.
    pub times: [f32; 2],
    /// The segments, as far as their rotation counts.
    pub segments: [MotionSegment; 2],
    /// The chords on which it begins.
    pub chords: [Chord; 2],
    /// The motions on it, if it is one chord of both.
    pub only: Option<[Sweep; 2]>,
}

impl Stretch {
    /// The part of two segments between two times on which their centres are at most `far` [m] apart.
    pub fn of(pair: &Pair<'_>, segments: [&MotionSegment; 2], far: f32, times: [f32; 2]) -> Option<Self> {
        let [enter, leave] = window(segments, far, times)?;
        let segments = pair.turning(segments.map(|segment| *segment));
        let chords = [segments[0].chord(enter), segments[1].chord(enter)];
        let is_only = chords.iter().all(|chord| chord.times[1] >= leave);
        let only = is_only.then(|| [0, 1].map(|side| segments[side].between(&chords[side], enter, leave)));
        Some(Self { times: [enter, leave], segments, chords, only })
    }
}
