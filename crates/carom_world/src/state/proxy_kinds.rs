//! Lists of proxies by kind: moving, still, and sensors; their ids, ascending. A few changes cost what changed and what
//! moves, not what is still. Also the blocks of ids with a proxy that moves, so that a stage passes over the rest.

use crate::state::proxies::flag;
use crate::state::proxy::Proxy;
use carom_broadphase::StillSet;
use carom_parallel::{Each, Executor, Parts};

/// Proxies in a task.
const A_TASK: usize = 2048;

/// The kind of removed and frozen proxies, which are in no list.
const NOWHERE: usize = 3;

/// The kinds, as numbers of lists.
const ACTIVE: usize = 0;
const STILL: usize = 1;
const SENSOR: usize = 2;

/// Difference of the still proxies from those of the step before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Difference {
    #[default]
    None,
    /// In `gone` and `new`.
    Some,
    /// Any may be another one.
    All,
}

/// The kind of a proxy.
fn kind_of(flags: u8, proxy: &Proxy, any_sensor: bool) -> usize {
    match flags & (flag::LIVE | flag::OUT | flag::ACTIVE) {
        live if live & (flag::LIVE | flag::OUT) != flag::LIVE => NOWHERE,
        _ if any_sensor && proxy.sensor => SENSOR,
        live if live & flag::ACTIVE != 0 => ACTIVE,
        _ => STILL,
    }
}

/// The ids of each kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds {
    /// Proxies that may move, still ones, and the sensors among both. The still ones only after [`Kinds::list`].
    lists: [Vec<u32>; 3],
    /// For each kind, the ends of the ids of each task; kept for reuse.
    ends: [Vec<u32>; 3],
    counts: Vec<[u32; NOWHERE + 1]>,
    difference: Difference,
    /// The proxies that may be of another kind, or still with another box.
    gone: Vec<u32>,
    /// Those of them that are still now.
    new: Vec<u32>,
}

impl Kinds {
    pub(crate) fn active(&self) -> &[u32] {
        &self.lists[ACTIVE]
    }

    /// The still proxies, as the broad phase takes them.
    pub(crate) fn still(&self) -> StillSet<'_> {
        match self.difference {
            Difference::None => StillSet::Same,
            Difference::Some => StillSet::Changed { gone: &self.gone, new: &self.new },
            Difference::All => StillSet::All(&self.lists[STILL]),
        }
    }

    pub(crate) fn sensors(&self) -> &[u32] {
        &self.lists[SENSOR]
    }

    /// Whether still proxies may have changed since [`Kinds::settle`].
    pub(crate) fn still_changed(&self) -> bool {
        self.difference != Difference::None
    }

    /// The broad phase has taken the still proxies.
    pub(crate) fn settle(&mut self) {
        self.difference = Difference::None;
    }

    /// Renews the lists after these proxies changed. Takes them, and leaves an empty list.
    pub(crate) fn update(&mut self, touched: &mut Vec<u32>, flags: &[u8], proxies: &[Proxy], any_sensor: bool) {
        touched.sort_unstable();
        touched.dedup();
        self.gone.clear();
        self.gone.append(touched);
        let kind = |id: u32| kind_of(flags[id as usize], &proxies[id as usize], any_sensor);
        for number in [ACTIVE, SENSOR] {
            let list = &mut self.lists[number];
            list.retain(|id| self.gone.binary_search(id).is_err());
            list.extend(self.gone.iter().filter(|&&id| kind(id) == number));
            // Two ascending runs, which this sort merges.
            list.sort();
        }
        self.new.clear();
        self.new.extend(self.gone.iter().filter(|&&id| kind(id) == STILL));
        self.difference = Difference::Some;
    }

    /// Renews the lists: tasks count first, then write.
    pub(crate) fn list(&mut self, tasks: &Executor, flags: &[u8], proxies: &[Proxy], any_sensor: bool) {
        let kind_of = |id: usize, flags: u8| kind_of(flags, &proxies[id], any_sensor);
        self.difference = Difference::All;
        self.counts.clear();
        self.counts.resize(flags.len().div_ceil(A_TASK), [0; NOWHERE + 1]);
        tasks.blocks(A_TASK, (flags, Each(A_TASK, &mut self.counts[..])), |first, (flags, Each(_, counts))| {
            for (id, &flags) in (first..).zip(flags) {
                counts[0][kind_of(id, flags)] += 1;
            }
        });
        for (kind, (list, ends)) in self.lists.iter_mut().zip(&mut self.ends).enumerate() {
            ends.clear();
            ends.extend(self.counts.iter().scan(0, |end, counts| {
                *end += counts[kind];
                Some(*end)
            }));
            list.resize(ends.last().map_or(0, |&end| end as usize), 0);
        }
        let [active, still, sensors] = &mut self.lists;
        let part = |kind: usize, columns| Parts { ends: &self.ends[kind], first: 0, columns };
        let columns = (part(0, &mut active[..]), part(1, &mut still[..]), part(2, &mut sensors[..]));
        tasks.blocks(1, columns, |number, (active, still, sensors)| {
            let mut places = [active, still, sensors].map(|part| part.columns.iter_mut());
            let first = number * A_TASK;
            for (id, &flags) in (first..).zip(&flags[first..]).take(A_TASK) {
                if let Some(place) = places.get_mut(kind_of(id, flags)).and_then(Iterator::next) {
                    *place = id as u32;
                }
            }
        });
    }
}

/// Blocks to a word.
const WORD: usize = u64::BITS as usize;

/// The blocks of proxies that have an active one, and the memory to find them.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActiveBlocks {
    /// A bit a block.
    bits: Vec<u64>,
    ends: Vec<u32>,
}

impl ActiveBlocks {
    /// Finds the blocks, of `size` ids, that hold some id of the lists; there are `count` ids. Returns one past the
    /// last id of each, ascending.
    pub(crate) fn find(&mut self, lists: &[&[u32]], size: usize, count: usize) -> &[u32] {
        self.bits.clear();
        self.bits.resize(count.div_ceil(size).div_ceil(WORD), 0);
        for &id in lists.iter().copied().flatten() {
            let block = id as usize / size;
            self.bits[block / WORD] |= 1 << (block % WORD);
        }
        self.ends.clear();
        for (word, &bits) in self.bits.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let block = word * WORD + left.trailing_zeros() as usize;
                self.ends.push(std::cmp::min((block + 1) * size, count) as u32);
                left &= left - 1;
            }
        }
        &self.ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, World};
    use carom_math::vec2;
    use carom_parallel::Driver;
    use carom_shapes::Circle;

    /// A proxy and a sensor, to be copied; and flags of each kind.
    fn samples() -> (Vec<Proxy>, [u8; 5]) {
        let mut world = World::default();
        let disc = || crate::ShapeDef::new(Circle::new(0.5).unwrap());
        world.add_body(BodyDef::dynamic().at(vec2(0.0, 5.0)).shape(disc()).shape(disc().sensor())).unwrap();
        let of = world.state.proxies.list[..2].to_vec();
        assert!(!of[0].sensor && of[1].sensor);
        (of, [0, flag::LIVE, flag::LIVE | flag::ACTIVE, flag::LIVE | flag::OUT, flag::LIVE | flag::ASLEEP])
    }

    #[test]
    fn tasks_list_what_a_loop_would() {
        let (of, all) = samples();
        for count in [0, 1, A_TASK, A_TASK + 1, 2 * A_TASK + 77] {
            let flags: Vec<u8> = (0..count).map(|id| all[id * 7919 % 101 % all.len()]).collect();
            let proxies: Vec<Proxy> = (0..count).map(|id| of[usize::from(id % 13 == 5)].clone()).collect();
            for any_sensor in [false, true] {
                let mut kinds = Kinds::default();
                let tasks = Executor::new(Driver::Threads(3));
                kinds.list(&tasks, &flags[..count / 2], &proxies, !any_sensor);
                kinds.list(&tasks, &flags, &proxies, any_sensor);
                check(&kinds, &flags, &proxies, any_sensor);
            }
        }
    }

    /// The lists are those that a loop finds. Returns the still proxies.
    fn check(kinds: &Kinds, flags: &[u8], proxies: &[Proxy], any_sensor: bool) -> Vec<u32> {
        let wanted = |is: &dyn Fn(usize) -> bool| -> Vec<u32> {
            let live = |id: usize| flags[id] & (flag::LIVE | flag::OUT) == flag::LIVE;
            (0..flags.len()).filter(|&id| live(id) && is(id)).map(|id| id as u32).collect()
        };
        let senses = |id: usize| any_sensor && proxies[id].sensor;
        let active = |id: usize| flags[id] & flag::ACTIVE != 0;
        let still = wanted(&|id| !senses(id) && !active(id));
        assert_eq!(kinds.active(), wanted(&|id| !senses(id) && active(id)));
        assert_eq!(kinds.sensors(), wanted(&senses));
        assert!(!matches!(kinds.still(), StillSet::All(all) if all != still));
        still
    }

    #[test]
    fn a_few_changes_are_listed_as_all_are() {
        let (of, all) = samples();
        let count = 900;
        let mut flags: Vec<u8> = (0..count).map(|id| all[id * 7919 % 101 % all.len()]).collect();
        let proxies: Vec<Proxy> = (0..count).map(|id| of[usize::from(id % 13 == 5)].clone()).collect();
        let (mut kinds, tasks) = (Kinds::default(), Executor::new(Driver::Inline));
        kinds.list(&tasks, &flags, &proxies, true);
        let mut still = check(&kinds, &flags, &proxies, true);
        for round in 0..200 {
            kinds.settle();
            assert!(!kinds.still_changed());
            // Some twice, some that change nothing.
            let mut touched: Vec<u32> = (0..30).map(|k| (round * 31 + k * k * 17) % count as u32).collect();
            for (k, &id) in touched.iter().enumerate() {
                flags[id as usize] = all[(round as usize * 7 + k) % all.len()];
            }
            kinds.update(&mut touched, &flags, &proxies, true);
            let StillSet::Changed { gone, new } = kinds.still() else { panic!("a difference is told") };
            assert!(gone.is_sorted_by(|a, b| a < b) && new.is_sorted_by(|a, b| a < b) && touched.is_empty());
            still.retain(|id| !gone.contains(id));
            still.extend(new);
            still.sort_unstable();
            assert_eq!(still, check(&kinds, &flags, &proxies, true), "round {round}");
        }
    }

    #[test]
    fn blocks_are_those_of_a_loop_over_all() {
        let mut blocks = ActiveBlocks::default();
        for (count, step) in [(1_usize, 1), (7, 3), (100, 1), (5_000, 701), (5_000, 4_999), (40_000, 977), (40_000, 3)]
        {
            let ids: Vec<u32> = (0..count as u32).rev().step_by(step).collect();
            let (one, two) = ids.split_at(ids.len() / 2);
            for size in [1, 7, 512] {
                let held = |block: &usize| ids.iter().any(|&id| id as usize / size == *block);
                let end = |block: usize| ((block + 1) * size).min(count) as u32;
                let wanted: Vec<u32> = (0..count.div_ceil(size)).filter(held).map(end).collect();
                assert_eq!(blocks.find(&[one, two, one], size, count), wanted, "{count} {step} {size}");
            }
        }
        assert!(blocks.find(&[&[], &[]], 512, 9_999).is_empty());
    }
}
