//! The whole frame, top to bottom. Each line is a stage: a function whose arguments are what it reads and writes.
//! docs/STEP.md says of each why it may run in parallel.

use crate::World;
use crate::frame::Frame;
use crate::stage::*;
use crate::state::State;
use carom_tasks::{Driver, Executor};
use std::mem::take;
use std::ops::Range;

impl World {
    /// Moves the world on by one step of [`crate::WorldDef::dt`], on the current rayon pool. It cannot fail. The state
    /// afterwards is the same for every number of threads.
    pub fn step(&mut self) {
        let tasks = std::mem::take(&mut self.tasks);
        self.sight.forget();
        tasks.start();
        let work = 2 * (self.state.bodies.active + self.frame.active_joints.len()) + self.state.contacts.len();
        let helpers = work / WORK_A_HELPER;
        if tasks.driver() == Driver::Rayon {
            let mut sharing = self.frame.sharing;
            sharing.run(work, tasks.width(), DOUBT, |workers| match workers {
                1 => tasks.alone(|alone| self.step_here(alone)),
                _ => tasks.enter(helpers, || self.step_here(&tasks)),
            });
            self.frame.sharing = sharing;
        } else {
            tasks.enter(helpers, || self.step_here(&tasks));
        }
        self.tasks = tasks;
    }

    fn step_here(&mut self, tasks: &Executor) {
        let Self { def, number, state, frame, events, clock, .. } = self;
        let (def, world) = (&*def, *number);
        let rules = rules_of(def);
        clock.start();
        events.clear();
        // 1. The user's changes.
        take_changes(tasks, state, frame);
        deal_numbers(tasks, state, frame, def.renumber_every);
        clock.lap("changes");
        // 2. Broad phase: new pairs; the contact array; who is touched in its sleep.
        find_pairs(tasks, state, frame);
        clock.lap("pairs");
        update_contacts(tasks, world, state, frame, events);
        clock.lap("contacts");
        wake_touched(tasks, state, frame, def);
        clock.lap("wake");
        // 3. Narrow phase, tile by tile: where the contacts touch, and the solver's blocks of those that did before.
        frame.solver.set_watch(watch_of(def));
        meet_contacts(tasks, world, state, frame, def);
        clock.lap("collide");
        // 4. Begin and end of touching, colours.
        change_touches(tasks, world, state, frame, events);
        clock.lap("touch");
        // 5. Solve.
        gather_drives(tasks, state, frame, def.gravity, &rules);
        apply_areas(tasks, state, frame, def, &rules);
        prepare_constraints(tasks, state, frame, &rules);
        clock.lap("prepare");
        let State { bodies, shared, passing, .. } = &mut *state;
        let Frame { solver, drives, changes, shared: touching, .. } = &mut *frame;
        let drives = (&drives[..], &bodies.colours[..bodies.awake], &bodies.masses[..]);
        tasks.beside(
            || solver.substeps(tasks, &mut bodies.states, drives, &rules, clock),
            || tell_touches(changes, touching, shared, passing, events),
        );
        clock.lap("tell");
        frame.solver.store_contacts(tasks, &mut state.contacts);
        store_joints(tasks, state, frame);
        note_impulses(tasks, world, state, frame, &rules);
        clock.lap("store");
        // What is told of hits is put into order beside stages that do not look at it.
        let (mut passing, mut noted) = (take(&mut state.passing), take(&mut frame.noted));
        tasks.beside(
            || {
                // 6. Poses, sleep timers.
                finish_bodies(tasks, &mut state.bodies, frame, def);
                clock.lap("finish");
                // 7. Fast bodies against what is in their way; then fat boxes.
                sweep_fast(tasks, world, state, frame, def);
                clock.lap("sweep");
            },
            || tell_hits(&mut noted, &mut passing, events),
        );
        clock.lap("tell");
        note_slowed(world, &state.bodies, frame, events);
        sense(tasks, world, state, frame, def, events);
        freeze_bad(world, state, frame, events);
        wake_hit(tasks, state, frame);
        clock.lap("sweep");
        tasks.beside(
            || {
                refit_boxes(tasks, frame.level, state, def);
                clock.lap("boxes");
            },
            || {
                tell_impacts(&mut frame.sweeps, &mut passing, def, events);
                frame.sweeps.land();
            },
        );
        (state.passing, frame.noted) = (passing, noted);
        clock.lap("tell");
        // 8. Sleep, and the order of the rows.
        state.steps += 1;
        fall_asleep(world, state, frame, def, events);
        renumber(tasks, state, frame, def.renumber_every);
        note_woken(world, state, events);
        clock.lap("sleep");
    }
}

/// A step with less work than this does not enter the pool, one with more does; in between it hangs on the machine whether several threads are through with it
/// sooner than one, and is measured. A contact is one unit, a body that moves two, and so is a joint of the last step; a thousand bodies in a heap are some 4,300.
const DOUBT: Range<usize> = 1536..8192;

/// One worker for so much work waits beside a step for its jobs.
const WORK_A_HELPER: usize = 1024;
