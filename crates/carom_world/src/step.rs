//! The whole frame, top to bottom. Each line is a stage: a function whose arguments are what it reads and writes.
//! docs/STEP.md says of each why it may run in parallel.

use crate::World;
use crate::stage::*;
use carom_tasks::{Driver, Executor};

impl World {
    /// Moves the world on by one step of [`crate::WorldDef::dt`], on the current rayon pool. It cannot fail. The state
    /// afterwards is the same for every number of threads.
    pub fn step(&mut self) {
        let tasks = std::mem::take(&mut self.tasks);
        self.sight.forget();
        tasks.start();
        let little = self.state.bodies.active < LEAST_PARALLEL && tasks.driver() == Driver::Rayon;
        if little {
            self.step_here(&Executor::new(Driver::Inline));
        } else {
            let helpers = self.state.bodies.active / LEAST_PARALLEL;
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
        take_changes(state);
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
        gather_drives(tasks, &mut state.bodies, frame, def.gravity, &rules);
        apply_areas(tasks, state, frame, def, &rules);
        prepare_constraints(tasks, state, frame, &rules);
        clock.lap("prepare");
        let bodies = &mut state.bodies;
        let drives = (&frame.drives[..], &bodies.colours[..bodies.awake], &bodies.masses[..]);
        frame.solver.substeps(tasks, &mut bodies.states, drives, &rules, clock);
        frame.solver.store_contacts(tasks, &mut state.contacts);
        store_joints(tasks, state, frame);
        note_impulses(tasks, world, state, frame, &rules, events);
        clock.lap("store");
        // 6. Poses, sleep timers.
        finish_bodies(tasks, &mut state.bodies, frame, def);
        note_slowed(world, &state.bodies, frame, events);
        clock.lap("finish");
        // 7. Fast bodies against what is in their way; then fat boxes.
        sweep_fast(tasks, world, state, frame, def);
        note_hits(state, frame, def, events);
        sense(tasks, world, state, frame, def, events);
        freeze_bad(world, state, frame, events);
        wake_hit(state, frame);
        clock.lap("sweep");
        refit_boxes(tasks, frame.level, state, def);
        clock.lap("boxes");
        // 8. Sleep, and the order of the rows.
        state.steps += 1;
        fall_asleep(world, state, frame, def, events);
        renumber(tasks, state, frame, def.renumber_every);
        note_woken(world, state, events);
        clock.lap("sleep");
    }
}

/// A step with fewer bodies than this that move does not enter the pool: it would be over before a worker woke.
const LEAST_PARALLEL: usize = 256;
