//! Shots at a tower, with undo: the world before each shot is kept as an image, and a shot that missed is taken back.

use carom::prelude::*;
use carom::slotmap::SecondaryMap;

/// Impulse from which on a pig bursts [N s].
const BURSTS: f32 = 4.0;

/// The game: a world, and the pigs that are left. Keys belong to the image, so both are kept together.
struct Game {
    world: World,
    pigs: SecondaryMap<BodyKey, &'static str>,
    sling: BodyKey,
    /// The worlds before the shots so far.
    undo: Vec<(Vec<u8>, SecondaryMap<BodyKey, &'static str>)>,
}

impl Game {
    fn new() -> Result<Self, carom::Error> {
        let mut world = World::new(WorldDef::default().record_impulses(true))?;
        world.add_body(BodyDef::fixed().shape(Polygon::half_space(Vec2::ZERO, Vec2::Y, 200.0)?))?;
        let sling = world.add_body(BodyDef::fixed().at(vec2(0.0, 1.0)).shape(Polygon::rect(0.2, 2.0)?))?;
        let mut pigs = SecondaryMap::new();
        let wood = |w: f32, h: f32| Polygon::rect(w, h).map(|bar| ShapeDef::new(bar).density(0.5));
        for (floor, name) in ["Ham", "Bacon", "Chop"].into_iter().enumerate() {
            let y = 2.3 * floor as f32;
            for x in [18.0, 20.0] {
                world.add_body(BodyDef::dynamic().at(vec2(x, y + 1.0)).shape(wood(0.3, 2.0)?))?;
            }
            world.add_body(BodyDef::dynamic().at(vec2(19.0, y + 2.15)).shape(wood(3.0, 0.3)?))?;
            let pig = BodyDef::dynamic().at(vec2(19.0, y + 0.4)).shape(Circle::new(0.4)?);
            pigs.insert(world.add_body(pig)?, name);
        }
        (0..60).for_each(|_| world.step());
        Ok(Self { world, pigs, sling, undo: Vec::new() })
    }

    /// Shoots a bird at an angle [rad] and a speed [m/s], and plays until all is calm. Returns the pigs that burst.
    fn shoot(&mut self, angle: f32, speed: f32) -> Result<Vec<&'static str>, carom::Error> {
        self.undo.push((self.world.snapshot(), self.pigs.clone()));
        let direction = Rot::from_angle(angle).rotate(Vec2::X);
        let bird = BodyDef::dynamic().at(vec2(0.0, 2.2)).velocity(direction * speed);
        let bird = self.world.add_body(bird.shape(ShapeDef::new(Circle::new(0.3)?).density(3.0)))?;
        // It leaves the sling without touching it. Whatever falls back is stopped by the sling all the same.
        self.world.ignore_pair(bird, self.sling, true)?;
        let mut burst = Vec::new();
        for _ in 0..600 {
            self.world.step();
            let hard = self.world.events().hits().iter().filter(|hit| hit.impulse > BURSTS);
            let struck: Vec<BodyKey> = hard.flat_map(|hit| [hit.pair.a.body, hit.pair.b.body]).collect();
            for key in struck {
                if let Some(name) = self.pigs.remove(key) {
                    self.world.remove_body(key);
                    burst.push(name);
                }
            }
            if self.world.awake_bodies().is_empty() {
                break;
            }
        }
        self.world.remove_body(bird);
        Ok(burst)
    }

    /// Takes the last shot back; false if there is none.
    fn undo(&mut self) -> Result<bool, carom::Error> {
        let Some((image, pigs)) = self.undo.pop() else { return Ok(false) };
        self.world.restore(&image)?;
        self.pigs = pigs;
        Ok(true)
    }
}

fn main() -> Result<(), carom::Error> {
    let mut game = Game::new()?;
    let start = game.world.state_hash();
    let mut best = (0, 0.0, 0.0);
    for (angle, speed) in [(0.1, 15.0), (0.05, 30.0), (0.3, 25.0), (0.7, 16.0), (0.15, 40.0)] {
        let burst = game.shoot(angle, speed)?;
        println!("{angle:.2} rad, {speed} m/s: {burst:?} after {} steps", game.world.step_count());
        if burst.len() > best.0 {
            best = (burst.len(), angle, speed);
        }
        // The tower stands as it stood, to the last bit.
        game.undo()?;
        assert_eq!(game.world.state_hash(), start);
    }
    let burst = game.shoot(best.1, best.2)?;
    println!("the best shot again: {burst:?}, {} left", game.pigs.len());
    assert_eq!(burst.len(), best.0);
    Ok(())
}
