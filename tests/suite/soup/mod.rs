//! Soups: random worlds of everything that a scene can contain. Each has one answer, however it is stepped
//! (determinism), and obeys the laws of motion.
//!
//! A run takes few seeds, from 0 on. `CAROM_SOUPS=1000..21000 cargo test --release --test suite soup::` takes others,
//! and prints the number of worlds, bodies and steps that were tested.

mod blame;
mod golden;
mod laws;
mod seen;
mod ways;

use crate::kit::{LONG, checked};
use carom::prelude::*;
use carom_scenes::{Flavour, SceneDef, soup};
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use ways::{BASE, Pools};

/// The seeds of this run: `few` in a usual one.
fn seeds(few: u64) -> Range<u64> {
    let Ok(text) = std::env::var("CAROM_SOUPS") else { return 0..few };
    let range = text.split_once("..").and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?));
    range.unwrap_or_else(|| panic!("CAROM_SOUPS is {text:?}, not a range of seeds such as 0..1000"))
}

/// Tests many seeds on two threads. Returns the faults of all that have one.
fn each(seeds: Range<u64>, look: impl Fn(u64) -> Result<(), String> + Sync) {
    let next = AtomicU64::new(seeds.start);
    let faults: Mutex<Vec<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end || faults.lock().unwrap().len() >= MOST_FAULTS {
                        return;
                    }
                    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| look(seed)));
                    let fault = match caught {
                        Ok(Ok(())) => continue,
                        Ok(Err(fault)) => fault,
                        Err(panic) => {
                            let text = panic.downcast_ref::<String>().cloned();
                            text.or(panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
                        }
                    };
                    eprintln!("seed {seed}: {fault}");
                    faults.lock().unwrap().push(format!("seed {seed}: {fault}"));
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Number of faults after which a run ends.
const MOST_FAULTS: usize = 20;

/// Longest time of a step for each body [s]. Worlds with a slower one are listed: crowds that start deep in each other,
/// and fast ones.
const SLOW: f64 = 100.0e-6;

/// Least number of bodies assumed for a world if steps are timed, since the machine may take a step for itself.
const FEW: usize = 20;

/// Steps of a soup in a short run.
const FEW_STEPS: u32 = 30;

/// The counts of a run.
#[derive(Default)]
struct Looked {
    worlds: AtomicU64,
    bodies: AtomicU64,
    steps: AtomicU64,
    slow: Mutex<Vec<(f64, String)>>,
}

#[test]
fn every_soup_has_one_answer() {
    let (pools, looked) = (Pools::new(), Looked::default());
    let seeds = seeds(if LONG { 500 } else { 300 });
    each(seeds.clone(), |seed| {
        let mut scene = soup(seed, Flavour::Wild).map_err(|e| e.to_string())?;
        scene.steps = if LONG { scene.steps } else { scene.steps.min(FEW_STEPS) };
        looked.worlds.fetch_add(1, Ordering::Relaxed);
        looked.bodies.fetch_add(scene.bodies.len() as u64, Ordering::Relaxed);
        one_answer(seed, &scene, &pools, &looked)
    });
    let [worlds, bodies, steps] = [looked.worlds, looked.bodies, looked.steps].map(AtomicU64::into_inner);
    println!("{worlds} worlds of seeds {seeds:?}, {bodies} bodies, {steps} steps: one answer each");
    let mut slow = looked.slow.into_inner().unwrap();
    slow.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{} worlds had a step of more than {} us a body, the slowest:", slow.len(), 1.0e6 * SLOW);
    slow.iter().take(20).for_each(|(_, text)| println!("  {text}"));
}

/// Steps a scene in all ways.
fn one_answer(seed: u64, scene: &SceneDef, pools: &Pools, looked: &Looked) -> Result<(), String> {
    let (mut wanted, mut times, mut fault) = (Vec::new(), Vec::new(), Ok(()));
    ways::play(scene, BASE, pools, |step, world, time| {
        wanted.push(seen::Seen::of(world));
        times.push((time, world.counts().bodies));
        checked(world);
        fault = within_limits(world).map_err(|fault| format!("step {step}: {fault}"));
        if fault.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    fault?;
    for way in ways::all(seed) {
        let mut parts = None;
        ways::play(scene, way, pools, |step, world, time| {
            looked.steps.fetch_add(1, Ordering::Relaxed);
            let (least, _) = &mut times[step as usize];
            *least = (*least).min(time);
            if wanted[step as usize] == seen::Seen::of(world) {
                return ControlFlow::Continue(());
            }
            parts = Some((step, wanted[step as usize], seen::Seen::of(world)));
            ControlFlow::Break(())
        });
        if let Some((step, base, other)) = parts {
            return Err(format!(
                "{way:?} parts in step {step}\n{base:?}\n{other:?}\n{}",
                blame::blame(scene, way, pools)
            ));
        }
    }
    // The least time of a step in all ways, so that other load of the machine hardly counts.
    let a_body = |&(time, bodies): &(Duration, usize)| time.as_secs_f64() / bodies.max(FEW) as f64;
    let slowest = times.iter().enumerate().max_by(|a, b| a_body(a.1).total_cmp(&a_body(b.1)));
    if let Some((step, at)) = slowest.filter(|(_, at)| a_body(at) > SLOW) {
        let text = format!("seed {seed}, step {step}: {:?} for {} bodies", at.0, at.1);
        looked.slow.lock().unwrap().push((a_body(at), text));
    }
    Ok(())
}

/// Whether nothing moves or turns faster than the rules allow.
fn within_limits(world: &World) -> Result<(), String> {
    let def = world.def();
    let substeps = def.substeps as f32;
    let speed = def.max_speed * def.length_unit;
    let spin = (def.max_rotation_per_step / substeps).min(0.25 * std::f32::consts::PI) * substeps / def.dt;
    for (key, body) in world.bodies() {
        let (v, w) = (body.velocity().length(), body.angular_velocity().abs());
        if !(v <= 1.000_01 * speed && w <= 1.000_01 * spin) {
            return Err(format!("body {key} goes at {v} of {speed} m/s, turns at {w} of {spin} rad/s"));
        }
    }
    Ok(())
}
