//! Queries of Rapier, through its query pipeline; on several threads, in chunks by rayon.

use super::questions::{Answers, Questions};
use super::{Kind, Oracle};
use crate::rapier::{RapierWorld, pose, vector};
use carom::Cast;
use carom::math::Aabb;
use rapier2d::parry::query::ShapeCastOptions;
use rapier2d::prelude::*;
use rayon::prelude::*;

/// Queries in a task, as in carom.
const CHUNK: usize = 32;

impl Oracle for RapierWorld {
    fn answer(&self, kind: Kind, questions: &Questions) -> Answers {
        match kind {
            Kind::Rays => Answers::Fractions(each(self, &questions.rays, |asked, ray| {
                let ray = Ray::new(vector(ray.from), vector(ray.to - ray.from));
                asked.cast_ray_and_get_normal(&ray, 1.0, true).map_or(f32::NAN, |(_, hit)| hit.time_of_impact)
            })),
            Kind::Boxes => Answers::Counts(each(self, &questions.boxes, overlapping)),
            Kind::Casts => Answers::Fractions(each(self, &questions.casts, first_met)),
        }
    }
}

fn each<Q: Sync, A: Send>(world: &RapierWorld, list: &[Q], ask: impl Fn(&QueryPipeline<'_>, &Q) -> A + Sync) -> Vec<A> {
    let chunks = list.par_chunks(CHUNK).map(|chunk| {
        let asked = world.world().query_pipeline();
        chunk.iter().map(|question| ask(&asked, question)).collect::<Vec<A>>()
    });
    chunks.collect::<Vec<_>>().into_iter().flatten().collect()
}

fn overlapping(asked: &QueryPipeline<'_>, area: &Aabb) -> u32 {
    let half = 0.5 * (area.max - area.min);
    let cuboid = Cuboid::new(vector(half));
    let at = Pose::from_translation(vector(area.min + half));
    // A list, since a real user needs one.
    let found: Vec<ColliderHandle> = asked.intersect_shape(at, &cuboid).map(|(handle, _)| handle).collect();
    found.len() as u32
}

fn first_met(asked: &QueryPipeline<'_>, cast: &Cast) -> f32 {
    let cuboid = Cuboid::new(Vector::new(0.5, 0.5));
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let hit = asked.cast_shape(&pose(cast.from), vector(cast.to.p - cast.from.p), &cuboid, options);
    hit.map_or(f32::NAN, |(_, hit)| hit.time_of_impact)
}
