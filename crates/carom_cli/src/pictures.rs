//! The pictures, films and replay of a run.

use crate::distinct::NamedFile;
use crate::failure::Failure;
use crate::film::{Film, RATE};
use crate::output::Output;
use crate::picture_args::PictureArgs;
use carom::math::{Aabb, max, vec2};
use carom::{BodyKey, World};
use carom_draw::{DrawOptions, Drawing, Frame, Layer, Recorder, ReplayOptions, Trails};
use carom_scenes::{Progress, SceneDef};
use std::path::{Path, PathBuf};

/// Least number of digits in the name of a picture of a series.
const LEAST_DIGITS: usize = 4;

/// Pictures of a GIF, about, if nothing else is asked for.
const GIF_PICTURES: u32 = 120;

/// Greatest size of a picture of a GIF, and of a video, if nothing else is asked for [px].
const GIF_SIZE: (u32, u32) = (720, 480);
const VIDEO_SIZE: (u32, u32) = (1280, 720);

/// Steps that trails go back.
const TRAIL: usize = 60;

/// A picture that follows a body shows this many times its size, if nothing else is asked for.
const ABOUT: f32 = 12.0;

/// A film that was asked for.
struct FilmPlan {
    every: u32,
    /// Greatest size, if no other is asked for [px].
    most: (u32, u32),
    path: PathBuf,
    /// The film, from its first picture on.
    film: Option<Film>,
}

/// The pictures of a run.
pub struct Pictures<'a> {
    args: &'a PictureArgs,
    title: String,
    steps: u32,
    /// The part of the world that pictures of a series show, once it is known.
    frame: Option<Frame>,
    followed: Option<BodyKey>,
    trails: Option<Trails>,
    picture: Option<Output>,
    replay: Option<Output>,
    recorder: Option<Recorder>,
    about: String,
    films: Vec<FilmPlan>,
    drawn: u32,
    written: Vec<String>,
}

impl<'a> Pictures<'a> {
    /// The pictures that were asked for, in a run of this many steps.
    pub fn new(args: &'a PictureArgs, scene: &SceneDef, steps: u32) -> Result<Self, Failure> {
        if let Some(step) = args.at_step.filter(|step| *step > steps) {
            return Err(Failure::usage(format!("--at-step: the run ends after step {steps}, before {step}")));
        }
        if let Some(body) = args.follow.filter(|body| *body >= scene.bodies.len() && scene.script.is_none()) {
            let count = scene.bodies.len();
            return Err(Failure::usage(format!("--follow: there is no body {body}; the scene has {count}, from 0")));
        }
        let dt = scene.world.dt;
        let real_time = max(1.0, (1.0 / (dt * RATE as f32)).round()) as u32;
        let gif = args.gif.iter().map(|path| (args.every.unwrap_or(steps.div_ceil(GIF_PICTURES)), GIF_SIZE, path));
        let video = args.video.iter().map(|path| (args.every.unwrap_or(real_time), VIDEO_SIZE, path));
        let films = gif.chain(video).map(|(every, most, path)| {
            let path = path.clone();
            FilmPlan { every: every.max(1), most, path, film: None }
        });
        Ok(Self {
            args,
            title: scene.name.clone(),
            steps,
            frame: None,
            followed: None,
            trails: args.show.has(Layer::Trails).then(|| Trails::new(TRAIL)),
            picture: None,
            replay: None,
            recorder: None,
            about: scene.about.clone(),
            films: films.collect(),
            drawn: 0,
            written: Vec::new(),
        })
    }

    /// All files that are to be written.
    pub fn files(&self) -> Vec<NamedFile> {
        let count = self.args.every.map_or(1, |every| 1 + self.steps / every);
        let pictures = self.args.picture.iter().flat_map(|_| (0..count).map(|index| self.path_of(index)));
        let pictures = pictures.map(|path| NamedFile { name: "--picture", path });
        pictures.chain(self.args.outputs().map(|(name, path)| NamedFile::new(name, path))).collect()
    }

    /// Opens what is written at the end, so that a failure is known at once.
    pub fn open(&mut self) -> Result<(), Failure> {
        if let (Some(path), None) = (&self.args.picture, self.args.every) {
            self.picture = Some(Output::open(path)?);
        }
        self.replay = self.args.replay.as_deref().map(Output::open).transpose()?;
        Ok(())
    }

    /// The path of a picture: in a series, its number stands before the ending.
    fn path_of(&self, index: u32) -> PathBuf {
        let path = self.args.picture.clone().unwrap_or_default();
        let Some(every) = self.args.every else { return path };
        let digits = (self.steps / every).to_string().len().max(LEAST_DIGITS);
        let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (name, ending) = (part(path.file_stem()), part(path.extension()));
        path.with_file_name(format!("{name}_{index:0digits$}.{ending}"))
    }

    /// Draws what is due now.
    pub fn observe(&mut self, now: &Progress<'_>) -> Result<(), Failure> {
        let world = now.play.world();
        if let Some(trails) = &mut self.trails {
            trails.note(world);
        }
        match &mut self.recorder {
            Some(recorder) => recorder.note(world),
            None => self.recorder = self.replay.as_ref().map(|_| Recorder::new(world, self.replay_options())),
        }
        if self.args.every.is_some_and(|every| now.step.is_multiple_of(every)) && self.args.picture.is_some() {
            let output = Output::open(&self.path_of(self.drawn))?;
            self.draw(world, output)?;
        }
        if self.args.at_step == Some(now.step)
            && let Some(output) = self.picture.take()
        {
            self.draw(world, output)?;
        }
        for number in 0..self.films.len() {
            if now.step.is_multiple_of(self.films[number].every) {
                self.film(number, world)?;
            }
        }
        Ok(())
    }

    /// Draws what is due at the end, also of a run that ended early, and ends films.
    pub fn finish(&mut self, world: &World) -> Vec<Failure> {
        let mut failures = Vec::new();
        if let Some(output) = self.picture.take() {
            failures.extend(self.draw(world, output).err());
        }
        if self.drawn > 0 {
            let (first, last) = (self.path_of(0), self.path_of(self.drawn - 1));
            let last = if self.drawn == 1 { String::new() } else { format!(" to {}", last.display()) };
            self.written.push(format!("{}{last}", first.display()));
        }
        for plan in &mut self.films {
            match plan.film.take().map_or(Ok(String::new()), Film::finish) {
                Ok(name) => self.written.push(name),
                Err(failure) => failures.push(failure),
            }
        }
        if let Some((mut output, recorder)) = self.replay.take().zip(self.recorder.take()) {
            let page = recorder.finish(world);
            match output.write(|out| out.write_all(page.as_bytes())) {
                Ok(()) => self.written.extend(self.args.replay.iter().map(|path| path.display().to_string())),
                Err(failure) => failures.push(failure),
            }
        }
        self.written.retain(|name| !name.is_empty());
        // The calls of a scene may add it at any step, so this is known at the end only.
        if let Some(body) = self.args.follow.filter(|_| self.followed.is_none() && self.drawn > 0) {
            let count = world.bodies().count();
            failures.push(Failure::usage(format!("--follow: there was no body {body}; the last picture had {count}")));
        }
        failures
    }

    /// The paths of what was written.
    pub fn written(&self) -> &[String] {
        &self.written
    }

    fn draw(&mut self, world: &World, mut output: Output) -> Result<(), Failure> {
        let is_series = self.args.every.is_some();
        let frame = self.frame_for(world, is_series);
        let mut options = self.options(frame);
        if is_series && options.size.is_none() {
            options.size = frame.map(|frame| options.size_of_series(&frame));
        }
        let drawing = Drawing::with(world, &options);
        let is_svg =
            self.args.picture.as_deref().and_then(Path::extension).is_some_and(|e| e.eq_ignore_ascii_case("svg"));
        output.write(
            |out| {
                if is_svg { out.write_all(drawing.svg().as_bytes()) } else { out.write_all(&drawing.png()?) }
            },
        )?;
        self.drawn += 1;
        Ok(())
    }

    fn film(&mut self, number: usize, world: &World) -> Result<(), Failure> {
        let (most, path) = (self.films[number].most, self.films[number].path.clone());
        let Some(frame) = self.frame_for(world, true) else { return Ok(()) };
        let mut options = self.options(Some(frame.within(most.0, most.1)));
        if options.size.is_none() {
            options.size = options.frame.map(|frame| options.size_of_series(&frame));
        }
        let drawing = Drawing::with(world, &options);
        let film = &mut self.films[number].film;
        if film.is_none() {
            *film = Some(Film::start(&path, drawing.size())?);
        }
        film.as_mut().map_or(Ok(()), |film| film.add(&drawing))
    }

    fn replay_options(&self) -> ReplayOptions {
        ReplayOptions {
            title: self.title.clone(),
            about: self.about.clone(),
            steps: Some(self.steps),
            every: self.args.every.unwrap_or(1),
            all_contacts: self.args.show.has_any(&[Layer::Contacts, Layer::Impulses, Layer::Normals]),
        }
    }

    fn options(&self, frame: Option<Frame>) -> DrawOptions<'_> {
        DrawOptions {
            frame,
            layers: self.args.show,
            trails: self.trails.as_ref(),
            title: Some(self.title.clone()),
            size: self.args.size,
        }
    }

    /// The frame of a picture; that of a series is the same for all, but for the body that it follows.
    fn frame_for(&mut self, world: &World, is_series: bool) -> Option<Frame> {
        let followed = self.args.follow.and_then(|number| {
            let key = self.followed.filter(|key| world.body(*key).is_some());
            let key = key.or_else(|| world.bodies().nth(number).map(|(key, _)| key))?;
            self.followed = Some(key);
            world.body(key)
        });
        let fitted = || if is_series { Frame::of_series(world) } else { Frame::of(world) };
        let around = |body: carom::Body<'_>| {
            let size = body.aabb().size();
            let half = 0.5 * ABOUT * max(max(size.x, size.y), 1.0e-3) * vec2(1.6, 1.0);
            Frame::showing(Aabb::new(body.center() - half, body.center() + half))
        };
        let known = self.args.part().map(Frame::showing).or(self.frame);
        let frame = known.unwrap_or_else(|| followed.map_or_else(fitted, around));
        if is_series || followed.is_some() {
            self.frame = Some(frame);
        }
        Some(followed.map_or(frame, |body| frame.about(body.center())))
    }
}
