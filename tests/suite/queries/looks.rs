//! A batch looks at boxes that are made once, and asks the pieces what these do not decide: its answers are those of a
//! world that has none, also after what changed since.

use super::Field;
use crate::kit::*;
use carom::prelude::*;
use carom::{Cast, Ray, Shape};

const FIELDS: u64 = if LONG { 300 } else { 40 };

/// Changes to a field, each followed by questions.
const ROUNDS: usize = 12;

/// Questions to a batch.
const COUNT: usize = 40;

/// A way that is often along an axis, and often ends where it just touches something.
fn end(field: &mut Field, from: Vec2) -> Vec2 {
    let to = field.spot();
    match field.random.int(0, 4) {
        0 => vec2(to.x, from.y),
        1 => vec2(from.x, to.y),
        _ => to,
    }
}

fn angle(field: &mut Field) -> f32 {
    if field.random.int(0, 2) == 0 { 0.0 } else { field.random.range(-3.0, 3.0) }
}

#[test]
fn batches_answer_as_a_world_that_is_asked_for_the_first_time() {
    for seed in 0..FIELDS {
        let mut field = Field::new(5000 + seed);
        for round in 0..ROUNDS {
            field.change();
            let rays: Vec<Ray> = (0..COUNT)
                .map(|i| {
                    let from = field.spot();
                    Ray::new(from, end(&mut field, from)).radius(0.2 * (i % 3) as f32)
                })
                .collect();
            let casts: Vec<Cast> = (0..COUNT)
                .map(|_| {
                    let (shape, from, turn) = (field.outline(), field.spot(), angle(&mut field));
                    Cast::new(shape, Pose::new(from, turn), end(&mut field, from) - from)
                })
                .collect();
            let areas: Vec<(Shape, Pose)> =
                (0..COUNT).map(|_| (field.outline(), Pose::new(field.spot(), angle(&mut field)))).collect();
            let query = field.world.query();
            let answers = (
                query.ray_batch(&rays).unwrap(),
                query.cast_batch(&casts).unwrap(),
                query.overlap_batch(&areas).unwrap(),
            );
            let fresh = field.world.clone();
            let query = fresh.query();
            for i in 0..COUNT {
                let place = format!("field {seed}, round {round}, question {i}");
                assert_eq!(answers.0[i], query.ray(&rays[i]).unwrap(), "{place}");
                assert_eq!(answers.1[i], query.cast(&casts[i]).unwrap(), "{place}");
                assert_eq!(answers.2[i], query.overlap(&areas[i].0, areas[i].1).unwrap(), "{place}");
            }
        }
    }
}
