//! The first time of impact (TOI) of two bodies: the earliest of any two of their proxies whose motions come near each
//! other.

use crate::stage::broad_phase::shapes::may_touch;
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::event::ToiEvent;
use crate::stage::ccd::larger::FEW_PROXIES;
use crate::stage::ccd::pair::meet;
use crate::stage::ccd::segment::{Ends, MotionSegment};
use crate::state::NONE;
use carom_math::Aabb;

/// The first impact of any proxies of two rows from a time on, at which the newest segment of the first row starts.
/// `segments` are the newest of both. `parts` may have the proxies of the second row with their areas.
pub(crate) fn first_of_bodies(
    ctx: &CcdContext<'_>,
    rows: [u32; 2],
    from: f32,
    segments: impl FnOnce() -> [MotionSegment; 2],
    parts: Option<&[(u32, Aabb)]>,
) -> ToiEvent {
    let mut first = ToiEvent::NONE;
    let proxies = &ctx.state.proxies;
    let [a, b] = rows.map(|row| ctx.first_proxy(row));
    if [a, b].iter().all(|&id| proxies.is_only(id)) {
        // One proxy each: there is no choice that areas could narrow.
        let met = may_touch(ctx.state, a, b).then(|| meet(ctx, a.min(b), a.max(b), from));
        return met.flatten().unwrap_or(first);
    }
    let segments = segments();
    let ends = Ends::of(&segments[0]);
    let margin = ctx.margin(&segments[0]);
    let goes_back = segments[1].before_at(from).is_some();
    let few = if parts.is_none() && !goes_back { Few::of(ctx, b, &Ends::of(&segments[1])) } else { None };
    let parts = parts.or(few.as_ref().map(Few::list));
    for id in proxies.of_body(a) {
        let area = ctx.area(id, &ends).grown(margin);
        let mut look_at = |other: u32| {
            if may_touch(ctx.state, id, other) {
                let (a, b) = if id < other { (id, other) } else { (other, id) };
                if let Some(event) = meet(ctx, a, b, from)
                    && event.is_before(&first)
                {
                    first = event;
                }
            }
        };
        match parts {
            Some(parts) => parts.iter().filter(|(_, part)| part.overlaps(&area)).for_each(|&(other, _)| look_at(other)),
            None => proxies.of_body(b).filter(|&other| ctx.passes(other, &area, &segments[1], from)).for_each(look_at),
        }
    }
    first
}

/// The proxies of a body that has few, and their areas.
struct Few {
    list: [(u32, Aabb); FEW_PROXIES],
    count: usize,
}

impl Few {
    /// The proxies of a body from `first` on, with their areas between these ends, if there are few.
    fn of(ctx: &CcdContext<'_>, first: u32, ends: &Ends) -> Option<Self> {
        let ids = || ctx.state.proxies.of_body(first);
        if ids().nth(FEW_PROXIES).is_some() {
            return None;
        }
        let mut few = Self { list: [(NONE, Aabb::EMPTY); FEW_PROXIES], count: 0 };
        for (place, id) in few.list.iter_mut().zip(ids()) {
            *place = (id, ctx.area(id, ends));
            few.count += 1;
        }
        Some(few)
    }

    fn list(&self) -> &[(u32, Aabb)] {
        &self.list[..self.count]
    }
}
