//! The queue of pending impacts in a step, pair by pair.

use crate::stage::ccd::pending_impact::PendingImpact;

/// The pending impacts of a step: times of impact that were found, pair by pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImpactQueue {
    /// All that were found in this step, in that order. They are large, and stay in place.
    list: Vec<PendingImpact>,
    /// Those that hold, in the order of their pairs, each pair once.
    order: Vec<Place>,
    /// Newly found ones, until they are merged into `order`.
    fresh: Vec<Place>,
}

/// The two proxies of an impact, and its index in the list.
pub(crate) type Place = (u64, u32);

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

    /// Adds the impacts that were found. Of each pair only the first is kept ([`PendingImpact::by_pair`]), as both of
    /// its bodies may have found it.
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
        // Both lists are sorted: they are merged from the end.
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

    /// Keeps those that `keeps` accepts.
    pub fn retain(&mut self, keeps: impl Fn(&PendingImpact) -> bool) {
        self.order.retain(|place| keeps(&self.list[place.1 as usize]));
    }

    /// Those that hold, in the order of their pairs.
    pub fn iter(&self) -> impl Iterator<Item = &PendingImpact> {
        self.order.iter().map(|place| &self.list[place.1 as usize])
    }

    /// Their indices in the list, in that order.
    pub fn places(&self) -> impl Iterator<Item = u32> {
        self.order.iter().map(|place| place.1)
    }

    /// All that were found in this step, in that order.
    pub fn list(&self) -> &[PendingImpact] {
        &self.list
    }

    /// The one at an index in the list.
    pub fn at_mut(&mut self, place: u32) -> &mut PendingImpact {
        &mut self.list[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::ccd::event::ToiEvent;
    use carom_math::Vec2;

    fn pending(a: u32, time: f32) -> PendingImpact {
        let event = ToiEvent { time, a, b: 1_000_000, normal: Vec2::X, deep: false, sunk: 0.0 };
        PendingImpact { event, rows: [a, 1_000_000], versions: [0; 2], flags: [None; 2], done: false }
    }

    /// Impacts that are found in several turns come in the same order as all at once. Those that do not hold are gone.
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
