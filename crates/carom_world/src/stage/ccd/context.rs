//! The inputs of a search for impacts: the state, the segments that the solver gave, and those that impacts changed.

use crate::def::WorldDef;
use crate::stage::ccd::contact_index::ContactIndex;
use crate::stage::ccd::moving_body::MovingBodies;
use crate::stage::ccd::rounding::rounding;
use crate::stage::ccd::segment::{Ends, MotionSegment};
use crate::stage::ccd::tracks::Tracks;
use crate::stage::narrow_phase::internal_edges::InternalEdges;
use crate::state::State;
use carom_broadphase::BroadPhase;
use carom_math::{Aabb, Vec2};
use carom_shapes::Piece;

/// The pairs of a crowd that are still swept. If all were, in each round, a body that ploughs through a heap would be
/// stopped in every step. So would the bodies that it pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowds {
    /// All of them, in the first round.
    All,
    /// Pairs that no contact holds. Bouncing pairs were left to the sweeps, and a body that slips along a far heavier
    /// one that turns is overtaken by it. Of two thin bodies, one may be past the other.
    Unheld,
    /// Two thin bodies that may change places, from the third round on.
    Thin,
    /// None, in the later half of the rounds.
    None,
}

/// The inputs of a search.
#[derive(Clone, Copy)]
pub(crate) struct CcdContext<'a> {
    pub state: &'a State,
    pub moving: &'a MovingBodies,
    pub tracks: &'a Tracks,
    pub def: &'a WorldDef,
    /// The index of the solved contacts, if many are looked up.
    pub solved: Option<&'a ContactIndex>,
    /// The pairs of a crowd that are still swept.
    pub crowds: Crowds,
    /// The broad phase of the step, in searches for impacts.
    pub all: Option<&'a BroadPhase>,
}

impl<'a> CcdContext<'a> {
    /// The inputs of impacts that were found already: no pair is searched for, and no contact is looked up.
    pub fn for_impacts(state: &'a State, moving: &'a MovingBodies, tracks: &'a Tracks, def: &'a WorldDef) -> Self {
        Self { state, moving, tracks, def, solved: None, crowds: Crowds::All, all: None }
    }

    /// The segment that a row is on at time `t`, and the time at which it ends.
    pub fn segment_at(&self, row: u32, t: f32) -> (MotionSegment, f32) {
        match self.moving.of(row) {
            Some(number) => self.moving.segment_at(number, t),
            None => (self.solved_segment(row), 1.0),
        }
    }

    /// The newest segment of a row.
    pub fn newest_segment(&self, row: u32) -> MotionSegment {
        self.moving.of(row).map_or_else(|| self.solved_segment(row), |number| *self.moving.segment(number))
    }

    /// Whether two bodies of a crowd are left to their contacts.
    pub fn leaves(&self, rows: [u32; 2]) -> bool {
        self.crowds.leave(self, rows)
    }

    /// The segment that the solver gave a row.
    pub fn solved_segment(&self, row: u32) -> MotionSegment {
        MotionSegment::of_row(&self.state.bodies, row as usize, self.tracks.turn(row))
    }

    /// Velocities of a row now.
    pub fn velocity(&self, row: u32) -> (Vec2, f32) {
        match self.moving.of(row) {
            Some(number) => {
                let moving_body = &self.moving.list[number as usize];
                (moving_body.v, moving_body.w)
            }
            None => {
                let state = &self.state.bodies.states[row as usize];
                (state.v(), state.w())
            }
        }
    }

    /// The piece of a proxy.
    pub fn piece(&self, id: u32) -> &'a Piece {
        &self.state.proxies.list[id as usize].piece
    }

    /// The first proxy of a row.
    pub fn first_proxy(&self, row: u32) -> u32 {
        self.state.bodies.motions[row as usize].proxy
    }

    /// The row of a proxy's body.
    pub fn row(&self, id: u32) -> u32 {
        self.state.proxies.rows[id as usize]
    }

    /// Box around all that a piece passes on a segment.
    pub fn area(&self, id: u32, ends: &Ends) -> Aabb {
        ends.area(self.piece(id))
    }

    /// Whether a piece, with this newest segment, may come into an area from time `from` on.
    pub fn passes(&self, id: u32, area: &Aabb, newest: &MotionSegment, from: f32) -> bool {
        let mut segment = newest;
        loop {
            if self.area(id, &Ends::of(segment)).overlaps(area) {
                return true;
            }
            match segment.before_at(from) {
                Some(before) => segment = &self.moving.segments[before as usize],
                None => return false,
            }
        }
    }

    /// The test for internal edges, at the beginning of the step.
    pub fn internal_edges(&self, all: &'a BroadPhase) -> InternalEdges<'a> {
        let State { proxies, bodies, .. } = self.state;
        InternalEdges { proxies, bodies, all, slop: self.slop(), dt: self.def.dt }
    }

    pub fn slop(&self) -> f32 {
        self.def.slop_length()
    }

    /// The margin of boxes around a segment: the slop, and the rounding of coordinates [m].
    pub fn margin(&self, segment: &MotionSegment) -> f32 {
        self.slop() + rounding(&Aabb::around([segment.c0, segment.c1]))
    }
}
