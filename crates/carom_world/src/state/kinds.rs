//! Which proxies may move, which stand still, and which only sense: their numbers, ascending.

use super::proxies::{Proxy, mark};
use carom_tasks::{Each, Executor, Parts};

/// Proxies to a task.
const A_TASK: usize = 2048;

/// Where nobody belongs who is gone or frozen.
const NOWHERE: usize = 3;

/// The numbers of each kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds {
    /// Those that may move, the others, and the sensors among both.
    lists: [Vec<u32>; 3],
    /// For each kind, where the numbers of each task's proxies end; kept for reuse.
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

    /// Makes the lists anew: counted first, then written, by tasks.
    pub(crate) fn list(&mut self, tasks: &Executor, marks: &[u8], proxies: &[Proxy], any_sensor: bool) {
        let kind_of = |id: usize, marks: u8| match marks & (mark::LIVE | mark::FROZEN | mark::ACTIVE) {
            live if live & (mark::LIVE | mark::FROZEN) != mark::LIVE => NOWHERE,
            _ if any_sensor && proxies[id].sensor => 2,
            live => usize::from(live & mark::ACTIVE == 0),
        };
        self.counts.clear();
        self.counts.resize(marks.len().div_ceil(A_TASK), [0; NOWHERE + 1]);
        tasks.blocks(A_TASK, (marks, Each(A_TASK, &mut self.counts[..])), |first, (marks, Each(_, counts))| {
            for (id, &marks) in (first..).zip(marks) {
                counts[0][kind_of(id, marks)] += 1;
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
            for (id, &marks) in (first..).zip(&marks[first..]).take(A_TASK) {
                if let Some(place) = places.get_mut(kind_of(id, marks)).and_then(Iterator::next) {
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
    use carom_shapes::Circle;
    use carom_tasks::Driver;

    #[test]
    fn tasks_list_what_a_loop_would() {
        // A proxy that senses and one that does not, to be copied.
        let mut world = World::default();
        let disc = || crate::ShapeDef::new(Circle::new(0.5).unwrap());
        world.add(BodyDef::dynamic().at(vec2(0.0, 5.0)).shape(disc()).shape(disc().sensor())).unwrap();
        let of = &world.state.proxies.list[..2];
        assert!(!of[0].sensor && of[1].sensor);
        let all = [0, mark::LIVE, mark::LIVE | mark::ACTIVE, mark::LIVE | mark::FROZEN, mark::LIVE | mark::ASLEEP];
        for count in [0, 1, A_TASK, A_TASK + 1, 2 * A_TASK + 77] {
            let marks: Vec<u8> = (0..count).map(|id| all[id * 7919 % 101 % all.len()]).collect();
            let proxies: Vec<Proxy> = (0..count).map(|id| of[usize::from(id % 13 == 5)].clone()).collect();
            for any_sensor in [false, true] {
                let mut kinds = Kinds::default();
                let tasks = Executor::new(Driver::Threads(3));
                kinds.list(&tasks, &marks[..count / 2], &proxies, !any_sensor);
                kinds.list(&tasks, &marks, &proxies, any_sensor);
                let wanted = |is: &dyn Fn(usize) -> bool| -> Vec<u32> {
                    let live = |id: usize| marks[id] & (mark::LIVE | mark::FROZEN) == mark::LIVE;
                    (0..count).filter(|&id| live(id) && is(id)).map(|id| id as u32).collect()
                };
                let senses = |id: usize| any_sensor && proxies[id].sensor;
                let active = |id: usize| marks[id] & mark::ACTIVE != 0;
                assert_eq!(kinds.active(), wanted(&|id| !senses(id) && active(id)));
                assert_eq!(kinds.still(), wanted(&|id| !senses(id) && !active(id)));
                assert_eq!(kinds.sensors(), wanted(&senses));
            }
        }
    }
}
