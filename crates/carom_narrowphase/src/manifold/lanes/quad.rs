//! A piece as the lanes (SIMD) read it: four corners and their edge normals in one line of memory, and the form that
//! selects its lane kernel.

use crate::manifold::scalar::box_core::BoxCore;
use crate::manifold::scalar::core::Line;
use carom_math::{Pose, Vec2};
use carom_shapes::{Piece, PieceKind};

/// Four corners of a core and the normals of the edges that begin there. Places beyond the last corner repeat the
/// first; no test of a strict order notices that (nor if all four are repeated). A circle's centre is its only corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub struct Quad {
    /// Corners, x then y [m].
    pub(crate) corners: [[f32; 4]; 2],
    /// Outward unit normals, x then y.
    pub(crate) normals: [[f32; 4]; 2],
}

const _: () = assert!(size_of::<Quad>() == 64);

/// The form of a piece for the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Form {
    /// A circle.
    Circle,
    /// A capsule, which is a line with two corners.
    Capsule,
    /// A lone segment.
    Segment,
    /// A polygon that is a box: see [`BoxCore`].
    Box,
    /// Another polygon of up to four corners.
    Polygon4,
    /// A polygon of five or six corners.
    Polygon6,
    /// A polygon of seven or eight corners.
    Polygon8,
    /// Anything else: scalar code.
    Other,
}

impl Form {
    /// Number of forms.
    pub const COUNT: usize = 8;

    /// All of them, in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Circle,
        Self::Capsule,
        Self::Segment,
        Self::Box,
        Self::Polygon4,
        Self::Polygon6,
        Self::Polygon8,
        Self::Other,
    ];

    /// The form of a piece.
    pub fn of(piece: &Piece) -> Self {
        match piece {
            Piece::Circle(_) => Self::Circle,
            Piece::Capsule(s) if Line::new(s.a(), s.b()).is_some() => Self::Capsule,
            Piece::Segment(s) if Line::new(s.a(), s.b()).is_some() => Self::Segment,
            Piece::Polygon(s) if BoxCore::of(s).is_some() => Self::Box,
            Piece::Polygon(s) if s.vertices().len() <= 4 => Self::Polygon4,
            Piece::Polygon(s) if s.vertices().len() <= 6 => Self::Polygon6,
            Piece::Polygon(s) if s.vertices().len() <= 8 => Self::Polygon8,
            _ => Self::Other,
        }
    }

    /// Whether the lanes need its second [`Quad`].
    pub fn has_more(self) -> bool {
        matches!(self, Self::Polygon6 | Self::Polygon8)
    }

    /// The kind of its pieces; links and all pieces for scalar code are [`PieceKind::Link`] here.
    pub(crate) const fn kind(self) -> PieceKind {
        match self {
            Self::Circle => PieceKind::Circle,
            Self::Capsule => PieceKind::Capsule,
            Self::Segment => PieceKind::Segment,
            Self::Box | Self::Polygon4 | Self::Polygon6 | Self::Polygon8 => PieceKind::Polygon,
            Self::Other => PieceKind::Link,
        }
    }
}

/// Tables by form are filled in the order of [`Form::ALL`].
const _: () = {
    let mut number = 0;
    while number < Form::COUNT {
        assert!(Form::ALL[number] as usize == number, "a form is not where its number says");
        number += 1;
    }
};

impl Quad {
    /// Four corners at the origin.
    pub const EMPTY: &Self = &Self { corners: [[0.0; 4]; 2], normals: [[0.0; 4]; 2] };

    /// Corners `first..first + 4` of a piece's core; all at the origin for a piece that the lanes do not take.
    pub fn of(piece: &Piece, first: usize) -> Self {
        match piece {
            Piece::Circle(s) => Self::new(&[s.center()], &[Vec2::ZERO], first),
            Piece::Capsule(s) => Self::line(s.a(), s.b(), first),
            Piece::Segment(s) => Self::line(s.a(), s.b(), first),
            Piece::Polygon(s) => Self::new(s.vertices(), s.normals(), first),
            Piece::Link(_) => Self::default(),
        }
    }

    fn line(a: Vec2, b: Vec2, first: usize) -> Self {
        Line::new(a, b).map_or(Self::default(), |line| {
            let core = line.core(0.0);
            Self::new(core.vertices, core.normals, first)
        })
    }

    fn new(vertices: &[Vec2], normals: &[Vec2], first: usize) -> Self {
        let mut quad = Self::default();
        for k in 0..4 {
            let at = |list: &[Vec2]| list.get(first + k).or(list.first()).copied().unwrap_or_default();
            let (v, n) = (at(vertices), at(normals));
            (quad.corners[0][k], quad.corners[1][k]) = (v.x, v.y);
            (quad.normals[0][k], quad.normals[1][k]) = (n.x, n.y);
        }
        quad
    }
}

/// The place of a piece whose corners the lanes do not read: the centre of a circle, or the pose of a box; the identity
/// for all others.
pub fn place_of(piece: &Piece) -> Pose {
    match piece {
        Piece::Circle(circle) => Pose { p: circle.center(), ..Pose::IDENTITY },
        Piece::Polygon(polygon) => BoxCore::of(polygon).map_or(Pose::IDENTITY, |core| core.pose),
        _ => Pose::IDENTITY,
    }
}

/// Number of corners of a piece's core.
pub fn corner_count(piece: &Piece) -> usize {
    let mut count = 0;
    piece.core(|_| count += 1);
    count
}
