//! Two pieces that meet on their ways.

use super::fast::FAST;
use super::flight::Flights;
use super::seen::Seen;
use carom_math::Vec2;
use std::cmp::Ordering;

/// Where and when two proxies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Meeting {
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

impl Meeting {
    /// No meeting.
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

    /// Its two proxies.
    pub fn pair(&self) -> (u32, u32) {
        (self.a, self.b)
    }

    /// Whether both are the same two proxies at the same time.
    pub fn is_same(&self, other: &Self) -> bool {
        self.is_some() && (self.time, self.a, self.b) == (other.time, other.a, other.b)
    }
}

/// A meeting that was found, valid as long as both bodies stay on the ways on which it was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub meeting: Meeting,
    /// The rows of its two bodies, and how often the way of each had changed.
    pub rows: [u32; 2],
    versions: [u32; 2],
    /// What it asks of the flights of those that can be pushed.
    pub calls: [Option<Call>; 2],
    /// Whether it was resolved.
    pub done: bool,
}

/// What a meeting asks of a flight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    /// Whether it is fast, or small before something fast.
    pub looks: bool,
    /// Whether it is pressed deep into something fixed.
    pub pressed: bool,
}

impl Known {
    /// A meeting on the ways of now.
    pub fn new(seen: &Seen<'_>, meeting: Meeting) -> Self {
        let rows = [meeting.a, meeting.b].map(|id| seen.row(id));
        let extents = rows.map(|row| seen.state.bodies.extents[row as usize]);
        let call = |side: usize| {
            let (extent, other) = (extents[side], extents[1 - side]);
            let moved_far = |row: u32| seen.tracks.far(row) > FAST * extent;
            let looks = || moved_far(rows[side]) || (extent < other && moved_far(rows[1 - side]));
            let pressed = || meeting.deep || seen.tracks.is_pressed(rows[side]);
            (extent != f32::MAX).then(|| Call { looks: looks(), pressed: pressed() })
        };
        let versions = rows.map(|row| version(seen.flights, row));
        Self { meeting, rows, versions, calls: [call(0), call(1)], done: false }
    }

    /// The flights of the two that can be pushed.
    pub fn pushable(&self, flights: &Flights) -> [Option<u32>; 2] {
        [0, 1].map(|side| self.calls[side].and_then(|_| flights.of(self.rows[side])))
    }

    /// Pair by pair, the earlier first. Two that look from different times on may find the same time with another normal: so
    /// all that tells them apart counts.
    pub fn by_pair(&self, other: &Self) -> Ordering {
        let (one, two) = (&self.meeting, &other.meeting);
        let by_time = one.pair().cmp(&two.pair()).then(one.time.total_cmp(&two.time));
        let by_kind = || one.deep.cmp(&two.deep).then_with(|| one.normal.x.total_cmp(&two.normal.x));
        by_time.then_with(by_kind).then_with(|| one.normal.y.total_cmp(&two.normal.y))
    }

    /// The earliest first.
    pub fn by_time(&self, other: &Self) -> Ordering {
        let (one, two) = (&self.meeting, &other.meeting);
        one.time.total_cmp(&two.time).then((one.a, one.b).cmp(&(two.a, two.b)))
    }

    /// Whether it still holds.
    pub fn holds(&self, flights: &Flights) -> bool {
        !self.done && self.rows.map(|row| version(flights, row)) == self.versions
    }
}

/// Puts known meetings into an order: they are long, so that their numbers are sorted in their place.
#[derive(Clone, Debug, Default)]
pub(super) struct InOrder {
    /// Their places in that order; then, as they are put there, where those that had to make way are.
    order: Vec<u32>,
}

impl InOrder {
    /// Pair by pair, of each pair only the first ([`Known::by_pair`]): both of it may have found their meeting.
    pub fn sort(&mut self, known: &mut Vec<Known>) {
        let order = &mut self.order;
        order.clear();
        order.extend(0..known.len() as u32);
        // Of those that are the same to it the first stays the first.
        order.sort_unstable_by(|one, two| known[*one as usize].by_pair(&known[*two as usize]).then(one.cmp(two)));
        for to in 0..known.len() {
            // What was before this place is where another one was put there from.
            let mut from = order[to] as usize;
            while from < to {
                from = order[from] as usize;
            }
            known.swap(to, from);
            order[to] = from as u32;
        }
        known.dedup_by_key(|known| known.meeting.pair());
    }
}

/// How often the way of a row changed in this step, by more than slightly.
fn version(flights: &Flights, row: u32) -> u32 {
    flights.of(row).map_or(0, |number| flights.list[number as usize].version)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(a: u32, time: f32) -> Known {
        let meeting = Meeting { time, a, b: 1_000_000, normal: Vec2::X, deep: false, sunk: 0.0 };
        Known { meeting, rows: [a, 1_000_000], versions: [0; 2], calls: [None; 2], done: false }
    }

    /// Among them a new one in front of 50,000 that were in order: to follow each that made way from the beginning would take minutes.
    #[test]
    fn each_pair_comes_once_in_order() {
        let mut in_order = InOrder::default();
        let orders: [fn(u32) -> u32; 4] =
            [|k| (k + 49_999) % 50_000, |k| k * 7919 % 50_000, |k| 50_000 - k, |k| k * 7919 % 1000];
        for order in orders {
            let mut list: Vec<Known> = (0..50_000).map(|k| known(order(k), k as f32 * 1.0e-6)).collect();
            let mut wanted = list.clone();
            wanted.sort_by(Known::by_pair);
            wanted.dedup_by_key(|known| known.meeting.pair());
            in_order.sort(&mut list);
            let meetings = |list: &[Known]| list.iter().map(|known| known.meeting).collect::<Vec<_>>();
            assert_eq!(meetings(&list), meetings(&wanted));
        }
    }
}
