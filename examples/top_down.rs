//! A room seen from above: no gravity, walls from a text, crates that slide to a stop, a hero that pushes them, a door
//! that opens while a plate is pressed, and a guard that looks for the hero.

use carom::math::max;
use carom::prelude::*;
use carom::{Cell, Tile};

/// W wall, c crate, @ the hero, G the guard, p the plate, D the door.
const ROOM: &str = "
WWWWWWWWWWWWWWWW
W.........W....W
W..@..c...W..G.W
W.........D....W
W....c...pW....W
W.........W....W
WWWWWWWWWWWWWWWW
";

/// The filter of bodies that the guard sees through.
const GLASS: u64 = 2;

fn main() -> Result<(), carom::Error> {
    let mut marks: Vec<(char, Cell)> = Vec::new();
    let room = TileGrid::from_text_with(ROOM, 1.0, |character, cell| match character {
        'W' => Some(Tile::Solid),
        'c' | '@' | 'G' | 'p' | 'D' => {
            marks.push((character, cell));
            Some(Tile::Empty)
        }
        other => Tile::from_char(other),
    })?;
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO))?;
    world.add_body(BodyDef::fixed().shape(room.clone()))?;
    let (mut hero, mut guard, mut plate, mut door) = Default::default();
    for (mark, cell) in marks {
        let at = room.center(cell);
        // Friction with the floor is damping. A hero that does not turn walks straight.
        let slides = BodyDef::dynamic().at(at).damping(4.0, 4.0);
        let glass = Filter { category: GLASS, ..Filter::default() };
        match mark {
            '@' => hero = world.add_body(slides.shape(Circle::new(0.35)?).no_rotation())?,
            'c' => drop(world.add_body(slides.shape(ShapeDef::new(Polygon::rect(0.8, 0.8)?).density(0.3)))?),
            'G' => guard = world.add_body(BodyDef::kinematic().at(at).shape(Circle::new(0.35)?))?,
            'p' => {
                let pad = ShapeDef::new(Polygon::rect(0.9, 0.9)?).sensor().filter(glass);
                plate = world.add_body(BodyDef::fixed().at(at).shape(pad))?;
            }
            _ => door = world.add_body(BodyDef::fixed().at(at).shape(Polygon::rect(0.3, 1.0)?))?,
        }
    }
    // The way of the hero: it pushes the lower crate onto the plate, and walks through the door.
    let stops = [vec2(3.5, 2.5), vec2(8.5, 2.5), vec2(8.0, 3.5), vec2(13.5, 3.5)];
    let (mut next, mut seen) = (0, false);
    for step in 0..900 {
        let at = world.body(hero).map_or(Vec2::ZERO, |hero| hero.position());
        let way = stops.get(next).map_or(Vec2::ZERO, |stop| *stop - at);
        next += usize::from(way.length() < 0.1 && next < stops.len());
        if let Some(mut hero) = world.body_mut(hero) {
            // A force towards the wished speed, so that walls and crates stop it.
            let wish = way * (3.0 / max(way.length(), 1.0));
            let pull = (wish - hero.velocity()) * (20.0 * hero.mass().mass);
            hero.apply_force(pull)?;
        }
        world.step();
        // Crates and the hero press the plate; the guard's own circle is on it too, if it ever comes there.
        let pressed = world.body(plate).is_some_and(|plate| plate.sensed().count() > 0);
        if let Some(mut door) = world.body_mut(door)
            && door.is_enabled() == pressed
        {
            door.set_enabled(!pressed);
            println!("{:4.1} s: the door {}", step as f32 / 60.0, if pressed { "opens" } else { "shuts" });
        }
        // The guard sees the hero if the first thing on the line to it is the hero.
        let from = world.body(guard).map_or(Vec2::ZERO, |guard| guard.position());
        let first = world.query().exclude(guard).mask(!GLASS).ray(&Ray::new(from, at))?;
        let sees = first.is_some_and(|hit| hit.shape.body == hero) && (at - from).length() < 8.0;
        if sees != seen {
            println!("{:4.1} s: the guard {} the hero", step as f32 / 60.0, if sees { "sees" } else { "lost" });
            seen = sees;
        }
    }
    draw(&world, &room);
    Ok(())
}

/// Prints the room with the bodies in it.
fn draw(world: &World, room: &TileGrid) {
    for row in 0..room.rows() {
        let letter = |column: usize| {
            let cell = Cell { row, column };
            let here = Aabb::around([room.center(cell) - vec2(0.5, 0.5), room.center(cell) + vec2(0.5, 0.5)]);
            let inside = |body: &Body<'_>| body.kind() != BodyKind::Fixed && here.contains_point(body.position());
            match world.bodies().find(|(_, body)| inside(body)) {
                Some((_, body)) if body.kind() == BodyKind::Kinematic => 'G',
                Some((_, body)) if body.locks().rotation => '@',
                Some(_) => 'c',
                None => room.tile(cell).to_char(),
            }
        };
        println!("{}", (0..room.columns()).map(letter).collect::<String>());
    }
}
