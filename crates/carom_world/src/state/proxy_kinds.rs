//! Lists of proxies by kind: moving, still, and sensors; their ids, ascending.

use crate::state::proxies::flag;
use crate::state::proxy::Proxy;
use carom_parallel::{Each, Executor, Parts};

/// Proxies in a task.
const A_TASK: usize = 2048;

/// The kind of removed and frozen proxies, which are in no list.
const NOWHERE: usize = 3;

/// The ids of each kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds {
    /// Proxies that may move, still ones, and the sensors among both.
    lists: [Vec<u32>; 3],
    /// For each kind, the ends of the ids of each task; kept for reuse.
    ends: [Vec<u32>; 3],
    counts: Vec<[u32; NOWHERE + 1]>,
}

impl Kinds {
    pub(crate) fn active(&self) -> &[u32] {
        &self.lists[0]
    }

    pub(crate) fn still(&self) -> &[u32] {
        &self.lists[1]
    }

    pub(crate) fn sensors(&self) -> &[u32] {
        &self.lists[2]
    }

    /// Renews the lists: tasks count first, then write.
    pub(crate) fn list(&mut self, tasks: &Executor, flags: &[u8], proxies: &[Proxy], any_sensor: bool) {
        let kind_of = |id: usize, flags: u8| match flags & (flag::LIVE | flag::OUT | flag::ACTIVE) {
            live if live & (flag::LIVE | flag::OUT) != flag::LIVE => NOWHERE,
            _ if any_sensor && proxies[id].sensor => 2,
            live => usize::from(live & flag::ACTIVE == 0),
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, World};
    use carom_math::vec2;
    use carom_parallel::Driver;
    use carom_shapes::Circle;

    #[test]
    fn tasks_list_what_a_loop_would() {
        // A sensor and a proxy that is not one, to be copied.
        let mut world = World::default();
        let disc = || crate::ShapeDef::new(Circle::new(0.5).unwrap());
        world.add_body(BodyDef::dynamic().at(vec2(0.0, 5.0)).shape(disc()).shape(disc().sensor())).unwrap();
        let of = &world.state.proxies.list[..2];
        assert!(!of[0].sensor && of[1].sensor);
        let all = [0, flag::LIVE, flag::LIVE | flag::ACTIVE, flag::LIVE | flag::OUT, flag::LIVE | flag::ASLEEP];
        for count in [0, 1, A_TASK, A_TASK + 1, 2 * A_TASK + 77] {
            let flags: Vec<u8> = (0..count).map(|id| all[id * 7919 % 101 % all.len()]).collect();
            let proxies: Vec<Proxy> = (0..count).map(|id| of[usize::from(id % 13 == 5)].clone()).collect();
            for any_sensor in [false, true] {
                let mut kinds = Kinds::default();
                let tasks = Executor::new(Driver::Threads(3));
                kinds.list(&tasks, &flags[..count / 2], &proxies, !any_sensor);
                kinds.list(&tasks, &flags, &proxies, any_sensor);
                let wanted = |is: &dyn Fn(usize) -> bool| -> Vec<u32> {
                    let live = |id: usize| flags[id] & (flag::LIVE | flag::OUT) == flag::LIVE;
                    (0..count).filter(|&id| live(id) && is(id)).map(|id| id as u32).collect()
                };
                let senses = |id: usize| any_sensor && proxies[id].sensor;
                let active = |id: usize| flags[id] & flag::ACTIVE != 0;
                assert_eq!(kinds.active(), wanted(&|id| !senses(id) && active(id)));
                assert_eq!(kinds.still(), wanted(&|id| !senses(id) && !active(id)));
                assert_eq!(kinds.sensors(), wanted(&senses));
            }
        }
    }
}
