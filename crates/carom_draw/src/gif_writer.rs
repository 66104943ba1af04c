//! Pictures one after the other as an animated GIF. All have one palette, made of the colors that drawings have and
//! their mixtures, so nothing flickers and no picture is needed before the first. Pixels that stay are left out.

use crate::{Color, Drawing, Look};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{Error, Result, Write};

/// The number of the color that is transparent.
const CLEAR: u8 = 0;

/// The most colors of a palette.
const COLORS: usize = 256;

/// Shades of a look whose bodies differ a little.
const SHADES: usize = 12;

/// Parts of the way between a color and another that edges have.
const MIXTURES: [f32; 3] = [0.25, 0.5, 0.75];

/// A GIF in the making. It runs again and again.
///
/// ```
/// use carom_draw::{DrawOptions, Drawing, Frame, GifWriter};
///
/// let mut world = carom::World::default();
/// let frame = Frame::of_series(&world).within(320, 200);
/// let mut options = DrawOptions { frame: Some(frame), title: Some("empty".to_owned()), ..DrawOptions::default() };
/// let (width, height) = options.size_of_series(&frame);
/// options.size = Some((width, height));
/// let mut bytes = Vec::new();
/// let mut gif = GifWriter::new(&mut bytes, width, height, 4)?;
/// for _ in 0..3 {
///     world.step();
///     gif.add(&Drawing::with(&world, &options))?;
/// }
/// gif.finish()?;
/// assert!(bytes.starts_with(b"GIF89a"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct GifWriter<W: Write> {
    encoder: Encoder<W>,
    size: (u16, u16),
    delay: u16,
    palette: Vec<Color>,
    /// The color of the palette that is nearest to a color.
    nearest: HashMap<Color, u8>,
    last: Vec<u8>,
}

impl<W: Write> GifWriter<W> {
    /// A GIF of this size [px] that shows each picture for `delay` hundredths of a second.
    ///
    /// # Errors
    /// A side of more than 65,535 pixels, or a failure to write.
    pub fn new(out: W, width: u32, height: u32, delay: u16) -> Result<Self> {
        let side = |side: u32| u16::try_from(side).map_err(|_| Error::other("a GIF has at most 65535 pixels a side"));
        let size = (side(width)?, side(height)?);
        let palette = palette();
        let bytes: Vec<u8> = palette.iter().flat_map(|&Color(r, g, b)| [r, g, b]).collect();
        let mut encoder = Encoder::new(out, size.0, size.1, &bytes).map_err(Error::other)?;
        encoder.set_repeat(Repeat::Infinite).map_err(Error::other)?;
        Ok(Self { encoder, size, delay, palette, nearest: HashMap::new(), last: Vec::new() })
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// A picture of another size, or a failure to write.
    pub fn add(&mut self, drawing: &Drawing) -> Result<()> {
        let (width, height) = drawing.size();
        if (width, height) != (u32::from(self.size.0), u32::from(self.size.1)) {
            return Err(Error::other("all pictures of a GIF have one size"));
        }
        let rgba = drawing.rgba()?;
        let mut pixels = Vec::with_capacity(rgba.len() / 4);
        let mut known = (Color(0, 0, 0), None);
        for pixel in rgba.chunks_exact(4) {
            let color = Color(pixel[0], pixel[1], pixel[2]);
            if known.0 != color || known.1.is_none() {
                known = (color, Some(self.number_of(color)));
            }
            pixels.push(known.1.unwrap_or(CLEAR));
        }
        let frame = self.changed(&pixels, usize::from(self.size.0));
        self.encoder.write_frame(&frame).map_err(Error::other)?;
        self.last = pixels;
        Ok(())
    }

    /// Writes the end of the file.
    ///
    /// # Errors
    /// A failure to write.
    pub fn finish(self) -> Result<()> {
        self.encoder.into_inner().map_err(Error::other)?.flush()
    }

    fn number_of(&mut self, color: Color) -> u8 {
        let palette = &self.palette;
        *self.nearest.entry(color).or_insert_with(|| {
            let colors = (1..palette.len()).map(|number| (distance(palette[number], color), number));
            colors.min().map_or(CLEAR, |nearest| nearest.1 as u8)
        })
    }

    /// The least box around the pixels that changed, with the others in it left clear.
    fn changed(&self, pixels: &[u8], width: usize) -> Frame<'static> {
        let base = Frame { delay: self.delay, dispose: DisposalMethod::Keep, ..Frame::default() };
        if self.last.len() != pixels.len() {
            let (width, height) = self.size;
            return Frame { width, height, buffer: Cow::Owned(pixels.to_vec()), ..base };
        }
        let (mut low, mut high) = ([usize::MAX; 2], [0; 2]);
        for (at, _) in pixels.iter().zip(&self.last).enumerate().filter(|(_, (now, last))| now != last) {
            let place = [at % width, at / width];
            for (axis, place) in place.into_iter().enumerate() {
                low[axis] = low[axis].min(place);
                high[axis] = high[axis].max(place);
            }
        }
        if low[0] > high[0] {
            (low, high) = ([0; 2], [0; 2]);
        }
        let row = |y: usize| y * width + low[0]..y * width + high[0] + 1;
        let seen = |(now, last): (&u8, &u8)| if now == last { CLEAR } else { *now };
        let buffer: Vec<u8> = (low[1]..=high[1])
            .flat_map(|y| pixels[row(y)].iter().zip(&self.last[row(y)]).map(seen).collect::<Vec<_>>())
            .collect();
        let [left, top] = low.map(|side| side as u16);
        let [width, height] = [high[0] + 1 - low[0], high[1] + 1 - low[1]].map(|side| side as u16);
        Frame { left, top, width, height, transparent: Some(CLEAR), buffer: Cow::Owned(buffer), ..base }
    }
}

/// The difference of two colors as it looks, about: green counts most.
fn distance(a: Color, b: Color) -> u32 {
    let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    3 * part(a.0, b.0) + 6 * part(a.1, b.1) + 2 * part(a.2, b.2)
}

/// The clear color, then those of all looks and what edges mix of them, each once. The most frequent come first.
fn palette() -> Vec<Color> {
    let mut colors = vec![Color(0, 0, 0), Color::BACKGROUND, Color::INK, Color::PALE_INK];
    let shades = |look: Look| (0..SHADES).map(move |number| look.color(number));
    let fills: Vec<Color> = Look::ALL.into_iter().filter(|look| look.is_body()).flat_map(shades).collect();
    let lines: Vec<Color> = fills.iter().map(|fill| fill.towards(Color::INK, 0.5)).collect();
    let signs: Vec<Color> = Look::ALL.into_iter().filter(|look| !look.is_body()).flat_map(shades).collect();
    colors.extend(fills.iter().chain(&lines).chain(&signs));
    colors.extend(MIXTURES.map(|part| Color::INK.towards(Color::BACKGROUND, part)));
    for part in MIXTURES {
        colors.extend(lines.iter().zip(&fills).map(|(line, fill)| line.towards(*fill, part)));
        colors.extend(lines.iter().chain(&fills).map(|color| color.towards(Color::BACKGROUND, part)));
    }
    colors.extend(signs.iter().map(|color| color.towards(Color::BACKGROUND, 0.5)));
    let mut palette: Vec<Color> = Vec::with_capacity(COLORS);
    for color in colors {
        let is_new = palette.iter().skip(1).all(|known| distance(*known, color) > 0);
        if palette.len() < COLORS && (palette.is_empty() || is_new) {
            palette.push(color);
        }
    }
    palette
}
