//! The kinds of cells of a tile grid, and their characters.

/// The characters of a tile map, blank aside.
pub(crate) const TILE_CHARACTERS: &str = ".#/\\F71234";

/// The content of a cell of a [`TileGrid`](crate::TileGrid).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Tile {
    /// Nothing: `.` or a blank.
    #[default]
    Empty,
    /// The whole cell: `#`.
    Solid,
    /// The half under a ground that rises to the right: `/`, or `J`, which draws its two full sides.
    LowerRight,
    /// The half under a ground that falls to the right: `\`, or `L`.
    LowerLeft,
    /// The half over a ceiling that rises to the right: `F`.
    UpperLeft,
    /// The half over a ceiling that falls to the right: `7`.
    UpperRight,
    /// Ground that rises from the bottom on the left to the middle on the right: `1`.
    RisingLow,
    /// Ground that rises from the middle on the left to the top on the right: `2`.
    RisingHigh,
    /// Ground that falls from the top on the left to the middle on the right: `3`.
    FallingHigh,
    /// Ground that falls from the middle on the left to the bottom on the right: `4`.
    FallingLow,
}

impl Tile {
    /// Every kind of tile.
    pub const ALL: [Self; 10] = [
        Self::Empty,
        Self::Solid,
        Self::LowerRight,
        Self::LowerLeft,
        Self::UpperLeft,
        Self::UpperRight,
        Self::RisingLow,
        Self::RisingHigh,
        Self::FallingHigh,
        Self::FallingLow,
    ];

    /// The tile of a character.
    pub fn from_char(character: char) -> Option<Self> {
        match character {
            ' ' => Some(Self::Empty),
            'J' => Some(Self::LowerRight),
            'L' => Some(Self::LowerLeft),
            _ => TILE_CHARACTERS.chars().zip(Self::ALL).find(|(c, _)| *c == character).map(|(_, tile)| tile),
        }
    }

    /// The character of the tile.
    pub fn to_char(self) -> char {
        TILE_CHARACTERS.chars().nth(self as usize).unwrap_or('.')
    }

    /// The corners in halves of a cell from its lower left corner, counter-clockwise.
    pub(crate) fn corners(self) -> &'static [[i64; 2]] {
        match self {
            Self::Empty => &[],
            Self::Solid => &[[0, 0], [2, 0], [2, 2], [0, 2]],
            Self::LowerRight => &[[0, 0], [2, 0], [2, 2]],
            Self::LowerLeft => &[[0, 0], [2, 0], [0, 2]],
            Self::UpperLeft => &[[0, 0], [2, 2], [0, 2]],
            Self::UpperRight => &[[2, 0], [2, 2], [0, 2]],
            Self::RisingLow => &[[0, 0], [2, 0], [2, 1]],
            Self::RisingHigh => &[[0, 0], [2, 0], [2, 2], [0, 1]],
            Self::FallingHigh => &[[0, 0], [2, 0], [2, 1], [0, 2]],
            Self::FallingLow => &[[0, 0], [2, 0], [0, 1]],
        }
    }

    /// The edges, solid on their left, in halves of a cell; edges along a side of the cell are cut at its middle.
    pub(crate) fn edges(self) -> impl Iterator<Item = [[i64; 2]; 2]> {
        let corners = self.corners();
        (0..corners.len()).flat_map(move |i| {
            let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
            let middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
            let long = (a[0] == b[0] && (a[1] - b[1]).abs() == 2) || (a[1] == b[1] && (a[0] - b[0]).abs() == 2);
            let second = long.then_some([middle, b]);
            std::iter::once([a, if long { middle } else { b }]).chain(second)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tile_has_a_character() {
        for tile in Tile::ALL {
            assert_eq!(Tile::from_char(tile.to_char()), Some(tile));
        }
        assert_eq!(Tile::from_char('?'), None);
    }
}
