//! Small worlds that the tests share, and checks of a run.

use carom::prelude::*;
use std::sync::mpsc;
use std::time::Duration;

pub use carom_scenes::SplitMix64;

/// Whether this run may take minutes.
pub const LONG: bool = !cfg!(debug_assertions);

/// Gravity of the default world [m/s^2].
pub const G: f32 = 9.81;

/// A world without gravity whose bodies never sleep.
pub fn space() -> World {
    World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false)).unwrap()
}

/// A world with gravity whose bodies never sleep, on a wide ground whose top is y = 0.
pub fn sleepless() -> World {
    on_ground(WorldDef::default().sleep(false))
}

/// A world on a wide ground whose top is y = 0.
pub fn on_ground(def: WorldDef) -> World {
    let mut world = World::new(def).unwrap();
    world.add_body(ground()).unwrap();
    world
}

/// A fixed body 400 m wide, its top at y = 0.
pub fn ground() -> BodyDef {
    BodyDef::fixed().at(vec2(0.0, -1.0)).shape(rect(400.0, 2.0))
}

/// A rectangle about the origin.
pub fn rect(width: f32, height: f32) -> Polygon {
    Polygon::rect(width, height).unwrap()
}

/// A circle about the origin.
pub fn disc(radius: f32) -> Circle {
    Circle::new(radius).unwrap()
}

/// A dynamic box of 1 m at `x`, `y`.
pub fn crate_at(x: f32, y: f32) -> BodyDef {
    BodyDef::dynamic().at(vec2(x, y)).shape(rect(1.0, 1.0))
}

/// A stack of `count` boxes of 1 m on y = 0 at `x`.
pub fn stack(world: &mut World, x: f32, count: usize) -> Vec<BodyKey> {
    (0..count).map(|i| world.add_body(crate_at(x, 0.5 + i as f32)).unwrap()).collect()
}

/// Steps and validates, `steps` times.
pub fn play(world: &mut World, steps: usize) {
    for _ in 0..steps {
        world.step();
        checked(world);
    }
}

/// Fails with the name of the first invariant that does not hold.
pub fn checked(world: &World) {
    if let Err(violation) = world.validate() {
        panic!("after step {}: {violation}", world.step_count());
    }
}

/// Position of a body [m].
pub fn at(world: &World, key: BodyKey) -> Vec2 {
    world.body(key).unwrap().position()
}

/// The velocity of a body [m/s].
pub fn velocity(world: &World, key: BodyKey) -> Vec2 {
    world.body(key).unwrap().velocity()
}

/// Its angular velocity [rad/s].
pub fn spin(world: &World, key: BodyKey) -> f32 {
    world.body(key).unwrap().angular_velocity()
}

/// Whether a body is simulated.
pub fn awake(world: &World, key: BodyKey) -> bool {
    world.body(key).unwrap().is_awake()
}

/// Shape `index` of a body.
pub fn shape(world: &World, body: BodyKey, index: usize) -> BodyShape {
    BodyShape { body, shape: world.body(body).unwrap().shape_keys()[index] }
}

/// The key of the first shape of a body.
pub fn first(body: &BodyMut<'_>) -> ShapeKey {
    body.shape_keys()[0]
}

/// A rayon pool of its own.
pub fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// Does `work` on a thread of its own and fails if it is not done after `seconds`: a stall, never mere slowness.
pub fn within<T: Send + 'static>(seconds: u64, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, wait) = mpsc::channel();
    let worker = std::thread::spawn(move || {
        let result = work();
        let _ = done.send(());
        result
    });
    let stalled = wait.recv_timeout(Duration::from_secs(seconds)) == Err(mpsc::RecvTimeoutError::Timeout);
    assert!(!stalled, "stalled for {seconds} s");
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Fails if `found` is farther than `error` from `wanted`.
#[track_caller]
pub fn near(found: impl Into<f64>, wanted: impl Into<f64>, error: f64) {
    let (found, wanted) = (found.into(), wanted.into());
    assert!((found - wanted).abs() <= error, "{found} is not {wanted} +- {error}");
}
