//! The pictures of a run: one at its end, or a series in one frame.

use crate::args::RunArgs;
use crate::failure::Failure;
use crate::output::Output;
use carom::World;
use carom_draw::{Drawing, Frame};
use carom_scenes::Progress;
use std::fmt::{Display, Formatter};
use std::io::{Result, Write};
use std::path::{Path, PathBuf};

/// Least number of digits in the name of a picture of a series.
const LEAST_DIGITS: usize = 4;

/// The pictures of a run.
pub struct Pictures {
    path: PathBuf,
    /// Steps between two pictures of a series; none for one picture at the end.
    every: Option<u32>,
    /// Pictures of the whole series.
    count: u32,
    frame: Option<Frame>,
    drawn: u32,
}

impl Pictures {
    /// The pictures that were asked for, in a run of this many steps.
    pub fn new(args: &RunArgs, steps: u32) -> Option<Self> {
        let path = args.picture.clone()?;
        let count = args.every.map_or(1, |every| 1 + steps / every);
        Some(Self { path, every: args.every, count, frame: args.frame.map(Frame::showing), drawn: 0 })
    }

    /// The paths of all pictures.
    pub fn paths(&self) -> impl Iterator<Item = PathBuf> + '_ {
        (0..self.count).map(|index| self.path_of(index))
    }

    /// The path of a picture: in a series, its number stands before the ending.
    fn path_of(&self, index: u32) -> PathBuf {
        if self.every.is_none() {
            return self.path.clone();
        }
        let digits = (self.count - 1).to_string().len().max(LEAST_DIGITS);
        let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (name, ending) = (part(self.path.file_stem()), part(self.path.extension()));
        self.path.with_file_name(format!("{name}_{index:0digits$}.{ending}"))
    }

    /// Draws the picture of a series that is due now, if one is.
    pub fn draw_if_due(&mut self, now: &Progress<'_>) -> std::result::Result<(), Failure> {
        let Some(every) = self.every else { return Ok(()) };
        let world = now.play.world();
        if now.step.is_multiple_of(every) {
            self.frame = self.frame.or_else(|| Some(Frame::of_series(world)));
            self.draw(world, Output::open(&self.path_of(self.drawn))?)?;
        }
        Ok(())
    }

    /// The output of the one picture at the end. It is opened before the run.
    pub fn open_last(&self) -> std::result::Result<Option<Output>, Failure> {
        if self.every.is_some() { Ok(None) } else { Output::open(&self.path).map(Some) }
    }

    /// Draws a picture.
    pub fn draw(&mut self, world: &World, mut output: Output) -> std::result::Result<(), Failure> {
        let drawing = self.frame.map_or_else(|| Drawing::of(world), |frame| Drawing::framed(world, frame));
        output.write(|out| write(&drawing, &self.path, out))?;
        self.drawn += 1;
        Ok(())
    }
}

/// The paths of the pictures that were written; nothing if none was.
impl Display for Pictures {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.drawn {
            0 => Ok(()),
            1 => write!(f, "{}", self.path_of(0).display()),
            count => {
                let (first, last) = (self.path_of(0), self.path_of(count - 1));
                write!(f, "{} to {}", first.display(), last.display())
            }
        }
    }
}

fn write(drawing: &Drawing, path: &Path, out: &mut dyn Write) -> Result<()> {
    if path.extension().is_some_and(|e| e == "svg") {
        out.write_all(drawing.svg().as_bytes())
    } else {
        out.write_all(&drawing.png()?)
    }
}
