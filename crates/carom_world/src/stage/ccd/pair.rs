//! The time of impact (TOI) of two proxies: the first one from a time on, if they meet on their segments. It has the
//! same bits whichever of the two searches.

use crate::stage::ccd::contact_index::find;
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::crowd::{are_lone, are_pushable, bounces, is_crowd, is_outweighed, is_slender};
use crate::stage::ccd::depths::{BOTH_CAN_UNDO, TARGET};
use crate::stage::ccd::event::ToiEvent;
use crate::stage::ccd::pair_on_segments::{Overlapped, Pair, Trust};
use crate::stage::ccd::segment::MotionSegment;
use crate::stage::ccd::stretch::Stretch;
use crate::stage::narrow_phase::crossing::is_held;
use carom_math::{Vec2, min};
use carom_solver::ContactPair;
use std::cell::LazyCell;

/// The first impact of proxies `a` and `b`, `a` the smaller id, from time `from` on, unless one of them lets the other
/// pass.
pub(crate) fn meet(ctx: &CcdContext<'_>, a: u32, b: u32, from: f32) -> Option<ToiEvent> {
    pair_toi(ctx, a, b, from).filter(|event| is_held(ctx.state, [a, b], event.normal))
}

fn pair_toi(ctx: &CcdContext<'_>, a: u32, b: u32, from: f32) -> Option<ToiEvent> {
    let rows = [ctx.row(a), ctx.row(b)];
    if ctx.leaves(rows) {
        return None;
    }
    let both_dynamic = are_pushable(ctx.state, rows);
    let slender = is_slender(ctx.state, rows);
    let lone = slender || are_lone(ctx.state, rows);
    let has_to_push = || both_dynamic && (bounces(ctx.state, rows) || !is_crowd(ctx.state, rows));
    let trust = LazyCell::new(|| {
        let solved = if from == 0.0 || both_dynamic { solved_contact(ctx, [a, b]) } else { SolvedContact::Nothing };
        Trust {
            holds: solved == SolvedContact::Push || solved == SolvedContact::Touch && !has_to_push(),
            pushed: solved == SolvedContact::Push,
        }
    });
    let on_solved_ways = || rows.iter().all(|&row| ctx.moving.changed(row).is_none());
    let outweighed = both_dynamic && is_outweighed(ctx.state, rows);
    // Impacts have added nothing to the segments that the solver gave. So this is `in_contact` below, before any
    // segment is made. A heavy body may turn away under the other one, so an outweighed pair is tested.
    if both_dynamic && !lone && !outweighed && on_solved_ways() && trust.pushed {
        return None;
    }
    let (mut segment_a, mut until_a) = ctx.segment_at(rows[0], from);
    let (mut segment_b, mut until_b) = ctx.segment_at(rows[1], from);
    let newest = until_a == 1.0 && until_b == 1.0;
    let pair = Pair::new(ctx, [a, b], rows, [&segment_a, &segment_b], (slender, lone));
    // Before a body that cannot be pushed, the core alone is held then.
    let left =
        !pair.bounces && !ctx.state.stopped.is_empty() && pair.is_left_to_contacts(ctx, [&segment_a, &segment_b]);
    if left && both_dynamic {
        return None;
    }
    let far = pair.far(&segment_a, &segment_b);
    let ways = [segment_a, segment_b];
    let slips = (!both_dynamic || outweighed) && pair.slips(&ways);
    let lone = lone || both_dynamic && slips;
    let is_behind = LazyCell::new(|| pair.starts_behind(&ways[0], &ways[1], from));
    let a_face_holds = LazyCell::new(|| newest && pair.is_held_by_a_face(ctx, [&ways[0], &ways[1]], from, *trust));
    let mut first = None;
    if newest {
        let part = || pair.parts_for_good(ctx, [a, b], [&segment_a, &segment_b], (from, far));
        if pair.is_slow(ctx, &segment_a, &segment_b) || part() {
            return None;
        }
        // A solved pair is mostly within reach: its faces are tested before the part of the step in which the two may
        // meet.
        if trust.holds && (*is_behind || *a_face_holds || from == 0.0 && !slips && pair.is_only_pressed(&ways)) {
            return None;
        }
        let stretch = Stretch::of(&pair, [&segment_a, &segment_b], far, [from, 1.0])?;
        // A pair that was pushed is within reach.
        if !trust.pushed && stretch.only.is_some_and(|sweeps| pair.passes_by(&sweeps)) {
            return None;
        }
        first = Some(stretch);
    }
    // A solved contact holds two bodies apart that can both be pushed, except for the motion that impacts add. It saw a
    // plane, not a piece that turns and has ends. So the motion that it lets through is tested if nothing else pushes
    // the two, or if it did not push.
    let in_contact = |segment_a: &MotionSegment, segment_b: &MotionSegment| {
        trust.holds && both_dynamic && pair.added_little(ctx, segment_a, segment_b)
    };
    if newest && !lone && trust.pushed && in_contact(&segment_a, &segment_b) || *is_behind {
        return None;
    }
    // A face often holds a pair within reach, and seldom one from afar: there the time of impact is tested first.
    let from_afar = first.as_ref().is_some_and(|stretch| stretch.times[0] > from);
    if !from_afar && *a_face_holds {
        return None;
    }
    let mut t = from;
    while t < 1.0 {
        if t > from && !newest {
            (segment_a, until_a) = ctx.segment_at(pair.rows[0], t);
            (segment_b, until_b) = ctx.segment_at(pair.rows[1], t);
        }
        let until = min(until_a, until_b);
        let slow = !newest && pair.is_slow(ctx, &segment_a, &segment_b);
        let looked_at = first.is_some();
        let look = || if slow { None } else { Stretch::of(&pair, [&segment_a, &segment_b], far, [t, until]) };
        let Some(Stretch { times: [enter, leave], segments, mut chords, only }) = first.take().or_else(look) else {
            t = until;
            continue;
        };
        let sinks = if slips { pair.sinks(&segments, [enter, leave]) } else { None };
        t = enter;
        while t < leave {
            for (segment, chord) in segments.iter().zip(&mut chords) {
                while chord.times[1] <= t {
                    *chord = segment.chord_after(chord);
                }
            }
            let end = chords.iter().fold(leave, |end, chord| min(end, chord.times[1]));
            let sweeps = only.unwrap_or_else(|| [0, 1].map(|side| segments[side].between(&chords[side], t, end)));
            if !(looked_at && only.is_some()) && pair.passes_by(&sweeps) {
                t = end;
                continue;
            }
            let overlapped = || {
                let part = (end - t) / (1.0 - t);
                let least =
                    if both_dynamic && !pair.bounces { BOTH_CAN_UNDO * pair.extent() } else { TARGET * pair.slop };
                let is_solved = trust.holds && from == 0.0;
                Overlapped { least: (!is_solved).then_some(least * part), holds: trust.holds }
            };
            let met = if left {
                pair.core_stops(&sweeps)
            } else {
                pair.toi_within(&sweeps, pair.has_parted(ctx, [a, b], t), overlapped)
            };
            let in_step = |(part, normal, deep)| (t + part * (end - t), normal, deep);
            let met = met.and_then(|met @ (part, normal, deep)| {
                if deep || !in_contact(&segment_a, &segment_b) {
                    return Some(in_step(met));
                }
                let looks = lone || !trust.pushed;
                let goes_deep = || pair.goes_deep(&sweeps, &segments, (part, normal), [t, end, leave]);
                let later = if looks { goes_deep() } else { None };
                let core = pair.core_stops(&sweeps).map(in_step);
                let later = later.filter(|&(time, _)| core.is_none_or(|(stops, ..)| time <= stops));
                later.map(|(time, normal)| (time, normal, false)).or(core)
            });
            let event = |time: f32, normal: Vec2, (deep, sunk)| ToiEvent { time, a, b, normal, deep, sunk };
            // Contacts hold the two where the surfaces beside them give no impact, and the core besides.
            let met = match met {
                Some((time, normal, false)) => pair
                    .admitted(ctx, [a, b], &segments, (time, normal))
                    .map(|normal| (time, normal, false))
                    .or_else(|| pair.core_stops(&sweeps).map(in_step)),
                deep => deep,
            };
            let met = met.map(|(time, normal, deep)| event(time, normal, (deep, 0.0)));
            let sunk = sinks.filter(|sunk| met.map_or(sunk.time <= end, |met| sunk.time < met.time));
            let sunk = sunk.map(|sunk| event(sunk.time, sunk.normal, (false, sunk.depth)));
            if let Some(event) = sunk.or(met) {
                if from_afar && *a_face_holds {
                    return None;
                }
                return Some(event);
            }
            t = end;
        }
        t = until;
    }
    None
}

/// The contact of two proxies in this step, as the solver saw it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SolvedContact {
    Nothing,
    /// A contact that did not push them in the end.
    Touch,
    Push,
}

/// Finds the contact of two proxies, as the solver saw it. It took them for a plane and points. A piece that turns may
/// come with another corner, one without a point.
fn solved_contact(ctx: &CcdContext<'_>, [a, b]: [u32; 2]) -> SolvedContact {
    let (contacts, boxes) = (&ctx.state.contacts, &ctx.state.proxies.now);
    // The boxes of every contact overlap, and are tested faster than the list.
    if !boxes[a as usize].overlaps(&boxes[b as usize]) {
        return SolvedContact::Nothing;
    }
    match find(contacts, ctx.solved, [a, b]) {
        Some(contact) if contact.has_points() && (contact.has_pushed() || contact.is(ContactPair::EMBEDDED)) => {
            SolvedContact::Push
        }
        Some(contact) if contact.has_points() => SolvedContact::Touch,
        _ => SolvedContact::Nothing,
    }
}
