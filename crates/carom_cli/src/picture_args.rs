//! The arguments for pictures, films and replays: those of `run` and of `render`.

use crate::nearest::nearest;
use crate::number::{corners, size, view, whole};
use carom::math::Aabb;
use carom_draw::{Layer, Layers, UnknownLayer};
use clap::{ArgGroup, Args as ClapArgs};
use std::path::PathBuf;

/// Pictures, films and replays.
#[derive(Debug, ClapArgs)]
#[command(group = ArgGroup::new("pictures").args(["picture", "gif", "video", "replay"]).multiple(true))]
pub struct PictureArgs {
    /// Draw the scene at the end; with --every, at the start and every N steps
    #[arg(long, value_name = "FILE.png|.svg", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Draw it after this step, instead of the last one
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(0, u32::MAX))]
    #[arg(requires = "picture", conflicts_with = "every")]
    pub at_step: Option<u32>,
    /// Write a time-lapse of the whole run
    #[arg(long, value_name = "FILE.gif", value_parser = gif)]
    pub gif: Option<PathBuf>,
    /// Write a video by ffmpeg; without it, its pictures
    #[arg(long, value_name = "FILE.mp4|.webm", value_parser = video)]
    pub video: Option<PathBuf>,
    /// Write a page that plays the run again, for any browser
    #[arg(long, value_name = "FILE.html", value_parser = page)]
    pub replay: Option<PathBuf>,
    /// Steps between two pictures: FILE_0000.png, FILE_0001.png and so on, all in one frame; also those of a film
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(1, u32::MAX))]
    #[arg(requires = "pictures")]
    pub every: Option<u32>,
    /// Width and height of pictures in pixels
    #[arg(long, value_name = "WxH", allow_hyphen_values = true, value_parser = size, requires = "pictures")]
    pub size: Option<(u32, u32)>,
    /// Part of the world that pictures show, in metres: its lower left corner, its width and its height
    #[arg(long, value_name = "X,Y,W,H", allow_hyphen_values = true, value_parser = view, requires = "pictures")]
    pub view: Option<Aabb>,
    /// The same by two opposite corners
    #[arg(long, value_name = "X0,Y0,X1,Y1", allow_hyphen_values = true, value_parser = corners)]
    #[arg(requires = "pictures", conflicts_with = "view")]
    pub frame: Option<Aabb>,
    /// Keep this body in the middle, by its number in the order of creation, from 0
    #[arg(long, value_name = "BODY", allow_hyphen_values = true, value_parser = whole(0, usize::MAX))]
    #[arg(requires = "pictures")]
    pub follow: Option<usize>,
    /// Show more: contacts, impulses, normals, aabbs, joints, islands, colours, cells, velocities, trails, ids
    #[arg(long, value_name = "LAYERS", value_parser = layers, default_value = "", hide_default_value = true)]
    #[arg(requires = "pictures")]
    pub show: Layers,
}

impl PictureArgs {
    /// Name of the option and path of each output but the pictures.
    pub fn outputs(&self) -> impl Iterator<Item = (&'static str, &PathBuf)> {
        let all = [("--gif", &self.gif), ("--video", &self.video), ("--replay", &self.replay)];
        all.into_iter().filter_map(|(name, path)| Some((name, path.as_ref()?)))
    }

    /// Whether anything is to be drawn.
    pub fn is_any(&self) -> bool {
        self.picture.is_some() || self.outputs().next().is_some()
    }

    /// The part of the world that was asked for.
    pub fn part(&self) -> Option<Aabb> {
        self.view.or(self.frame)
    }
}

/// A path with one of these endings.
fn ending(text: &str, endings: &[&str]) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let ending = path.extension().and_then(|e| e.to_str()).map(str::to_lowercase);
    if ending.is_some_and(|ending| endings.contains(&ending.as_str())) {
        return Ok(path);
    }
    let list: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
    Err(format!("expected a file name that ends in {}", list.join(" or ")))
}

fn picture(text: &str) -> Result<PathBuf, String> {
    ending(text, &["png", "svg"])
}

/// The path of a drawing.
pub fn svg(text: &str) -> Result<PathBuf, String> {
    ending(text, &["svg"])
}

fn gif(text: &str) -> Result<PathBuf, String> {
    ending(text, &["gif"])
}

fn video(text: &str) -> Result<PathBuf, String> {
    ending(text, &["mp4", "webm"])
}

fn page(text: &str) -> Result<PathBuf, String> {
    ending(text, &["html"])
}

/// Layers by name. An unknown one is answered with the nearest.
fn layers(text: &str) -> Result<Layers, String> {
    text.parse().map_err(|unknown: UnknownLayer| {
        let names = Layer::ALL.map(Layer::name);
        let near = nearest(&unknown.name, &names).join(" or ");
        if near.is_empty() { unknown.to_string() } else { format!("{unknown}. Did you mean {near}?") }
    })
}
