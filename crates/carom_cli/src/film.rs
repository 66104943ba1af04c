//! Films of a run: a GIF, or a video that ffmpeg makes of the pictures.

use crate::failure::Failure;
use carom_draw::{Drawing, GifWriter};
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Pictures a second of a video.
pub const RATE: u32 = 30;

/// Delay between the pictures of a GIF [1/100 s]. Browsers slow down those of less than 2.
pub const DELAY: u16 = 4;

/// A film in the making.
pub struct Film {
    path: PathBuf,
    sink: Sink,
}

enum Sink {
    Gif(Box<GifWriter<BufWriter<File>>>),
    Ffmpeg(Child),
    /// The pictures themselves, and how many there are: ffmpeg is not installed.
    Pictures(u32),
}

impl Film {
    /// A film of this size [px] at this path, whose ending says its kind.
    pub fn start(path: &Path, (width, height): (u32, u32)) -> Result<Self, Failure> {
        let failed = |e: std::io::Error| Failure::output(&path.display().to_string(), &e);
        let is_gif = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gif"));
        // ffmpeg would report an unwritable file late.
        let file = File::create(path).map_err(failed)?;
        let sink = if is_gif {
            Sink::Gif(Box::new(GifWriter::new(BufWriter::new(file), width, height, DELAY).map_err(failed)?))
        } else {
            drop(file);
            match ffmpeg(path, width, height) {
                Ok(child) => Sink::Ffmpeg(child),
                Err(e) if e.kind() == ErrorKind::NotFound => {
                    std::fs::remove_file(path).map_err(failed)?;
                    Sink::Pictures(0)
                }
                Err(e) => return Err(Failure::outcome(format!("ffmpeg cannot be started: {e}"))),
            }
        };
        Ok(Self { path: path.to_owned(), sink })
    }

    /// Adds a picture.
    pub fn add(&mut self, drawing: &Drawing) -> Result<(), Failure> {
        let path = &self.path;
        let failed = |e: std::io::Error| Failure::output(&path.display().to_string(), &e);
        match &mut self.sink {
            Sink::Gif(gif) => gif.add(drawing).map_err(failed),
            Sink::Ffmpeg(child) => {
                let pixels = drawing.rgba().map_err(failed)?;
                child.stdin.as_mut().map_or(Ok(()), |pipe| pipe.write_all(&pixels)).map_err(failed)
            }
            Sink::Pictures(count) => {
                let picture = picture(path, *count);
                *count += 1;
                let written = drawing.png().and_then(|png| std::fs::write(&picture, png));
                written.map_err(|e| Failure::output(&picture.display().to_string(), &e))
            }
        }
    }

    /// Ends the film. Returns where it is, for people.
    pub fn finish(self) -> Result<String, Failure> {
        let name = self.path.display().to_string();
        match self.sink {
            Sink::Gif(gif) => gif.finish().map_err(|e| Failure::output(&name, &e)).map(|()| name),
            Sink::Ffmpeg(mut child) => {
                drop(child.stdin.take());
                let status = child.wait().map_err(|e| Failure::output(&name, &e))?;
                if status.success() { Ok(name) } else { Err(Failure::outcome(format!("{name}: ffmpeg failed"))) }
            }
            Sink::Pictures(0) => Ok("no picture".to_owned()),
            Sink::Pictures(count) => {
                let (first, last) = (picture(&self.path, 0), picture(&self.path, count - 1));
                let (first, last) = (first.display(), last.display());
                Ok(format!("{first} to {last}; install ffmpeg to get {name}"))
            }
        }
    }
}

/// The path of a picture, if there is no ffmpeg.
fn picture(path: &Path, number: u32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}_{number:04}.png"))
}

/// ffmpeg, which reads pixels from its standard input. Sides of a video are even, so a row or column may be added.
fn ffmpeg(path: &Path, width: u32, height: u32) -> std::io::Result<Child> {
    let (size, rate) = (format!("{width}x{height}"), RATE.to_string());
    Command::new("ffmpeg")
        .args(["-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", &size, "-r", &rate, "-i", "-"])
        .args(["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"])
        .arg(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
}
