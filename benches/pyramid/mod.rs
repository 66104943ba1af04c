//! A pyramid of boxes as input of the solver: contacts that are known without a narrow phase.
//!
//! Row r has one box fewer than the row below; each box stands on two, its half width on either. Before each step body
//! states are reset while the impulses stay, so that every step is the same warm-started one. Bodies are numbered row
//! by row, roughly as in a world after renumbering.

use carom_math::vec2;
use carom_parallel::{Driver, Executor, StageClock};
use carom_shapes::FeatureId;
use carom_solver::coloring::{free_color, free_fixed_color};
use carom_solver::{
    BodyMass, BodyState, ContactManifold, ContactPair, ForceUpdate, Hardening, PreparedPoint, Softness, Solver,
    StepRules, TreeChoice,
};

/// Substeps in a step.
pub const SUBSTEPS: u32 = 4;

/// Steps after which the impulses carry the pyramid.
const WARM_UP: usize = 60;

/// The input of the solver.
pub struct Pyramid {
    masses: Vec<BodyMass>,
    states: Vec<BodyState>,
    pub updates: Vec<ForceUpdate>,
    pub contacts: Vec<ContactPair>,
    manifolds: Vec<ContactManifold>,
    rules: StepRules,
    pub solver: Solver,
}

impl Pyramid {
    /// A pyramid with so many boxes in the lowest row.
    fn new(base: u32) -> Self {
        let mut rows = Vec::new();
        let mut masses = Vec::new();
        for row in 0..base {
            rows.push(masses.len() as u32);
            for k in 0..base - row {
                let center = vec2(0.5 * row as f32 + k as f32, row as f32 + 0.5);
                masses.push(BodyMass { center, inv_mass: 1.0, inv_inertia: 6.0 });
            }
        }
        let movers = masses.len();
        masses.push(BodyMass { center: vec2(0.5 * base as f32, -1.0), inv_mass: 0.0, inv_inertia: 0.0 });
        let ground = movers as u32;
        let mut used = vec![0_u32; movers];
        let (mut contacts, mut manifolds) = (Vec::new(), Vec::new());
        for row in 0..base {
            for k in 0..base - row {
                let own = rows[row as usize] + k;
                let below = match row.checked_sub(1) {
                    None => vec![(ground, -0.5, 0.5)],
                    Some(under) => {
                        let left = rows[under as usize] + k;
                        vec![(left, -0.5, 0.0), (left + 1, 0.0, 0.5)]
                    }
                };
                for (other, from, to) in below {
                    let color = if other == ground {
                        free_fixed_color(used[own as usize])
                    } else {
                        free_color(used[own as usize], used[other as usize])
                    };
                    let color = color.expect("few contacts a body");
                    used[own as usize] |= 1 << color;
                    if other != ground {
                        used[other as usize] |= 1 << color;
                    }
                    // The box below is a, the normal points up.
                    let mut contact = ContactPair::new(other, own);
                    (contact.color, contact.count) = (color, 2);
                    contacts.push(contact);
                    let point = |x: f32, id: u32| {
                        let place = masses[own as usize].center + vec2(x, -0.5);
                        PreparedPoint {
                            anchor_a: place - masses[other as usize].center,
                            anchor_b: place - masses[own as usize].center,
                            separation: -0.005,
                            id: FeatureId(id),
                        }
                    };
                    let points = [point(from, 0), point(to, 1)];
                    manifolds.push(ContactManifold::new(
                        [other, own],
                        vec2(0.0, 1.0),
                        [0.6, 0.0, 0.0, 0.0],
                        [0.0; 2],
                        &points,
                    ));
                }
            }
        }
        let h = 1.0 / 60.0 / SUBSTEPS as f32;
        let update = ForceUpdate::new(h * vec2(0.0, -10.0), 0.0, [1.0; 3]);
        Self {
            // A row for the ground, and the dummy.
            states: vec![BodyState::default(); masses.len() + 1],
            updates: vec![update; movers],
            masses,
            contacts,
            manifolds,
            rules: StepRules {
                h,
                inv_h: 1.0 / h,
                substeps: SUBSTEPS,
                contact: Softness::new(30.0, 10.0, h),
                fixed_contact: Softness::new(60.0, 10.0, h),
                hardening: Hardening { depth: 0.02, most: 2.0 },
                joint: Softness::new(60.0, 2.0, h),
                trees: TreeChoice::Hard,
                push_out_speed: 3.0,
                joint_push_speed: 50.0,
                joint_turn_speed: 50.0,
                restitution_threshold: 1.0,
                max_speed: 400.0,
                max_spin: 100.0,
            },
            solver: Solver::default(),
        }
    }

    /// Fills the blocks.
    pub fn prepare(&mut self, tasks: &Executor) {
        let Self { masses, states, contacts, manifolds, solver, .. } = self;
        states.fill(BodyState::default());
        solver.prepare_contacts(tasks, contacts, manifolds, masses, states);
    }

    fn substeps(&mut self, tasks: &Executor, clock: &mut StageClock) {
        clock.start();
        self.solver.substeps(tasks, &mut self.states, (&self.updates, &[], &self.masses), &self.rules, clock);
    }

    /// All of a step.
    pub fn step(&mut self, tasks: &Executor, clock: &mut StageClock) {
        self.prepare(tasks);
        self.substeps(tasks, clock);
        self.solver.store_contacts(tasks, &mut self.contacts);
    }

    /// A pyramid that carries itself.
    pub fn warm(base: u32) -> Self {
        let mut pyramid = Self::new(base);
        let (tasks, mut clock) = (Executor::new(Driver::Inline), StageClock::default());
        for _ in 0..WARM_UP {
            pyramid.step(&tasks, &mut clock);
        }
        pyramid
    }
}
