//! When two proxies meet on their ways. In come the state, the moving bodies and two numbers; out comes the first impact from
//! a time on, the same bits whichever of the two asks.

use crate::stage::ccd::contact_index::find;
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::crowd::{are_lone, are_pushable, bounces, core_side, is_crowd, is_outweighed, is_slender};
use crate::stage::ccd::event::ToiEvent;
use crate::stage::ccd::faces::{Faces, MovingPiece};
use crate::stage::ccd::fast::FAST;
use crate::stage::ccd::moving_body::Rates;
use crate::stage::ccd::segment::MotionSegment;
use crate::stage::ccd::stretch::Stretch;
use crate::stage::ccd::tracks::rounding;
use crate::stage::narrow_phase::one_way::is_held;
use crate::state::BOUNCY;
use carom_math::{Aabb, Vec2, max, min};
use carom_narrowphase::is_behind;
use carom_shapes::Piece;
use std::cell::LazyCell;

/// The part of the least extent by which two bodies may overlap at the end of a step: contacts push them apart from
/// there.
pub(crate) const CONTACT_CAN_UNDO: f32 = 0.25;

/// The same for two bodies that can both be pushed, and do not bounce. In a crowd impacts would go from one to the next for
/// ever; contacts solve them all at once.
pub(crate) const BOTH_CAN_UNDO: f32 = 0.5;

/// The part of the least extent by which two pieces that move may graze each other unseen.
pub(crate) const GRAZE: f32 = 0.1;

/// The same of what is thinner than that, as lines are [slops].
const GRAZE_OF_LINES: f32 = 0.1;

/// How near two pieces come when they meet, and how exactly that is hit [slops].
pub(crate) const TARGET: f32 = 0.1;
pub(crate) const TOLERANCE: f32 = 0.1;

/// The first impact of proxies `a` and `b`, `a` the smaller, from time `from` on, unless one of them lets the other pass.
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
        let saw = if from == 0.0 || both_dynamic { what_was_solved(ctx, [a, b]) } else { Saw::Nothing };
        Trust { holds: saw == Saw::Push || saw == Saw::Touch && !has_to_push(), pushed: saw == Saw::Push }
    });
    let on_solved_ways = || rows.iter().all(|&row| ctx.moving.changed(row).is_none());
    let outweighed = both_dynamic && is_outweighed(ctx.state, rows);
    // On the ways that the solver gave, impacts have added nothing: what `in_contact` says below, before any segment is made. What is heavy
    // may turn away under the other one.
    if both_dynamic && !lone && !outweighed && on_solved_ways() && trust.pushed {
        return None;
    }
    let (mut segment_a, mut until_a) = ctx.segment_at(rows[0], from);
    let (mut segment_b, mut until_b) = ctx.segment_at(rows[1], from);
    let newest = until_a == 1.0 && until_b == 1.0;
    let pair = Pair::new(ctx, [a, b], rows, [&segment_a, &segment_b], (slender, lone));
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
        // What was solved is mostly within reach: its faces are asked before the part of the step in which they may meet.
        if trust.holds && (*is_behind || *a_face_holds || from == 0.0 && !slips && pair.is_only_pressed(&ways)) {
            return None;
        }
        let stretch = Stretch::of(&pair, [&segment_a, &segment_b], far, [from, 1.0])?;
        // What pushed is in reach.
        if !trust.pushed && stretch.only.is_some_and(|ccd| pair.passes_by(&ccd)) {
            return None;
        }
        first = Some(stretch);
    }
    // A contact that was solved holds two bodies apart that can both be pushed, but for what impacts add. It saw a plane where
    // there is a piece that turns and has ends, so where nothing else pushes the two, or it did not, what it lets through is looked at.
    let in_contact = |segment_a: &MotionSegment, segment_b: &MotionSegment| {
        trust.holds && both_dynamic && pair.added_little(ctx, segment_a, segment_b)
    };
    if newest && !lone && trust.pushed && in_contact(&segment_a, &segment_b) || *is_behind {
        return None;
    }
    // A face often holds what is within reach, and seldom what comes from afar: there the time of impact is asked first.
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
            let ccd = only.unwrap_or_else(|| [0, 1].map(|side| segments[side].between(&chords[side], t, end)));
            if !(looked_at && only.is_some()) && pair.passes_by(&ccd) {
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
            let met = pair.toi_within(&ccd, pair.has_parted(ctx, [a, b], t), overlapped);
            let in_step = |(part, normal, deep)| (t + part * (end - t), normal, deep);
            let met = met.and_then(|met @ (part, normal, deep)| {
                if deep || !in_contact(&segment_a, &segment_b) {
                    return Some(in_step(met));
                }
                let looks = lone || !trust.pushed;
                let goes_deep = || pair.goes_deep(&ccd, &segments, (part, normal), [t, end, leave]);
                let later = if looks { goes_deep() } else { None };
                let core = pair.core_stops(&ccd).map(in_step);
                let later = later.filter(|&(time, _)| core.is_none_or(|(stops, ..)| time <= stops));
                later.map(|(time, normal)| (time, normal, false)).or(core)
            });
            let event = |time: f32, normal: Vec2, (deep, sunk)| ToiEvent { time, a, b, normal, deep, sunk };
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

/// What the solver saw of two proxies in this step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Saw {
    Nothing,
    /// A contact that did not push them in the end.
    Touch,
    Push,
}

/// What a contact that the solver saw is trusted with.
#[derive(Clone, Copy)]
struct Trust {
    /// Whether it is left to hold the two: it has to have pushed, but in a crowd that does not bounce.
    holds: bool,
    /// Whether it pushed.
    pushed: bool,
}

/// What counts where two pieces overlap at the beginning.
pub(crate) struct Overlapped {
    /// They meet at once if they close in by more than this within the sweeps [m]; not where there is no such number.
    pub least: Option<f32>,
    /// Whether a contact of the two holds them.
    pub holds: bool,
}

/// What the solver saw of two proxies: it took them for a plane and points, and one that turns may come with another corner, where
/// nothing was.
fn what_was_solved(ctx: &CcdContext<'_>, [a, b]: [u32; 2]) -> Saw {
    let (contacts, boxes) = (&ctx.state.contacts, &ctx.state.proxies.now);
    // The boxes of all contacts overlap, and are asked sooner than the list.
    if !boxes[a as usize].overlaps(&boxes[b as usize]) {
        return Saw::Nothing;
    }
    match find(contacts, ctx.solved, [a, b]) {
        Some(contact) if contact.has_points() && contact.normal_impulse != [0.0; 2] => Saw::Push,
        Some(contact) if contact.has_points() => Saw::Touch,
        _ => Saw::Nothing,
    }
}

/// Two proxies and what counts for both.
pub(crate) struct Pair<'a> {
    pub rows: [u32; 2],
    pub pieces: [&'a Piece; 2],
    pub extents: [f32; 2],
    /// The farthest points of the pieces from the centres of their motions [m].
    pub reaches: [f32; 2],
    /// The side whose core must not pass where pieces overlap already.
    pub core: usize,
    pub slop: f32,
    /// Whether they bounce so much that it has to come in time.
    pub bounces: bool,
    /// Whether both can be pushed and the thinner one is slender: a contact sees one end of it.
    pub slender: bool,
    /// Whether their contact is not trusted with the two: nothing else that is solved pushes either, or one is slender.
    pub lone: bool,
}

impl<'a> Pair<'a> {
    /// Two proxies, and the segments that their bodies are on.
    fn new(
        ctx: &CcdContext<'a>,
        ids: [u32; 2],
        rows: [u32; 2],
        segments: [&MotionSegment; 2],
        (slender, lone): (bool, bool),
    ) -> Self {
        let pieces = ids.map(|id| ctx.piece(id));
        let (bodies, proxies) = (&ctx.state.bodies, &ctx.state.proxies);
        // What has one proxy knows it of itself.
        let bounces = (0..2).any(|side| {
            let is = || proxies.outlines.material(ids[side]).restitution >= BOUNCY;
            bodies.motions[rows[side] as usize].bounces && (proxies.is_only(ctx.first_proxy(rows[side])) || is())
        });
        let core = core_side(ctx.state, rows);
        Self {
            rows,
            pieces,
            extents: rows.map(|row| bodies.min_extents[row as usize]),
            reaches: [0, 1].map(|side| reach(ctx, rows[side], pieces[side], segments[side])),
            core,
            slop: ctx.slop(),
            bounces,
            slender,
            lone,
        }
    }

    pub fn both_dynamic(&self) -> bool {
        self.extents[0] != f32::MAX && self.extents[1] != f32::MAX
    }

    /// The segments as far as their turning counts: a disc about its own centre is the same however it turns.
    pub fn turning(&self, mut segments: [MotionSegment; 2]) -> [MotionSegment; 2] {
        for (side, segment) in segments.iter_mut().enumerate() {
            if self.is_centred_disc(side, segment) {
                (segment.q1, segment.turn) = (segment.q0, 0.0);
            }
        }
        segments
    }

    /// Whether a piece is a disc about the centre of its motion.
    pub fn is_centred_disc(&self, side: usize, segment: &MotionSegment) -> bool {
        matches!(self.pieces[side], Piece::Circle(disc) if disc.center() == segment.local_center)
    }

    /// How far apart the centres are where the two may meet [m].
    fn far(&self, segment_a: &MotionSegment, segment_b: &MotionSegment) -> f32 {
        let margin = self.slop + rounding(&Aabb::around([segment_a.c0, segment_a.c1, segment_b.c0, segment_b.c1]));
        self.reaches[0] + self.reaches[1] + margin
    }

    pub fn extent(&self) -> f32 {
        min(self.extents[0], self.extents[1])
    }

    /// Whether the two move by so little relative to each other, in a step at this rate, that contacts do better. What is
    /// fixed is always looked at: bodies are pressed into it.
    fn is_slow(&self, ctx: &CcdContext<'_>, segment_a: &MotionSegment, segment_b: &MotionSegment) -> bool {
        let bodies = &ctx.state.bodies;
        let [a, b] = self.rows.map(|row| row as usize);
        if a >= bodies.active && self.extents[0] == f32::MAX || b >= bodies.active && self.extents[1] == f32::MAX {
            return false;
        }
        let rates = |side: usize, segment| Rates::of(ctx.state, self.rows[side], segment);
        rates(0, segment_a).are_slow(&rates(1, segment_b))
    }

    /// Whether impacts within the step changed the relative way by so little that contacts make up for it.
    fn added_little(&self, ctx: &CcdContext<'_>, segment_a: &MotionSegment, segment_b: &MotionSegment) -> bool {
        let added = |side: usize, segment: &MotionSegment| {
            let row = self.rows[side];
            if ctx.moving.changed(row).is_none() {
                return Rates { way: Vec2::ZERO, turn: 0.0, ..Rates::of(ctx.state, row, segment) };
            }
            let now = Rates::of(ctx.state, row, segment);
            let (way, turn) = ctx.solved_segment(row).rates();
            Rates { way: now.way - way, turn: now.turn - turn, part: min(now.part, FAST), ..now }
        };
        added(0, segment_a).are_slow(&added(1, segment_b))
    }

    /// Whether one of the two is a one-sided link and the other's centre is behind it.
    fn starts_behind(&self, segment_a: &MotionSegment, segment_b: &MotionSegment, from: f32) -> bool {
        let behind = |piece: &Piece, segment: &MotionSegment, other: &MotionSegment| match piece {
            Piece::Link(link) if link.one_sided => {
                is_behind(link, segment.pose_at(from).inverse_transform_point(other.at(from).0))
            }
            _ => false,
        };
        behind(self.pieces[0], segment_a, segment_b) || behind(self.pieces[1], segment_b, segment_a)
    }

    /// Whether a face of one holds the other to the end of the step, and they do not bounce.
    fn is_held_by_a_face(&self, ctx: &CcdContext<'_>, segments: [&MotionSegment; 2], from: f32, trust: Trust) -> bool {
        let threshold = ctx.def.restitution_threshold * ctx.def.length_unit;
        let bounce = if self.bounces { threshold } else { f32::MAX };
        let mover = |side: usize| {
            let segment = segments[side];
            let (v, w) = ctx.velocity(self.rows[side]);
            let reach = ctx.state.bodies.motions[self.rows[side] as usize].max_extent;
            let (start, end, center) = (segment.pose_at(from), segment.pose_at(1.0), segment.at(from).0);
            MovingPiece { piece: self.pieces[side], segment, start, end, center, reach, v, w }
        };
        let (a, b) = (mover(0), mover(1));
        let allowed = self.allowed_depth(ctx, trust.holds);
        // What is pressed into two links of a chain is pushed by one of them, for both.
        let is_wall = |side: usize| self.extents[side] == f32::MAX;
        let on_chain = (0..2).any(|side| is_wall(side) && matches!(self.pieces[side], Piece::Link(_)));
        let is_pressed = trust.pushed || trust.holds && on_chain;
        let firm = if is_pressed && !self.both_dynamic() { self.extent() } else { f32::MIN };
        let holds = |of, other| Faces { of, other, from, allowed, firm, bounce }.one_holds();
        (self.extents[0] != f32::MAX && holds(&b, &a)) || (self.extents[1] != f32::MAX && holds(&a, &b))
    }

    /// The least extent of a piece [m]: the body's where it is its only one.
    fn thickness(&self, ctx: &CcdContext<'_>, side: usize) -> f32 {
        let (row, extent) = (self.rows[side], self.extents[side]);
        let pending = extent != f32::MAX && ctx.state.proxies.is_only(ctx.first_proxy(row));
        if pending { extent } else { self.pieces[side].least_extent() }
    }

    /// How deep a face may hold the other piece [m]. What goes by something that moves, and no contact saw it, may be
    /// gone before one does; in a crowd that does not bounce there are others that hold it.
    fn allowed_depth(&self, ctx: &CcdContext<'_>, holds: bool) -> f32 {
        let active = self.rows.iter().all(|&row| (row as usize) < ctx.state.bodies.active);
        let part = if self.both_dynamic() { BOTH_CAN_UNDO } else { CONTACT_CAN_UNDO };
        let allowed = part * self.extent();
        if holds || !active || self.both_dynamic() && !self.lone && !self.bounces {
            return allowed;
        }
        let thin = min(self.thickness(ctx, 0), self.thickness(ctx, 1));
        max(GRAZE * min(thin, self.extent()), min(GRAZE_OF_LINES * self.slop, allowed))
    }
}

/// The farthest point of a row's piece from the centre of its motion [m]: the body's where it is its only one.
fn reach(ctx: &CcdContext<'_>, row: u32, piece: &Piece, segment: &MotionSegment) -> f32 {
    let motion = &ctx.state.bodies.motions[row as usize];
    let pending = segment.local_center == motion.local_center && ctx.state.proxies.is_only(ctx.first_proxy(row));
    if pending { motion.max_extent } else { piece.reach(segment.local_center) }
}

/// Whether two boxes are surely apart: not where a number is none.
pub(crate) fn are_apart(a: &Aabb, b: &Aabb) -> bool {
    a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y
}
