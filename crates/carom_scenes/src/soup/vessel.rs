//! The vessel of a soup: nothing, a floor, or a closed room of any sort.

use super::dice::Dice;
use super::flavour::Flavour;
use crate::Container;
use carom::math::{PI, Pose, Vec2, sin_cos, vec2};
use carom::{BodyDef, Chain, Error, Outline, Polygon, Segment, Shape, TileGrid};

/// The kinds of vessels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vessel {
    None,
    /// A wide box below.
    Floor,
    /// Four boxes.
    Boxes,
    /// Four segments.
    Lines,
    /// A closed chain, one-sided or not.
    Chain,
    /// A round one-sided chain.
    Bowl,
    /// The border of a tile grid.
    Tiles,
    /// A concave outline with a hole.
    Outline,
}

/// Thickness of walls, as a part of the room.
const WALL: f32 = 0.1;

impl Vessel {
    pub fn pick(dice: &mut Dice, flavour: Flavour) -> Self {
        let rooms = [Self::Boxes, Self::Lines, Self::Chain, Self::Bowl, Self::Tiles, Self::Outline];
        match flavour {
            Flavour::Weightless => dice.pick(&[Self::None, Self::Chain, Self::Boxes]),
            Flavour::Room => dice.pick(&rooms),
            Flavour::Wild => match dice.int(0, 3) {
                0 => Self::None,
                1 => Self::Floor,
                _ => dice.pick(&rooms),
            },
        }
    }

    /// Its bodies about `middle`, for contents of `size` from side to side; and the region that nothing may leave.
    pub fn build(self, dice: &mut Dice, middle: Vec2, size: Vec2) -> Result<(Vec<BodyDef>, Option<Container>), Error> {
        let half = 0.5 * size;
        let thick = WALL * if size.x > size.y { size.x } else { size.y };
        let (left, right, low) = (middle.x - half.x, middle.x + half.x, middle.y - half.y);
        let hall = Some(Container::Hall { y: low - thick, left: left - thick, right: right + thick });
        let fixed = |shape: Shape| BodyDef::fixed().at(middle).shape(shape);
        let corners = [vec2(-half.x, -half.y), vec2(half.x, -half.y), vec2(half.x, half.y), vec2(-half.x, half.y)];
        Ok(match self {
            Self::None => (Vec::new(), None),
            Self::Floor => {
                let floor = Polygon::rect_at(Pose::new(vec2(0.0, -half.y - 0.5 * thick), 0.0), 3.0 * size.x, thick)?;
                (vec![fixed(floor.into())], None)
            }
            Self::Boxes => {
                let mut body = BodyDef::fixed().at(middle);
                for (at, width, height) in [
                    (vec2(0.0, -half.y - 0.5 * thick), size.x + 2.0 * thick, thick),
                    (vec2(0.0, half.y + 0.5 * thick), size.x + 2.0 * thick, thick),
                    (vec2(-half.x - 0.5 * thick, 0.0), thick, size.y + 2.0 * thick),
                    (vec2(half.x + 0.5 * thick, 0.0), thick, size.y + 2.0 * thick),
                ] {
                    body = body.shape(Polygon::rect_at(Pose::new(at, 0.0), width, height)?);
                }
                (vec![body], hall)
            }
            Self::Lines => {
                let mut body = BodyDef::fixed().at(middle);
                for k in 0..4 {
                    body = body.shape(Segment::new(corners[k], corners[(k + 1) % 4])?);
                }
                (vec![body], hall)
            }
            Self::Chain => {
                // A one-sided chain collides on the right of its direction: clockwise, that is the inside.
                let mut ring = corners;
                ring.reverse();
                let chain = Chain::closed(ring)?;
                (vec![fixed(if dice.chance(0.5) { chain.one_sided() } else { chain }.into())], hall)
            }
            Self::Bowl => {
                let radius = half.length();
                let points: Vec<Vec2> = (0..48)
                    .map(|k| {
                        let (sin, cos) = sin_cos(-2.0 * PI * k as f32 / 48.0);
                        radius * vec2(cos, sin)
                    })
                    .collect();
                let disc = Container::Disc { center: middle, radius: 1.02 * radius };
                (vec![fixed(Chain::closed(points)?.one_sided().into())], Some(disc))
            }
            Self::Tiles => {
                let cell = thick;
                let columns = (size.x / cell).ceil() as usize + 2;
                let rows = (size.y / cell).ceil() as usize + 2;
                let row = |k: usize| {
                    let full = k == 0 || k + 1 == rows;
                    if full { "#".repeat(columns) } else { format!("#{}#", ".".repeat(columns - 2)) }
                };
                let lines: Vec<String> = (0..rows).map(row).collect();
                let (wide, tall) = (columns as f32 * cell, rows as f32 * cell);
                let grid = TileGrid::from_rows(&lines, cell)?.at(vec2(-0.5 * wide, -0.5 * tall))?;
                let hall = Container::Hall {
                    y: middle.y - 0.5 * tall,
                    left: middle.x - 0.5 * wide,
                    right: middle.x + 0.5 * wide,
                };
                (vec![fixed(grid.into())], Some(hall))
            }
            Self::Outline => {
                let grown = corners.map(|c| vec2(c.x + thick.copysign(c.x), c.y + thick.copysign(c.y)));
                (vec![fixed(Outline::with_holes(grown, &[corners])?.into())], hall)
            }
        })
    }
}
