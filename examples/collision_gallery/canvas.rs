//! A sheet of paper in metres: areas, lines, arrows, dots and words, written as SVG by carom_draw.

use carom::math::{Aabb, normalize, right};
use carom::{Piece, Pose, Shape, Vec2, vec2};
use carom_draw::{Color, Figure, Frame, Style, SvgWriter};
use std::error::Error;
use std::path::PathBuf;

/// Width of every picture [px].
const WIDTH: u32 = 720;

/// A color of the palette.
pub type Ink = Color;

/// The first of two things.
pub const A: Ink = Color(0x4F, 0x86, 0xB8);
/// The second of two things.
pub const B: Ink = Color(0xD9, 0x8C, 0x4A);
/// A result.
pub const FOUND: Ink = Color(0xC2, 0x28, 0x3C);
/// A good state, or an end.
pub const GOOD: Ink = Color(0x3F, 0x8F, 0x5A);
/// An explanation.
pub const THIN: Ink = Color(0x8B, 0x8F, 0x94);
/// Words and outlines.
pub const DARK: Ink = Color(0x2E, 0x3A, 0x45);
/// Neighbours that are to be told apart.
pub const MANY: [Ink; 7] = [
    Color(0x6B, 0x9B, 0xC3),
    Color(0xE0, 0xA9, 0x6D),
    Color(0x88, 0xB5, 0x8D),
    Color(0xC9, 0x8A, 0x9B),
    Color(0xA5, 0x95, 0xC4),
    Color(0xD6, 0xC4, 0x6A),
    Color(0x7F, 0xB9, 0xB9),
];

/// A picture in the making.
pub struct Canvas {
    frame: Frame,
    svg: SvgWriter,
}

/// An area and its outline.
fn pale(ink: Ink, opacity: f32) -> Style {
    Style { fill: Some(ink), fill_opacity: opacity, ..Style::stroke(ink, 1.5) }
}

/// The corners of a box.
fn corners(b: &Aabb) -> [Vec2; 4] {
    [b.min, vec2(b.max.x, b.min.y), b.max, vec2(b.min.x, b.max.y)]
}

impl Canvas {
    /// A picture of the rectangle between two corners [m].
    pub fn new(min: Vec2, max: Vec2) -> Self {
        let view = Aabb::new(min, max);
        let scale = WIDTH as f32 / view.size().x;
        let height = (view.size().y * scale).round() as u32;
        let frame = Frame { view, scale, width: WIDTH, height };
        Self { frame, svg: SvgWriter::new(WIDTH, height, Color::BACKGROUND) }
    }

    /// The picture as a file.
    pub fn svg(self) -> String {
        self.svg.finish()
    }

    fn form(&mut self, form: &Figure, ink: Ink, opacity: f32) {
        match form {
            Figure::Disc { center, radius, .. } => self.circle(*center, *radius, ink, opacity),
            Figure::Area { corners } => self.area(corners, ink, opacity),
            Figure::Region { rings } => self.region(&rings.iter().map(Vec::as_slice).collect::<Vec<_>>(), ink, opacity),
            Figure::Line { points } => self.line(points, ink, 3.0),
        }
    }

    /// Rings, filled by the even-odd rule.
    pub fn region(&mut self, rings: &[&[Vec2]], ink: Ink, opacity: f32) {
        let frame = self.frame;
        self.svg.region(rings.iter().map(|ring| ring.iter().map(|p| frame.place(*p))), &pale(ink, opacity));
    }

    /// A filled ring.
    pub fn area(&mut self, ring: &[Vec2], ink: Ink, opacity: f32) {
        self.region(&[ring], ink, opacity);
    }

    /// A box.
    pub fn aabb(&mut self, b: &Aabb, ink: Ink, opacity: f32) {
        self.area(&corners(b), ink, opacity);
    }

    /// A box without an outline.
    pub fn tile(&mut self, b: &Aabb, ink: Ink, opacity: f32) {
        let ring = corners(b).map(|corner| self.frame.place(corner));
        self.svg.region([ring], &Style { fill_opacity: opacity, ..Style::fill(ink) });
    }

    /// A circle.
    pub fn circle(&mut self, center: Vec2, radius: f32, ink: Ink, opacity: f32) {
        self.svg.circle(self.frame.place(center), radius * self.frame.scale, &pale(ink, opacity));
    }

    /// A line through points.
    pub fn line(&mut self, points: &[Vec2], ink: Ink, width: f32) {
        self.svg.line(points.iter().map(|p| self.frame.place(*p)), &Style::stroke(ink, width));
    }

    /// A dashed line through points.
    pub fn dashes(&mut self, points: &[Vec2], ink: Ink) {
        let style = Style { is_dashed: true, ..Style::stroke(ink, 1.0) };
        self.svg.line(points.iter().map(|p| self.frame.place(*p)), &style);
    }

    /// An arrow from one point to another.
    pub fn arrow(&mut self, from: Vec2, to: Vec2, ink: Ink) {
        let along = normalize(to - from).0 / self.frame.scale;
        self.line(&[from, to - 5.0 * along], ink, 2.5);
        self.area(&[to, to - 10.0 * along + 4.0 * right(along), to - 10.0 * along - 4.0 * right(along)], ink, 1.0);
    }

    /// A point.
    pub fn dot(&mut self, p: Vec2, ink: Ink) {
        self.svg.circle(self.frame.place(p), 4.0, &Style::fill(ink));
    }

    /// Words that begin at a point.
    pub fn words(&mut self, at: Vec2, words: &str) {
        self.svg.words(self.frame.place(at), words, DARK);
    }

    /// A piece at a pose.
    pub fn piece(&mut self, piece: &Piece, pose: Pose, ink: Ink, opacity: f32) {
        self.form(&Figure::of_piece(piece, pose), ink, opacity);
    }

    /// A shape at a pose, piece by piece.
    pub fn shape(&mut self, shape: &Shape, pose: Pose, ink: Ink, opacity: f32) {
        for i in 0..shape.piece_count() {
            self.piece(&shape.piece(i), pose, ink, opacity);
        }
    }
}

/// A function that draws a picture.
pub type Page = fn() -> Result<Canvas, Box<dyn Error>>;

/// Writes pictures by their names into docs/images/`kind`, or into the folder that the program is given, and prints
/// their paths.
pub fn write_pages(kind: &str, pages: &[(&str, Page)]) -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/images").join(kind);
    let folder = std::env::args_os().nth(1).map_or(here, PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    for (name, page) in pages {
        let path = folder.join(name).with_extension("svg");
        std::fs::write(&path, page()?.svg())?;
        println!("{}", path.display());
    }
    Ok(())
}
