//! The tunnelling program: seeded shots of everything at everything, with an oracle in f64. `CAROM_SHOTS` sets how many,
//! `CAROM_FIRST_SHOT` from which seed on; they run on all cores.
//!
//! A shot at a wall tunnelled when its centre stands behind it. Of two movers one tunnelled when their free
//! motions within a step overlap by more than a tenth of the least extent and no impulse was exchanged, neither in that
//! step nor in the next, in which contacts see the overlap.

mod corners;
mod crowds;
mod hail;
mod movers;
mod oracle;
mod plates;
mod shots;
mod walls;

use crate::kit::*;
use rayon::prelude::*;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

fn shot(seed: u64) -> Option<String> {
    match seed % 4 {
        0 => walls::at_a_wall(seed),
        1 => movers::at_each_other(seed),
        2 => corners::at_a_corner(seed),
        _ => movers::at_a_rod(seed),
    }
}

/// Seeds that once did.
#[test]
fn what_tunnelled_once_does_not() {
    let found: Vec<String> = [886_735, 1_156_443, 72_532, 134_960, 235_359].into_iter().filter_map(shot).collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn nothing_tunnels() {
    let first = number("CAROM_FIRST_SHOT").unwrap_or(0);
    let count = number("CAROM_SHOTS").unwrap_or(if LONG { 20_000 } else { 2_000 });
    let start = std::time::Instant::now();
    let tunnelled: Vec<String> = (first..first + count).into_par_iter().filter_map(shot).collect();
    println!("{} tunnelled of {count} from {first} on, in {:.1} s", tunnelled.len(), start.elapsed().as_secs_f64());
    let shown = tunnelled.len().min(20);
    assert!(tunnelled.is_empty(), "{} tunnelled of {count}:\n{}", tunnelled.len(), tunnelled[..shown].join("\n"));
}

#[test]
fn what_spins_alike_does_not_tunnel() {
    let count = number("CAROM_SHOTS").unwrap_or(if LONG { 20_000 } else { 2_000 });
    let tunnelled: Vec<String> = (0..count).into_par_iter().filter_map(movers::that_spin_alike).collect();
    let shown = tunnelled.len().min(20);
    assert!(tunnelled.is_empty(), "{} tunnelled of {count}:\n{}", tunnelled.len(), tunnelled[..shown].join("\n"));
}

#[test]
fn no_brick_of_a_row_is_passed() {
    let count = number("CAROM_ROWS").unwrap_or(if LONG { 2_000 } else { 100 });
    let heavier = number("CAROM_HEAVIER").unwrap_or(0) as f32;
    let passed: Vec<String> = (0..count).into_par_iter().filter_map(|seed| crowds::at_a_row(seed, heavier)).collect();
    println!("{} passed of {count}", passed.len());
    let shown = passed.len().min(20);
    assert!(passed.is_empty(), "{} passed of {count}:\n{}", passed.len(), passed[..shown].join("\n"));
}

#[test]
fn no_plate_is_driven_into_a_box() {
    let count = number("CAROM_PLATES").unwrap_or(if LONG { 2_000 } else { 100 });
    let driven: Vec<String> = (0..count).into_par_iter().filter_map(plates::at_a_plate).collect();
    println!("{} driven in of {count}", driven.len());
    let shown = driven.len().min(20);
    assert!(driven.is_empty(), "{} driven in of {count}:\n{}", driven.len(), driven[..shown].join("\n"));
}

#[test]
fn nobody_in_a_hail_passes_another() {
    let (count, steps, seeds) = if LONG { (2_000, 120, 10) } else { (400, 30, 2) };
    let count = number("CAROM_HAIL").unwrap_or(count) as usize;
    let play = |seed, continuous| hail::hail(count, steps, seed, continuous);
    let (mut met, mut grazed) = (0, 0);
    for (seed, found) in (0..number("CAROM_HAILS").unwrap_or(seeds)).map(|seed| (seed, play(seed, true))) {
        println!("seed {seed}: {count} bodies, {steps} steps: {found:?}");
        assert!(found.passed == 0 && found.outside == 0, "seed {seed}: {found:?}");
        (met, grazed) = (met + found.met, grazed + found.grazed.len());
    }
    println!("{grazed} grazed of {met}");
    assert!(met > 2 * count && grazed <= met / 5_000, "{grazed} of {met}");
    let without = play(0, false);
    println!("without sweeps: {} passed of {}, {} outside", without.passed, without.met, without.outside);
    assert!(without.passed > count / 10 && without.outside > 0);
}
