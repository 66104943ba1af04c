//! The bodies that are followed through the step, and their motion segments. One list maps rows to them, and is cleared
//! after each step.

use crate::stage::ccd::event::ToiEvent;
use crate::stage::ccd::fast::{BENT, is_disc, part_of};
use crate::stage::ccd::segment::{MotionSegment, Place};
use crate::stage::ccd::segment_cause::SegmentCause;
use crate::stage::ccd::tracks::Tracks;
use crate::state::{NONE, State};
use carom_math::{Aabb, LANES, Pose, Vec2, cross_sv, min};
use carom_parallel::Executor;

/// Two impacts of the same proxies with less time than this between them count as one that goes on [steps].
const SOON: f32 = 1.0 / 32.0;

/// Moving bodies in a task that puts them on their first segments.
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
    /// The earliest of its pending impacts.
    pub first: ToiEvent,
    /// The rates of its newest segment.
    pub rates: Rates,
    /// Box around all its segments [m].
    pub area: Aabb,
    /// Whether it is fast, or small before something fast, or has left the solver's motion.
    pub looks: bool,
    /// Whether it has left the solver's motion.
    pub changed: bool,
    /// Whether its motion changed by more than slightly since it searched for impacts.
    pub fresh: bool,
    /// Whether it searches for impacts in this round.
    pub looking: bool,
    /// Whether it is pressed deep into something fixed. Its centre may be a hair's breadth before that surface, so no
    /// change of its motion is slight.
    pub pressed: bool,
    /// The number of changes of its motion by more than slightly, and its distance from the expected place since, at
    /// most [m].
    pub version: u32,
    pub drift: f32,
    /// The proxies of its last impact, and those of the last one before it that had others. The time and normal of the
    /// last one (zero if the surfaces overlapped), and the number of impacts of its proxies at about that time.
    pub last_pair: [u32; 2],
    pub pair_before: [u32; 2],
    pub last_impact_at: f32,
    pub parting: Vec2,
    pub again: u32,
    /// Whether it stays in place, and since when.
    pub stopped: bool,
    pub stopped_at: f32,
}

impl MovingBody {
    /// The moving body of no row.
    const NONE: Self = Self {
        row: NONE,
        segment: NONE,
        v: Vec2::ZERO,
        w: 0.0,
        first: ToiEvent::NONE,
        rates: Rates::NONE,
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
        last_pair: [NONE; 2],
        pair_before: [NONE; 2],
        last_impact_at: 0.0,
        parting: Vec2::ZERO,
        again: 0,
    };

    /// Puts it, and its first segment, on the motion that the solver gave its row.
    fn begin(&mut self, state: &State, tracks: &Tracks, segment: &mut MotionSegment, cause: &mut SegmentCause) {
        let (i, bodies) = (self.row as usize, &state.bodies);
        *segment = if i < bodies.active {
            MotionSegment::of_row(bodies, i, tracks.turn(self.row))
        } else {
            // A sleeper, which may be hit: it moves about its centre of mass.
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

    /// The number of impacts of the same proxies in a row, with hardly any time between them. Impacts of those and
    /// others in turn count too: a body between two others hits now the one, now the other.
    pub fn again_with(&self, event: &ToiEvent) -> u32 {
        let again = [self.last_pair, self.pair_before].contains(&[event.a, event.b]);
        if again && event.time - self.last_impact_at < SOON { self.again + 1 } else { 0 }
    }
}

/// A next segment that a moving body may get.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bent {
    segment: MotionSegment,
    /// The most by which some point of the body may stray on it from the expected place [m].
    strayed: f32,
}

/// The motion of a body on a segment: enough to test how fast two are relative to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    /// Displacement over a whole step [m], and the rotation as far as it moves an outline: not that of a disc [rad].
    pub way: Vec2,
    pub turn: f32,
    /// The centre half way along the segment [m].
    pub middle: Vec2,
    /// The max extent, and the min extent (without limit for a body that is not dynamic) [m].
    pub reach: f32,
    pub extent: f32,
    /// The part of its min extent above which it is fast.
    pub part: f32,
}

impl Rates {
    /// Those of a point that does not move.
    const NONE: Self = Self { way: Vec2::ZERO, turn: 0.0, middle: Vec2::ZERO, reach: 0.0, extent: 0.0, part: 0.0 };

    /// The rates of a row on a segment.
    pub fn of(state: &State, row: u32, segment: &MotionSegment) -> Self {
        let (i, bodies) = (row as usize, &state.bodies);
        let (reach, extent) = (bodies.motions[i].max_extent, bodies.min_extents[i]);
        let part = part_of(bodies.motions[i].bounce, extent, bodies.states[i].w());
        Self { reach, extent, part, ..Self::NONE }.on(segment)
    }

    /// Whether two bodies move so little relative to each other, in a step at these rates, that contacts do better.
    /// Then no point of the smaller one moves by more than a part of its min extent, seen from the other one at that
    /// place. Of two equally small bodies, both are tested.
    pub fn are_slow(&self, other: &Self) -> bool {
        let part = min(self.part, other.part);
        let is_slow = |small: &Self, large: &Self| {
            let straight = small.way - large.way;
            // The middle of both segments: a body that turns about a far centre goes round, not along the tangent at
            // one end.
            let way = straight - cross_sv(large.turn, small.middle - large.middle);
            let bent = BENT * large.turn.abs() * straight.length();
            way.length() + bent + small.reach * (small.turn - large.turn).abs() <= part * small.extent
        };
        (self.extent > other.extent || is_slow(self, other)) && (self.extent < other.extent || is_slow(other, self))
    }

    /// The rates of the same body on another segment.
    pub fn on(&self, segment: &MotionSegment) -> Self {
        let (way, turn) = segment.rates();
        let turn = if is_disc(self.reach, self.extent) { 0.0 } else { turn };
        Self { way, turn, middle: 0.5 * (segment.c0 + segment.c1), ..*self }
    }
}

/// The moving bodies of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovingBodies {
    pub list: Vec<MovingBody>,
    pub segments: Vec<MotionSegment>,
    /// The cause of each segment, for rollback.
    pub causes: Vec<SegmentCause>,
    /// Numbers of those that were offered an impact.
    pub with_event: Vec<u32>,
    /// Numbers of those whose motion changed since they searched for impacts, and of those whose motion changed at all.
    pub fresh: Vec<u32>,
    pub bent: Vec<u32>,
    /// The most by which a change of its motion may displace a body before all its impacts are searched for again [m].
    tolerance: f32,
    /// By row, the number of its moving body or [`NONE`].
    of_row: Vec<u32>,
    /// For each sixteen rows, those that have left the solver's motion, a bit each.
    changed: Vec<u32>,
}

impl MovingBodies {
    /// Forgets them and makes room for `rows` rows. [`MovingBodies::end_step`] has to come first.
    pub fn clear(&mut self, rows: usize, tolerance: f32) {
        self.tolerance = tolerance;
        self.bent.clear();
        self.list.clear();
        self.fresh.clear();
        self.with_event.clear();
        self.segments.clear();
        self.causes.clear();
        if self.of_row.len() < rows {
            self.of_row.resize(rows, NONE);
            self.changed.resize(rows.div_ceil(LANES), 0);
        }
    }

    /// Takes the moving bodies from all rows.
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

    /// The number of a row's moving body, if that has left the solver's motion.
    pub fn changed(&self, row: u32) -> Option<u32> {
        self.of(row).filter(|&number| self.list[number as usize].changed)
    }

    /// The rows of a group of sixteen that have left the solver's motion, a bit each.
    pub fn changed_of(&self, group: usize) -> u32 {
        self.changed[group]
    }

    /// Follows a row; returns the number of its moving body.
    pub fn add(&mut self, state: &State, tracks: &Tracks, row: u32, looks: bool) -> u32 {
        let first_new = self.list.len();
        let number = self.reserve(row, looks);
        if let (Some(moving_body), Some(segment), Some(cause)) =
            (self.list.get_mut(first_new), self.segments.last_mut(), self.causes.last_mut())
        {
            moving_body.begin(state, tracks, segment, cause);
        }
        number
    }

    /// The number of a row's moving body. A new one has no segment yet: [`MovingBodies::begin`] has to follow.
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

    /// Puts the moving bodies from number `first` on, which were reserved one after the other, on the motion that the
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

    /// The segment that a moving body is on at time `t`, and the time at which it ends.
    pub fn segment_at(&self, number: u32, t: f32) -> (MotionSegment, f32) {
        let (segment, until) = self.segment_index_at(number, t);
        (self.segments[segment as usize], until)
    }

    /// The number of that segment, and the time at which it ends.
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

    /// The next segment of a moving body at other rates from time `t` on, or from the start of its newest segment if
    /// that is later.
    pub fn bent(&self, number: u32, t: f32, way: Vec2, turn: f32) -> Bent {
        let moving_body = &self.list[number as usize];
        let old = &self.segments[moving_body.segment as usize];
        let t = if t > old.start { t } else { old.start };
        self.bent_at(number, (t, &Place::on(old, t)), way, turn)
    }

    /// The same from a time within its newest segment, at which its place is known.
    pub fn bent_at(&self, number: u32, (t, place): (f32, &Place), way: Vec2, turn: f32) -> Bent {
        let moving_body = &self.list[number as usize];
        let old = &self.segments[moving_body.segment as usize];
        let (old_way, old_turn) = old.rates();
        let strayed = (1.0 - t) * ((way - old_way).length() + moving_body.rates.reach * (turn - old_turn).abs());
        Bent { segment: old.bent_at((t, place), way, turn, moving_body.segment), strayed }
    }

    /// Puts a moving body on its next segment; returns whether that is a slight change.
    ///
    /// A heavy body hardly notices a hit. Its pending impacts hold as long as no point of it strays by more than the
    /// tolerance. Otherwise it has to search again.
    pub fn bend(&mut self, number: u32, Bent { segment, strayed }: Bent) -> bool {
        let moving_body = &mut self.list[number as usize];
        moving_body.drift += strayed;
        // False if a number is NaN.
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

    /// Notes an impact, and the number of those of the same two proxies shortly before.
    pub fn apply_impact(&mut self, number: u32, event: &ToiEvent) {
        let moving_body = &mut self.list[number as usize];
        moving_body.again = moving_body.again_with(event);
        let pair = [event.a, event.b];
        if moving_body.last_pair != pair {
            moving_body.pair_before = moving_body.last_pair;
        }
        (moving_body.last_pair, moving_body.last_impact_at) = (pair, event.time);
        moving_body.parting = if event.deep { Vec2::ZERO } else { event.normal };
    }

    /// Makes a moving body search again: none of its pending impacts holds any more.
    pub fn refresh(&mut self, number: u32) {
        let moving_body = &mut self.list[number as usize];
        moving_body.version += 1;
        moving_body.drift = 0.0;
        if !std::mem::replace(&mut moving_body.fresh, true) {
            self.fresh.push(number);
        }
    }

    /// Offers an impact to a moving body, which keeps the earliest.
    pub fn offer(&mut self, number: u32, event: &ToiEvent) {
        let first = &mut self.list[number as usize].first;
        if !first.is_some() {
            self.with_event.push(number);
        }
        if event.is_before(first) {
            *first = *event;
        }
    }

    /// Forgets the first impacts of all.
    pub fn forget(&mut self) {
        while let Some(number) = self.with_event.pop() {
            self.list[number as usize].first = ToiEvent::NONE;
        }
    }

    /// Replaces the numbers of the last round by those whose motion changed since they searched.
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

    /// Stops a moving body: it goes on at these rates from time `t`, and has no more impacts.
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

/// Box around a segment of a body that reaches so far from its centre. Rotation can carry a point outside both end
/// boxes.
fn area_of(segment: &MotionSegment, reach: f32) -> Aabb {
    Aabb::around([segment.c0, segment.c1]).grown(reach)
}
