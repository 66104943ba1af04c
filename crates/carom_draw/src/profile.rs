//! The times of a run as a picture: the stages of each step on top of each other, and the mean of each stage.

use crate::label::{Anchor, Label};
use crate::{Color, Style, SvgWriter};
use carom::World;
use carom::math::{Vec2, vec2};

/// Sizes of the picture [px].
const WIDTH: f32 = 960.0;
const CHART: f32 = 240.0;
const HEAD: f32 = 48.0;
const AXIS: f32 = 34.0;
const ROW: f32 = 22.0;
const LEFT: f32 = 60.0;
const RIGHT: f32 = 20.0;

/// Most columns of the chart. Each has the mean of its steps.
const COLUMNS: usize = 440;

/// Left end of the bars of the stages [px].
const BARS: f32 = 250.0;

/// The times of a run. Note the world after each step.
///
/// ```
/// let mut world = carom::World::default();
/// let mut profile = carom_draw::Profile::default();
/// for _ in 0..3 {
///     world.step();
///     profile.note(&world);
/// }
/// assert!(profile.svg("empty").contains(">empty: "));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// Name of each stage, and its time in each step [ms].
    stages: Vec<(&'static str, Vec<f64>)>,
    steps: usize,
}

impl Profile {
    /// Notes the times of the last step.
    pub fn note(&mut self, world: &World) {
        for (name, ms) in world.times().stages() {
            let known = self.stages.iter().position(|stage| stage.0 == name);
            let at = known.unwrap_or_else(|| {
                self.stages.push((name, vec![0.0; self.steps]));
                self.stages.len() - 1
            });
            self.stages[at].1.push(ms);
        }
        self.steps += 1;
    }

    /// Name, mean time [ms] and number of each stage, the longest first.
    fn means(&self) -> Vec<(&'static str, f64, usize)> {
        let count = self.steps.max(1) as f64;
        let mean = |times: &[f64]| times.iter().sum::<f64>() / count;
        let mut means: Vec<_> =
            self.stages.iter().enumerate().map(|(number, (name, times))| (*name, mean(times), number)).collect();
        means.sort_by(|a, b| b.1.total_cmp(&a.1));
        means
    }

    /// The picture as an SVG file.
    pub fn svg(&self, title: &str) -> String {
        let means = self.means();
        let total: f64 = means.iter().map(|mean| mean.1).sum();
        let bars = HEAD + CHART + AXIS + 14.0;
        let height = bars + ROW * means.len() as f32 + 16.0;
        let mut svg = SvgWriter::new(WIDTH as u32, height as u32, Color::BACKGROUND);
        let words = |svg: &mut SvgWriter, words: &str, at: Vec2, size: f32, color: Color, anchor: Anchor| {
            svg.label(Label { words, at, size, color, anchor });
        };
        let head = format!("{title}: {} steps, {total:.3} ms a step", self.steps);
        words(&mut svg, &head, vec2(LEFT, 30.0), 16.0, Color::INK, Anchor::Start);
        let columns = self.columns(&means);
        let mut sums: Vec<f64> = columns.iter().map(|column| column.iter().sum()).collect();
        sums.sort_by(f64::total_cmp);
        // A step that the machine interrupted would make the others small.
        let common = sums.get(sums.len().saturating_sub(1) * 49 / 50).copied().unwrap_or(0.0);
        let greatest = sums.last().copied().unwrap_or(0.0);
        let highest = f64::min(greatest, 1.5 * common).max(1.0e-6);
        if greatest > highest {
            let cut = format!("cut at {highest:.2} ms; the greatest is {greatest:.2} ms");
            words(&mut svg, &cut, vec2(WIDTH - RIGHT, 30.0), 11.0, Color::PALE_INK, Anchor::End);
        }
        let y = |ms: f64| HEAD + CHART * (1.0 - (ms / highest) as f32);
        let x = |column: f32| LEFT + (WIDTH - LEFT - RIGHT) * column / columns.len().max(1) as f32;
        for part in 0..=4 {
            let ms = highest * f64::from(part) / 4.0;
            let line = [vec2(LEFT, y(ms)), vec2(WIDTH - RIGHT, y(ms))];
            svg.line(line, &Style::stroke(Color::PALE_INK.towards(Color::BACKGROUND, 0.7), 1.0));
            let at = vec2(LEFT - 8.0, y(ms) + 4.0);
            words(&mut svg, &format!("{ms:.2}"), at, 11.0, Color::PALE_INK, Anchor::End);
        }
        let mut low = vec![0.0; columns.len()];
        for (place, _) in means.iter().enumerate() {
            let high = columns.iter().zip(&low).map(|(column, low)| f64::min(low + column[place], highest));
            let high: Vec<f64> = high.collect();
            // Each column is a step wide.
            let along = |level: &[f64]| -> Vec<Vec2> {
                let sides = |(k, &ms): (usize, &f64)| [vec2(x(k as f32), y(ms)), vec2(x(k as f32 + 1.0), y(ms))];
                level.iter().enumerate().flat_map(sides).collect()
            };
            let ring = along(&high).into_iter().chain(along(&low).into_iter().rev());
            svg.region([ring], &Style::fill(Color::hue(place)));
            low = high;
        }
        let base = HEAD + CHART + 20.0;
        words(&mut svg, "step 1", vec2(LEFT, base), 11.0, Color::PALE_INK, Anchor::Start);
        let last = format!("step {}", self.steps);
        words(&mut svg, &last, vec2(WIDTH - RIGHT, base), 11.0, Color::PALE_INK, Anchor::End);
        words(&mut svg, "ms", vec2(LEFT - 8.0, HEAD - 10.0), 11.0, Color::PALE_INK, Anchor::End);
        let longest = means.first().map_or(1.0, |mean| mean.1).max(1.0e-9);
        for (place, (name, mean, _)) in means.iter().enumerate() {
            let top = bars + ROW * place as f32;
            let at = |x: f32| vec2(x, top + 13.0);
            words(&mut svg, name, at(LEFT), 12.0, Color::INK, Anchor::Start);
            let share = if total > 0.0 { 100.0 * mean / total } else { 0.0 };
            let figure = format!("{mean:.3} ms, {share:.0} %");
            words(&mut svg, &figure, at(BARS - 14.0), 12.0, Color::PALE_INK, Anchor::End);
            let end = BARS + (WIDTH - RIGHT - BARS) * (mean / longest) as f32;
            let bar = [vec2(BARS, top), vec2(end, top), vec2(end, top + ROW - 6.0), vec2(BARS, top + ROW - 6.0)];
            svg.region([bar], &Style::fill(Color::hue(place)));
        }
        svg.finish()
    }

    /// The mean times of the stages in each column [ms], in the order of `means`.
    fn columns(&self, means: &[(&'static str, f64, usize)]) -> Vec<Vec<f64>> {
        let a_column = self.steps.div_ceil(COLUMNS).max(1);
        let starts = (0..self.steps).step_by(a_column);
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len().max(1) as f64;
        let of = |start: usize, number: usize| {
            let times = &self.stages[number].1;
            mean(times.get(start..(start + a_column).min(times.len())).unwrap_or_default())
        };
        starts.map(|start| means.iter().map(|&(_, _, number)| of(start, number)).collect()).collect()
    }
}
