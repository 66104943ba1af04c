//! Queries of Box2D, one after the other.

use super::{Box2dWorld, vec2};
use crate::queries::{Answers, Kind, Oracle, Questions};
use boxdd_sys::ffi::*;
use carom::Cast;
use carom::math::Aabb;
use std::ffi::c_void;

impl Oracle for Box2dWorld {
    fn answer(&self, kind: Kind, questions: &Questions) -> Answers {
        match kind {
            Kind::Rays => Answers::Fractions(
                questions.rays.iter().map(|ray| self.first_hit(vec2(ray.from), vec2(ray.to - ray.from))).collect(),
            ),
            Kind::Boxes => Answers::Counts(questions.boxes.iter().map(|area| self.overlapping(area)).collect()),
            Kind::Casts => Answers::Fractions(questions.casts.iter().map(|cast| self.first_met(cast)).collect()),
        }
    }
}

impl Box2dWorld {
    fn first_hit(&self, from: b2Vec2, by: b2Vec2) -> f32 {
        // SAFETY: the world is alive.
        let result = unsafe { b2World_CastRayClosest(self.id, from, by, b2DefaultQueryFilter()) };
        if result.hit { result.fraction } else { f32::NAN }
    }

    fn overlapping(&self, area: &Aabb) -> u32 {
        let corners = [area.min, carom::vec2(area.max.x, area.min.y), area.max, carom::vec2(area.min.x, area.max.y)];
        let corners = corners.map(vec2);
        let mut found: Vec<b2ShapeId> = Vec::new();
        // SAFETY: the world is alive; the context is the list that `push` expects, and outlives the call.
        unsafe {
            let proxy = b2MakeProxy(corners.as_ptr(), 4, 0.0);
            let list = (&raw mut found).cast::<c_void>();
            b2World_OverlapShape(self.id, ZERO, &raw const proxy, b2DefaultQueryFilter(), Some(push), list);
        }
        found.len() as u32
    }

    fn first_met(&self, cast: &Cast) -> f32 {
        let corners = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
        let corners = corners.map(|[x, y]| vec2(cast.from.p + carom::vec2(x, y)));
        let mut first = f32::NAN;
        // SAFETY: as above, the context a number.
        unsafe {
            let proxy = b2MakeProxy(corners.as_ptr(), 4, 0.0);
            let by = vec2(cast.to.p - cast.from.p);
            let context = (&raw mut first).cast::<c_void>();
            b2World_CastShape(self.id, ZERO, &raw const proxy, by, b2DefaultQueryFilter(), Some(clip), context);
        }
        first
    }
}

const ZERO: b2Vec2 = b2Vec2 { x: 0.0, y: 0.0 };

/// Adds a shape to the list that is the context.
unsafe extern "C" fn push(shape: b2ShapeId, context: *mut c_void) -> bool {
    // SAFETY: `overlapping` gives a list.
    let list = unsafe { &mut *context.cast::<Vec<b2ShapeId>>() };
    list.push(shape);
    true
}

/// Stores the fraction in the number that is the context, and clips the way there.
unsafe extern "C" fn clip(_: b2ShapeId, _: b2Vec2, _: b2Vec2, fraction: f32, context: *mut c_void) -> f32 {
    // SAFETY: `first_met` gives a number.
    unsafe { *context.cast::<f32>() = fraction };
    fraction
}
