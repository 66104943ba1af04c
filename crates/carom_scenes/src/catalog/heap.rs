//! A field of any size: low heaps of boxes, circles and polygons on as many floors as needed.

use crate::{Container, SceneDef, SplitMix64};
use carom::math::{PI, Pose, Vec2, sin_cos, vec2};
use carom::{BodyDef, Circle, Error, Polygon, Shape};

/// Bodies above each other on a floor at the start.
const ROWS: usize = 8;
/// Distance of two neighbours at the start [m]; the largest body extends 0.55 from its origin.
const PITCH: f32 = 1.2;
/// Distance of two floors [m].
const STOREY: f32 = 12.0;

/// `bodies` boxes, circles and polygons, a third each. They start in layers of eight over floors above each other, each
/// floor a trough with its own two walls. The whole is about as wide as high. So no heap gets deeper, no coordinate
/// grows faster than the root of the number, and the time per body can be compared.
pub(super) fn heap(bodies: usize) -> Result<SceneDef, Error> {
    let about = "boxes, circles and polygons fall on floors and come to rest in low heaps; --bodies N sets how many";
    let mut scene = SceneDef::new("heap", about, 240, false);
    let stacks = bodies.div_ceil(ROWS);
    // Floors and stacks on each so that stacks a floor x PITCH = floors x STOREY.
    let floors = ((stacks as f32 * PITCH / STOREY).sqrt() as usize).max(1);
    let columns = stacks.div_ceil(floors);
    let width = columns as f32 * PITCH;
    let mut ground = BodyDef::fixed();
    for floor in 0..floors {
        let y = floor as f32 * STOREY;
        let part = |x, y, w, h| Polygon::rect_at(Pose::new(vec2(x, y), 0.0), w, h);
        ground = ground
            .shape(part(0.0, y - 0.5, width + 2.0, 1.0)?)
            .shape(part(-0.5 * width - 0.5, y + 0.5 * STOREY, 1.0, STOREY)?)
            .shape(part(0.5 * width + 0.5, y + 0.5 * STOREY, 1.0, STOREY)?);
    }
    scene.add(ground);
    scene.container = Some(Container::Hall { y: -1.0, left: -0.5 * width - 1.0, right: 0.5 * width + 1.0 });
    let mut random = SplitMix64::new(4);
    for i in 0..bodies {
        let (stack, row) = (i / ROWS, i % ROWS);
        let (floor, column) = (stack / columns, stack % columns);
        let x = (column as f32 + 0.5) * PITCH - 0.5 * width + random.range(-0.04, 0.04);
        let y = floor as f32 * STOREY + (row as f32 + 0.6) * PITCH;
        let shape: Shape = match i % 3 {
            0 => Polygon::rect(random.range(0.5, 0.75), random.range(0.5, 0.75))?.into(),
            1 => Circle::new(random.range(0.25, 0.45))?.into(),
            _ => polygon(&mut random)?.into(),
        };
        scene.add(BodyDef::dynamic().at(vec2(x, y)).angle(random.range(0.0, 2.0 * PI)).shape(shape));
    }
    Ok(scene)
}

/// A polygon of 3 to 8 corners on a circle.
fn polygon(random: &mut SplitMix64) -> Result<Polygon, Error> {
    let n = random.int(3, 8);
    let radius = random.range(0.35, 0.5);
    let corners: Vec<Vec2> = (0..n)
        .map(|k| {
            let (s, c) = sin_cos(2.0 * PI * (k as f32 + 0.6 * random.unit()) / n as f32);
            vec2(radius * c, radius * s)
        })
        .collect();
    Ok(Polygon::new(corners)?)
}
