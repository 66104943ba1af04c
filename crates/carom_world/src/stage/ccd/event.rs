//! Two pieces that meet on their ways.

use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::fast::FAST;
use crate::stage::ccd::moving_body::MovingBodies;
use carom_math::Vec2;
use std::cmp::Ordering;

/// Where and when two proxies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ToiEvent {
    /// Part of the step, 0..=1; infinite for none.
    pub time: f32,
    /// The proxies, the smaller number first.
    pub a: u32,
    pub b: u32,
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// Whether it is the core of the smaller one that must not go on: the surfaces overlap already.
    pub deep: bool,
    /// How deep they are where one sinks into what turns away under it: they part by as much in a step [m].
    pub sunk: f32,
}

impl ToiEvent {
    /// No impact.
    pub const NONE: Self =
        Self { time: f32::INFINITY, a: u32::MAX, b: u32::MAX, normal: Vec2::ZERO, deep: false, sunk: 0.0 };

    /// Whether there is one.
    pub fn is_some(&self) -> bool {
        self.time <= 1.0
    }

    /// Whether it comes before another: by time, then by the numbers of the proxies. A total order that knows no rows.
    pub fn is_before(&self, other: &Self) -> bool {
        (self.time, self.a, self.b) < (other.time, other.a, other.b)
    }

    /// Its two proxies as one number, which orders pairs as they are ordered.
    pub fn pair_id(&self) -> u64 {
        u64::from(self.a) << 32 | u64::from(self.b)
    }

    /// Whether both are the same two proxies at the same time.
    pub fn is_same(&self, other: &Self) -> bool {
        self.is_some() && (self.time, self.a, self.b) == (other.time, other.a, other.b)
    }
}

/// A impact that was found, valid as long as both bodies stay on the ways on which it was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PendingImpact {
    pub event: ToiEvent,
    /// The rows of its two bodies, and how often the way of each had changed.
    pub rows: [u32; 2],
    versions: [u32; 2],
    /// What it asks of the moving bodies of those that can be pushed.
    pub calls: [Option<Call>; 2],
    /// Whether it was resolved.
    pub done: bool,
}

/// What a impact asks of a moving body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    /// Whether it is fast, or small before something fast.
    pub looks: bool,
    /// Whether it is pressed deep into something fixed.
    pub pressed: bool,
}

impl PendingImpact {
    /// A impact on the ways of now.
    pub fn new(ctx: &CcdContext<'_>, event: ToiEvent) -> Self {
        let rows = [event.a, event.b].map(|id| ctx.row(id));
        let extents = rows.map(|row| ctx.state.bodies.min_extents[row as usize]);
        let call = |side: usize| {
            let (extent, other) = (extents[side], extents[1 - side]);
            let moved_far = |row: u32| ctx.tracks.far(row) > FAST * extent;
            let looks = || moved_far(rows[side]) || (extent < other && moved_far(rows[1 - side]));
            let pressed = || event.deep || ctx.tracks.is_pressed(rows[side]);
            (extent != f32::MAX).then(|| Call { looks: looks(), pressed: pressed() })
        };
        let versions = rows.map(|row| version(ctx.moving, row));
        Self { event, rows, versions, calls: [call(0), call(1)], done: false }
    }

    /// The moving bodies of the two that can be pushed.
    pub fn pushable(&self, moving: &MovingBodies) -> [Option<u32>; 2] {
        [0, 1].map(|side| self.calls[side].and_then(|_| moving.of(self.rows[side])))
    }

    /// Pair by pair, the earlier first. Two that look from different times on may find the same time with another normal: so
    /// all that tells them apart counts.
    pub fn by_pair(&self, other: &Self) -> Ordering {
        let (one, two) = (&self.event, &other.event);
        let by_time = one.pair_id().cmp(&two.pair_id()).then(one.time.total_cmp(&two.time));
        let by_kind = || one.deep.cmp(&two.deep).then_with(|| one.normal.x.total_cmp(&two.normal.x));
        by_time.then_with(by_kind).then_with(|| one.normal.y.total_cmp(&two.normal.y))
    }

    /// The earliest first.
    pub fn by_time(&self, other: &Self) -> Ordering {
        let (one, two) = (&self.event, &other.event);
        one.time.total_cmp(&two.time).then((one.a, one.b).cmp(&(two.a, two.b)))
    }

    /// Whether it still holds.
    pub fn holds(&self, moving: &MovingBodies) -> bool {
        !self.done && self.rows.map(|row| version(moving, row)) == self.versions
    }
}

/// The impacts that are known in a step, pair by pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImpactQueue {
    /// All that were found in this step, in the order in which they were: they are long, and stay where they are.
    list: Vec<PendingImpact>,
    /// Those that hold, in the order of their pairs, each pair once.
    order: Vec<Place>,
    /// Those that were found since.
    fresh: Vec<Place>,
}

/// The two proxies of a impact, and its place in the list.
type Place = (u64, u32);

impl ImpactQueue {
    /// Forgets them all.
    pub fn clear(&mut self) {
        self.list.clear();
        self.order.clear();
    }

    /// Whether none of them holds.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Takes in what was found: of each pair only the first ([`Known::by_pair`]), as both of it may have found their impact.
    pub fn take<'a>(&mut self, found: impl IntoIterator<Item = &'a PendingImpact>) {
        let Self { list, order, fresh } = self;
        let first = list.len();
        list.extend(found);
        fresh.clear();
        fresh.extend((first as u32..).zip(&list[first..]).map(|(place, pending)| (pending.event.pair_id(), place)));
        if fresh.is_empty() {
            return;
        }
        let in_order = |one: &Place, two: &Place| {
            one.0.cmp(&two.0).then_with(|| list[one.1 as usize].by_pair(&list[two.1 as usize])).then(one.1.cmp(&two.1))
        };
        fresh.sort_unstable_by(in_order);
        // Both are in order: put together from the last one on.
        let (mut old, mut to) = (order.len(), order.len() + fresh.len());
        order.resize(to, (0, 0));
        while let Some(last) = fresh.last() {
            to -= 1;
            if old > 0 && in_order(&order[old - 1], last).is_gt() {
                old -= 1;
                order[to] = order[old];
            } else {
                order[to] = *last;
                fresh.pop();
            }
        }
        order.dedup_by_key(|place| place.0);
    }

    /// Keeps those of which `keeps` says so.
    pub fn retain(&mut self, keeps: impl Fn(&PendingImpact) -> bool) {
        self.order.retain(|place| keeps(&self.list[place.1 as usize]));
    }

    /// Those that hold, in the order of their pairs.
    pub fn iter(&self) -> impl Iterator<Item = &PendingImpact> {
        self.order.iter().map(|place| &self.list[place.1 as usize])
    }

    /// Their places in the list, in that order.
    pub fn places(&self) -> impl Iterator<Item = u32> {
        self.order.iter().map(|place| place.1)
    }

    /// All that were found in this step, in the order in which they were.
    pub fn list(&self) -> &[PendingImpact] {
        &self.list
    }

    /// The one at a place in the list.
    pub fn at_mut(&mut self, place: u32) -> &mut PendingImpact {
        &mut self.list[place as usize]
    }
}

/// How often the way of a row changed in this step, by more than slightly.
fn version(moving: &MovingBodies, row: u32) -> u32 {
    moving.of(row).map_or(0, |number| moving.list[number as usize].version)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending(a: u32, time: f32) -> PendingImpact {
        let event = ToiEvent { time, a, b: 1_000_000, normal: Vec2::X, deep: false, sunk: 0.0 };
        PendingImpact { event, rows: [a, 1_000_000], versions: [0; 2], calls: [None; 2], done: false }
    }

    /// What is found in turns comes in the order in which it would all at once; what does not hold is gone.
    #[test]
    fn each_pair_comes_once_in_order() {
        let orders: [fn(u32) -> u32; 4] =
            [|k| (k + 49_999) % 50_000, |k| k * 7919 % 50_000, |k| 50_000 - k, |k| k * 7919 % 1000];
        for order in orders {
            for turns in [1, 7, 50] {
                let found: Vec<PendingImpact> =
                    (0..50_000).map(|k| pending(order(k), (k * 31 % 997) as f32 * 1.0e-4)).collect();
                let is_kept = |pending: &PendingImpact| !pending.event.a.is_multiple_of(3);
                let mut queue = ImpactQueue::default();
                let mut wanted: Vec<PendingImpact> = Vec::new();
                for found in found.chunks(50_000 / turns) {
                    queue.take(found);
                    wanted.extend(found);
                    wanted.sort_by(PendingImpact::by_pair);
                    wanted.dedup_by_key(|pending| pending.event.pair_id());
                    let of = |pending: &PendingImpact| pending.event;
                    assert!(queue.iter().map(of).eq(wanted.iter().map(of)));
                    queue.retain(is_kept);
                    wanted.retain(is_kept);
                }
                assert!(!queue.is_empty() && queue.iter().all(is_kept));
                queue.clear();
                assert!(queue.is_empty());
            }
        }
    }
}
