//! Proxies: one for each convex piece of each shape. Its id changes only if all are renumbered (`proxy_ids.rs`).
//! Columns hold together what a stage reads together.

use crate::def::Material;
use crate::state::outlines::Outlines;
use crate::state::proxy_kinds::{ActiveBlocks, Kinds};
use carom_broadphase::{Boxes, MOST_BOXES};
use carom_math::{Aabb, Vec2};
use carom_parallel::Executor;

pub(crate) use crate::state::proxy::{NONE, Proxy, flag};

const _: () = assert!(MOST_BOXES <= NONE as usize, "no proxy has the number that says none");

/// The lists are renewed as a whole if more than one proxy in so many changed.
const FEW: usize = 8;

/// Stages look for blocks with an active proxy by the lists if all proxies are at least so many for each active one.
const STILL_TO_ACTIVE: usize = 8;

/// Notes that the lists do not know a proxy's kind: in `touched`, or as a whole in `changed`.
fn touch(touched: &mut Vec<u32>, changed: &mut bool, proxies: usize, id: u32) {
    if !*changed {
        touched.push(id);
        *changed = touched.len() * FEW > proxies;
    }
}

/// Whether flags changed so that the proxy may belong into another list.
fn is_other_kind(was: u8, is: u8) -> bool {
    (was ^ is) & (flag::LIVE | flag::OUT | flag::ACTIVE) != 0
}

/// All proxies, by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxies {
    pub list: Vec<Proxy>,
    /// The row of the body of each proxy.
    pub rows: Vec<u32>,
    /// Fat boxes, now and in the last step.
    pub now: Vec<Aabb>,
    pub old: Vec<Aabb>,
    pub flags: Vec<u8>,
    pub outlines: Outlines,
    /// Ids that may be used again.
    pub free: Vec<u32>,
    /// Ids whose contacts have not been removed yet.
    pub leaving: Vec<u32>,
    /// Ids with [`flag::DISTURBED`].
    pub disturbed: Vec<u32>,
    /// Ids with [`flag::RENEW`].
    pub renewed: Vec<u32>,
    /// Lists by kind, up to date unless `changed`.
    kinds: Kinds,
    /// Number of sensors.
    pub sensor_count: usize,
    /// Number of one-way proxies.
    pub one_way_count: usize,
    /// Proxies of which the lists do not know whether they move, and still ones whose box changed.
    touched: Vec<u32>,
    /// Whether the lists are out of date as a whole.
    pub changed: bool,
    /// The memory of [`Proxies::find_active_blocks`].
    pub active_blocks: ActiveBlocks,
}

impl Proxies {
    pub(crate) fn add(&mut self, proxy: Proxy, material: &Material, row: u32, flags: u8, fat: Aabb) -> u32 {
        let piece = proxy.piece.clone();
        self.sensor_count += usize::from(proxy.sensor);
        self.one_way_count += usize::from(proxy.one_way != Vec2::ZERO);
        let id = match self.free.pop() {
            Some(id) => {
                let i = id as usize;
                self.list[i] = proxy;
                (self.rows[i], self.now[i], self.old[i]) = (row, fat, Aabb::EMPTY);
                self.flags[i] = flags | flag::LIVE;
                id
            }
            None => {
                self.list.push(proxy);
                self.rows.push(row);
                self.now.push(fat);
                self.old.push(Aabb::EMPTY);
                self.flags.push(flags | flag::LIVE);
                (self.list.len() - 1) as u32
            }
        };
        self.outlines.set(id, &piece, material);
        self.disturb(id);
        self.touch(id);
        id
    }

    /// Makes room for `more` proxies.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.list.reserve(more);
        self.rows.reserve(more);
        self.now.reserve(more);
        self.old.reserve(more);
        self.flags.reserve(more);
        self.disturbed.reserve(more);
        self.outlines.reserve(more);
    }

    /// Removes a proxy. Its id stays taken until its contacts are gone.
    pub(crate) fn remove(&mut self, id: u32) {
        self.flags[id as usize] &= !(flag::LIVE | flag::ACTIVE | flag::ASLEEP);
        self.now[id as usize] = Aabb::EMPTY;
        self.old[id as usize] = Aabb::EMPTY;
        self.sensor_count -= usize::from(self.list[id as usize].sensor);
        self.one_way_count -= usize::from(self.list[id as usize].one_way != Vec2::ZERO);
        self.leaving.push(id);
        self.touch(id);
    }

    /// Notes that the lists do not know a proxy's kind.
    fn touch(&mut self, id: u32) {
        touch(&mut self.touched, &mut self.changed, self.list.len(), id);
    }

    /// Lists that together have all active proxies: the active ones and the sensors as of the last
    /// [`Proxies::refresh`], and, last, those touched since. `None` if the lists are out of date as a whole.
    pub(crate) fn listed(&self) -> Option<[&[u32]; 3]> {
        let lists = [self.kinds.active(), self.kinds.sensors(), &self.touched[..]];
        (!self.changed).then_some(lists)
    }

    /// Has all pairs of the proxy found again in the next step.
    pub(crate) fn disturb(&mut self, id: u32) {
        let was = self.flags[id as usize];
        self.old[id as usize] = Aabb::EMPTY;
        if was & flag::DISTURBED == 0 {
            self.flags[id as usize] |= flag::DISTURBED;
            self.disturbed.push(id);
        }
        if was & flag::ACTIVE == 0 {
            self.touch(id);
        }
    }

    /// [`Proxies::disturb`] for a body's list that starts at `first`.
    pub(crate) fn disturb_body(&mut self, first: u32) {
        let mut id = first;
        while id != NONE {
            self.disturb(id);
            id = self.list[id as usize].next;
        }
    }

    /// Marks the bodies with these first proxies as moving, and has all their pairs found again in the next step. Also
    /// writes the rows of bodies that changed places, given by their first proxies.
    pub(crate) fn activate(
        &mut self,
        tasks: &Executor,
        firsts: &[u32],
        mut places: impl Iterator<Item = (u32, u32)> + Send,
    ) {
        let Self { list, rows, flags, old, disturbed, touched, changed, .. } = self;
        let list = &*list;
        let of_body =
            |first: u32| std::iter::successors(Some(first), |&id| list.get(id as usize).map(|proxy| proxy.next));
        let of_body = |first: u32| of_body(first).take_while(|&id| id != NONE).map(|id| id as usize);
        let mut place = || {
            for (first, row) in &mut places {
                of_body(first).for_each(|id| rows[id] = row);
            }
        };
        let mut wake = || {
            for id in firsts.iter().flat_map(|&first| of_body(first)) {
                let was = flags[id];
                if was & flag::DISTURBED == 0 {
                    disturbed.push(id as u32);
                }
                flags[id] = was & !flag::ASLEEP | flag::ACTIVE | flag::DISTURBED;
                if is_other_kind(was, flags[id]) {
                    touch(touched, changed, list.len(), id as u32);
                }
                old[id] = Aabb::EMPTY;
            }
        };
        tasks.together(&mut [&mut place, &mut wake]);
    }

    /// Drops the proxy's contacts, and has all its pairs found again, in the next step.
    pub(crate) fn renew(&mut self, id: u32) {
        self.disturb(id);
        if self.flags[id as usize] & flag::RENEW == 0 {
            self.flags[id as usize] |= flag::RENEW;
            self.renewed.push(id);
        }
    }

    /// Changes the flags for the state of the proxy's body.
    pub(crate) fn set_flags(&mut self, id: u32, clear: u8, set: u8) {
        let was = self.flags[id as usize];
        self.flags[id as usize] = was & !clear | set;
        if is_other_kind(was, self.flags[id as usize]) {
            self.touch(id);
        }
    }

    /// Renews the lists of active and still proxies if they are out of date.
    pub(crate) fn refresh(&mut self, tasks: &Executor) {
        let any_sensor = self.sensor_count > 0;
        if std::mem::take(&mut self.changed) {
            self.touched.clear();
            self.kinds.list(tasks, &self.flags, &self.list, any_sensor);
        } else if !self.touched.is_empty() {
            self.kinds.update(&mut self.touched, &self.flags, &self.list, any_sensor);
        }
    }

    /// The sensors, as of the last [`Proxies::refresh`].
    pub(crate) fn sensors(&self) -> &[u32] {
        self.kinds.sensors()
    }

    /// The end of each block, of `size` ids, that has an active proxy; perhaps of some more. `None` if many may have
    /// one: then a look at all flags is cheaper.
    pub(crate) fn find_active_blocks<'a>(&self, blocks: &'a mut ActiveBlocks, size: usize) -> Option<&'a [u32]> {
        let lists = self.listed()?;
        let most = lists.iter().map(|list| list.len()).sum::<usize>();
        (most * STILL_TO_ACTIVE <= self.list.len()).then(|| blocks.find(&lists, size, self.list.len()))
    }

    /// The input of the broad phase.
    pub(crate) fn boxes(&self) -> Boxes<'_> {
        Boxes {
            now: &self.now,
            old: &self.old,
            active: self.kinds.active(),
            still: self.kinds.still(),
            // One list is out of date only with the other.
            follows: !self.kinds.still_changed(),
        }
    }

    /// Called after pairs and contacts are up to date. Disturbed proxies become normal again, and the ids of removed
    /// ones are free. Fills `placed` with still proxies that were placed by hand, and whether they had been elsewhere
    /// before.
    pub(crate) fn settle(&mut self, placed: &mut Vec<(u32, bool)>) {
        placed.clear();
        for id in self.disturbed.drain(..) {
            let flags = &mut self.flags[id as usize];
            if *flags & (flag::LIVE | flag::ACTIVE | flag::ASLEEP | flag::OUT) == flag::LIVE {
                placed.push((id, *flags & flag::RENEW != 0));
            }
            *flags &= !flag::DISTURBED;
            self.old[id as usize] = self.now[id as usize];
        }
        for id in self.renewed.drain(..) {
            self.flags[id as usize] &= !flag::RENEW;
        }
        self.free.append(&mut self.leaving);
        self.kinds.settle();
    }

    /// The ids in a body's list that starts at `first`.
    pub(crate) fn of_body(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let start = Some(first).filter(|&id| id != NONE);
        std::iter::successors(start, |&id| Some(self.list[id as usize].next).filter(|&id| id != NONE))
    }

    /// Whether a body's list has only this id.
    pub(crate) fn is_only(&self, first: u32) -> bool {
        self.list.get(first as usize).is_some_and(|proxy| proxy.next == NONE)
    }

    /// Number of ids that can still be given.
    pub(crate) fn room(&self) -> usize {
        MOST_BOXES.saturating_sub(self.list.len() - self.free.len())
    }

    /// Number of proxies.
    pub(crate) fn live(&self) -> usize {
        self.list.len() - self.free.len() - self.leaving.len()
    }
}
