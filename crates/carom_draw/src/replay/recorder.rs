//! [`Recorder`]: notes a world after its steps, and writes the page that plays them again.

use crate::Frame;
use crate::replay::contacts::Contacts;
use crate::replay::page::page;
use crate::replay::promise::Promises;
use crate::replay::roll::Roll;
use crate::replay::shapes::ShapeLists;
use crate::replay::stream::Stream;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use carom::World;
use carom::math::{Aabb, max, min};
use serde_json::json;

/// Poses of a replay, about: bodies times frames. A file has 2 to 4 bytes for each that moves. Noting one takes some
/// 20 ns: with 1.2 million a replay of `large_pyramid` took 10.5 % of the run's time on two cores.
const MOST_POSES: f64 = 0.8e6;

/// Contacts of a replay, about, unless all are asked for.
const MOST_CONTACTS: usize = 32_000;

/// The length to which positions are rounded, as a part of the size of a common body.
const FINENESS: f32 = 512.0;

/// Compression of zlib-rs: 1 is fastest, 9 smallest. At 1 files are a third larger, as it takes fixed codes.
const LEVEL: u32 = 2;

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
    promises: Promises,
    awake: Stream,
    /// Whether the stream of sleep has an entry awake.
    was_awake: Vec<bool>,
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
            promises: Promises::default(),
            awake: Stream::default(),
            was_awake: Vec::new(),
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
        self.promises.write(self.roll.present(), &self.roll.live, if is_exact { 0 } else { 1 }, &mut self.poses);
        self.write_sleep(sums.is_new);
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

    /// Writes who fell asleep or woke; nobody did unless all bodies were read.
    fn write_sleep(&mut self, is_new: bool) {
        let roll = &self.roll;
        self.was_awake.resize(roll.len(), false);
        let present: &[u32] = if is_new { roll.present() } else { &[] };
        let (was, is) = (&mut self.was_awake, &roll.is_awake);
        let toggled: Vec<u32> = present.iter().copied().filter(|&id| was[id as usize] != is[id as usize]).collect();
        self.awake.whole(toggled.len() as u32);
        let mut last = 0;
        for id in toggled {
            was[id as usize] = is[id as usize];
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
            "joints": joints,
            "stepMs": figures.step_ms,
            "contacts": figures.contacts,
            "awake": figures.awake,
            "energy": figures.energy,
        });
        let [x, y, angle] = poses;
        let parts = std::thread::scope(|scope| {
            let text = scope.spawn(move || {
                let (mut text, head) = (Stream::default(), head.to_string());
                text.text(head.trim_end_matches('}'));
                text.text(&format!(",\"entries\":{},\"shapes\":{}}}", roll.to_json(), shapes.into_json()));
                STANDARD.encode(text.finish(LEVEL))
            });
            let streams = [x, y, angle, awake, touches];
            let jobs = streams.map(|stream| scope.spawn(|| STANDARD.encode(stream.finish(LEVEL))));
            // A thread that panicked would have no part; nothing in it does.
            let parts = jobs.map(|job| job.join().unwrap_or_default());
            [text.join().unwrap_or_default()].into_iter().chain(parts).collect::<Vec<_>>()
        });
        page(&self.options.title, &self.options.about, &parts)
    }
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
