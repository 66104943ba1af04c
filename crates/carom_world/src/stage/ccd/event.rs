//! Two pieces that meet on their ways.

use carom_math::Vec2;

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
