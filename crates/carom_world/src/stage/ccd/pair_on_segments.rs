//! Two proxies on their segments, and the data that tests of the pair share.

use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::crowd::core_side;
use crate::stage::ccd::depths::{BOTH_CAN_UNDO, CONTACT_CAN_UNDO, GRAZE};
use crate::stage::ccd::faces::{Faces, MovingPiece};
use crate::stage::ccd::fast::FAST;
use crate::stage::ccd::moving_body::Rates;
use crate::stage::ccd::rounding::rounding;
use crate::stage::ccd::segment::MotionSegment;
use crate::state::BOUNCY;
use carom_math::{Aabb, Vec2, max, min};
use carom_narrowphase::is_behind;
use carom_shapes::Piece;

/// The depth by which pieces as thin as lines may graze each other unseen [slops].
pub(crate) const GRAZE_OF_LINES: f32 = 0.1;

/// The trust in a contact that the solver saw.
#[derive(Clone, Copy)]
pub(crate) struct Trust {
    /// Whether it is left to hold the two. If both can be pushed, it has to have pushed, except in a crowd that does
    /// not bounce.
    pub holds: bool,
    /// Whether it pushed.
    pub pushed: bool,
}

/// The rules for two pieces that overlap at the beginning.
pub(crate) struct Overlapped {
    /// They meet at once if they close in by more than this within the sweeps [m], and not at all if there is no
    /// number.
    pub least: Option<f32>,
    /// Whether a contact of the two holds them.
    pub holds: bool,
}

/// Two proxies and the data that tests of the pair share.
pub(crate) struct Pair<'a> {
    pub rows: [u32; 2],
    pub pieces: [&'a Piece; 2],
    pub extents: [f32; 2],
    /// The farthest points of the pieces from the centres of their motions [m].
    pub reaches: [f32; 2],
    /// The side whose core must not pass if the pieces overlap already.
    pub core: usize,
    pub slop: f32,
    /// Whether they bounce so much that it has to be on time.
    pub bounces: bool,
    /// Whether both can be pushed and the thinner one is slender: a contact sees one end of it.
    pub slender: bool,
    /// Whether their contact is not trusted: no other solved contact pushes either body, or one is slender.
    pub lone: bool,
}

impl<'a> Pair<'a> {
    /// Two proxies, and the segments that their bodies are on.
    #[inline]
    pub fn new(
        ctx: &CcdContext<'a>,
        ids: [u32; 2],
        rows: [u32; 2],
        segments: [&MotionSegment; 2],
        (slender, lone): (bool, bool),
    ) -> Self {
        let pieces = ids.map(|id| ctx.piece(id));
        let (bodies, proxies) = (&ctx.state.bodies, &ctx.state.proxies);
        // A body with one proxy stores this itself.
        let bounces = (0..2).any(|side| {
            let is = || proxies.outlines.material(ids[side]).restitution >= BOUNCY;
            bodies.motions[rows[side] as usize].bounce.is_bouncy()
                && (proxies.is_only(ctx.first_proxy(rows[side])) || is())
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

    /// The segments as far as their rotation counts: a disc about its own centre is the same however it turns.
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

    /// The distance of the centres up to which the two may meet [m].
    pub fn far(&self, segment_a: &MotionSegment, segment_b: &MotionSegment) -> f32 {
        let margin = self.slop + rounding(&Aabb::around([segment_a.c0, segment_a.c1, segment_b.c0, segment_b.c1]));
        self.reaches[0] + self.reaches[1] + margin
    }

    pub fn extent(&self) -> f32 {
        min(self.extents[0], self.extents[1])
    }

    /// Whether the two move so little relative to each other, in a step at this rate, that contacts do better. A fixed
    /// body is always tested: bodies are pressed into it.
    pub fn is_slow(&self, ctx: &CcdContext<'_>, segment_a: &MotionSegment, segment_b: &MotionSegment) -> bool {
        let bodies = &ctx.state.bodies;
        let [a, b] = self.rows.map(|row| row as usize);
        if a >= bodies.active && self.extents[0] == f32::MAX || b >= bodies.active && self.extents[1] == f32::MAX {
            return false;
        }
        let rates = |side: usize, segment| Rates::of(ctx.state, self.rows[side], segment);
        rates(0, segment_a).are_slow(&rates(1, segment_b))
    }

    /// Whether one of the two was stopped in two steps in a row or more, and contacts are to take the pair on: if it
    /// moves less in a step than contacts push out, once more for each further step that it stood. Of two that can be
    /// pushed, a fast one that was stopped does not count: contacts would let it in.
    pub fn is_left_to_contacts(&self, ctx: &CcdContext<'_>, segments: [&MotionSegment; 2]) -> bool {
        let [a, b] = self.turning(segments.map(|segment| *segment)).map(|segment| segment.rates());
        let is_slow = |side: usize, way: Vec2| way.length() < FAST * self.extents[side];
        let steps = |side: usize, way: Vec2| match ctx.state.stopped_steps(self.rows[side]) {
            steps if !self.both_dynamic() || is_slow(side, way) => steps,
            _ => 0,
        };
        let steps = steps(0, a.0).max(steps(1, b.0));
        let turned = a.1.abs() * self.reaches[0] + b.1.abs() * self.reaches[1];
        let pushed_out = ctx.def.contact_push_speed * ctx.def.length_unit * ctx.def.dt;
        steps >= 2 && (a.0 - b.0).length() + turned < pushed_out * (steps - 1) as f32
    }

    /// Whether impacts within the step changed the relative motion so little that contacts make up for it.
    pub fn added_little(&self, ctx: &CcdContext<'_>, segment_a: &MotionSegment, segment_b: &MotionSegment) -> bool {
        let added = |side: usize, segment: &MotionSegment| {
            let row = self.rows[side];
            if ctx.moving.changed(row).is_none() {
                return Rates { way: Vec2::ZERO, turn: 0.0, ..Rates::of(ctx.state, row, segment) };
            }
            let now = Rates::of(ctx.state, row, segment);
            let solved = now.on(&ctx.solved_segment(row));
            Rates { way: now.way - solved.way, turn: now.turn - solved.turn, part: min(now.part, FAST), ..now }
        };
        added(0, segment_a).are_slow(&added(1, segment_b))
    }

    /// Whether one of the two is a one-sided link and the other's centre is behind it.
    pub fn starts_behind(&self, segment_a: &MotionSegment, segment_b: &MotionSegment, from: f32) -> bool {
        let behind = |piece: &Piece, segment: &MotionSegment, other: &MotionSegment| match piece {
            Piece::Link(link) if link.one_sided => {
                is_behind(link, segment.pose_at(from).inverse_transform_point(other.at(from).0))
            }
            _ => false,
        };
        behind(self.pieces[0], segment_a, segment_b) || behind(self.pieces[1], segment_b, segment_a)
    }

    /// Whether a face of one holds the other to the end of the step, and they do not bounce.
    #[inline]
    pub fn is_held_by_a_face(
        &self,
        ctx: &CcdContext<'_>,
        segments: [&MotionSegment; 2],
        from: f32,
        trust: Trust,
    ) -> bool {
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
        // A body that is pressed into two links of a chain is pushed by one of them, for both.
        let is_wall = |side: usize| self.extents[side] == f32::MAX;
        let on_chain = (0..2).any(|side| is_wall(side) && matches!(self.pieces[side], Piece::Link(_)));
        let is_pressed = trust.pushed || trust.holds && on_chain;
        let firm = if is_pressed && !self.both_dynamic() { self.extent() } else { f32::MIN };
        let holds = |of, other| Faces { of, other, from, allowed, firm, bounce }.one_holds();
        (self.extents[0] != f32::MAX && holds(&b, &a)) || (self.extents[1] != f32::MAX && holds(&a, &b))
    }

    /// The min extent of a piece [m]: the body's, if it is its only piece.
    fn thickness(&self, ctx: &CcdContext<'_>, side: usize) -> f32 {
        let (row, extent) = (self.rows[side], self.extents[side]);
        let is_only_piece = extent != f32::MAX && ctx.state.proxies.is_only(ctx.first_proxy(row));
        if is_only_piece { extent } else { self.pieces[side].least_extent() }
    }

    /// The depth to which a face may hold the other piece [m]. A body that passes a moving one, and that no contact
    /// saw, may be gone before a contact does. In a crowd that does not bounce, other contacts hold it.
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

/// The farthest point of a row's piece from the centre of its motion [m]: the body's, if it is its only piece.
pub(crate) fn reach(ctx: &CcdContext<'_>, row: u32, piece: &Piece, segment: &MotionSegment) -> f32 {
    let motion = &ctx.state.bodies.motions[row as usize];
    let is_only_piece = segment.local_center == motion.local_center && ctx.state.proxies.is_only(ctx.first_proxy(row));
    if is_only_piece { motion.max_extent } else { piece.reach(segment.local_center) }
}
