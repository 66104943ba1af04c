//! The ingredients of a soup: number, kinds, sizes, spacing and speeds of bodies, and the vessel.

use super::dice::Dice;
use super::flavour::Flavour;
use super::shapes::Kind;
use super::vessel::Vessel;
use carom::math::Vec2;

/// A recipe.
#[derive(Clone, Debug)]
pub(super) struct Recipe {
    /// The world's units to a metre.
    pub unit: f32,
    /// Bodies, the vessel not counted.
    pub count: usize,
    /// Kinds of shapes in it.
    pub kinds: Vec<Kind>,
    /// Sizes of shapes, from side to side [m].
    pub sizes: [f32; 2],
    /// Distance of neighbours in places [m].
    pub spacing: f32,
    /// Whether bodies are apart at the start.
    pub is_apart: bool,
    /// Greatest speed at the start [m/s].
    pub speed: f32,
    /// Middle of it [m].
    pub middle: Vec2,
    pub vessel: Vessel,
    /// Chance that a body is not dynamic, hangs on the one before, and has a second shape.
    pub still: f32,
    pub joined: f32,
    pub compound: f32,
    /// Chance that a body or a surface is unusual in one more respect.
    pub odd: f32,
    /// Areas.
    pub areas: usize,
    /// Whether the rules may be unusual, bodies be driven and calls be made.
    pub is_wild: bool,
    pub is_weightless: bool,
}

impl Recipe {
    pub fn new(dice: &mut Dice, flavour: Flavour) -> Self {
        let is_wild = flavour == Flavour::Wild;
        let count = match dice.int(0, 199) {
            0..=139 => dice.int(5, 25),
            140..=189 => dice.int(25, 80),
            190..=198 => dice.int(80, 300),
            _ => dice.int(300, 2000),
        } as usize;
        let kinds = kinds(dice, flavour);
        let unit = if dice.chance(0.75) { 1.0 } else { dice.pick(&[0.02, 0.3, 10.0, 50.0, 100.0]) };
        let largest = match dice.int(0, 5) {
            0 => 1.0,
            1 => 3.0,
            2 => 10.0,
            3 => 100.0,
            _ => dice.range(1.0, 5.0),
        };
        // Centimetres overlap deeply under rules for metres.
        let least = if is_wild { dice.pick(&[0.1, 0.3, 0.5, 1.0]) } else { dice.pick(&[1.0, 2.0]) };
        // Much heavier bodies press others flat; in a room nothing may end inside another.
        let largest = if is_wild || largest < 4.0 { largest } else { 4.0 };
        let sizes = [least, least * largest];
        // About the root mean square of sizes whose doublings are equally likely.
        let typical = least * if largest < 2.5 { 1.0 } else { 0.4 * largest };
        let dense = dice.pick(&[0.7, 1.0, 1.0, 1.3, 2.0, 6.0]);
        let is_apart = !is_wild || dice.chance(0.3);
        Self {
            unit,
            count: if is_wild { count } else { count.min(150) },
            kinds,
            sizes,
            spacing: if is_apart { 1.1 * sizes[1] } else { dense * typical },
            is_apart,
            speed: match dice.int(0, 5) {
                0 => 0.0,
                1 | 2 => 3.0,
                3 => 20.0,
                4 if is_wild && (dense > 1.0 || count < 25) => 100.0,
                _ if is_wild && (dense > 1.0 || count < 25) => dice.pick(&[20.0, 300.0, 700.0]),
                _ => 10.0,
            },
            middle: if is_wild && dice.chance(0.2) {
                dice.pick(&[30.0, 1.0e3, 5.0e3]) * dice.arrow(1.0)
            } else {
                Vec2::ZERO
            },
            vessel: Vessel::pick(dice, flavour),
            still: if is_wild { dice.pick(&[0.0, 0.1, 0.3]) } else { 0.0 },
            joined: if is_wild { dice.pick(&[0.0, 0.0, 0.1, 0.4]) } else { 0.0 },
            compound: dice.pick(&[0.0, 0.1, 0.5]),
            odd: if is_wild { dice.pick(&[0.0, 0.05, 0.3]) } else { 0.0 },
            areas: if is_wild && dice.chance(0.25) { dice.int(1, 3) as usize } else { 0 },
            is_wild,
            is_weightless: flavour == Flavour::Weightless,
        }
    }
}

/// All kinds, or only two or three of them: the mix of a list of contacts depends on it.
fn kinds(dice: &mut Dice, flavour: Flavour) -> Vec<Kind> {
    let all: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| flavour == Flavour::Wild || kind.is_solid()).collect();
    let kinds: Vec<Kind> = match dice.int(0, 3) {
        0 => all,
        _ => (0..dice.int(1, 4)).map(|_| dice.pick(&all)).collect(),
    };
    // Something has to fall.
    if kinds.iter().any(|kind| kind.is_solid()) { kinds } else { [kinds, vec![Kind::Box]].concat() }
}
