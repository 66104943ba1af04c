//! Everything that a user can see of a world after a step, as four numbers: equal numbers, equal worlds.

use carom::math::Hasher64;
use carom::prelude::*;

/// A digest of the visible state of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub state: u64,
    pub events: u64,
    pub contacts: u64,
    pub queries: u64,
}

impl Seen {
    pub fn of(world: &World) -> Self {
        let seen = |look: fn(&World, &mut Sum)| {
            let mut sum = Sum::default();
            look(world, &mut sum);
            sum.0.finish()
        };
        Self { state: world.state_hash(), events: seen(events), contacts: seen(contacts), queries: seen(queries) }
    }
}

/// A sum of everything that is added to it, in order.
#[derive(Default)]
struct Sum(Hasher64);

impl Sum {
    fn count(&mut self, count: usize) {
        self.0.word(count as u64);
    }

    fn vector(&mut self, v: Vec2) {
        self.0.number(v.x);
        self.0.number(v.y);
    }

    /// A key without the number of its world: two worlds of the same calls have the same keys, except for that.
    fn body(&mut self, key: impl std::fmt::Display) {
        let text = key.to_string();
        for byte in text.rsplit(':').next().unwrap_or_default().bytes() {
            self.0.word(u64::from(byte));
        }
    }

    fn shape(&mut self, key: BodyShape) {
        self.body(key.body);
        self.body(key.shape);
    }

    fn pair(&mut self, pair: &ShapePair) {
        self.shape(pair.a);
        self.shape(pair.b);
    }
}

fn events(world: &World, sum: &mut Sum) {
    let events = world.events();
    for pairs in [events.contact_began(), events.contact_ended()] {
        sum.count(pairs.len());
        pairs.iter().for_each(|pair| sum.pair(pair));
    }
    for bodies in [events.frozen(), events.slowed(), events.slept(), events.woke()] {
        sum.count(bodies.len());
        bodies.iter().for_each(|&key| sum.body(key));
    }
    for visits in [events.sensor_entered(), events.sensor_exited()] {
        sum.count(visits.len());
        for visit in visits {
            sum.shape(visit.sensor);
            sum.shape(visit.visitor);
        }
    }
    sum.count(events.hits().len());
    for hit in events.hits() {
        sum.pair(&hit.pair);
        sum.vector(hit.point);
        sum.vector(hit.normal);
        sum.0.number(hit.approach_speed);
        sum.0.number(hit.impulse);
    }
    let swept = events.ccd_stats();
    for count in [swept.bodies, swept.impacts, swept.rounds, swept.stopped] {
        sum.0.word(u64::from(count));
    }
    sum.0.word(swept.dropped_ns);
}

fn contacts(world: &World, sum: &mut Sum) {
    for contact in world.contacts() {
        sum.shape(contact.a);
        sum.shape(contact.b);
        sum.vector(contact.normal);
        sum.vector(contact.impulse());
        for point in contact.points() {
            sum.vector(point.point);
            sum.0.number(point.separation);
            sum.0.number(point.normal_impulse);
            sum.0.number(point.tangent_impulse);
        }
    }
}

/// Rays, a cast, an overlap and a nearest point around some of the bodies.
fn queries(world: &World, sum: &mut Sum) {
    let places: Vec<Vec2> = world.bodies().map(|(_, body)| body.position()).collect();
    let unit = world.def().length_unit;
    let query = world.query().sensors();
    for pair in places.windows(2).step_by(places.len().div_ceil(3).max(1)) {
        let (from, to) = (pair[0] + vec2(0.3, 0.1) * unit, pair[1] - vec2(3.0, 2.0) * unit);
        for hit in query.ray_all(&Ray::new(from, to)).unwrap_or_default() {
            sum.shape(hit.shape);
            sum.vector(hit.point);
            sum.vector(hit.normal);
        }
        for shape in query.overlap_circle(from, 2.0 * unit).unwrap_or_default() {
            sum.shape(shape);
        }
        if let Ok(Some(closest)) = query.closest(from, 5.0 * unit) {
            sum.shape(closest.shape);
            sum.vector(closest.point);
        }
    }
}
