//! The renderer: an array of pixels, and the trait that draws worlds on it.

use carom::Vec2;
use carom::math::{clamp, max, min, vec2};
use carom_draw::{Color, DebugDraw, Frame, Style};
use font8x8::{BASIC_FONTS, UnicodeFonts};

/// The pixels of a window, 0xRRGGBB, and the part of the world that they show.
pub struct Canvas {
    pub pixels: Vec<u32>,
    pub frame: Frame,
}

impl DebugDraw for Canvas {
    fn line(&mut self, points: &[Vec2], style: &Style) {
        for ends in points.windows(2) {
            let ends = [self.frame.place(ends[0]), self.frame.place(ends[1])];
            self.paint(&ends, 0.0, style, |p| to_segment(p, ends[0], ends[1]).length());
        }
    }

    fn circle(&mut self, center: Vec2, radius: f32, style: &Style) {
        let (center, radius) = (self.frame.place(center), radius * self.frame.scale);
        self.paint(&[center], radius, style, |p| (p - center).length() - radius);
    }

    fn polygon(&mut self, corners: &[Vec2], style: &Style) {
        let corners: Vec<Vec2> = corners.iter().map(|corner| self.frame.place(*corner)).collect();
        self.paint(&corners, 0.0, style, |p| to_polygon(p, &corners));
    }

    fn text(&mut self, at: Vec2, words: &str, color: Color) {
        self.words(self.frame.place(at), words, color);
    }
}

impl Canvas {
    /// An empty canvas that shows this part of the world.
    pub fn new(frame: Frame) -> Self {
        let Color(r, g, b) = Color::BACKGROUND;
        Self { pixels: vec![u32::from_be_bytes([0, r, g, b]); (frame.width * frame.height) as usize], frame }
    }

    /// Words about a point of the window, in letters of 8 x 8 pixels.
    pub fn words(&mut self, middle: Vec2, words: &str, color: Color) {
        let corner = middle - vec2(4.0 * words.chars().count() as f32, 4.0);
        for (index, rows) in words.chars().filter_map(|c| BASIC_FONTS.get(c)).enumerate() {
            for (y, row) in rows.iter().enumerate() {
                for x in (0..8).filter(|x| row >> x & 1 == 1) {
                    self.blend(corner + vec2((8 * index + x) as f32, y as f32), color, 1.0);
                }
            }
        }
    }

    /// Fill and outline of a figure, given by the distance of a pixel to its edge, which is negative inside. Its points
    /// and `reach` about them bound the pixels that are tried. Edges are soft: a pixel counts by the part that is in.
    fn paint(&mut self, points: &[Vec2], reach: f32, style: &Style, distance: impl Fn(Vec2) -> f32) {
        let size = vec2(self.frame.width as f32, self.frame.height as f32);
        let half = 0.5 * style.stroke_width;
        let low = points.iter().fold(size, |low, p| low.min(*p)) - Vec2::splat(reach + half + 1.0);
        let high = points.iter().fold(Vec2::ZERO, |high, p| high.max(*p)) + Vec2::splat(reach + half + 1.0);
        let (low, high) = (low.clamp(Vec2::ZERO, size), high.clamp(Vec2::ZERO, size));
        for y in low.y as u32..high.y as u32 {
            for x in low.x as u32..high.x as u32 {
                let at = vec2(x as f32, y as f32);
                let edge = distance(at + vec2(0.5, 0.5));
                if let Some(color) = style.fill {
                    self.blend(at, color, style.fill_opacity * clamp(0.5 - edge, 0.0, 1.0));
                }
                if let Some(color) = style.stroke {
                    self.blend(at, color, style.stroke_opacity * clamp(half + 0.5 - edge.abs(), 0.0, 1.0));
                }
            }
        }
    }

    /// Mixes a color into the pixel at a point of the window; nothing outside of it.
    fn blend(&mut self, at: Vec2, color: Color, part: f32) {
        if part <= 0.0 || at.x < 0.0 || at.y < 0.0 || at.x >= self.frame.width as f32 {
            return;
        }
        let index = at.y as usize * self.frame.width as usize + at.x as usize;
        if let Some(pixel) = self.pixels.get_mut(index) {
            let [_, r, g, b] = pixel.to_be_bytes();
            let Color(r, g, b) = Color(r, g, b).towards(color, part);
            *pixel = u32::from_be_bytes([0, r, g, b]);
        }
    }
}

/// The way from a segment to a point [px].
fn to_segment(p: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let along = b - a;
    p - a - along * clamp((p - a).dot(along) / max(along.length_squared(), 1.0e-6), 0.0, 1.0)
}

/// The distance of a point to the edge of a polygon, negative inside [px]. A ray to the right crosses the edge of a
/// polygon an odd number of times if it begins inside.
fn to_polygon(p: Vec2, corners: &[Vec2]) -> f32 {
    let (mut nearest, mut is_inside) = (f32::INFINITY, false);
    for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        nearest = min(nearest, to_segment(p, *a, *b).length_squared());
        is_inside ^= (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
    }
    if is_inside { -nearest.sqrt() } else { nearest.sqrt() }
}
