//! The bodies whose ways are followed through the step, and their ways. Rows are looked up in one list, cleared behind
//! each step.

use crate::stage::ccd::event::ToiEvent;
use crate::stage::ccd::fast::{BENT, part_of};
use crate::stage::ccd::segment::{MotionSegment, Place};
use crate::stage::ccd::segment_cause::SegmentCause;
use crate::stage::ccd::tracks::Tracks;
use crate::state::{NONE, State};
use carom_math::{Aabb, LANES, Pose, Vec2, cross_sv, min};
use carom_parallel::Executor;

/// Two impacts of the same proxies with less time than this between them are one that goes on [steps].
const SOON: f32 = 1.0 / 32.0;

/// MovingBodies that begin to a task.
const BEGIN_A_TASK: usize = 64;

/// A body that is followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingBody {
    pub row: u32,
    /// Its newest segment.
    pub segment: u32,
    /// Velocities now [m/s], [rad/s].
    pub v: Vec2,
    pub w: f32,
    /// The first of all its impacts that are known.
    pub first: ToiEvent,
    /// How its newest segment moves.
    pub rates: Rates,
    /// Box around all its segments [m].
    pub area: Aabb,
    /// Whether it is fast, or small before something fast, or not on the solver's way any more.
    pub looks: bool,
    /// Whether its way is not the solver's any more.
    pub changed: bool,
    /// Whether its way changed since it looked for impacts, by more than slightly.
    pub fresh: bool,
    /// Whether it looks for impacts in this round.
    pub looking: bool,
    /// Whether it is pressed deep into something fixed: its centre may be a hair's breadth before that surface, and no
    /// change of its way is slight.
    pub pressed: bool,
    /// How often its way changed by more than slightly, and how far it may be since from where it was expected [m].
    pub version: u32,
    pub drift: f32,
    /// The proxies of its last impact, those of the last one before it that was of others, when the last one was, along
    /// which normal (zero where their surfaces overlapped), and how many before it were of these proxies at about that
    /// time.
    pub struck: [u32; 2],
    pub pair_before: [u32; 2],
    pub last_impact_at: f32,
    pub parting: Vec2,
    pub again: u32,
    /// Whether it stays where it is, and since when.
    pub stopped: bool,
    pub stopped_at: f32,
}

impl MovingBody {
    /// Of no row.
    const NONE: Self = Self {
        row: NONE,
        segment: NONE,
        v: Vec2::ZERO,
        w: 0.0,
        first: ToiEvent::NONE,
        rates: Rates { way: Vec2::ZERO, turn: 0.0, middle: Vec2::ZERO, reach: 0.0, extent: 0.0, part: 0.0 },
        area: Aabb { min: Vec2::ZERO, max: Vec2::ZERO },
        looks: false,
        changed: false,
        fresh: false,
        looking: false,
        pressed: false,
        version: 0,
        drift: 0.0,
        stopped: false,
        stopped_at: 1.0,
        struck: [NONE; 2],
        pair_before: [NONE; 2],
        last_impact_at: 0.0,
        parting: Vec2::ZERO,
        again: 0,
    };

    /// Puts it, and its first segment, on the way that the solver gave its row.
    fn begin(&mut self, state: &State, tracks: &Tracks, segment: &mut MotionSegment, cause: &mut SegmentCause) {
        let (i, bodies) = (self.row as usize, &state.bodies);
        *segment = if i < bodies.active {
            MotionSegment::of_row(bodies, i, tracks.turn(self.row))
        } else {
            // A sleeper, which may be hit: about its centre of mass.
            let c = bodies.masses[i].center;
            MotionSegment {
                local_center: bodies.motions[i].local_center,
                c0: c,
                c1: c,
                ..MotionSegment::still(bodies.poses[i])
            }
        };
        (self.v, self.w) = (bodies.states[i].v(), bodies.states[i].w());
        self.rates = Rates::of(state, self.row, segment);
        self.area = area_of(segment, bodies.motions[i].max_extent);
        *cause = SegmentCause::new(self.v, self.w);
    }

    /// How many impacts in a row were of the same proxies, or in turn of those and of others (what is between two
    /// strikes now the one, now the other), with hardly any time between them.
    pub fn again_with(&self, event: &ToiEvent) -> u32 {
        let again = [self.struck, self.pair_before].contains(&[event.a, event.b]);
        if again && event.time - self.last_impact_at < SOON { self.again + 1 } else { 0 }
    }
}

/// A segment that a moving body may go on along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bent {
    segment: MotionSegment,
    /// How far some point of the body may stray by it from where it was expected [m].
    strayed: f32,
}

/// How a body moves on a segment: enough to say how fast two are to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    /// For a whole step [m], [rad].
    pub way: Vec2,
    pub turn: f32,
    /// Half way [m].
    pub middle: Vec2,
    /// The farthest point from the centre, and the least extent (without limit for what is not dynamic) [m].
    pub reach: f32,
    pub extent: f32,
    /// The part of its least extent from which on it is fast.
    pub part: f32,
}

impl Rates {
    /// The rates of a row on a segment.
    pub fn of(state: &State, row: u32, segment: &MotionSegment) -> Self {
        let (way, turn) = segment.rates();
        let (i, bodies) = (row as usize, &state.bodies);
        Self {
            way,
            turn,
            middle: 0.5 * (segment.c0 + segment.c1),
            reach: bodies.motions[i].max_extent,
            extent: bodies.min_extents[i],
            part: part_of(bodies.motions[i].bounces, bodies.min_extents[i], bodies.states[i].w()),
        }
    }

    /// Whether two bodies move by so little relative to each other, in a step at these rates, that contacts do better:
    /// no point of the smaller one by more than a part of its least extent, seen from the other one at that place. Of
    /// two that are equally small, each.
    pub fn are_slow(&self, other: &Self) -> bool {
        let part = min(self.part, other.part);
        let is_slow = |small: &Self, large: &Self| {
            let straight = small.way - large.way;
            // The middle of both ways: what turns about a far centre goes round, not along the tangent at one end.
            let way = straight - cross_sv(large.turn, small.middle - large.middle);
            let bent = BENT * large.turn.abs() * straight.length();
            way.length() + bent + small.reach * (small.turn - large.turn).abs() <= part * small.extent
        };
        (self.extent > other.extent || is_slow(self, other)) && (self.extent < other.extent || is_slow(other, self))
    }

    /// The rates of the same body on another segment.
    pub fn on(&self, segment: &MotionSegment) -> Self {
        let (way, turn) = segment.rates();
        Self { way, turn, middle: 0.5 * (segment.c0 + segment.c1), ..*self }
    }
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovingBodies {
    pub list: Vec<MovingBody>,
    pub segments: Vec<MotionSegment>,
    /// What has to be known of each segment to take it back.
    pub causes: Vec<SegmentCause>,
    /// Numbers of those that were told of a impact.
    pub told: Vec<u32>,
    /// Numbers of those whose way changed since they looked for impacts, and of those whose way changed at all.
    pub fresh: Vec<u32>,
    pub bent: Vec<u32>,
    /// How far a change of its way may carry a body before all its impacts are looked for again [m].
    tolerance: f32,
    /// By row, the number of its moving body or [`NONE`].
    of_row: Vec<u32>,
    /// For each sixteen rows, which of them are not on the solver's way any more, a bit each.
    changed: Vec<u32>,
}

impl MovingBodies {
    /// Forgets them and makes room for `rows` rows. [`MovingBodies::end_step`] has to come first.
    pub fn clear(&mut self, rows: usize, tolerance: f32) {
        self.tolerance = tolerance;
        self.bent.clear();
        self.list.clear();
        self.fresh.clear();
        self.told.clear();
        self.segments.clear();
        self.causes.clear();
        if self.of_row.len() < rows {
            self.of_row.resize(rows, NONE);
            self.changed.resize(rows.div_ceil(LANES), 0);
        }
    }

    /// No row has a moving body any more.
    pub fn end_step(&mut self) {
        for moving_body in self.list.drain(..) {
            self.of_row[moving_body.row as usize] = NONE;
            self.changed[moving_body.row as usize / LANES] = 0;
        }
    }

    /// The number of a row's moving body.
    pub fn of(&self, row: u32) -> Option<u32> {
        self.of_row.get(row as usize).copied().filter(|&number| number != NONE)
    }

    /// The number of a row's moving body, if that is not on the solver's way any more.
    pub fn changed(&self, row: u32) -> Option<u32> {
        self.of(row).filter(|&number| self.list[number as usize].changed)
    }

    /// The rows of a group of sixteen that are not on the solver's way any more, a bit each.
    pub fn changed_of(&self, group: usize) -> u32 {
        self.changed[group]
    }

    /// Follows a row; its number.
    pub fn add(&mut self, state: &State, tracks: &Tracks, row: u32, looks: bool) -> u32 {
        let pending = self.list.len();
        let number = self.reserve(row, looks);
        if let (Some(moving_body), Some(segment), Some(cause)) =
            (self.list.get_mut(pending), self.segments.last_mut(), self.causes.last_mut())
        {
            moving_body.begin(state, tracks, segment, cause);
        }
        number
    }

    /// The number of a row's moving body. One that is new has no way yet: [`MovingBodies::begin`] has to follow.
    pub fn reserve(&mut self, row: u32, looks: bool) -> u32 {
        if let Some(number) = self.of(row) {
            self.list[number as usize].looks |= looks;
            return number;
        }
        let number = self.list.len() as u32;
        self.of_row[row as usize] = number;
        self.list.push(MovingBody { row, segment: self.segments.len() as u32, looks, ..MovingBody::NONE });
        self.segments.push(MotionSegment::still(Pose::IDENTITY));
        self.causes.push(SegmentCause::new(Vec2::ZERO, 0.0));
        number
    }

    /// Puts the moving bodies from number `first` on, which were claimed one after the other, on the way that the
    /// solver gave them.
    pub fn begin(&mut self, tasks: &Executor, state: &State, tracks: &Tracks, first: usize) {
        let Some(moving_body) = self.list.get(first) else { return };
        let segment = moving_body.segment as usize;
        let columns = (&mut self.list[first..], &mut self.segments[segment..], &mut self.causes[segment..]);
        tasks.blocks(BEGIN_A_TASK, columns, |_, (moving, segments, causes)| {
            for ((moving_body, segment), cause) in moving.iter_mut().zip(segments).zip(causes) {
                moving_body.begin(state, tracks, segment, cause);
            }
        });
    }

    /// The newest segment of a moving body.
    pub fn segment(&self, number: u32) -> &MotionSegment {
        &self.segments[self.list[number as usize].segment as usize]
    }

    /// The segment on which a moving body is at time `t`, and until when.
    pub fn segment_at(&self, number: u32, t: f32) -> (MotionSegment, f32) {
        let (segment, until) = self.segment_index_at(number, t);
        (self.segments[segment as usize], until)
    }

    /// The number of that segment, and until when.
    pub fn segment_index_at(&self, number: u32, t: f32) -> (u32, f32) {
        let (mut number, mut until) = (self.list[number as usize].segment, 1.0);
        loop {
            let segment = &self.segments[number as usize];
            if segment.start <= t || segment.before == NONE {
                return (number, until);
            }
            (number, until) = (segment.before, segment.start);
        }
    }

    /// The segments of a moving body from time `t` on, the newest first.
    pub fn segments_from(&self, number: u32, t: f32) -> impl Iterator<Item = &MotionSegment> {
        let before =
            move |segment: &&MotionSegment| segment.before_at(t).map(|segment| &self.segments[segment as usize]);
        std::iter::successors(Some(self.segment(number)), before)
    }

    /// How a moving body would go on at other rates from time `t` (or from the start of its newest segment, if that is
    /// later).
    pub fn bent(&self, number: u32, t: f32, way: Vec2, turn: f32) -> Bent {
        let moving_body = &self.list[number as usize];
        let old = &self.segments[moving_body.segment as usize];
        let t = if t > old.start { t } else { old.start };
        self.bent_at(number, (t, &Place::on(old, t)), way, turn)
    }

    /// The same from a time within its newest segment, where it is known where it is then.
    pub fn bent_at(&self, number: u32, (t, place): (f32, &Place), way: Vec2, turn: f32) -> Bent {
        let moving_body = &self.list[number as usize];
        let old = &self.segments[moving_body.segment as usize];
        let (old_way, old_turn) = old.rates();
        let strayed = (1.0 - t) * ((way - old_way).length() + moving_body.rates.reach * (turn - old_turn).abs());
        Bent { segment: old.bent_at((t, place), way, turn, moving_body.segment), strayed }
    }

    /// Has a moving body go on so.
    ///
    /// What is heavy hardly notices a hit: as long as no point of it strays by more than the tolerance, what is known
    /// of its impacts with others holds. Whether that is so; if not, it has to look again.
    pub fn bend(&mut self, number: u32, Bent { segment, strayed }: Bent) -> bool {
        let moving_body = &mut self.list[number as usize];
        moving_body.drift += strayed;
        // Not so where a number is none.
        let slight = moving_body.drift <= self.tolerance && !moving_body.pressed;
        moving_body.rates = moving_body.rates.on(&segment);
        moving_body.area = moving_body.area.union(&area_of(&segment, moving_body.rates.reach));
        (moving_body.segment, moving_body.changed, moving_body.looks) = (self.segments.len() as u32, true, true);
        self.changed[moving_body.row as usize / LANES] |= 1 << (moving_body.row as usize % LANES);
        self.causes.push(SegmentCause::new(moving_body.v, moving_body.w));
        self.segments.push(segment);
        self.bent.push(number);
        if !slight {
            self.refresh(number);
        }
        slight
    }

    /// Notes an impact, and how many of the same two proxies came shortly before.
    pub fn apply_impact(&mut self, number: u32, event: &ToiEvent) {
        let moving_body = &mut self.list[number as usize];
        moving_body.again = moving_body.again_with(event);
        let pair = [event.a, event.b];
        if moving_body.struck != pair {
            moving_body.pair_before = moving_body.struck;
        }
        (moving_body.struck, moving_body.last_impact_at) = (pair, event.time);
        moving_body.parting = if event.deep { Vec2::ZERO } else { event.normal };
    }

    /// Has a moving body look again: nothing that is known of it holds any more.
    pub fn refresh(&mut self, number: u32) {
        let moving_body = &mut self.list[number as usize];
        moving_body.version += 1;
        moving_body.drift = 0.0;
        if !std::mem::replace(&mut moving_body.fresh, true) {
            self.fresh.push(number);
        }
    }

    /// Tells a moving body of a impact.
    pub fn tell(&mut self, number: u32, event: &ToiEvent) {
        let first = &mut self.list[number as usize].first;
        if !first.is_some() {
            self.told.push(number);
        }
        if event.is_before(first) {
            *first = *event;
        }
    }

    /// Forgets what all were told.
    pub fn forget(&mut self) {
        while let Some(number) = self.told.pop() {
            self.list[number as usize].first = ToiEvent::NONE;
        }
    }

    /// Takes the numbers of those whose way changed since they looked, in place of those of the last round.
    pub fn take_fresh(&mut self, looking: &mut Vec<u32>) {
        for &number in &*looking {
            self.list[number as usize].looking = false;
        }
        looking.clear();
        looking.append(&mut self.fresh);
        for &number in &*looking {
            let moving_body = &mut self.list[number as usize];
            (moving_body.fresh, moving_body.looking) = (false, true);
        }
    }

    /// Has a moving body go on at these rates from time `t` and meet nothing any more.
    pub fn stop(&mut self, number: u32, t: f32, way: Vec2, turn: f32) {
        if !self.list[number as usize].stopped {
            if self.bend(number, self.bent(number, t, way, turn)) {
                self.refresh(number);
            }
            let at = self.segment(number).start;
            let moving_body = &mut self.list[number as usize];
            (moving_body.stopped, moving_body.stopped_at) = (true, at);
        }
    }
}

/// Box around a segment of a body that reaches so far from its centre: rotation can carry a point outside both end
/// boxes.
fn area_of(segment: &MotionSegment, reach: f32) -> Aabb {
    Aabb::around([segment.c0, segment.c1]).grown(reach)
}
