//! [`Recorder`]: notes a world after its steps, and writes the page that plays them again.

use crate::Frame;
use crate::replay::contacts::Contacts;
use crate::replay::page::page;
use crate::replay::roll::{Roll, Rounded};
use crate::replay::shapes::ShapeLists;
use crate::replay::stream::Stream;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use carom::World;
use carom::math::{Aabb, max, min};
use serde_json::json;

/// Poses of a replay, about: bodies times frames. A file has 2 to 4 bytes for each that moves.
const MOST_POSES: f64 = 1.5e6;

/// Contacts of a replay, about, unless all are asked for.
const MOST_CONTACTS: usize = 32_000;

/// The length to which positions are rounded, as a part of the size of a common body.
const FINENESS: f32 = 512.0;

/// Compression: 1 is fastest, 9 smallest. Six saves 3 % and takes three times as long.
const LEVEL: u32 = 1;

/// The page shows at most this many times the size of the start at once.
const FARTHEST: f32 = 2.0;

/// The wishes about a replay.
#[derive(Clone, Debug, Default)]
pub struct ReplayOptions {
    /// The title of the page.
    pub title: String,
    /// A line about it.
    pub about: String,
    /// The number of steps that will be noted, if it is known: frames are spread evenly then.
    pub steps: Option<u32>,
    /// Steps between two frames, at least.
    pub every: u32,
    /// Whether contacts are kept in every frame, however many there are. Reading them takes longer than a step.
    pub all_contacts: bool,
}

/// Notes a world after each of its steps, and writes the page that plays them again: one file for any browser, which
/// needs no network. Positions are rounded to a 500th of the size of a common body. A long run of many bodies has
/// fewer frames than steps; the player moves bodies between them, and says so.
///
/// ```
/// use carom::prelude::*;
/// use carom_draw::{Recorder, ReplayOptions};
///
/// let mut world = World::default();
/// world.add_body(BodyDef::dynamic().shape(Circle::new(0.5)?))?;
/// let mut recorder = Recorder::new(&world, ReplayOptions { title: "a fall".to_owned(), ..ReplayOptions::default() });
/// for _ in 0..60 {
///     world.step();
///     recorder.note(&world);
/// }
/// let page: String = recorder.finish(&world);
/// assert!(page.starts_with("<!doctype html>") && page.contains("a fall"));
/// # Ok::<(), carom::Error>(())
/// ```
pub struct Recorder {
    options: ReplayOptions,
    dt: f64,
    unit: &'static str,
    roll: Roll,
    shapes: ShapeLists,
    contacts: Contacts,
    /// x, y and angle.
    poses: [Stream; 3],
    awake: Stream,
    told: Vec<Told>,
    /// Whether nothing fell asleep, woke or froze since the last frame.
    is_quiet: bool,
    /// The step of each frame, and its figures.
    frames: Vec<u32>,
    figures: Figures,
    step: u32,
    next: u32,
    /// Steps between two frames; it only grows.
    every: u32,
    noted: f64,
    view: Aabb,
}

/// The content of the streams about an entry so far: its pose, its last change, and whether it is awake.
#[derive(Clone, Copy, Default)]
struct Told {
    pose: Rounded,
    change: Rounded,
    is_awake: bool,
}

/// The figures of the frames, and the times of all steps.
#[derive(Default)]
struct Figures {
    step_ms: Vec<f32>,
    contacts: Vec<usize>,
    awake: Vec<u32>,
    energy: Vec<f64>,
}

impl Recorder {
    /// A recorder whose first frame is the world as it is now.
    pub fn new(world: &World, options: ReplayOptions) -> Self {
        let quantum = quantum_of(world);
        let view = Frame::of_series(world).view;
        let mut recorder = Self {
            dt: f64::from(world.def().dt),
            unit: if world.def().length_unit == 1.0 { "m" } else { "units" },
            roll: Roll::new(quantum),
            shapes: ShapeLists::new(quantum),
            contacts: Contacts::new(if options.all_contacts { usize::MAX } else { MOST_CONTACTS }),
            poses: Default::default(),
            awake: Stream::default(),
            told: Vec::new(),
            is_quiet: false,
            frames: Vec::new(),
            figures: Figures::default(),
            step: 0,
            next: 0,
            every: options.every.max(1),
            noted: 0.0,
            view,
            options,
        };
        let frames = f64::from(recorder.options.steps.unwrap_or(0));
        recorder.frame(world, true);
        recorder.contacts.plan(world, frames as u32 / recorder.next.max(1));
        recorder
    }

    /// Notes the world after a step.
    pub fn note(&mut self, world: &World) {
        self.step += 1;
        let events = world.events();
        self.is_quiet &= events.slept().is_empty() && events.woke().is_empty() && events.frozen().is_empty();
        self.figures.step_ms.push(world.times().step_ms() as f32);
        if self.step >= self.next {
            let is_last = self.options.steps == Some(self.step);
            self.frame(world, is_last);
        }
    }

    fn frame(&mut self, world: &World, is_exact: bool) {
        let frame = self.frames.len() as u32;
        let shapes = &mut self.shapes;
        let sums = self.roll.take(world, frame, self.is_quiet, |body| shapes.number_of(body.shapes()));
        self.is_quiet = true;
        self.write_poses(is_exact);
        self.contacts.take(world, &self.roll, frame);
        self.figures.contacts.push(world.counts().contacts);
        self.figures.awake.push(sums.awake);
        self.figures.energy.push(sums.energy);
        self.frames.push(self.step);
        let bodies = self.roll.present().len() as f64;
        self.noted += bodies;
        // As many frames as there is room for, spread over what is left; if that is not known, half as many each time
        // that half of the room is full.
        let every = match self.options.steps {
            Some(steps) => bodies * f64::from(steps.saturating_sub(self.step)) / (MOST_POSES - self.noted).max(1.0),
            None => (2.0 * self.noted / MOST_POSES).floor().exp2(),
        };
        let every = (every - 1.0e-9).ceil().clamp(1.0, 1.0e6) as u32;
        self.every = self.every.max(every);
        self.next = self.step.saturating_add(self.every);
    }

    /// Writes the differences of the poses from those that the last two frames promise, and who fell asleep or woke.
    fn write_poses(&mut self, is_exact: bool) {
        // A promise that is kept to one unit is good enough: bodies that tremble then cost nothing.
        let slack = if is_exact { 0 } else { 1 };
        let near = |residual: i32| if residual.abs() <= slack { 0 } else { residual };
        let [xs, ys, angles] = &mut self.poses;
        let roll = &self.roll;
        self.told.resize(roll.len(), Told::default());
        let mut toggled = Vec::new();
        for &id in roll.present() {
            let at = id as usize;
            let (told, live) = (&mut self.told[at], &roll.live[at]);
            let (now, half) = (live.pose, 1 << (live.bits - 1));
            let [dx, dy, turn] = told.change;
            let x = near(now[0] - told.pose[0] - dx);
            let y = near(now[1] - told.pose[1] - dy);
            let angle = near(wrapped(now[2] - told.pose[2] - turn, half));
            xs.residual(x);
            ys.residual(y);
            angles.residual(angle);
            told.change = [dx + x, dy + y, wrapped(turn + angle, half)];
            let [dx, dy, turn] = told.change;
            told.pose = [told.pose[0] + dx, told.pose[1] + dy, told.pose[2] + turn];
            if told.is_awake != live.is_awake {
                told.is_awake = live.is_awake;
                toggled.push(id);
            }
        }
        self.awake.whole(toggled.len() as u32);
        let mut last = 0;
        for id in toggled {
            self.awake.whole(id - last);
            last = id;
        }
    }

    /// The page. It ends with the world as it is now.
    pub fn finish(mut self, world: &World) -> String {
        // The last frame is exact.
        if self.frames.last() != Some(&self.step) || self.options.steps != Some(self.step) {
            self.frame(world, true);
        }
        self.contacts.take_last(world, &self.roll, self.frames.len() as u32 - 1);
        // The places of the start and those of the end, unless these are far away.
        let both = self.view.union(&Frame::of(world).view);
        let view =
            if both.size().max_element() <= FARTHEST * self.view.size().max_element() { both } else { self.view };
        let Self { roll, shapes, contacts, poses, awake, frames, figures, .. } = self;
        let (joints, contact_frames, touches) = contacts.finish();
        let head = json!({
            "title": self.options.title,
            "about": self.options.about,
            "dt": self.dt,
            "unit": self.unit,
            "quantum": f64::from(roll.quantum),
            "shapeUnit": shapes.unit(),
            "view": [view.min.x, view.min.y, view.max.x, view.max.y],
            "steps": self.step,
            "frames": frames,
            "contactFrames": contact_frames,
            "entries": roll.to_json(),
            "joints": joints,
            "stepMs": figures.step_ms,
            "contacts": figures.contacts,
            "awake": figures.awake,
            "energy": figures.energy,
        });
        let [x, y, angle] = poses;
        let mut text = Stream::default();
        let head = head.to_string();
        text.text(head.trim_end_matches('}'));
        text.text(&format!(",\"shapes\":{}}}", shapes.into_json()));
        let parts = std::thread::scope(|scope| {
            let streams = [text, x, y, angle, awake, touches];
            let jobs = streams.map(|stream| scope.spawn(|| STANDARD.encode(stream.finish(LEVEL))));
            // A thread that panicked would have no part; nothing in it does.
            jobs.map(|job| job.join().unwrap_or_default())
        });
        page(&self.options.title, &self.options.about, &parts)
    }
}

/// An angle less whole turns, if half a turn is so much.
#[inline]
fn wrapped(angle: i32, half: i32) -> i32 {
    ((angle + half) & (2 * half - 1)) - half
}

/// The length that positions are rounded to: a power of two, a 500th or less of the median size of bodies.
fn quantum_of(world: &World) -> f32 {
    let sizes = world.bodies().map(|(_, body)| body.aabb().size());
    let mut sizes: Vec<f32> = sizes.map(|size| max(size.x, size.y)).filter(|size| size.is_finite()).collect();
    sizes.sort_by(f32::total_cmp);
    let size = sizes.get(sizes.len() / 2).copied().unwrap_or(world.def().length_unit);
    let size = min(max(size, 1.0e-6 * world.def().length_unit), 100.0 * world.def().length_unit);
    (size / FINENESS).log2().floor().exp2()
}
