//! [`DebugDraw`]: the few calls by which a picture reaches a renderer.

use crate::{Color, Figure, Style};
use carom::math::Vec2;

/// A renderer of pictures: lines, circles, polygons and words with their colors, in world coordinates. A program
/// implements it for its own renderer. The PNG and the SVG of this crate are two more.
///
/// ```
/// use carom::math::Vec2;
/// use carom_draw::{Color, DebugDraw, Drawing, Style};
///
/// /// Counts what is drawn.
/// #[derive(Default)]
/// struct Count(usize);
///
/// impl DebugDraw for Count {
///     fn line(&mut self, _: &[Vec2], _: &Style) {
///         self.0 += 1;
///     }
///     fn circle(&mut self, _: Vec2, _: f32, _: &Style) {
///         self.0 += 1;
///     }
///     fn polygon(&mut self, _: &[Vec2], _: &Style) {
///         self.0 += 1;
///     }
///     fn text(&mut self, _: Vec2, _: &str, _: Color) {
///         self.0 += 1;
///     }
/// }
///
/// let mut count = Count::default();
/// Drawing::of(&carom::World::default()).draw(&mut count);
/// assert_eq!(count.0, 0);
/// ```
pub trait DebugDraw {
    /// A line through points [m].
    fn line(&mut self, points: &[Vec2], style: &Style);

    /// A circle [m].
    fn circle(&mut self, center: Vec2, radius: f32, style: &Style);

    /// A polygon [m]. It is convex, unless it belongs to an outline.
    fn polygon(&mut self, corners: &[Vec2], style: &Style);

    /// Words about a point [m].
    fn text(&mut self, at: Vec2, words: &str, color: Color);

    /// A region with holes [m]: rings counter-clockwise round what is filled, clockwise round holes. Without a method
    /// of its own, the rings round what is filled are polygons, and holes are lines.
    fn region(&mut self, rings: &[Vec<Vec2>], style: &Style) {
        for ring in rings {
            let next = ring.iter().cycle().skip(1);
            let area: f32 = ring.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum();
            if area > 0.0 {
                self.polygon(ring, style);
            } else {
                let closed: Vec<Vec2> = ring.iter().chain(ring.first()).copied().collect();
                self.line(&closed, style);
            }
        }
    }
}

impl Figure {
    /// Draws the figure.
    pub(crate) fn draw(&self, style: &Style, out: &mut dyn DebugDraw) {
        match self {
            Self::Disc { center, radius, hand } => {
                out.circle(*center, *radius, style);
                if let (Some(line), Some(_), false) = (style.stroke, style.fill, style.is_dashed) {
                    out.line(&[*center, *hand], &Style::stroke(line, style.stroke_width));
                }
            }
            Self::Area { corners } => out.polygon(corners, style),
            Self::Region { rings } => out.region(rings, style),
            Self::Line { points } => {
                // A line of a body is its inside and its outline at once.
                let width = if style.fill.is_some() { LINE_WIDTH } else { style.stroke_width };
                let color = style.stroke.or(style.fill);
                out.line(points, &Style { fill: None, stroke: color, stroke_width: width, ..*style });
            }
        }
    }
}

/// Width of the line of a segment or a chain [px].
const LINE_WIDTH: f32 = 2.0;
