//! A closed box of ten or a hundred elastic discs without friction and gravity keeps its energy within 1 % over 10,000
//! steps, at 1, 4 and 8 substeps, and never gains any, for several seeds.

use super::super::collisions::sums;
use crate::kit::*;
use carom::prelude::*;

#[test]
fn a_closed_box_of_elastic_discs_keeps_its_energy() {
    let (steps, seeds) = if LONG { (10_000, 8) } else { (1_500, 2) };
    let cases = [(10, 1), (10, 4), (10, 8), (100, 1), (100, 4), (100, 8)];
    for ((count, substeps), seed) in cases.into_iter().flat_map(|case| (0..seeds).map(move |k| (case, 61 + k))) {
        let mut random = SplitMix64::new(seed);
        let def = WorldDef { restitution_threshold: 0.0, ..WorldDef::default().gravity(Vec2::ZERO).sleep(false) };
        let mut world = World::new(def.substeps(substeps)).unwrap();
        let mut walls = BodyDef::fixed();
        for side in [-10.5, 10.5] {
            for (center, width, height) in [(vec2(side, 0.0), 1.0, 22.0), (vec2(0.0, side), 22.0, 1.0)] {
                let wall = Polygon::rect_at(Pose::new(center, 0.0), width, height).unwrap();
                walls = walls.shape(ShapeDef::new(wall).friction(0.0).restitution(1.0));
            }
        }
        world.add_body(walls).unwrap();
        for i in 0..count {
            let place = vec2((i % 10) as f32 - 4.5, (i / 10) as f32 - 4.5) * 1.9;
            let velocity = vec2(random.range(-6.0, 6.0), random.range(-6.0, 6.0));
            let shape = ShapeDef::new(disc(random.range(0.2, 0.5))).density(random.range(0.5, 4.0));
            let body = BodyDef::dynamic().at(place).velocity(velocity);
            world.add_body(body.shape(shape.friction(0.0).restitution(1.0))).unwrap();
        }
        let first = sums(&world).energy;
        let (mut least, mut most, mut hits) = (first, first, 0);
        for _ in 0..steps {
            world.step();
            hits += world.events().contact_began().len();
            let now = sums(&world).energy;
            (least, most) = (least.min(now), most.max(now));
        }
        let says = format!("{count} discs, seed {seed}, {substeps} substeps, {hits} collisions");
        println!("{says}: {:.6} to {:.6} of the energy", least / first, most / first);
        assert!(40 * hits > steps, "{says}");
        assert!(least > 0.99 * first && most < 1.000_1 * first, "{says}: {first} J, {least} to {most} J");
    }
}
