//! A round of continuous collision: it resolves the impacts that are the first for both of their bodies. Their impulses
//! are computed in parallel, and change the moving bodies one after the other, in the order of the proxies. The impacts
//! of one round share no body that can be pushed, but one may roll back what another changed. If there are joints, the
//! earliest impact comes first.

use crate::def::WorldDef;
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::event::ToiEvent;
use crate::stage::ccd::impact::ImpactImpulse;
use crate::stage::ccd::impact_queue::ImpactQueue;
use crate::stage::ccd::impact_record::ImpactRecord;
use crate::stage::ccd::impact_rules::Rules;
use crate::stage::ccd::joint_group::{Jerk, JointGroup};
use crate::stage::ccd::moving_body::{MovingBodies, MovingBody};
use crate::stage::ccd::pending_impact::PendingImpact;
use crate::stage::ccd::rollback::rollback;
use crate::stage::ccd::tracks::Tracks;
use crate::state::State;
use carom_math::{Vec2, max};
use carom_parallel::Executor;

/// Impacts that a task computes.
const IMPACTS_A_TASK: usize = 4;

/// Offers each impact that holds to both of its bodies, and follows those that were not followed yet.
pub(crate) fn offer_events(
    tasks: &Executor,
    state: &State,
    moving: &mut MovingBodies,
    tracks: &Tracks,
    pending: &ImpactQueue,
) {
    let first = moving.list.len();
    for PendingImpact { event, rows, flags, .. } in pending.iter().filter(|pending| !pending.done) {
        for (row, flags) in rows.iter().zip(flags) {
            if let Some(flags) = flags {
                let number = moving.reserve(*row, flags.looks);
                moving.list[number as usize].pressed |= flags.pressed;
                moving.offer(number, event);
            }
        }
    }
    moving.begin(tasks, state, tracks, first);
}

/// The row that an impact of `row` is with.
fn other_row(state: &State, event: &ToiEvent, row: u32) -> u32 {
    let rows = [event.a, event.b].map(|id| state.proxies.rows[id as usize]);
    if rows[0] == row { rows[1] } else { rows[0] }
}

/// The memory of a round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Round {
    /// The impacts that are the first for both of their bodies, by their indices in the queue.
    firsts: Vec<u32>,
    /// The effect of each, as far as it was computed beforehand.
    impulses: Vec<Option<ImpactImpulse>>,
    /// The bodies jointed to the two of each, if its impulse was computed.
    groups: Vec<JointGroup>,
    /// The impulses of joints that may break, of all rounds of a step. No impact of jointed bodies is rolled back.
    pub jerks: Vec<Jerk>,
}

impl Round {
    /// Resolves each impact that is the first for both of its bodies. The impulses are computed in parallel, then
    /// applied one after the other. An impulse is computed at its turn if its own bodies have to roll back first, or if
    /// another impact changed them. An impact that another one rolled back does not hold any more.
    pub fn resolve(
        &mut self,
        tasks: &Executor,
        rules: &Rules<'_>,
        moving: &mut MovingBodies,
        pending: &mut ImpactQueue,
        records: &mut Vec<ImpactRecord>,
    ) {
        let Rules { state, def, tracks, .. } = *rules;
        let Self { firsts, impulses, groups, jerks } = self;
        let list = pending.list();
        firsts.clear();
        firsts.extend(pending.places().filter(|&place| is_first(moving, &list[place as usize])));
        if !state.joints.rows.is_empty() {
            // Jointed bodies feel the earliest impact first.
            firsts.sort_unstable_by(|&one, &two| list[one as usize].by_time(&list[two as usize]));
        }
        if impulses.len() < firsts.len() {
            impulses.resize(firsts.len(), None);
            groups.resize(firsts.len(), JointGroup::default());
        }
        let bodies = &*moving;
        let (impulses, groups) = (&mut impulses[..firsts.len()], &mut groups[..firsts.len()]);
        tasks.blocks(IMPACTS_A_TASK, (&firsts[..], &mut *impulses, &mut *groups), |_, (firsts, impulses, groups)| {
            for ((&place, impulse), group) in firsts.iter().zip(impulses).zip(groups) {
                let pending = &list[place as usize];
                let event = &pending.event;
                let gone_on = pending
                    .pushable(bodies)
                    .into_iter()
                    .flatten()
                    .any(|number| bodies.segment(number).start > event.time);
                *impulse = (!gone_on).then(|| ImpactImpulse::of(rules, bodies, group, event));
            }
        });
        for ((&place, impulse), group) in firsts.iter().zip(impulses).zip(groups) {
            let pending = pending.at_mut(place);
            if !is_first(moving, pending) {
                continue;
            }
            let event = &pending.event;
            let both = pending.pushable(moving);
            let ways = |moving: &MovingBodies| both.map(|number| Some(moving.segment_index_at(number?, event.time).0));
            let found_on = ways(moving);
            let both = || both.into_iter().flatten();
            both().for_each(|number| rollback(moving, number, event.time, records));
            if ways(moving) != found_on {
                // One of the two had hit the other since. That one is on an earlier segment again, on which they do not
                // meet so.
                continue;
            }
            pending.done = true;
            both().for_each(|number| moving.list[number as usize].first = ToiEvent::NONE);
            if impulse.as_ref().is_some_and(|impulse| !impulse.holds(state, moving, group, event)) {
                *impulse = None;
            }
            let impulse = impulse.get_or_insert_with(|| ImpactImpulse::of(rules, moving, group, event));
            let breaks = |jerk: &Jerk| state.joints.get(jerk.joint).is_some_and(|joint| joint.def.options.breaks());
            jerks.extend(group.jerks().filter(breaks));
            records.push(impulse.apply(rules, moving, group, event, records.len() as u32));
            if rules.stop {
                for number in both() {
                    stop_at(&CcdContext::for_impacts(state, moving, tracks, def), number, event).apply(moving, number);
                }
            }
        }
    }
}

/// Whether an impact that holds is the first for both of its bodies.
fn is_first(moving: &MovingBodies, pending: &PendingImpact) -> bool {
    let both = pending.pushable(moving);
    let is_first = |number: u32| moving.list[number as usize].first.is_same(&pending.event);
    !pending.done && both.into_iter().flatten().all(is_first) && pending.holds(moving)
}

/// The motion of a moving body in the rest of the step, after the rounds ran out.
struct Stop {
    time: f32,
    way: Vec2,
    turn: f32,
}

/// A moving body stays at the place of its impact. The other body carries it along if it is driven or dominates:
/// that one goes on whatever is in its way.
fn stop_at(ctx: &CcdContext<'_>, number: u32, event: &ToiEvent) -> Stop {
    let row = ctx.moving.list[number as usize].row;
    let other = other_row(ctx.state, event, row);
    let bodies = &ctx.state.bodies;
    let start = ctx.moving.segment(number).start;
    let time = max(start, event.time);
    let driven = bodies.min_extents[other as usize] == f32::MAX && (other as usize) < bodies.active;
    let carries = driven || bodies.dominates([row, other])[1];
    if !carries || time >= 1.0 {
        return Stop { time, way: Vec2::ZERO, turn: 0.0 };
    }
    let carrier = ctx.segment_at(other, time).0;
    let center = ctx.moving.segment(number).at(time).0;
    let end = carrier.pose_at(1.0).transform_point(carrier.pose_at(time).inverse_transform_point(center));
    Stop { time, way: (end - center) * (1.0 / (1.0 - time)), turn: carrier.rates().1 }
}

impl Stop {
    fn apply(&self, moving: &mut MovingBodies, number: u32) {
        moving.stop(number, self.time, self.way, self.turn);
    }
}

/// The rounds ran out. A body with an impact ahead stops there. A body that would have to search again stops at once:
/// both bodies of an impact that no longer holds, since that one may have hidden a later one.
pub(crate) fn stop_rest(
    tasks: &Executor,
    (state, def): (&State, &WorldDef),
    moving: &mut MovingBodies,
    tracks: &Tracks,
    pending: &mut ImpactQueue,
) {
    let mut fresh = std::mem::take(&mut moving.fresh);
    let lost = pending.iter().filter(|pending| !pending.done && !pending.holds(moving));
    fresh.extend(lost.flat_map(|pending| pending.pushable(moving)).flatten());
    fresh.drain(..).for_each(|number| moving.stop(number, 0.0, Vec2::ZERO, 0.0));
    moving.fresh = fresh;
    pending.retain(|pending| pending.holds(moving));
    moving.forget();
    offer_events(tasks, state, moving, tracks, pending);
    for number in 0..moving.list.len() as u32 {
        let MovingBody { first, looks, .. } = moving.list[number as usize];
        if looks && first.is_some() {
            stop_at(&CcdContext::for_impacts(state, moving, tracks, def), number, &first).apply(moving, number);
        }
    }
}

#[cfg(test)]
mod tests {
    //! A round by hand: two discs, their segments and one impact.

    use super::*;
    use crate::stage::broad_phase::shapes::shapes_of;
    use crate::stage::ccd::group_body::{Change, GroupBody};
    use crate::stage::ccd::segment_cause::With;
    use crate::{BodyDef, Revolute, World};
    use carom_math::vec2;
    use carom_parallel::Driver;
    use carom_shapes::Circle;
    use carom_solver::ContactPair;

    /// Two discs that met at time 0.2, and that impact. The first one had gone on until 0.8 already.
    fn two() -> (World, Tracks, MovingBodies, Vec<ImpactRecord>) {
        let mut world = World::default();
        for x in [0.0, 1.0] {
            world.add_body(BodyDef::dynamic().at(vec2(x, 0.0)).shape(Circle::new(0.1).unwrap())).unwrap();
        }
        world.step();
        let (mut tracks, mut moving) = (Tracks::default(), MovingBodies::default());
        tracks.build(&Executor::new(Driver::Inline), world.scratch.level, &world.state.bodies, (&[], &[]), &world.def);
        moving.clear(2, 0.0);
        let [a, b] = [0, 1].map(|row| moving.add(&world.state, &tracks, row, true));
        for (number, other, t) in [(a, b, 0.8), (b, a, 0.2)] {
            let bent = moving.bent(number, t, vec2(1.0, 1.0), 0.0);
            moving.bend(number, bent);
            moving.note_cause(number, 0, With::Body(other));
        }
        let [a, b] = [0, 1].map(|row| world.state.bodies.motions[row].proxy);
        let (point, normal, push) = (Vec2::ZERO, Vec2::X, Vec2::ZERO);
        let pair = shapes_of(&world.state, &ContactPair::new(a, b));
        let (touched, turned) = (false, false);
        let impact = ImpactRecord {
            time: 0.2,
            a,
            b,
            pair,
            touched,
            turned,
            point,
            normal,
            speed: 0.0,
            impulse: 0.0,
            push,
            rolled_back: false,
        };
        (world, tracks, moving, vec![impact])
    }

    /// Lets the two meet at time `t`, if that holds; returns whether they did.
    fn collide_at(
        t: f32,
        world: &World,
        tracks: &Tracks,
        moving: &mut MovingBodies,
        records: &mut Vec<ImpactRecord>,
    ) -> bool {
        let state = &world.state;
        let [a, b] = [0, 1].map(|row| state.bodies.motions[row].proxy);
        let ctx = CcdContext::for_impacts(state, moving, tracks, &world.def);
        let mut pending = ImpactQueue::default();
        pending.take(&[PendingImpact::new(&ctx, ToiEvent { time: t, a, b, normal: Vec2::X, deep: false, sunk: 0.0 })]);
        let tasks = Executor::new(Driver::Inline);
        offer_events(&tasks, state, moving, tracks, &pending);
        let rules = Rules { state, def: &world.def, updates: &[], tracks, stop: false };
        Round::default().resolve(&tasks, &rules, moving, &mut pending, records);
        pending.list()[0].done
    }

    #[test]
    fn two_that_a_rollback_puts_on_other_segments_do_not_meet() {
        let (world, tracks, mut moving, mut records) = two();
        let start = moving.segment_index_at(1, 0.0).0;
        // The first one has to roll back to before 0.5, and so does its impact with the other. That one is on another
        // segment then.
        assert!(!collide_at(0.5, &world, &tracks, &mut moving, &mut records));
        assert!(records.len() == 1 && records[0].rolled_back);
        assert_eq!(moving.list[1].segment, start);
        assert!(moving.list.iter().all(|moving_body| moving_body.fresh));
    }

    #[test]
    fn two_that_have_not_gone_on_meet() {
        let (world, tracks, mut moving, mut records) = two();
        assert!(collide_at(0.9, &world, &tracks, &mut moving, &mut records));
        assert!(records.len() == 2 && !records[0].rolled_back);
        assert_eq!([0, 1].map(|number| moving.segment(number).start), [0.9; 2]);
    }

    #[test]
    fn a_group_holds_until_one_of_it_goes_another_way() {
        let mut world = World::default();
        let disc = |x: f32| BodyDef::dynamic().at(vec2(x, 0.0)).shape(Circle::new(0.1).unwrap());
        let keys = [0.0, 1.0, 2.0].map(|x| world.add_body(disc(x)).unwrap());
        world.add_joint(keys[1], keys[2], Revolute::new(vec2(0.5, 0.0), vec2(-0.5, 0.0))).unwrap();
        world.step();
        let (mut tracks, mut moving, mut group) = (Tracks::default(), MovingBodies::default(), JointGroup::default());
        tracks.build(&Executor::new(Driver::Inline), world.scratch.level, &world.state.bodies, (&[], &[]), &world.def);
        moving.clear(3, 0.0);
        for row in 0..2 {
            moving.add(&world.state, &tracks, row, true);
        }
        let jointed = |moving: &MovingBodies, group: &mut JointGroup| {
            let ctx = CcdContext::for_impacts(&world.state, moving, &tracks, &world.def);
            let two =
                [0, 1].map(|row| GroupBody { row, change: Change::default(), inv_mass: Vec2::ONE, inv_inertia: 1.0 });
            group.gather(&ctx, two, 0.5);
            assert!(group.holds(moving));
            group.bodies.len() - 2
        };
        // The third one is on the solver's motion, then is followed, then goes on from a later time.
        assert_eq!(jointed(&moving, &mut group), 1);
        let third = moving.add(&world.state, &tracks, 2, true);
        assert!(!group.holds(&moving));
        assert_eq!(jointed(&moving, &mut group), 1);
        let bent = moving.bent(third, 0.7, vec2(0.0, 1.0), 0.0);
        moving.bend(third, bent);
        assert!(!group.holds(&moving));
        assert_eq!(jointed(&moving, &mut group), 0);
    }
}
