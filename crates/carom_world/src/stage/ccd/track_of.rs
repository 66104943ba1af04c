//! The track of a moving body.

use crate::stage::ccd::bound::Bound;
use crate::stage::ccd::rounding::rounding;
use crate::stage::ccd::tracks::Track;
use crate::state::State;
use carom_math::{Aabb, Vec2};

/// The track of a moving body on its newest segment, extended back to the beginning of the step.
pub(crate) fn track_of(
    state: &State,
    moving_body: &crate::stage::ccd::moving_body::MovingBody,
    segment: &crate::stage::ccd::segment::MotionSegment,
    slop: f32,
) -> Track {
    let rates = &moving_body.rates;
    let reach = state.bodies.motions[moving_body.row as usize].max_extent;
    let around = Aabb::around([segment.c0, segment.c1]);
    // An empty box holds no number as large as that, so a motion beyond all numbers does not find it.
    let far = Vec2::splat(0.5 * f32::MAX);
    let area = around.grown(reach + slop + rounding(&around));
    let area = Aabb::new(area.min.max(-far), area.max.min(far));
    let bound = Bound {
        area,
        low: rates.way,
        high: rates.way,
        spin: rates.turn.abs(),
        size: 0.5 * area.size().length(),
        extent: rates.extent,
        far: f32::MAX,
        part: rates.part,
    };
    Track { bound, center: segment.c0 - rates.way * segment.start, middle: rates.middle, turn: rates.turn, reach }
}
