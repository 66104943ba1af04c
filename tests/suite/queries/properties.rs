//! Each kind of query in 10,000 cases, against brute force.

use super::{Field, all_pieces};
use crate::kit::*;
use carom::diagnostics::Driver;
use carom::narrowphase::{self, Impact, Sweep, contains_point, distance, piece_cast, time_of_impact};
use carom::prelude::*;
use carom::{BodyShape, Cast, Piece, Query, Ray};
use std::collections::BTreeMap;

const CASES: u64 = 10_000;

/// Cases in a field.
const A_FIELD: u64 = 100;

/// Runs the cases, two threads side by side.
fn each_case(run: impl Fn(&mut Field) + Sync) {
    std::thread::scope(|scope| {
        for part in 0..2 {
            let run = &run;
            scope.spawn(move || {
                for seed in (part..CASES / A_FIELD).step_by(2) {
                    let mut field = Field::new(seed);
                    for case in 0..A_FIELD {
                        field.change();
                        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&mut field)));
                        if let Err(panic) = caught {
                            eprintln!("field {seed}, case {case} failed");
                            std::panic::resume_unwind(panic);
                        }
                    }
                }
            });
        }
    });
}

/// The options of a query: a filter, and a body that it leaves out.
struct Eyes {
    filter: Option<Filter>,
    mask: Option<u64>,
    exclude: Option<BodyKey>,
}

impl Eyes {
    fn new(field: &mut Field) -> Self {
        let filter = (field.random.int(0, 3) == 0).then(|| field.filter());
        let mask = (filter.is_none() && field.random.int(0, 3) == 0).then(|| field.random.int(0, 7));
        let exclude = (field.random.int(0, 3) == 0).then(|| field.keys[0]);
        Self { filter, mask, exclude }
    }

    fn query<'a>(&self, world: &'a World) -> Query<'a> {
        let mut query = world.query();
        if let Some(filter) = self.filter {
            query = query.filter(filter);
        }
        if let Some(mask) = self.mask {
            query = query.mask(mask);
        }
        if let Some(body) = self.exclude {
            query = query.exclude(body);
        }
        query
    }

    fn pieces(&self, world: &World) -> Vec<(BodyShape, Piece, Pose)> {
        let mut all = all_pieces(world);
        all.retain(|(shape, _, _)| {
            let own = world.shape(shape.shape).unwrap().filter;
            self.filter.is_none_or(|filter| filter.admits(&own))
                && self.mask.is_none_or(|mask| mask & own.category != 0)
                && self.exclude != Some(shape.body)
        });
        all
    }
}

/// The least number for each shape, in the order of the numbers and then of the shapes.
fn least(found: impl IntoIterator<Item = (BodyShape, f32)>) -> Vec<(BodyShape, f32)> {
    let mut all = BTreeMap::new();
    for (shape, number) in found {
        let least = all.entry(shape).or_insert(f32::INFINITY);
        *least = least.min(number);
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    all
}

#[test]
fn rays_hit_what_a_look_at_everything_hits() {
    each_case(|field| {
        let eyes = Eyes::new(field);
        let ray = Ray::new(field.spot(), field.spot());
        let wanted = least(eyes.pieces(&field.world).iter().filter_map(|(shape, piece, pose)| {
            let hit = narrowphase::ray_cast_at(piece, *pose, ray.from, ray.to)?;
            Some((*shape, hit.fraction))
        }));
        let query = eyes.query(&field.world);
        let all = query.ray_all(&ray).unwrap();
        assert_eq!(all.iter().map(|hit| (hit.shape, hit.fraction)).collect::<Vec<_>>(), wanted);
        assert_eq!(query.ray(&ray).unwrap(), all.first().copied());
        assert_eq!(query.ray_any(&ray).unwrap(), !all.is_empty());
        for hit in all {
            near((hit.point - ray.from - hit.fraction * (ray.to - ray.from)).length(), 0.0, 1e-4);
            near(hit.normal.length(), 1.0, 1e-4);
            assert!(hit.normal.dot(ray.to - ray.from) <= 1e-4);
        }
    });
}

#[test]
fn thick_rays_touch_first_where_they_say() {
    each_case(|field| {
        let eyes = Eyes::new(field);
        let radius = field.random.range(0.01, 1.0);
        let ray = Ray::new(field.spot(), field.spot()).radius(radius);
        let all = eyes.query(&field.world).ray_all(&ray).unwrap();
        let way = ray.to - ray.from;
        let circle = Piece::Circle(disc(radius));
        // By another method: the time of impact of a circle.
        let wanted = least(eyes.pieces(&field.world).iter().filter_map(|(shape, piece, pose)| {
            let from = pose.inverse_transform_point(ray.from);
            if matches!(piece, Piece::Link(link) if narrowphase::is_behind(link, from)) {
                return None;
            }
            let sweep = Sweep::between(Vec2::ZERO, Pose::new(ray.from, 0.0), Pose::new(ray.to, 0.0));
            match time_of_impact(piece, &Sweep::still(*pose), &circle, &sweep, 0.0, 2e-5) {
                Impact::Separated => None,
                Impact::Overlapped => Some((*shape, 0.0)),
                Impact::Hit { time, .. } => Some((*shape, time)),
            }
        }));
        for hit in &all {
            assert!(wanted.iter().any(|(shape, _)| *shape == hit.shape), "{hit:?} is not hit by the circle");
            let center = ray.from + hit.fraction * way;
            let surface = center - radius * hit.normal;
            if hit.fraction > 0.0 {
                near((hit.point - surface).length(), 0.0, 1e-4);
            }
        }
        for (shape, time) in wanted {
            let hit = all.iter().find(|hit| hit.shape == shape);
            let Some(hit) = hit else {
                // A graze: the circle comes near, within the rounding of both methods.
                let center = Circle::at(Vec2::ZERO, 1e-5).unwrap();
                let at = Pose::new(ray.from + time * way, 0.0);
                let least = all_pieces(&field.world)
                    .into_iter()
                    .filter(|all| all.0 == shape)
                    .map(|(_, piece, pose)| distance(&piece, &Piece::Circle(center), pose.inv_mul(at)).distance);
                assert!(least.fold(f32::MAX, f32::min) > radius - 1e-4, "{shape:?} at {time} is missed");
                continue;
            };
            // A flat approach turns a little distance into a long way.
            let slope = hit.normal.dot(way).abs() * (hit.fraction - time).abs();
            assert!(slope <= 2e-4 || hit.fraction == 0.0, "{} {time}, {slope} apart", hit.fraction);
        }
        assert_eq!(eyes.query(&field.world).ray(&ray).unwrap(), all.first().copied());
    });
}

#[test]
fn casts_meet_what_a_look_at_everything_meets() {
    each_case(|field| {
        let eyes = Eyes::new(field);
        let (from, to) = (Pose::new(field.spot(), 1.0), Pose::new(field.spot(), field.random.range(-0.9, 2.0)));
        let shape = field.outline();
        let straight = Cast::new(shape.clone(), from, to.p - from.p);
        let cast = if field.random.int(0, 1) == 0 { straight } else { Cast::between(shape, from, to) };
        let sweep = Sweep::between(Vec2::ZERO, cast.from, cast.to);
        let movers: Vec<Piece> = (0..cast.shape.piece_count()).map(|i| cast.shape.piece(i)).collect();
        let mut found = Vec::new();
        for (shape, piece, pose) in eyes.pieces(&field.world) {
            for mover in &movers {
                let start = pose.inverse_transform_point(mover.aabb(cast.from).center());
                if matches!(&piece, Piece::Link(link) if narrowphase::is_behind(link, start)) {
                    continue;
                }
                let turning = time_of_impact(&piece, &Sweep::still(pose), mover, &sweep, 0.0, 1e-4);
                if cast.from.q == cast.to.q {
                    let way = cast.from.q.inverse_rotate(cast.to.p - cast.from.p);
                    let hit = piece_cast(mover, &piece, cast.from.inv_mul(pose), way, 1e-4);
                    found.extend(hit.map(|hit| (shape, hit.fraction)));
                    // By another method, which stops a little before.
                    if let (Some(hit), Impact::Hit { time, normal }) = (hit, turning) {
                        let slope = normal.dot(cast.to.p - cast.from.p).abs() * (hit.fraction - time).abs();
                        assert!(slope <= 2e-4 || hit.fraction == 0.0, "{} {time}, {slope} apart", hit.fraction);
                    }
                    assert!(hit.is_none() || turning != Impact::Separated, "{shape:?} is hit by one road only");
                    continue;
                }
                match turning {
                    Impact::Separated => {}
                    Impact::Overlapped => found.push((shape, 0.0)),
                    Impact::Hit { time, .. } => found.push((shape, time)),
                }
            }
        }
        let wanted = least(found);
        let query = eyes.query(&field.world);
        let all = query.cast_all(&cast).unwrap();
        assert_eq!(all.iter().map(|hit| (hit.shape, hit.fraction)).collect::<Vec<_>>(), wanted);
        assert_eq!(query.cast(&cast).unwrap(), all.first().copied());
    });
}

#[test]
fn overlaps_are_what_a_look_at_everything_finds() {
    each_case(|field| {
        let eyes = Eyes::new(field);
        let (pose, shape) = (Pose::new(field.spot(), field.random.range(-3.0, 3.0)), field.outline());
        let all = eyes.pieces(&field.world);
        let touching = |area: &carom::Shape, pose: Pose| {
            least(all.iter().filter_map(|(shape, piece, at)| {
                let mut own = (0..area.piece_count()).map(|i| area.piece(i));
                own.any(|own| distance(piece, &own, at.inv_mul(pose)).distance <= 0.0).then_some((*shape, 0.0))
            }))
            .into_iter()
            .map(|(shape, _)| shape)
            .collect::<Vec<_>>()
        };
        let query = eyes.query(&field.world);
        assert_eq!(query.overlap(&shape, pose).unwrap(), touching(&shape, pose));
        let (center, size) = (field.spot(), vec2(field.random.range(0.1, 5.0), field.random.range(0.1, 5.0)));
        let area = carom::Aabb::new(center - 0.5 * size, center + 0.5 * size);
        let size = area.size();
        let found = eyes.query(&field.world).overlap_box(&area).unwrap();
        assert_eq!(found, touching(&rect(size.x, size.y).into(), Pose::new(area.center(), 0.0)));
        let found = eyes.query(&field.world).overlap_circle(center, size.x).unwrap();
        assert_eq!(found, touching(&disc(size.x).into(), Pose::new(center, 0.0)));
        let mut holding: Vec<BodyShape> = all
            .iter()
            .filter(|(_, piece, pose)| contains_point(piece, pose.inverse_transform_point(center)))
            .map(|(shape, _, _)| *shape)
            .collect();
        holding.sort();
        holding.dedup();
        assert_eq!(eyes.query(&field.world).overlap_point(center).unwrap(), holding);
    });
}

#[test]
fn the_nearest_are_the_nearest_of_all() {
    each_case(|field| {
        let eyes = Eyes::new(field);
        let place = field.spot() * field.random.range(0.5, 3.0);
        let within = [f32::INFINITY, 30.0, 2.0][field.random.int(0, 2) as usize];
        let point = Piece::Circle(Circle::new(1e-5).unwrap());
        let mut bodies: BTreeMap<BodyKey, f32> = BTreeMap::new();
        for (shape, piece, pose) in eyes.pieces(&field.world) {
            let local = pose.inverse_transform_point(place);
            let near = distance(&piece, &point, Pose { p: local, q: Rot::IDENTITY }).distance + 1e-5;
            let near = if contains_point(&piece, local) { 0.0 } else { near.max(0.0) };
            let least = bodies.entry(shape.body).or_insert(f32::INFINITY);
            *least = least.min(near);
        }
        let mut wanted: Vec<f32> = bodies.into_values().filter(|near| *near <= within).collect();
        wanted.sort_by(f32::total_cmp);
        let query = eyes.query(&field.world);
        let count = field.random.int(0, 12) as usize;
        let found = query.closest_bodies(place, within, count).unwrap();
        wanted.truncate(count);
        assert_eq!(found.len(), wanted.len());
        for (found, wanted) in found.iter().zip(&wanted) {
            near(found.distance, *wanted, 1e-4);
            near((found.point - place).length(), found.distance, 1e-4);
        }
        assert!(found.windows(2).all(|two| two[0].distance <= two[1].distance));
        if count > 0 {
            assert_eq!(query.closest(place, within).unwrap(), found.first().copied());
        }
    });
}

#[test]
fn batches_answer_as_one_by_one_on_any_driver() {
    for (seed, driver) in (0..8).zip([Driver::Inline, Driver::Rayon, Driver::Seeded(5), Driver::Threads(3)].repeat(2)) {
        let mut field = Field::new(1000 + seed);
        field.world.set_driver(driver);
        let rays: Vec<Ray> = (0..300).map(|_| Ray::new(field.spot(), field.spot())).collect();
        let casts: Vec<Cast> =
            (0..100).map(|_| Cast::new(field.outline(), Pose::new(field.spot(), 0.0), field.spot())).collect();
        let areas: Vec<_> = (0..100).map(|_| (field.outline(), Pose::new(field.spot(), 1.0))).collect();
        let places: Vec<Vec2> = (0..100).map(|_| field.spot()).collect();
        field.world.step();
        let query = field.world.query();
        let answers = pool(4).install(|| query.ray_batch(&rays).unwrap());
        assert!(rays.iter().zip(answers).all(|(ray, answer)| query.ray(ray).unwrap() == answer));
        let answers = query.cast_batch(&casts).unwrap();
        assert!(casts.iter().zip(answers).all(|(cast, answer)| query.cast(cast).unwrap() == answer));
        let answers = query.overlap_batch(&areas).unwrap();
        assert!(areas.iter().zip(answers).all(|((shape, at), answer)| query.overlap(shape, *at).unwrap() == answer));
        let answers = query.closest_batch(&places, 9.0).unwrap();
        assert!(places.iter().zip(answers).all(|(&place, answer)| query.closest(place, 9.0).unwrap() == answer));
    }
}

#[test]
fn many_threads_ask_one_world_at_once() {
    let mut field = Field::new(77);
    let rays: Vec<Ray> = (0..400).map(|_| Ray::new(field.spot(), field.spot())).collect();
    for _ in 0..20 {
        field.world.step();
        let world = &field.world;
        let answers: Vec<_> = std::thread::scope(|scope| {
            let ask = || rays.iter().map(|ray| world.query().ray(ray).unwrap()).collect::<Vec<_>>();
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(answers.windows(2).all(|two| two[0] == two[1]));
    }
}

#[test]
fn a_box_without_area_is_a_line_or_a_point() {
    let mut world = World::default();
    let key = world.add_body(BodyDef::fixed().shape(rect(2.0, 2.0))).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(0.0, 5.0)).shape(rect(2.0, 2.0))).unwrap();
    for (min, max) in [((-3.0, 0.0), (3.0, 0.0)), ((0.5, -3.0), (0.5, 3.0)), ((0.5, 0.5), (0.5, 0.5))] {
        let found = world.query().overlap_box(&carom::Aabb::new(min.into(), max.into())).unwrap();
        assert_eq!(found.iter().map(|shape| shape.body).collect::<Vec<_>>(), [key]);
    }
    assert_eq!(world.query().overlap_box(&carom::Aabb::new(vec2(3.0, 0.0), vec2(3.0, 9.0))), Ok(Vec::new()));
}
