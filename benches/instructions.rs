//! Kernels whose instructions are counted under callgrind: `.ci/instructions` compares them with
//! `benches/instructions.txt`. The argument names one. Only code inside [`kernel_under_count`] is counted.

mod pyramid;

use carom::broadphase::{Boxes, BroadPhase, BroadPhaseKind, StillSet};
use carom::diagnostics::Driver;
use carom::narrowphase::{Sweep, collide, ray_cast, time_of_impact};
use carom::{Aabb, Capsule, Circle, Piece, Polygon, Pose, Vec2, vec2};
use carom_math::LaneWidth;
use carom_parallel::{Executor, StageClock};
use pyramid::Pyramid;
use std::hint::black_box;

/// The code that is counted.
#[inline(never)]
fn kernel_under_count(run: &mut dyn FnMut()) {
    run();
}

fn main() {
    let name = std::env::args().skip(1).find(|word| !word.starts_with("--")).unwrap_or_default();
    match name.as_str() {
        "contacts" => contacts(),
        "rays" => rays(),
        "impacts" => impacts(),
        "pairs" => pairs(),
        "solver" => solver(),
        "step" => step(LaneWidth::Auto),
        "step4" => step(LaneWidth::Four),
        _ => println!("one of: contacts, rays, impacts, pairs, solver, step, step4"),
    }
}

/// Numbers in 0..1 that look random and are the same everywhere (D. Knuth, MMIX, 1997).
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / 16_777_216.0
    }

    fn place(&mut self, size: f32) -> Vec2 {
        vec2(size * (self.next() - 0.5), size * (self.next() - 0.5))
    }
}

/// Boxes, hexagons, circles and capsules of about a metre.
fn pieces() -> Vec<Piece> {
    let hexagon = (0..6).map(|i| Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_3)).collect::<Vec<_>>();
    [
        Polygon::rect(1.0, 0.7).ok().map(Piece::Polygon),
        Polygon::new(hexagon).ok().map(Piece::Polygon),
        Circle::new(0.5).ok().map(Piece::Circle),
        Capsule::horizontal(1.0, 0.3).ok().map(Piece::Capsule),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Pairs of pieces that touch or nearly do.
fn meetings(count: usize) -> Vec<(Piece, Piece, Pose)> {
    let (pieces, mut draws) = (pieces(), Draws(1));
    let pose = |draws: &mut Draws| Pose::new(draws.place(2.4), 6.0 * draws.next());
    (0..count).map(|i| (pieces[i % 4].clone(), pieces[i / 4 % 4].clone(), pose(&mut draws))).collect()
}

fn contacts() {
    let pairs = meetings(4096);
    kernel_under_count(&mut || pairs.iter().for_each(|(a, b, pose)| _ = black_box(collide(a, b, *pose, 0.02))));
}

fn rays() {
    let (pieces, mut draws) = (pieces(), Draws(2));
    let ways: Vec<(Vec2, Vec2)> = (0..4096).map(|_| (draws.place(6.0), draws.place(2.0))).collect();
    kernel_under_count(&mut || {
        for (i, (from, to)) in ways.iter().enumerate() {
            black_box(ray_cast(&pieces[i % 4], *from, *to));
        }
    });
}

fn impacts() {
    let (pairs, mut draws) = (meetings(512), Draws(3));
    let ways: Vec<(Vec2, f32)> = pairs.iter().map(|_| (draws.place(2.0), 2.0 * draws.next() - 1.0)).collect();
    kernel_under_count(&mut || {
        for ((a, b, pose), (way, turn)) in pairs.iter().zip(&ways) {
            let start = Pose { p: 2.0 * pose.p, ..*pose };
            let sweep = Sweep::between(Vec2::ZERO, start, Pose { p: *way, q: pose.q.turned(*turn) });
            black_box(time_of_impact(a, &Sweep::still(Pose::IDENTITY), b, &sweep, 0.0, 1.0e-3));
        }
    });
}

/// Boxes in a field, half of which move by a tenth of their size in each of four steps.
fn pairs() {
    let mut draws = Draws(4);
    let mut boxes: Vec<Aabb> = (0..5000)
        .map(|i| {
            let at = 0.75 * vec2((i % 70) as f32, (i / 70) as f32) + draws.place(0.4);
            Aabb::new(at, at + 0.5 * Vec2::ONE + draws.place(0.3))
        })
        .collect();
    let active: Vec<u32> = (0..5000).collect();
    let (tasks, mut broad_phase) = (Executor::new(Driver::Inline), BroadPhase::new(BroadPhaseKind::default()));
    let (mut old, mut found) = (boxes.clone(), Vec::new());
    for step in 0..5 {
        let now = Boxes { now: &boxes, old: &old, active: &active, still: StillSet::Same, follows: true };
        let mut run = || {
            broad_phase.update(&tasks, &now);
            broad_phase.new_pairs(&tasks, &now, &mut found);
        };
        // The first step grows memory.
        if step == 0 {
            run()
        } else {
            kernel_under_count(&mut run)
        }
        old.clone_from(&boxes);
        for moved in boxes.iter_mut().step_by(2) {
            *moved = moved.moved(draws.place(0.1));
        }
    }
}

fn solver() {
    let mut pyramid = Pyramid::warm(40);
    let (tasks, mut clock) = (Executor::new(Driver::Inline), StageClock::default());
    kernel_under_count(&mut || pyramid.step(&tasks, &mut clock));
}

/// Steps of a pyramid of boxes and of a heap of other shapes, with as many lanes as the machine has, or four: these
/// have code of their own.
fn step(lanes: LaneWidth) {
    for (name, steps) in [("large_pyramid", 12), ("polygons_10k", 12)] {
        let mut play = carom_scenes::find(name).expect("a scene").scene().expect("a scene").play().expect("a world");
        for _ in 0..steps {
            play.step();
        }
        let mut world = play.world().clone();
        world.set_driver(Driver::Inline);
        world.set_lanes(lanes);
        world.step();
        kernel_under_count(&mut || world.step());
    }
}
