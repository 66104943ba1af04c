//! Rollback of impacts. A body that was thrown back may meet another one at a time beyond which that one has gone on
//! already. Then the moving bodies go back to their segments at that time.
//!
//! The bodies that it hit since, and those that they hit, go back as well (anti-messages: D. Jefferson, Virtual Time,
//! 1985; for rigid bodies B. Mirtich, Timewarp Rigid Body Simulation, 2000).

use crate::stage::ccd::impact_record::ImpactRecord;
use crate::stage::ccd::moving_body::MovingBodies;
use crate::stage::ccd::segment::MotionSegment;
use crate::stage::ccd::segment_cause::{SegmentCause, With};
use crate::state::NONE;

/// The most moving bodies that go back for one impact. With more of them it gets its impulse at their present places.
const MOST_ROLLED_BACK: usize = 16;

impl MovingBodies {
    /// Notes the impact that the newest segment of a moving body starts with.
    pub fn note_cause(&mut self, number: u32, impact: u32, with: With) {
        let cause = &mut self.causes[self.list[number as usize].segment as usize];
        (cause.impact, cause.with) = (impact, with);
    }

    /// The newest segments of a moving body, as long as `undo` accepts them, and the one before them; `None` if they
    /// cannot be rolled back.
    fn segments_while(
        &self,
        number: u32,
        undo: impl Fn(&MotionSegment, &SegmentCause) -> bool,
    ) -> Option<(Vec<u32>, u32)> {
        let (mut undone, mut segment) = (Vec::new(), self.list[number as usize].segment);
        while undo(&self.segments[segment as usize], &self.causes[segment as usize]) {
            let (before, with) = (self.segments[segment as usize].before, self.causes[segment as usize].with);
            if before == NONE || with == With::Many {
                return None;
            }
            undone.push(segment);
            segment = before;
        }
        Some((undone, segment))
    }

    /// The moving bodies that have to go back so that one is at its place of time `t`, with their segments then; `None`
    /// if some cannot.
    fn way_back(&self, number: u32, t: f32) -> Option<Vec<(u32, u32)>> {
        let mut back: Vec<(u32, u32)> = Vec::new();
        let mut next = vec![(number, None)];
        while let Some((number, impact)) = next.pop() {
            if self.list[number as usize].stopped {
                return None;
            }
            let since = |segment: u32, impact: u32| self.impacts_of(segment).any(|other| other == impact);
            let (undone, kept) = self.segments_while(number, |segment, cause| match impact {
                None => segment.start > t,
                Some(impact) => cause.impact == impact || segment.before != NONE && since(segment.before, impact),
            })?;
            match back.iter().position(|(other, _)| *other == number) {
                // The older one of the two.
                Some(at) if kept >= back[at].1 => continue,
                Some(at) => back[at].1 = kept,
                None if back.len() == MOST_ROLLED_BACK => return None,
                None => back.push((number, kept)),
            }
            for segment in undone {
                let cause = &self.causes[segment as usize];
                if let With::Body(other) = cause.with {
                    next.push((other, Some(cause.impact)));
                }
            }
        }
        Some(back)
    }

    /// The numbers of the impacts that a segment and those before it start with.
    fn impacts_of(&self, segment: u32) -> impl Iterator<Item = u32> + '_ {
        let before = |&segment: &u32| Some(self.segments[segment as usize].before).filter(|&before| before != NONE);
        std::iter::successors(Some(segment), before).map(|segment| self.causes[segment as usize].impact)
    }

    /// Puts a moving body on an earlier segment again, with its velocities of then.
    fn go_back(&mut self, number: u32, segment: u32, records: &mut [ImpactRecord]) {
        let moving_body = &mut self.list[number as usize];
        let mut newest = std::mem::replace(&mut moving_body.segment, segment);
        let cause = self.causes[segment as usize];
        (moving_body.v, moving_body.w, moving_body.rates) =
            (cause.v, cause.w, moving_body.rates.on(&self.segments[segment as usize]));
        (moving_body.last_pair, moving_body.pair_before, moving_body.again) = ([NONE; 2], [NONE; 2], 0);
        while newest != segment {
            if let Some(record) = records.get_mut(self.causes[newest as usize].impact as usize) {
                record.rolled_back = true;
            }
            newest = self.segments[newest as usize].before;
        }
        self.refresh(number);
    }
}

/// Rolls a moving body back to time `t`, if it has gone on beyond that.
pub(crate) fn rollback(moving: &mut MovingBodies, number: u32, t: f32, records: &mut [ImpactRecord]) {
    if moving.segment(number).start <= t {
        return;
    }
    for (number, segment) in moving.way_back(number, t).into_iter().flatten() {
        moving.go_back(number, segment, records);
    }
}
