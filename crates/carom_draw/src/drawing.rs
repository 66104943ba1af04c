//! The picture of a world as a list of marks, back to front.

use crate::caption::Caption;
use crate::overlay::Overlay;
use crate::{DebugDraw, DrawOptions, Frame, Mark, MarkForm, Style, bodies};
use carom::World;
use carom::math::{Vec2, max, min, normalize, right};

/// Least size of a body in a picture [px].
const LEAST: f32 = 1.4;

/// The picture of a world.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The part of the world shown.
    pub frame: Frame,
    /// The marks, back to front: areas, fixed bodies, the others, sensors, joints, layers.
    pub marks: Vec<Mark>,
    pub(crate) caption: Option<Caption>,
}

impl Drawing {
    /// The picture of the current state of a world, fitted to the bodies that move.
    pub fn of(world: &World) -> Self {
        Self::with(world, &DrawOptions::default())
    }

    /// The picture of the current state of a world, in a frame. Pictures of a series have one frame.
    pub fn framed(world: &World, frame: Frame) -> Self {
        Self::with(world, &DrawOptions { frame: Some(frame), ..DrawOptions::default() })
    }

    /// The picture of the current state of a world with layers and words.
    ///
    /// ```
    /// use carom_draw::{DrawOptions, Drawing, Layer, Layers};
    ///
    /// let world = carom::World::default();
    /// let layers = Layers::NONE.with(Layer::Contacts).with(Layer::Velocities);
    /// let options = DrawOptions { layers, title: Some("empty".to_owned()), ..DrawOptions::default() };
    /// assert!(Drawing::with(&world, &options).svg().contains(">empty</text>"));
    /// ```
    pub fn with(world: &World, options: &DrawOptions<'_>) -> Self {
        let (frame, has_words) = options.fit(options.frame.unwrap_or_else(|| Frame::of(world)));
        let mut marks = bodies::marks_of(world, &frame, options);
        let mut overlay = Overlay::new(world, &frame, options);
        marks.append(&mut overlay.marks);
        marks.retain(|mark| {
            let aabb = mark.form.aabb();
            aabb.is_finite() && aabb.overlaps(&frame.view)
        });
        let rows = options.size.map(|_| options.rows());
        let title = options.title.as_ref().filter(|_| has_words);
        let caption = title.map(|title| Caption::new(world, title, &marks, overlay.notes, rows));
        Self { frame, marks, caption }
    }

    /// Width and height of the whole picture, words included [px].
    pub fn size(&self) -> (u32, u32) {
        let bands = self.caption.as_ref().map_or(0, |caption| caption.heights(self.frame.width).iter().sum());
        (self.frame.width, self.frame.height + bands)
    }

    /// Draws all marks, back to front, in world coordinates. Widths of lines are in pixels of the frame.
    pub fn draw(&self, out: &mut dyn DebugDraw) {
        let dot = self.dot_radius();
        for mark in &self.marks {
            let extent = self.frame.extent(&mark.form.aabb());
            let style = mark.look.style(mark.color, extent);
            match &mark.form {
                // A body that is smaller than a pixel would fade.
                MarkForm::Figure(_) if extent < LEAST && mark.look.is_solid() => {
                    out.circle(mark.form.aabb().center(), 0.5 * LEAST / self.frame.scale, &style);
                }
                MarkForm::Figure(figure) => figure.draw(&style, out),
                MarkForm::Frame(b) => {
                    let corners = [b.min, Vec2::new(b.max.x, b.min.y), b.max, Vec2::new(b.min.x, b.max.y), b.min];
                    out.line(&corners, &style);
                }
                MarkForm::Dot(at) => out.circle(*at, dot, &Style::fill(mark.color)),
                MarkForm::Arrow { from, to } => self.arrow(*from, *to, &style, out),
                MarkForm::Words { at, words } => out.text(*at, words, mark.color),
            }
        }
    }

    /// Radius of a point [m]: small where bodies are small, so that points do not hide them.
    fn dot_radius(&self) -> f32 {
        let bodies = self.marks.iter().filter(|mark| mark.look.is_solid());
        let mut extents: Vec<f32> = bodies.map(|mark| self.frame.extent(&mark.form.aabb())).collect();
        let middle = extents.len() / 2;
        let median = if extents.is_empty() { 20.0 } else { *extents.select_nth_unstable_by(middle, f32::total_cmp).1 };
        max(0.7, min(0.12 * median, 3.0)) / self.frame.scale
    }

    fn arrow(&self, from: Vec2, to: Vec2, style: &Style, out: &mut dyn DebugDraw) {
        let (along, length) = normalize(to - from);
        let head = min(7.0 / self.frame.scale, 0.5 * length);
        let base = to - head * along;
        out.line(&[from, base], style);
        let side = 0.5 * head * right(along);
        if let Some(color) = style.stroke {
            out.polygon(&[to, base + side, base - side], &Style::fill(color));
        }
    }
}
