//! A sheet of paper in metres: areas, lines, arrows, dots and words, written as SVG.

use carom::math::{Aabb, normalize, right, sin_cos};
use carom::{Piece, Pose, Shape, Vec2, vec2};
use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;

/// Width of every picture [px].
const WIDTH: f32 = 720.0;

/// A color of the palette.
#[derive(Clone, Copy)]
pub struct Ink(pub &'static str);

/// The first of two things.
pub const A: Ink = Ink("#4f86b8");
/// The second of two things.
pub const B: Ink = Ink("#d98c4a");
/// What was found.
pub const FOUND: Ink = Ink("#c2283c");
/// What is good, or where something ends.
pub const GOOD: Ink = Ink("#3f8f5a");
/// What explains.
pub const THIN: Ink = Ink("#8b8f94");
/// Words and outlines.
pub const DARK: Ink = Ink("#2e3a45");
/// Neighbours that are to be told apart.
pub const MANY: [Ink; 7] =
    [Ink("#6b9bc3"), Ink("#e0a96d"), Ink("#88b58d"), Ink("#c98a9b"), Ink("#a595c4"), Ink("#d6c46a"), Ink("#7fb9b9")];

/// A picture in the making.
pub struct Canvas {
    view: Aabb,
    scale: f32,
    body: String,
}

impl Canvas {
    /// A picture of what lies between two corners [m].
    pub fn new(min: Vec2, max: Vec2) -> Self {
        Self { view: Aabb::new(min, max), scale: WIDTH / (max.x - min.x), body: String::new() }
    }

    /// The picture as a file.
    pub fn svg(&self) -> String {
        let height = self.view.size().y * self.scale;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height:.0}\" viewBox=\"0 0 {WIDTH} \
             {height:.0}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" font-family=\"sans-serif\" \
             font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{height:.0}\" fill=\"#fbfaf7\"/>\n{}</svg>\n",
            self.body
        )
    }

    fn place(&self, p: Vec2) -> Vec2 {
        self.scale * vec2(p.x - self.view.min.x, self.view.max.y - p.y)
    }

    fn path(&self, points: &[Vec2]) -> String {
        let mut path = String::new();
        for (i, p) in points.iter().enumerate() {
            let p = self.place(*p);
            let _ = write!(path, "{}{:.1} {:.1}", if i == 0 { "M" } else { "L" }, p.x, p.y);
        }
        path
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.body, "{element}");
    }

    /// Rings, filled by the even-odd rule.
    pub fn region(&mut self, rings: &[&[Vec2]], ink: Ink, opacity: f32) {
        let path: String = rings.iter().map(|ring| self.path(ring) + "Z").collect();
        let Ink(ink) = ink;
        self.put(format_args!(
            "<path d=\"{path}\" fill=\"{ink}\" fill-opacity=\"{opacity}\" fill-rule=\"evenodd\" stroke=\"{ink}\" \
             stroke-width=\"1.5\"/>"
        ));
    }

    /// A filled ring.
    pub fn area(&mut self, ring: &[Vec2], ink: Ink, opacity: f32) {
        self.region(&[ring], ink, opacity);
    }

    /// A box.
    pub fn aabb(&mut self, b: &Aabb, ink: Ink, opacity: f32) {
        self.area(&[b.min, vec2(b.max.x, b.min.y), b.max, vec2(b.min.x, b.max.y)], ink, opacity);
    }

    /// A box without an outline.
    pub fn tile(&mut self, b: &Aabb, ink: Ink, opacity: f32) {
        let (low, high, Ink(ink)) = (self.place(vec2(b.min.x, b.max.y)), self.place(vec2(b.max.x, b.min.y)), ink);
        let size = high - low;
        self.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{ink}\" \
             fill-opacity=\"{opacity}\"/>",
            low.x, low.y, size.x, size.y
        ));
    }

    /// A circle.
    pub fn circle(&mut self, center: Vec2, radius: f32, ink: Ink, opacity: f32) {
        let (c, r, Ink(ink)) = (self.place(center), radius * self.scale, ink);
        self.put(format_args!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{r:.1}\" fill=\"{ink}\" fill-opacity=\"{opacity}\" \
             stroke=\"{ink}\" stroke-width=\"1.5\"/>",
            c.x, c.y
        ));
    }

    /// A line through points.
    pub fn line(&mut self, points: &[Vec2], ink: Ink, width: f32) {
        let (path, Ink(ink)) = (self.path(points), ink);
        self.put(format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"/>"));
    }

    /// A line of dashes.
    pub fn dashes(&mut self, points: &[Vec2], ink: Ink) {
        let (path, Ink(ink)) = (self.path(points), ink);
        self.put(format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-dasharray=\"5 5\"/>"));
    }

    /// An arrow from one point to another.
    pub fn arrow(&mut self, from: Vec2, to: Vec2, ink: Ink) {
        let along = normalize(to - from).0 / self.scale;
        self.line(&[from, to - 5.0 * along], ink, 2.5);
        self.area(&[to, to - 10.0 * along + 4.0 * right(along), to - 10.0 * along - 4.0 * right(along)], ink, 1.0);
    }

    /// A point.
    pub fn dot(&mut self, p: Vec2, ink: Ink) {
        let (c, Ink(ink)) = (self.place(p), ink);
        self.put(format_args!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{ink}\"/>", c.x, c.y));
    }

    /// Words that begin at a point.
    pub fn words(&mut self, at: Vec2, words: &str) {
        let (c, Ink(ink)) = (self.place(at), DARK);
        let words = words.replace('&', "&amp;").replace('<', "&lt;");
        self.put(format_args!("<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{ink}\">{words}</text>", c.x, c.y));
    }

    /// A piece at a pose.
    pub fn piece(&mut self, piece: &Piece, pose: Pose, ink: Ink, opacity: f32) {
        let mut corners = Vec::new();
        piece.core(|v| corners.push(pose.transform_point(v)));
        match (corners.as_slice(), piece.radius()) {
            ([center], radius) => self.circle(*center, radius, ink, opacity),
            ([a, b], 0.0) => self.line(&[*a, *b], ink, 3.0),
            (many, 0.0) => self.area(many, ink, opacity),
            (many, radius) => self.area(&rounded(many, radius), ink, opacity),
        }
    }

    /// A shape at a pose.
    pub fn shape(&mut self, shape: &Shape, pose: Pose, ink: Ink, opacity: f32) {
        for i in 0..shape.piece_count() {
            self.piece(&shape.piece(i), pose, ink, opacity);
        }
    }
}

/// The outline of all points within `radius` of a convex ring or a line.
fn rounded(corners: &[Vec2], radius: f32) -> Vec<Vec2> {
    let mut ring = Vec::new();
    for i in 0..corners.len() {
        let (v, w) = (corners[i], corners[(i + 1) % corners.len()]);
        let u = corners[(i + corners.len() - 1) % corners.len()];
        let (from, to) = (normalize(right(v - u)).0, normalize(right(w - v)).0);
        let angle = carom::math::atan2(from.x * to.y - from.y * to.x, from.dot(to)).abs();
        for k in 0..=12 {
            let (s, c) = sin_cos(angle * k as f32 / 12.0);
            ring.push(v + radius * vec2(c * from.x - s * from.y, s * from.x + c * from.y));
        }
    }
    ring
}

/// What draws a picture.
pub type Page = fn() -> Result<Canvas, Box<dyn Error>>;

/// Writes pictures by their names into docs/images/`kind`, or into the folder that the program is given, and tells
/// where.
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
