//! Rays along the seams of walls of separate boxes: none slips through, alone or in a batch.

use crate::kit::*;
use carom::Ray;
use carom::prelude::*;

#[test]
fn no_ray_slips_between_boxes_of_a_wall() {
    let mut random = SplitMix64::new(4100);
    for case in 0..200 {
        let (mut world, place) = (space(), [0.0, 10.0, 1000.0][case % 3]);
        let (step, height) = (random.range(0.2, 2.0), random.range(0.2, 2.0));
        // Away from the origin, so that no place is made of larger numbers than itself.
        let angle = if case % 2 == 0 { 0.0 } else { random.range(0.1, 1.4) };
        let frame = Pose::new(vec2(place, place), angle);
        let at = |x: f32, y: f32| frame.transform_point(vec2(x * step, y * height));
        for (column, row) in (0..12).flat_map(|column| (0..3).map(move |row| (column as f32, row as f32))) {
            let def = BodyDef::fixed().at(at(column, row)).angle(angle);
            world.add_body(def.shape(rect(step, height))).unwrap();
        }
        let seams = (0..11).map(|i| i as f32 + 0.5);
        let upright = seams.clone().map(|x| Ray::new(at(x, 5.0), at(x, -5.0)));
        let level = (0..2).map(|i| i as f32 + 0.5).map(|y| Ray::new(at(14.0, y), at(-3.0, y)));
        let rays: Vec<Ray> = upright.chain(level).flat_map(|ray| [ray, Ray::new(ray.to, ray.from)]).collect();
        let many: Vec<Ray> = rays.iter().copied().cycle().take(2_000).collect();
        let batch = world.query().ray_batch(&many).unwrap();
        for (ray, found) in many.iter().zip(&batch).take(rays.len()) {
            let hit = world.query().ray(ray).unwrap();
            let says = format!("case {case}: {step} {height} {frame:?} {ray:?}");
            assert!(hit.is_some() && hit == *found, "{hit:?} {found:?} {says}");
            assert!(world.query().ray_any(ray).unwrap(), "{says}");
        }
    }
}
