//! A renderer of one's own: pictures as letters on a terminal. `DebugDraw` has four calls; a game draws by them.

use carom::prelude::*;
use carom_draw::{Color, DebugDraw, Drawing, Frame, Style};

/// Letters, row by row, and the part of the world that they show.
struct Letters(Vec<Vec<char>>, Frame);

impl DebugDraw for Letters {
    fn line(&mut self, points: &[Vec2], _: &Style) {
        for ends in points.windows(2) {
            (0..=160).for_each(|k| self.text(ends[0].lerp(ends[1], k as f32 / 160.0), "+", Color::INK));
        }
    }
    fn circle(&mut self, center: Vec2, radius: f32, _: &Style) {
        let at = |k: f32| center + radius * Rot::from_angle(0.2 * k).rotate(vec2(1.0, 0.0));
        (0..32).for_each(|k| self.text(at(k as f32), "o", Color::INK));
    }
    fn polygon(&mut self, corners: &[Vec2], style: &Style) {
        self.line(&[corners, &corners[..1]].concat(), style);
    }
    fn text(&mut self, at: Vec2, words: &str, _: Color) {
        let place = self.1.place(at) / vec2(8.0, 16.0);
        let letter = self.0.get_mut(place.y as usize).and_then(|row| row.get_mut(place.x as usize));
        letter.into_iter().zip(words.chars()).for_each(|(letter, c)| *letter = c);
    }
}

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().shape(Polygon::rect(16.0, 1.0)?))?;
    world.add_body(BodyDef::dynamic().at(vec2(0.0, 4.0)).shape(Circle::new(1.0)?))?;
    world.add_body(BodyDef::dynamic().at(vec2(3.0, 3.0)).shape(Polygon::rect(2.0, 2.0)?))?;
    (0..60).for_each(|_| world.step());
    let mut letters =
        Letters(vec![vec![' '; 80]; 25], Frame::showing_in(Aabb::new(vec2(-8.0, -1.0), vec2(8.0, 9.0)), 640, 400));
    Drawing::framed(&world, letters.1).draw(&mut letters);
    letters.0.iter().for_each(|row| println!("{}", row.iter().collect::<String>().trim_end()));
    Ok(())
}
