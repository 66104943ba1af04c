//! A platformer level: tiles from a text with characters of its own, coins as sensors, one-way shelves, a lift, and a
//! hero with a body of its own. The game is saved on the way, and goes on from there to the same end.

use carom::math::{min, sin_cos};
use carom::prelude::*;
use carom::{Cell, Mover, Tile};

/// G ground, o a coin, = a shelf that one jumps through, @ the start; / and \ are slopes.
const LEVEL: &str = "
G.............................G
G.............................G
G...................o..o......G
G.................GGGGGGG.....G
G........o....................G
G.......===...................G
G..@..................GGGG\\.oG
GGGGGGGGGGGGGGGG..GGGGGGGGGGGGG
";

/// The game: the world, and all of its own beside it. A clone is a saved game, and so are a snapshot and the rest.
#[derive(Clone)]
struct Game {
    world: World,
    hero: Mover,
    fall: f32,
    lift: BodyKey,
    coins: usize,
}

impl Game {
    fn new() -> Result<Self, carom::Error> {
        let (mut coins, mut shelves, mut start) = (Vec::new(), Vec::new(), Cell::default());
        let level = TileGrid::from_text_with(LEVEL, 1.0, |character, cell| {
            match character {
                'G' => return Some(Tile::Solid),
                'o' => coins.push(cell),
                '=' => shelves.push(cell),
                '@' => start = cell,
                other => return Tile::from_char(other),
            }
            Some(Tile::Empty)
        })?;
        let mut world = World::default();
        let fixed = |cell: Cell| BodyDef::fixed().at(level.center(cell));
        world.add_body(BodyDef::fixed().shape(level.clone()))?;
        for cell in coins {
            world.add_body(fixed(cell).shape(ShapeDef::new(Circle::new(0.3)?).sensor()).user_data(1))?;
        }
        for cell in shelves {
            world.add_body(fixed(cell).shape(ShapeDef::new(Polygon::rect(1.0, 0.2)?).one_way(Vec2::Y)))?;
        }
        let lift = BodyDef::kinematic().at(vec2(17.0, 0.9)).shape(Polygon::rect(1.9, 0.2)?);
        let lift = world.add_body(lift)?;
        // The hero's body is what coins sense and crates feel. It goes where the hero walks, and his own queries do not
        // see it.
        let (at, outline) = (level.center(start), Capsule::vertical(1.0, 0.3)?);
        let mut hero = Mover::new(outline, at)?;
        hero.own = Some(world.add_body(BodyDef::kinematic().at(at).shape(outline))?);
        Ok(Self { world, hero, fall: 0.0, lift, coins: 0 })
    }

    /// A frame: the lift, the step, the hero, and the coins that it took.
    fn frame(&mut self, run: f32, jump: bool) -> Result<(), carom::Error> {
        let Self { world, hero, .. } = self;
        let dt = world.def().dt;
        let (_, cos) = sin_cos(0.02 * world.step_count() as f32);
        let height = 2.9 - 2.0 * cos;
        if let Some(mut lift) = world.body_mut(self.lift) {
            lift.move_to(Pose::new(vec2(17.0, height), 0.0))?;
        }
        world.step();
        let taken: Vec<BodyKey> = world.events().sensor_entered().iter().map(|event| event.sensor.body).collect();
        for coin in taken {
            if let Some(mut coin) = world.body_mut(coin).filter(|coin| coin.user_data() == 1) {
                coin.set_enabled(false);
                self.coins += 1;
            }
        }
        self.fall = match hero.ground() {
            Some(_) if jump => 8.5,
            Some(_) => 0.0,
            None => self.fall - 20.0 * dt,
        };
        let moved = hero.walk(world, vec2(run, self.fall), dt)?;
        if moved.hits.iter().any(|(_, normal)| normal.y < -0.5) {
            self.fall = min(self.fall, 0.0);
        }
        Ok(())
    }

    /// Plays on: runs to the right, jumps for the first coin, and rides the lift.
    fn play(&mut self, frames: u64) -> Result<(), carom::Error> {
        for _ in 0..frames {
            let (x, step) = (self.hero.position.x, self.world.step_count());
            let height = self.world.body(self.lift).map_or(0.0, |lift| lift.position().y);
            let waits = (15.2..15.5).contains(&x) && height > 0.95 || (16.9..17.1).contains(&x) && height < 4.85;
            self.frame(if waits { 0.0 } else { 3.0 }, step == 60)?;
            if step.is_multiple_of(120) {
                let at = self.hero.position;
                println!("{:4.1} s: at ({:5.2}, {:4.2}), {} coins", step as f32 / 60.0, at.x, at.y, self.coins);
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), carom::Error> {
    let mut game = Game::new()?;
    game.play(300)?;
    let (image, saved) = (game.world.snapshot(), game.clone());
    game.play(500)?;
    let mut again = Game { world: World::from_snapshot(&image)?, ..saved };
    again.play(500)?;
    let same = game.world.state_hash() == again.world.state_hash() && game.hero == again.hero;
    println!("{} coins of 4; from the saved game it ends the same: {same}", game.coins);
    assert!(same && game.coins == 4 && again.coins == 4);
    Ok(())
}
