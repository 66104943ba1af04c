//! Storms of calls: seeded sequences of 200 random calls, a fifth of them with bad arguments, against a plain model of
//! keys and counts. No panic, every invariant after each step, events that alternate, one answer for 1 and 4 threads.

mod calls;
mod model;
mod touches;

use crate::kit::*;
use carom::diagnostics::Driver;
use model::Storm;

const SEQUENCES: u64 = if LONG { 20_000 } else { 1_200 };
const CALLS: usize = 200;

/// Runs one sequence. Returns the hashes after its steps.
fn blow(seed: u64, driver: Driver, watched: bool) -> Vec<u64> {
    let mut storm = Storm::new(seed, driver, watched);
    for _ in 0..CALLS {
        storm.call();
    }
    storm.finish()
}

/// The same through an image before each step.
fn blow_restored(seed: u64) -> Vec<u64> {
    let mut storm = Storm::new(seed, Driver::Inline, false);
    storm.restoring = true;
    for _ in 0..CALLS {
        storm.call();
    }
    storm.finish()
}

/// Runs some sequences on two threads. Returns the message of the first seed that fails.
fn storms(run: impl Fn(u64) + Sync) {
    let next = std::sync::atomic::AtomicU64::new(0);
    let worker = || {
        loop {
            let seed = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if seed >= SEQUENCES {
                return;
            }
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(seed)));
            if let Err(panic) = caught {
                next.store(SEQUENCES, std::sync::atomic::Ordering::Relaxed);
                eprintln!("storm with seed {seed} failed");
                std::panic::resume_unwind(panic);
            }
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (0..2).map(|_| scope.spawn(worker)).collect();
        for other in others {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

#[test]
fn storms_leave_every_invariant_and_the_model_intact() {
    storms(|seed| {
        blow(seed, Driver::Inline, true);
    });
}

#[test]
fn storms_have_one_answer() {
    let pool = pool(4);
    storms(|seed| {
        let wanted = blow(seed, Driver::Inline, false);
        assert_eq!(pool.install(|| blow(seed, Driver::Eager, false)), wanted, "seed {seed}, pool of 4");
        if seed % 16 == 0 {
            assert_eq!(blow(seed, Driver::Threads(4), false), wanted, "seed {seed}, 4 threads");
        }
    });
}

#[test]
fn storms_go_on_from_images_bit_for_bit() {
    storms(|seed| assert_eq!(blow_restored(seed), blow(seed, Driver::Inline, false), "seed {seed}"));
}
