//! The step: the whole frame, top to bottom. Each line is a stage, a function whose arguments are what it reads and
//! writes. docs/STEP.md says why each may run in parallel.

use crate::World;
use crate::stage::*;
use crate::state::State;
use crate::step_scratch::StepScratch;
use carom_parallel::{Driver, Executor};
use std::mem::take;
use std::ops::Range;

impl World {
    /// Advances the world by one step of [`crate::WorldDef::dt`], on the current rayon pool. It cannot fail. The state
    /// afterwards is the same for any number of threads.
    pub fn step(&mut self) {
        let tasks = std::mem::take(&mut self.tasks);
        self.query_index.forget();
        tasks.start();
        let work = 2 * (self.state.bodies.active + self.scratch.active_joints.len()) + self.state.contacts.len();
        let helpers = work / WORK_A_HELPER;
        if tasks.driver() == Driver::Rayon {
            let mut sharing = self.scratch.tuner;
            sharing.run(work, tasks.width(), DOUBT, |workers| match workers {
                1 => tasks.alone(|alone| self.step_here(alone)),
                _ => tasks.enter(helpers, || self.step_here(&tasks)),
            });
            self.scratch.tuner = sharing;
        } else {
            tasks.enter(helpers, || self.step_here(&tasks));
        }
        self.tasks = tasks;
    }

    #[cfg_attr(feature = "profiling", profiling::function)]
    fn step_here(&mut self, tasks: &Executor) {
        let Self { def, state, scratch, events, clock, query_index, .. } = self;
        let def = &*def;
        let rules = rules_of(def);
        clock.start();
        settle_starts(&mut state.bodies, events);
        events.clear();
        // 1. The user's changes.
        take_changes(tasks, state);
        reorder_proxies(tasks, state, scratch, def.spatial_sort_interval);
        clock.lap("changes");
        // 2. Broad phase: new pairs; the contact array; sleepers that are touched wake.
        find_pairs(tasks, state, scratch);
        query_index.note_still(state.proxies.boxes().still, state.proxies.list.len());
        clock.lap("pairs");
        update_contacts(tasks, state, scratch, events);
        clock.lap("contacts");
        wake_touched(tasks, state, scratch, def);
        clock.lap("wake");
        // 3. Narrow phase, chunk by chunk: manifolds, and the solver's blocks of contacts that touched before.
        scratch.solver.set_recorder(recorder_of(def));
        mark_bounce_chains(state, scratch, def);
        scale_masses(state, scratch, def, &rules);
        collide_contacts(tasks, state, scratch, def);
        clock.lap("collide");
        // 4. Begin and end of touching, colors.
        change_touches(tasks, state, scratch, events);
        undo_late_touches(&mut state.bodies, &scratch.late);
        clock.lap("touch");
        // 5. Solve.
        restore_masses(&mut state.bodies, scratch);
        gather_forces(tasks, state, scratch, def.gravity, &rules);
        apply_areas(tasks, state, scratch, def, &rules);
        scale_forces(&mut state.bodies, scratch);
        prepare_constraints(tasks, state, scratch, &rules);
        clock.lap("prepare");
        let State { bodies, shared, transient, .. } = &mut *state;
        let StepScratch { solver, force_updates: updates, changes, shared: touching, .. } = &mut *scratch;
        let updates = (&updates[..], &bodies.colors[..bodies.awake], &bodies.masses[..]);
        tasks.beside(
            || solver.substeps(tasks, &mut bodies.states, updates, &rules, clock),
            || emit_touch_events(changes, touching, shared, transient, events),
        );
        clock.lap("events");
        restore_masses(&mut state.bodies, scratch);
        uncache_scaled(scratch);
        scratch.solver.store_contacts(tasks, &mut state.contacts);
        store_joints(tasks, state, scratch);
        record_impulses(tasks, state, scratch, &rules);
        clock.lap("store");
        part_embedded(state, scratch, def);
        // Hit events are sorted beside stages that do not read them.
        let (mut transient, mut noted) = (take(&mut state.transient), take(&mut scratch.noted));
        tasks.beside(
            || {
                // 6. Poses, sleep timers.
                finalize_bodies(tasks, &mut state.bodies, scratch, def);
                clock.lap("finalize");
                // 7. Continuous collision of fast bodies; then fat boxes.
                continuous_collision(tasks, state, scratch, def);
                clock.lap("ccd");
            },
            || emit_hit_events(&mut noted, &mut transient, events),
        );
        clock.lap("events");
        unmark_bounce_chains(&mut state.bodies, scratch);
        emit_slowed_events(&state.bodies, scratch, events);
        update_sensors(tasks, state, scratch, def, events);
        freeze_bad(state, scratch, events);
        wake_hit(tasks, state, scratch);
        clock.lap("ccd");
        tasks.beside(
            || {
                refit_boxes(tasks, scratch.level, state, def);
                clock.lap("boxes");
            },
            || {
                emit_impact_events(&mut scratch.ccd, &mut transient, def, events);
                scratch.ccd.end_step();
            },
        );
        (state.transient, scratch.noted) = (transient, noted);
        events.list_swept();
        clock.lap("events");
        // 8. Joints that break, sleep, and the order of the rows.
        state.steps += 1;
        keep_driven_awake(state, scratch, def);
        keep_free_awake(state, scratch, def);
        strain_joints(state, scratch, def, events);
        break_joints(state, scratch, def, events);
        fall_asleep(state, scratch, def, events);
        reorder_bodies(tasks, state, scratch, def.spatial_sort_interval);
        emit_woken_events(state, events);
        clock.lap("sleep");
    }
}

/// Range of work in which the tuner measures whether several threads are faster than one. A step with less does not
/// enter the pool, one with more does. A contact counts 1, a moving body or a joint of the last step 2. A thousand
/// bodies in a heap are some 4,300.
const DOUBT: Range<usize> = 1536..8192;

/// Work for each helper thread that spins beside a step.
const WORK_A_HELPER: usize = 1024;
