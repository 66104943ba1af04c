//! Random shapes of every kind that the scene format has.

use super::dice::Dice;
use carom::math::{PI, Pose, Vec2, sin_cos, vec2};
use carom::{Capsule, Chain, Circle, Cut, Outline, Polygon, Segment, Shape, ShapeError, TileGrid};

/// A kind of shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Circle,
    Capsule,
    Segment,
    Box,
    RoundedBox,
    /// Three or four corners.
    Polygon4,
    /// Five or six corners.
    Polygon6,
    /// Seven or eight corners.
    Polygon8,
    /// Nine to sixteen corners.
    Polygon16,
    RoundedPolygon,
    /// Concave, with and without holes.
    Outline,
    Chain,
    /// A tile grid by its border.
    Tiles,
    /// A tile grid as boxes and slopes.
    SolidTiles,
}

impl Kind {
    pub const ALL: [Self; 14] = [
        Self::Circle,
        Self::Capsule,
        Self::Segment,
        Self::Box,
        Self::RoundedBox,
        Self::Polygon4,
        Self::Polygon6,
        Self::Polygon8,
        Self::Polygon16,
        Self::RoundedPolygon,
        Self::Outline,
        Self::Chain,
        Self::Tiles,
        Self::SolidTiles,
    ];

    /// Whether it has an inside.
    pub fn is_solid(self) -> bool {
        !matches!(self, Self::Segment | Self::Chain | Self::Tiles)
    }
}

/// A shape of a kind, about `size` [m] from side to side, about `at`.
pub(super) fn shape(dice: &mut Dice, kind: Kind, size: f32, at: Vec2) -> Result<Shape, ShapeError> {
    let half = 0.5 * size;
    let pose = Pose::new(at, if dice.chance(0.5) { 0.0 } else { dice.angle() });
    Ok(match kind {
        Kind::Circle => Circle::at(at, half)?.into(),
        Kind::Capsule => {
            // Some are nearly circles.
            let long = if dice.chance(0.1) { 0.01 } else { dice.range(0.2, 1.0) };
            let along = dice.arrow(half * long);
            Capsule::new(at - along, at + along, half * dice.range(0.1, 0.7))?.into()
        }
        Kind::Segment => {
            let along = dice.arrow(half);
            Segment::new(at - along, at + along)?.into()
        }
        Kind::Box => Polygon::rect_at(pose, size, size * dice.range(0.1, 1.0))?.into(),
        Kind::RoundedBox => {
            let radius = half * dice.range(0.05, 0.5);
            Polygon::rect_at(pose, size, size * dice.range(0.1, 1.0))?.rounded(radius)?.into()
        }
        Kind::Polygon4 => ring(dice, (3, 4), half, at)?.into(),
        Kind::Polygon6 => ring(dice, (5, 6), half, at)?.into(),
        Kind::Polygon8 => ring(dice, (7, 8), half, at)?.into(),
        Kind::Polygon16 => ring(dice, (9, 16), half, at)?.into(),
        Kind::RoundedPolygon => {
            let radius = half * dice.range(0.05, 0.5);
            ring(dice, (3, 16), half, at)?.rounded(radius)?.into()
        }
        Kind::Outline => outline(dice, half, at)?.into(),
        Kind::Chain => chain(dice, half, at)?.into(),
        Kind::Tiles => tiles(dice, size)?.at(at - vec2(half, half))?.into(),
        Kind::SolidTiles => tiles(dice, size)?.at(at - vec2(half, half))?.solid()?.into(),
    })
}

/// Places on an ellipse, counter-clockwise: regular, or at uneven angles.
fn around(dice: &mut Dice, count: u64, half: f32, at: Vec2) -> Vec<Vec2> {
    let step = 2.0 * PI / count as f32;
    let (first, uneven) = (dice.angle(), if dice.chance(0.3) { 0.0 } else { 0.35 });
    let height = if dice.chance(0.5) { half } else { half * dice.range(0.3, 1.0) };
    (0..count)
        .map(|k| {
            let (sin, cos) = sin_cos(first + step * (k as f32 + dice.range(-uneven, uneven)));
            at + vec2(half * cos, height * sin)
        })
        .collect()
}

/// A convex polygon of so many corners.
fn ring(dice: &mut Dice, (least, most): (u64, u64), half: f32, at: Vec2) -> Result<Polygon, ShapeError> {
    let count = dice.int(least, most);
    let points = around(dice, count, half, at);
    Polygon::new(&points).or_else(|_| Polygon::hull(&points))
}

/// A star or an angle, with or without a hole.
fn outline(dice: &mut Dice, half: f32, at: Vec2) -> Result<Outline, ShapeError> {
    let cut = if dice.chance(0.3) { Cut::Ears } else { Cut::Sweep };
    let no_hole: &[Vec<Vec2>] = &[];
    if dice.chance(0.3) {
        let t = half * dice.range(0.2, 0.8);
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, t / half), (t / half, t / half), (t / half, 1.0), (0.0, 1.0)];
        return Outline::with_cut(corners.map(|(x, y)| at + half * vec2(x - 0.5, y - 0.5)), no_hole, cut);
    }
    let (points, first) = (2 * dice.int(3, 7), dice.angle());
    let inner = dice.range(0.4, 0.8);
    let corner = |k: u64| {
        let (sin, cos) = sin_cos(first + 2.0 * PI * k as f32 / points as f32);
        at + vec2(cos, sin) * (half * if k.is_multiple_of(2) { 1.0 } else { inner })
    };
    let outer: Vec<Vec2> = (0..points).map(corner).collect();
    if dice.chance(0.5) {
        let (corners, wide) = (dice.int(3, 6), half * inner * dice.range(0.2, 0.6));
        let hole = around(dice, corners, wide, at);
        return Outline::with_cut(&outer, &[hole], cut);
    }
    Outline::with_cut(&outer, no_hole, cut)
}

/// A chain of any sort.
fn chain(dice: &mut Dice, half: f32, at: Vec2) -> Result<Chain, ShapeError> {
    let count = dice.int(3, 9);
    let chain = if dice.chance(0.3) {
        let mut points = around(dice, count, half, at);
        if dice.chance(0.5) {
            points.reverse();
        }
        Chain::closed(points)?
    } else {
        let (step, rough) = (2.0 * half / (count - 1) as f32, dice.range(0.0, 0.6));
        let mut points: Vec<Vec2> =
            (0..count).map(|k| at + vec2(k as f32 * step - half, step * dice.range(-rough, rough))).collect();
        if dice.chance(0.5) {
            points.reverse();
        }
        Chain::open(points)?
    };
    Ok(if dice.chance(0.4) { chain.one_sided() } else { chain })
}

/// A tile grid about as large as `size` [m], with its lower left corner at the origin.
fn tiles(dice: &mut Dice, size: f32) -> Result<TileGrid, ShapeError> {
    let (columns, rows) = (dice.int(1, 6), dice.int(1, 4));
    let mut lines: Vec<String> = (0..rows)
        .map(|_| {
            (0..columns).map(|_| dice.pick(&['#', '#', '#', '.', '/', '\\', 'F', '7', '1', '2', '3', '4'])).collect()
        })
        .collect();
    // At least one cell is solid.
    lines[0].replace_range(0..1, "#");
    TileGrid::from_rows(&lines, size / columns.max(rows) as f32)
}
