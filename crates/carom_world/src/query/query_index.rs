//! The broad phase of queries between steps, built by the first query after a step and kept until the next step.
//! Proxies that the user changes meanwhile are in a short list that queries scan as well.
//!
//! It is built on the thread that asks, without the pool. A worker that waits for others may take up another query of
//! the same world. That one would wait for the structure that its own stack is building.

use crate::query::columns::{Columns, CourseLanes};
use crate::query::obb_proxy::{Course, ObbProxy};
use crate::state::{Proxies, State, flag};
use carom_broadphase::{Among, Boxes, BroadPhase, BroadPhaseKind, Cells, StillSet};
use carom_math::{Aabb, Pose, Vec2, dispatch, max2, min2};
use carom_parallel::{Driver, Executor};
use fearless_simd::Level;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A way through the world: a ray or a swept box.
#[derive(Clone, Copy)]
pub(crate) enum Way<'a> {
    /// From a point to another [m].
    Ray(Vec2, Vec2),
    /// A box, and its motion [m].
    Swept(&'a Aabb, Vec2),
}

impl Way<'_> {
    fn meets(&self, fat: &Aabb) -> bool {
        match self {
            Self::Ray(from, to) => fat.clip_segment(*from, *to).is_some(),
            Self::Swept(area, by) => carom_broadphase::swept_meets(area, *by, fat),
        }
    }
}

/// Changes that may always wait. More may, while their square is below this times the number of proxies.
const PATIENCE: usize = 64;

/// The structure over still proxies is built as a whole if more than one proxy in so many changed since.
const FEW: usize = 8;

/// A question of a batch saves about the cost of preparing so many proxies.
const QUESTIONS_PAY: usize = 10;

/// Number of the last proxies on a way that are not tested again in the next cell.
const RECENT: usize = 8;

/// Boxes and poses of a batch: see [`QueryIndex::glances`].
#[derive(Clone, Copy)]
pub(crate) struct Glances<'a> {
    all: &'a [ObbProxy],
    poses: &'a [Pose],
    changed: &'a [bool],
}

impl<'a> Glances<'a> {
    /// The box of a proxy, if it did not change.
    #[inline(always)]
    pub(crate) fn of(&self, id: u32) -> Option<&'a ObbProxy> {
        self.all.get(id as usize).filter(|_| !self.has_changed(id))
    }

    /// The pose of a proxy's body, if it did not change.
    #[inline(always)]
    pub(crate) fn pose(&self, id: u32) -> Option<Pose> {
        self.poses.get(id as usize).copied().filter(|_| !self.has_changed(id))
    }

    #[inline(always)]
    fn has_changed(&self, id: u32) -> bool {
        self.changed.get(id as usize) == Some(&true)
    }
}

/// A lazily built structure over all proxies, and the proxies that changed since.
#[derive(Debug, Default)]
pub(crate) struct QueryIndex {
    built: OnceLock<Box<Built>>,
    /// The one before: its memory, and its structure over still proxies.
    spare: Mutex<Option<Box<Built>>>,
    /// The changes by steps since that one was built.
    since: Since,
    /// Proxies that were added or moved since it was built.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
}

/// Scratch for many questions at once.
#[derive(Debug)]
struct Looks {
    /// Boxes by proxy.
    glances: Vec<ObbProxy>,
    /// Poses by proxy: a lookup less than by the row of its body.
    poses: Vec<Pose>,
    /// All proxies in cells, by boxes that are not fat; for ways.
    cells: Cells,
    /// The boxes in the order of the cells, for the coarse test.
    columns: Columns,
    lanes: Level,
}

/// Proxies that may have become still, ceased to be, or lie elsewhere.
#[derive(Debug, Default)]
struct Since {
    ids: Vec<u32>,
    /// Whether all may.
    all: bool,
}

#[derive(Debug)]
struct Built {
    broad_phase: BroadPhase,
    /// Whether the structure has still proxies of an earlier time.
    has_still: bool,
    active: Vec<u32>,
    /// Still proxies that came, or all of them; and those that went.
    still: Vec<u32>,
    gone: Vec<u32>,
    /// A box around the fat boxes of still proxies, perhaps also of some that went.
    still_bounds: Aabb,
    /// A box around all fat boxes.
    bounds: Aabb,
    /// Scratch of a large batch.
    looks: OnceLock<Looks>,
}

impl QueryIndex {
    /// Drops the structure, since everything may have moved.
    pub(crate) fn forget(&mut self) {
        let Some(built) = self.built.take() else { return };
        self.since.all = false;
        self.since.ids.clear();
        *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = Some(built);
        for id in self.waiting.drain(..) {
            self.is_waiting[id as usize] = false;
        }
    }

    /// Notes the still proxies that a step takes: the structure over them is kept, and only its changes are built.
    pub(crate) fn note_still(&mut self, still: StillSet<'_>, proxies: usize) {
        if self.spare.get_mut().unwrap_or_else(PoisonError::into_inner).is_none() || self.since.all {
            return;
        }
        match still {
            StillSet::Same => {}
            StillSet::Changed { gone, .. } => self.since.ids.extend_from_slice(gone),
            StillSet::All(_) => self.since.all = true,
        }
        self.since.all |= self.since.ids.len() * FEW > proxies;
    }

    /// Notes proxies that were added or moved.
    pub(crate) fn note(&mut self, proxies: &Proxies, ids: impl Iterator<Item = u32>) {
        if self.built.get().is_none() {
            return;
        }
        self.is_waiting.resize(proxies.list.len(), false);
        for id in ids {
            if !std::mem::replace(&mut self.is_waiting[id as usize], true) {
                self.waiting.push(id);
            }
        }
        let waiting = self.waiting.len();
        if waiting > PATIENCE && waiting * waiting > PATIENCE * proxies.list.len() {
            self.forget();
        }
    }

    fn built(&self, proxies: &Proxies, kind: BroadPhaseKind) -> &Built {
        self.built.get_or_init(|| {
            let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).take();
            let mut built = spare.unwrap_or_else(|| Box::new(Built::new(kind)));
            built.build(proxies, &self.since);
            built
        })
    }

    /// A box around all fat boxes, and perhaps around some that went. Builds the structure if there is none.
    pub(crate) fn bounds(&self, state: &State, kind: BroadPhaseKind) -> Aabb {
        let built = self.built(&state.proxies, kind);
        self.waiting.iter().fold(built.bounds, |all, &id| all.union(&state.proxies.now[id as usize]))
    }

    /// Width and height that most of the fat boxes fill [m]. A guide only. Builds the structure if there is none.
    pub(crate) fn spread(&self, state: &State, kind: BroadPhaseKind) -> Vec2 {
        self.built(&state.proxies, kind).broad_phase.spread()
    }

    /// Prepares the scratch of a batch of so many questions, if it pays.
    pub(crate) fn prepare(&self, state: &State, kind: BroadPhaseKind, questions: usize) {
        let built = self.built(&state.proxies, kind);
        if questions * QUESTIONS_PAY >= state.proxies.live() {
            built.looks.get_or_init(|| Looks::new(state));
        }
    }

    /// Boxes and poses of all proxies, by id, if a batch prepared them. Those of proxies that changed since are not
    /// used.
    pub(crate) fn glances(&self) -> Glances<'_> {
        let looks = self.built.get().and_then(|built| built.looks.get());
        let (all, poses) = looks.map_or((&[][..], &[][..]), |looks| (&looks.glances, &looks.poses));
        Glances { all, poses, changed: &self.is_waiting }
    }

    /// Calls `visit(id)` for each proxy whose fat box overlaps `area`, until it returns false. The order is
    /// unspecified.
    pub(crate) fn each_in_box(
        &self,
        proxies: &Proxies,
        kind: BroadPhaseKind,
        area: &Aabb,
        visit: &mut impl FnMut(u32) -> bool,
    ) {
        let built = self.built(proxies, kind);
        let _ =
            built.broad_phase.query_box(Among::All, area, &mut |id| self.waits(id) || !seen(proxies, id) || visit(id))
                && self.each_waiting(proxies, |fat| fat.overlaps(area), visit);
    }

    /// The same for proxies whose fat box a way meets.
    pub(crate) fn each_met(
        &self,
        proxies: &Proxies,
        kind: BroadPhaseKind,
        way: Way<'_>,
        visit: &mut impl FnMut(u32) -> bool,
    ) {
        let broad_phase = &self.built(proxies, kind).broad_phase;
        let mut sorted = |id| self.waits(id) || !seen(proxies, id) || visit(id);
        let all = match way {
            Way::Ray(from, to) => broad_phase.query_ray(Among::All, from, to, &mut sorted),
            Way::Swept(area, by) => broad_phase.query_swept(Among::All, area, by, &mut sorted),
        };
        let _ = all && self.each_waiting(proxies, |fat| way.meets(fat), visit);
    }

    /// Calls `visit(id, entered)` for each proxy whose fat box a way meets, roughly in the order of the way. `entered`
    /// is at most the part of the way before the box. `visit` returns the part of the way that still counts. If a batch
    /// made oriented boxes, `course` is tested against these; a proxy may then be visited more than once.
    pub(crate) fn walk(
        &self,
        proxies: &Proxies,
        kind: BroadPhaseKind,
        (way, course): (Way<'_>, &Course),
        visit: &mut impl FnMut(u32, f32) -> f32,
    ) {
        let built = self.built(proxies, kind);
        for &id in &self.waiting {
            if seen(proxies, id) && way.meets(&proxies.now[id as usize]) && visit(id, 0.0) < 0.0 {
                return;
            }
        }
        let mut limit = 1.0;
        let mut sorted = |id: u32, entered: f32| {
            if !self.waits(id) && seen(proxies, id) {
                limit = visit(id, entered);
            }
            limit
        };
        if let Some(looks) = built.looks.get() {
            return looks.walk(way, course, &mut sorted);
        }
        match way {
            Way::Ray(from, to) => built.broad_phase.walk_ray(from, to, &mut sorted),
            Way::Swept(area, by) => built.broad_phase.walk_swept(area, by, &mut sorted),
        }
    }

    fn waits(&self, id: u32) -> bool {
        self.is_waiting.get(id as usize) == Some(&true)
    }

    fn each_waiting(
        &self,
        proxies: &Proxies,
        meets: impl Fn(&Aabb) -> bool,
        visit: &mut impl FnMut(u32) -> bool,
    ) -> bool {
        let away = |id: u32| !seen(proxies, id) || !meets(&proxies.now[id as usize]);
        self.waiting.iter().all(|&id| away(id) || visit(id))
    }
}

fn seen(proxies: &Proxies, id: u32) -> bool {
    is_seen(proxies.flags[id as usize])
}

/// Whether a proxy is alive and not frozen.
fn is_seen(flags: u8) -> bool {
    flags & (flag::LIVE | flag::OUT) == flag::LIVE
}

/// The same, and whether it is active (`flag::ACTIVE`) or still (0).
fn is_seen_as(flags: u8, active: u8) -> bool {
    flags & (flag::LIVE | flag::OUT | flag::ACTIVE) == flag::LIVE | active
}

impl Looks {
    fn new(state: &State) -> Self {
        let proxies = &state.proxies;
        let glances = ObbProxy::all(proxies, &state.bodies);
        // A piece inside two boxes is inside their intersection.
        let near = |(obb, fat): (&ObbProxy, &Aabb)| {
            let around = obb.aabb();
            Aabb::new(max2(around.min, fat.min), min2(around.max, fat.max))
        };
        let boxes: Vec<Aabb> = glances.iter().zip(&proxies.now).map(near).collect();
        let ids: Vec<u32> = (0..).zip(&proxies.flags).filter(|&(_, &flags)| is_seen(flags)).map(|(id, _)| id).collect();
        let cells = Cells::of(&ids, &boxes);
        let columns = Columns::of(cells.entries(), &glances);
        // Proxies that were removed have no row any more, and are never asked for.
        let poses = proxies.rows.iter().map(|&row| state.bodies.poses.get(row as usize).copied().unwrap_or_default());
        Self { poses: poses.collect(), glances, cells, columns, lanes: Level::new() }
    }

    /// [`QueryIndex::walk`] with the scratch of a batch.
    fn walk(&self, way: Way<'_>, course: &Course, visit: &mut impl FnMut(u32, f32) -> f32) {
        let rest = self.cells.rest();
        let mut limit = 1.0;
        if !rest.is_empty() {
            let mut one = |id: u32, _: f32| {
                if let Some(entered) = course.entered(&self.glances[id as usize]).filter(|&entered| entered <= limit) {
                    limit = visit(id, entered);
                }
                limit
            };
            match way {
                Way::Ray(from, to) => rest.walk_ray(from, to, &mut one),
                Way::Swept(area, by) => rest.walk_swept(area, by, &mut one),
            }
        }
        let (ids, mut last) = (self.cells.entries(), limit);
        // A proxy in several cells is tested once, unless the last time was long ago.
        let (mut recent, mut count) = ([u32::MAX; RECENT], 0);
        let visit = &mut |id: u32, entered: f32| {
            if !recent.contains(&id) {
                recent[count % RECENT] = id;
                count += 1;
                last = visit(id, entered);
            }
            last
        };
        dispatch!(self.lanes, simd => {
            let cells = match way {
                Way::Ray(from, to) => self.cells.walk_ray(from, to),
                Way::Swept(area, by) => self.cells.walk(area, by),
            };
            if let Some(mut cells) = cells {
                let course = CourseLanes::new(simd, course);
                while limit >= 0.0
                    && let Some(run) = cells.next(limit)
                {
                    limit = self.columns.look(simd, (run, ids), &course, limit, visit);
                }
            }
        });
    }
}

impl Built {
    fn new(kind: BroadPhaseKind) -> Self {
        let broad_phase = BroadPhase::new(kind);
        Self {
            broad_phase,
            has_still: false,
            active: Vec::new(),
            still: Vec::new(),
            gone: Vec::new(),
            still_bounds: Aabb::EMPTY,
            bounds: Aabb::EMPTY,
            looks: OnceLock::new(),
        }
    }

    /// Builds it anew over what moves, and over what is still as far as that changed.
    fn build(&mut self, proxies: &Proxies, since: &Since) {
        self.looks = OnceLock::new();
        let listed = proxies.listed().filter(|_| self.has_still && !since.all);
        self.active.clear();
        self.still.clear();
        let now = &proxies.now[..];
        let still = if let Some(lists) = listed {
            let is_active = |id: &u32| is_seen_as(proxies.flags[*id as usize], flag::ACTIVE);
            self.active.extend(lists.iter().copied().flatten().filter(|id| is_active(id)));
            sort_runs(&mut self.active);
            let [.., touched] = lists;
            self.gone.clear();
            self.gone.extend(since.ids.iter().chain(touched));
            sort_runs(&mut self.gone);
            let is_still = |id: &&u32| is_seen_as(proxies.flags[**id as usize], 0);
            self.still.extend(self.gone.iter().filter(is_still));
            StillSet::Changed { gone: &self.gone, new: &self.still }
        } else {
            for (id, &flags) in (0..).zip(&proxies.flags) {
                if is_seen(flags) {
                    let list = if flags & flag::ACTIVE != 0 { &mut self.active } else { &mut self.still };
                    list.push(id);
                }
            }
            self.still_bounds = Aabb::EMPTY;
            StillSet::All(&self.still)
        };
        let around = |bounds: Aabb, ids: &[u32]| ids.iter().fold(bounds, |all, &id| all.union(&now[id as usize]));
        self.still_bounds = around(self.still_bounds, &self.still);
        self.bounds = around(self.still_bounds, &self.active);
        let boxes = Boxes { now, old: now, active: &self.active, still, follows: false };
        self.broad_phase.update(&Executor::new(Driver::Inline), &boxes);
        self.broad_phase.measure();
        self.has_still = true;
    }
}

/// Sorts a list of a few ascending runs, and drops what is in it twice.
fn sort_runs(ids: &mut Vec<u32>) {
    ids.sort();
    ids.dedup();
}
