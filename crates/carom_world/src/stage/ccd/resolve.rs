//! A round of continuous collision: it resolves the impacts that are the first for both of their bodies. Their impulses
//! are computed in parallel, and change the moving bodies one after the other, in the order of the proxies. The impacts
//! of one round share no body that can be pushed, but one may roll back what another changed. If there are joints, the
//! earliest impact comes first.

use crate::def::WorldDef;
use crate::stage::ccd::context::{CcdContext, Crowds};
use crate::stage::ccd::event::ToiEvent;
use crate::stage::ccd::impact::ImpactImpulse;
use crate::stage::ccd::impact_queue::ImpactQueue;
use crate::stage::ccd::impact_record::ImpactRecord;
use crate::stage::ccd::impact_rules::Rules;
use crate::stage::ccd::joint_group::JointGroup;
use crate::stage::ccd::moving_body::{MovingBodies, MovingBody};
use crate::stage::ccd::pending_impact::PendingImpact;
use crate::stage::ccd::rollback::rollback;
use crate::stage::ccd::tracks::Tracks;
use crate::state::State;
use carom_math::{Vec2, max};
use carom_parallel::Executor;

/// Impacts that a task computes.
const BLOWS_A_TASK: usize = 4;

/// Offers each impact that holds to both of its bodies, and follows those that were not followed yet.
pub(crate) fn tell(tasks: &Executor, state: &State, moving: &mut MovingBodies, tracks: &Tracks, pending: &ImpactQueue) {
    let first = moving.list.len();
    for PendingImpact { event, rows, calls, .. } in pending.iter().filter(|pending| !pending.done) {
        for (row, call) in rows.iter().zip(calls) {
            if let Some(call) = call {
                let number = moving.reserve(*row, call.looks);
                moving.list[number as usize].pressed |= call.pressed;
                moving.tell(number, event);
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
    /// The bodies that hang on the two of each, if its impulse was computed.
    chains: Vec<JointGroup>,
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
        struck: &mut Vec<ImpactRecord>,
    ) {
        let Rules { state, def, tracks, .. } = *rules;
        let Self { firsts, impulses, chains } = self;
        let list = pending.list();
        firsts.clear();
        firsts.extend(pending.places().filter(|&place| is_first(moving, &list[place as usize])));
        if !state.joints.rows.is_empty() {
            // Bodies that hang together feel the earliest impact first.
            firsts.sort_unstable_by(|&one, &two| list[one as usize].by_time(&list[two as usize]));
        }
        if impulses.len() < firsts.len() {
            impulses.resize(firsts.len(), None);
            chains.resize(firsts.len(), JointGroup::default());
        }
        let ctx = &*moving;
        let (impulses, chains) = (&mut impulses[..firsts.len()], &mut chains[..firsts.len()]);
        tasks.blocks(BLOWS_A_TASK, (&firsts[..], &mut *impulses, &mut *chains), |_, (firsts, impulses, chains)| {
            for ((&place, impulse), chain) in firsts.iter().zip(impulses).zip(chains) {
                let pending = &list[place as usize];
                let event = &pending.event;
                let gone_on =
                    pending.pushable(ctx).into_iter().flatten().any(|number| ctx.segment(number).start > event.time);
                *impulse = (!gone_on).then(|| ImpactImpulse::of(rules, ctx, chain, event));
            }
        });
        for ((&place, impulse), chain) in firsts.iter().zip(impulses).zip(chains) {
            let pending = pending.at_mut(place);
            if !is_first(moving, pending) {
                continue;
            }
            let event = &pending.event;
            let both = pending.pushable(moving);
            let ways = |moving: &MovingBodies| both.map(|number| Some(moving.segment_index_at(number?, event.time).0));
            let found_on = ways(moving);
            let both = || both.into_iter().flatten();
            both().for_each(|number| rollback(moving, number, event.time, struck));
            if ways(moving) != found_on {
                // One of the two had hit the other since. That one is on an earlier segment again, on which they do not
                // meet so.
                continue;
            }
            pending.done = true;
            both().for_each(|number| moving.list[number as usize].first = ToiEvent::NONE);
            if impulse.as_ref().is_some_and(|impulse| !impulse.holds(state, moving, chain, event)) {
                *impulse = None;
            }
            let impulse = impulse.get_or_insert_with(|| ImpactImpulse::of(rules, moving, chain, event));
            struck.push(impulse.apply(rules, moving, chain, event, struck.len() as u32));
            if rules.stop {
                for number in both() {
                    stop_at(
                        &CcdContext { state, moving, tracks, def, solved: None, crowds: Crowds::All, all: None },
                        number,
                        event,
                    )
                    .apply(moving, number);
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

/// A moving body stays at the place of its impact. The other body carries it along if it is driven: that one goes on
/// whatever is in its way.
fn stop_at(ctx: &CcdContext<'_>, number: u32, event: &ToiEvent) -> Stop {
    let row = ctx.moving.list[number as usize].row;
    let other = other_row(ctx.state, event, row);
    let bodies = &ctx.state.bodies;
    let start = ctx.moving.segment(number).start;
    let time = max(start, event.time);
    let driven = bodies.min_extents[other as usize] == f32::MAX && (other as usize) < bodies.active;
    if !driven || time >= 1.0 {
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
    let lost =
        pending.iter().filter(|pending| !pending.done && !pending.holds(moving)).flat_map(|pending| pending.rows);
    fresh.extend(lost.filter_map(|row| moving.of(row)));
    fresh.drain(..).for_each(|number| moving.stop(number, 0.0, Vec2::ZERO, 0.0));
    moving.fresh = fresh;
    pending.retain(|pending| pending.holds(moving));
    moving.forget();
    tell(tasks, state, moving, tracks, pending);
    for number in 0..moving.list.len() as u32 {
        let MovingBody { first, looks, .. } = moving.list[number as usize];
        if looks && first.is_some() {
            stop_at(
                &CcdContext { state, moving, tracks, def, solved: None, crowds: Crowds::All, all: None },
                number,
                &first,
            )
            .apply(moving, number);
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
            moving.note_cause(number, 0, With::Flight(other));
        }
        let [a, b] = [0, 1].map(|row| world.state.bodies.motions[row].proxy);
        let (point, normal, push) = (Vec2::ZERO, Vec2::X, Vec2::ZERO);
        let pair = shapes_of(&world.state, &ContactPair::new(a, b));
        let (touched, turned, allowed) = (false, false, false);
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
            rolled_back: allowed,
        };
        (world, tracks, moving, vec![impact])
    }

    /// Lets the two meet at time `t`, if that holds; returns whether they did.
    fn collide_at(
        t: f32,
        world: &World,
        tracks: &Tracks,
        moving: &mut MovingBodies,
        struck: &mut Vec<ImpactRecord>,
    ) -> bool {
        let state = &world.state;
        let [a, b] = [0, 1].map(|row| state.bodies.motions[row].proxy);
        let ctx = CcdContext { state, moving, tracks, def: &world.def, solved: None, crowds: Crowds::All, all: None };
        let mut pending = ImpactQueue::default();
        pending.take(&[PendingImpact::new(&ctx, ToiEvent { time: t, a, b, normal: Vec2::X, deep: false, sunk: 0.0 })]);
        let tasks = Executor::new(Driver::Inline);
        tell(&tasks, state, moving, tracks, &pending);
        let rules = Rules { state, def: &world.def, updates: &[], tracks, stop: false };
        Round::default().resolve(&tasks, &rules, moving, &mut pending, struck);
        pending.list()[0].done
    }

    #[test]
    fn two_that_taking_back_puts_on_other_ways_do_not_meet() {
        let (world, tracks, mut moving, mut struck) = two();
        let start = moving.segment_index_at(1, 0.0).0;
        // The first one has to roll back to before 0.5, and so does its impact with the other. That one is on another
        // segment then.
        assert!(!collide_at(0.5, &world, &tracks, &mut moving, &mut struck));
        assert!(struck.len() == 1 && struck[0].rolled_back);
        assert_eq!(moving.list[1].segment, start);
        assert!(moving.list.iter().all(|moving_body| moving_body.fresh));
    }

    #[test]
    fn two_that_have_not_gone_on_meet() {
        let (world, tracks, mut moving, mut struck) = two();
        assert!(collide_at(0.9, &world, &tracks, &mut moving, &mut struck));
        assert!(struck.len() == 2 && !struck[0].rolled_back);
        assert_eq!([0, 1].map(|number| moving.segment(number).start), [0.9; 2]);
    }

    #[test]
    fn a_chain_holds_until_somebody_on_it_goes_another_way() {
        let mut world = World::default();
        let disc = |x: f32| BodyDef::dynamic().at(vec2(x, 0.0)).shape(Circle::new(0.1).unwrap());
        let keys = [0.0, 1.0, 2.0].map(|x| world.add_body(disc(x)).unwrap());
        world.add_joint(keys[1], keys[2], Revolute::new(vec2(0.5, 0.0), vec2(-0.5, 0.0))).unwrap();
        world.step();
        let (mut tracks, mut moving, mut chain) = (Tracks::default(), MovingBodies::default(), JointGroup::default());
        tracks.build(&Executor::new(Driver::Inline), world.scratch.level, &world.state.bodies, (&[], &[]), &world.def);
        moving.clear(3, 0.0);
        for row in 0..2 {
            moving.add(&world.state, &tracks, row, true);
        }
        let hanging = |moving: &MovingBodies, chain: &mut JointGroup| {
            let ctx = CcdContext {
                state: &world.state,
                moving,
                tracks: &tracks,
                def: &world.def,
                solved: None,
                crowds: Crowds::All,
                all: None,
            };
            let two =
                [0, 1].map(|row| GroupBody { row, change: Change::default(), inv_mass: Vec2::ONE, inv_inertia: 1.0 });
            chain.gather(&ctx, two, 0.5);
            assert!(chain.holds(moving));
            chain.bodies.len() - 2
        };
        // The third one is on the solver's motion, then is followed, then goes on from a later time.
        assert_eq!(hanging(&moving, &mut chain), 1);
        let third = moving.add(&world.state, &tracks, 2, true);
        assert!(!chain.holds(&moving));
        assert_eq!(hanging(&moving, &mut chain), 1);
        let bent = moving.bent(third, 0.7, vec2(0.0, 1.0), 0.0);
        moving.bend(third, bent);
        assert!(!chain.holds(&moving));
        assert_eq!(hanging(&moving, &mut chain), 0);
    }
}
