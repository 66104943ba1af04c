//! The words of a picture: title and time above it, legend and scale bar below.

use crate::label::{Anchor, Label, fitted};
use crate::sheet::Sheet;
use crate::{Color, Frame, Look, Mark, Style, text};
use carom::World;
use carom::math::{Vec2, vec2};

/// Height of the band above the picture, and of a row below it [px].
const HEAD: u32 = 34;
const ROW: u32 = 26;

/// Sizes of the title and of other words [px], and the least space between things.
const TITLE: f32 = 15.0;
const SMALL: f32 = 12.0;
const GAP: f32 = 10.0;

/// Width of a sample of the legend [px].
const SAMPLE: f32 = 14.0;

/// Greatest length of the scale bar [px].
const BAR: f32 = 130.0;

/// Most rows of the legend.
const MOST_ROWS: u32 = 3;

/// The words of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Caption {
    title: String,
    time: String,
    legend: Vec<(Look, Color, String)>,
    unit: &'static str,
    /// Rows of the legend, if it has so many whatever is in it: pictures of a series have one size.
    rows: Option<u32>,
}

impl Caption {
    pub(crate) fn new(
        world: &World,
        title: &str,
        marks: &[Mark],
        notes: Vec<(Look, String)>,
        rows: Option<u32>,
    ) -> Self {
        let steps = world.step_count();
        let seconds = steps as f64 * f64::from(world.def().dt);
        let legend = Look::ALL.into_iter().filter_map(|look| {
            let color = marks.iter().find(|mark| mark.look == look)?.color;
            let note = notes.iter().find(|note| note.0 == look);
            // Things with a scale are paler if they are weak; the scale is that of the strong ones.
            let color = if note.is_some() { look.color(0) } else { color };
            let name = look.name();
            Some((look, color, note.map_or_else(|| name.to_owned(), |note| format!("{name}: {}", note.1))))
        });
        Self {
            title: title.to_owned(),
            time: format!("step {steps} \u{b7} {seconds:.2} s"),
            legend: legend.collect(),
            unit: if world.def().length_unit == 1.0 { "m" } else { "units" },
            rows,
        }
    }

    /// The height above a picture of this width, and the height below it [px].
    pub(crate) fn heights(&self, width: u32) -> [u32; 2] {
        let last = self.places(width as f32).last().map_or(0, |place| place.0);
        [HEAD, ROW * self.rows.unwrap_or((last + 1).min(MOST_ROWS))]
    }

    /// The height of both, for so many rows of legend [px].
    pub(crate) fn height_of(rows: u32) -> u32 {
        HEAD + ROW * rows
    }

    /// Row and left end of each entry of the legend [px]. The first row ends at the scale bar.
    fn places(&self, width: f32) -> Vec<(u32, f32)> {
        let (mut row, mut x) = (0, GAP);
        let mut places = Vec::new();
        for (_, _, words) in &self.legend {
            let end = x + SAMPLE + 5.0 + text::width(words, SMALL);
            let room = if row == 0 { width - BAR - 3.0 * GAP - 40.0 } else { width - GAP };
            if end > room && (x > GAP || row == 0) {
                (row, x) = (row + 1, GAP);
            }
            places.push((row, x));
            x += SAMPLE + 5.0 + text::width(words, SMALL) + 1.4 * GAP;
        }
        places
    }

    /// Puts the words on a sheet, about a frame.
    pub(crate) fn put_on(&self, frame: &Frame, sheet: &mut dyn Sheet) {
        let (width, height) = (frame.width as f32, frame.height as f32);
        let [head, foot] = self.heights(frame.width).map(|band| band as f32);
        let words = |words: &str, at: Vec2, size: f32, color: Color, anchor: Anchor, sheet: &mut dyn Sheet| {
            sheet.label(Label { words, at, size, color, anchor });
        };
        // Marks may reach over the edge.
        let band = |from: f32, to: f32| vec![vec2(0.0, from), vec2(width, from), vec2(width, to), vec2(0.0, to)];
        for ring in [band(0.0, head), band(head + height, head + height + foot)] {
            sheet.region(&[ring], &Style::fill(Color::BACKGROUND));
        }
        let edge = Style::stroke(Color::PALE_INK.towards(Color::BACKGROUND, 0.6), 1.0);
        for y in [head - 0.5, head + height + 0.5] {
            sheet.line(&[vec2(0.0, y), vec2(width, y)], &edge);
        }
        let base = 0.5 * head + 0.36 * TITLE;
        let time = text::width(&self.time, SMALL);
        let title = fitted(&self.title, TITLE, width - time - 3.0 * GAP);
        words(&title, vec2(GAP, base), TITLE, Color::INK, Anchor::Start, sheet);
        if width > time + 3.0 * GAP {
            words(&self.time, vec2(width - GAP, base), SMALL, Color::PALE_INK, Anchor::End, sheet);
        }
        let middle = |row: u32| head + height + (row as f32 + 0.5) * ROW as f32;
        for ((look, color, name), (row, x)) in self.legend.iter().zip(self.places(width)) {
            let end = x + SAMPLE + 5.0 + text::width(name, SMALL);
            if (row + 1) * ROW > foot as u32 || end > width {
                break;
            }
            sample(*look, *color, vec2(x, middle(row)), sheet);
            let at = vec2(x + SAMPLE + 5.0, middle(row) + 0.36 * SMALL);
            words(name, at, SMALL, Color::INK, Anchor::Start, sheet);
        }
        self.put_bar(frame, middle(0), sheet);
    }

    /// The scale bar, whose right end is that of the picture.
    fn put_bar(&self, frame: &Frame, y: f32, sheet: &mut dyn Sheet) {
        let length = round_length(BAR / frame.scale);
        let pixels = length * frame.scale;
        let right = frame.width as f32 - GAP;
        let words = format!("{} {}", plain(length), self.unit);
        let left = right - pixels;
        if !(pixels.is_finite() && left > GAP + text::width(&words, SMALL)) {
            return;
        }
        let ends = [vec2(left, y - 4.0), vec2(left, y + 4.0), vec2(left, y), vec2(right, y)];
        let line = [&ends[..], &[vec2(right, y - 4.0), vec2(right, y + 4.0)]].concat();
        sheet.line(&line, &Style::stroke(Color::INK, 1.5));
        let at = vec2(left - 6.0, y + 0.36 * SMALL);
        sheet.label(Label { words: &words, at, size: SMALL, color: Color::INK, anchor: Anchor::End });
    }
}

/// A sample of a look, `SAMPLE` wide, about the height of a point at its left end.
fn sample(look: Look, color: Color, at: Vec2, sheet: &mut dyn Sheet) {
    let style = look.style(color, 20.0);
    let [left, right, low, high] = [at.x, at.x + SAMPLE, at.y - 5.0, at.y + 5.0];
    let middle = vec2(at.x + 0.5 * SAMPLE, at.y);
    let square = || vec![vec2(left, low), vec2(right, low), vec2(right, high), vec2(left, high)];
    match look {
        Look::Contact => sheet.circle(middle, 3.0, &style),
        Look::Joint | Look::Trail | Look::Constraint => sheet.line(&[vec2(left, at.y), vec2(right, at.y)], &style),
        Look::Hinge => {
            sheet.line(&[vec2(left, at.y), vec2(right, at.y)], &style);
            sheet.circle(middle, 3.0, &Style::fill(color));
        }
        Look::Normal | Look::Impulse | Look::Velocity | Look::OneWay => {
            sheet.line(&[vec2(left, at.y), vec2(right - 5.0, at.y)], &style);
            let head = vec![vec2(right, at.y), vec2(right - 6.0, at.y - 3.0), vec2(right - 6.0, at.y + 3.0)];
            sheet.region(&[head], &Style::fill(color));
        }
        Look::Id => {
            let at = vec2(at.x, at.y + 0.36 * 10.0);
            sheet.label(Label { words: "12", at, size: 10.0, color, anchor: Anchor::Start });
        }
        _ => sheet.region(&[square()], &style),
    }
}

/// The greatest of 1, 2 and 5 times a power of ten that is at most this.
fn round_length(most: f32) -> f32 {
    let exponent = f64::from(most).log10().floor() as i32;
    let power: f32 = format!("1e{exponent}").parse().unwrap_or(1.0);
    [5.0, 2.0].into_iter().map(|digit| digit * power).find(|length| *length <= most).unwrap_or(power)
}

/// A length without needless digits.
fn plain(length: f32) -> String {
    match length {
        l if !(1.0e-3..1.0e5).contains(&l) => format!("{l:e}"),
        l => {
            let text = format!("{l:.3}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_bars_are_round() {
        for (most, length) in [(1.3, "1"), (0.26, "0.2"), (70.0, "50"), (1.0e6, "1e6"), (0.0049, "0.002")] {
            assert_eq!(plain(round_length(most)), length);
        }
    }
}
