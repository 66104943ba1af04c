//! Who touches whom, where and how hard: contacts as a user sees them, between steps.
//!
//! Points and normals are those of the poses of now, found again when they are asked for: nothing is kept for those who
//! do not ask. Impulses are what the last step stored.

use crate::World;
use crate::body::Body;
use crate::events::{BodyShape, Impulses, ShapePair};
use crate::key::BodyKey;
use crate::stage::{Reach, manifold_of};
use crate::state::flag;
use carom_math::Vec2;
use carom_solver::Contact as Row;

/// How far apart two shapes may be that pushed each other in the step [m].
const APART: f32 = 1.0e4;

/// A point of a [`Contact`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Place, halfway between the two surfaces [m].
    pub point: Vec2,
    /// Distance of the surfaces along the normal, negative where they overlap [m].
    pub separation: f32,
    /// Impulse along the normal over the last step [N s]. With [`crate::WorldDef::record_impulses`], what was applied;
    /// impacts within the step count for all points alike. Without, that of the last substep times the number of
    /// substeps, which is exact for what rests.
    pub normal_impulse: f32,
    /// Impulse of friction over the last step [N s], on b along the normal turned a quarter clockwise; counted as
    /// `normal_impulse` is.
    pub tangent_impulse: f32,
}

/// Two pieces of shapes that touch. Two shapes of several pieces may have several contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The shape with the smaller key, as in events.
    pub a: BodyShape,
    /// The other.
    pub b: BodyShape,
    /// Unit normal from a to b.
    pub normal: Vec2,
    points: [ContactPoint; 2],
    count: usize,
    impulse: Vec2,
}

impl Contact {
    /// One point or two.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }

    /// The shape on the other side, where one of the two is of `body`.
    pub fn other(&self, body: BodyKey) -> Option<BodyShape> {
        ShapePair { a: self.a, b: self.b }.other(body)
    }

    /// The impulse on b over the last step, friction included [N s]; on a it is the opposite. Where impulses are
    /// recorded, in the directions in which it was applied; else along the normal and tangent of now.
    pub fn impulse(&self) -> Vec2 {
        self.impulse
    }
}

impl World {
    /// All contacts that touch: those of awake bodies, then those of what sleeps together, in an order that is the same
    /// wherever the same calls were made, and may change from step to step. Where impulses are recorded, also those
    /// that pushed in the last step and are apart again.
    pub fn contacts(&self) -> impl Iterator<Item = Contact> + '_ {
        let asleep = self.state.islands.iter().flat_map(|(_, set)| &set.contacts);
        let rows = self.state.contacts.iter().chain(asleep).filter_map(|row| self.contact(row));
        rows.chain(self.passed().filter_map(|row| self.contact(&row)))
    }

    /// What met by an impact within the step only, where impulses are recorded: no contact is kept of it.
    fn passed(&self) -> impl Iterator<Item = Row> + '_ {
        let swept = self.events.impulses.iter().filter(|of| of.swept != Vec2::ZERO);
        let kept = |key: u64| self.state.contacts.binary_search_by_key(&key, Row::key).is_ok();
        swept.filter(move |of| !kept(of.key)).map(|of| Row::new((of.key >> 32) as u32, of.key as u32))
    }

    /// A contact as a user sees it; `None` where the two do not touch (any more).
    fn contact(&self, row: &Row) -> Option<Contact> {
        let proxies = &self.state.proxies;
        let out = |id: u32| proxies.flags[id as usize] & (flag::LIVE | flag::FROZEN) != flag::LIVE;
        if out(row.a) || out(row.b) {
            return None;
        }
        let applied = self.impulses(row);
        // What is apart pushed by an impact or not at all; what is solved early may still pass by.
        let pushed = applied.sum != Vec2::ZERO || applied.normal != [0.0; 2];
        if !(row.has_points() || applied.swept != Vec2::ZERO) || !(row.touching || pushed) {
            return None;
        }
        let mut reach = Reach::new(&self.def);
        let mut touch = manifold_of(&self.state, [row.a, row.b], reach);
        if touch.count == 0 && self.def.record_impulses && applied.sum != Vec2::ZERO {
            // They pushed each other and are apart again, by no more than a step takes them.
            (reach.base, reach.least) = (APART, APART);
            touch = manifold_of(&self.state, [row.a, row.b], reach);
        }
        if touch.count == 0 {
            return None;
        }
        let shape = |id: u32| {
            let proxy = &proxies.list[id as usize];
            proxy.body_shape()
        };
        let center = self.state.bodies.masses[touch.rows[0] as usize].center;
        let (mut points, count) = ([ContactPoint::default(); 2], touch.separations().len());
        for (k, &separation) in touch.separations().iter().enumerate() {
            let point = center + Vec2::new(touch.anchors[k][0], touch.anchors[k][1]);
            points[k] = ContactPoint { point, separation, ..ContactPoint::default() };
        }
        for (k, id) in row.ids[..usize::from(row.count)].iter().enumerate() {
            // A point that is another one now leaves its impulse to the one in its place.
            let same = touch.ids[..count].iter().position(|now| now == id);
            let at = same.unwrap_or(if k < count { k } else { count - 1 });
            points[at].normal_impulse += applied.normal[k];
            points[at].tangent_impulse += applied.tangent[k];
        }
        let normal = Vec2::new(touch.normal[0], touch.normal[1]);
        let tangent = carom_math::right(normal);
        for point in &mut points[..count] {
            point.normal_impulse += normal.dot(applied.swept) / count as f32;
            point.tangent_impulse += tangent.dot(applied.swept) / count as f32;
        }
        let of = |point: &ContactPoint| normal * point.normal_impulse + tangent * point.tangent_impulse;
        let estimate = || points.iter().fold(Vec2::ZERO, |sum, point| sum + of(point));
        let impulse = if applied.key == 0 { estimate() } else { applied.sum };
        // Seen from the other side, the tangent turns round with the normal, and so does what acts along it.
        let [a, b] = [row.a, row.b].map(shape);
        let (a, b, normal, impulse) = if a < b { (a, b, normal, impulse) } else { (b, a, -normal, -impulse) };
        Some(Contact { a, b, normal, points, count, impulse })
    }

    /// What a contact's points applied in the last step: what was recorded, or an estimate without a key.
    fn impulses(&self, row: &Row) -> Impulses {
        let recorded = &self.events.impulses;
        if let Ok(at) = recorded.binary_search_by_key(&row.key(), |of| of.key) {
            return recorded[at];
        }
        let substeps = self.def.substeps as f32;
        let [normal, tangent] = [row.normal_impulse, row.tangent_impulse].map(|list| list.map(|x| substeps * x));
        Impulses { normal, tangent, ..Impulses::default() }
    }
}

impl<'a> Body<'a> {
    /// The contacts of this body that touch. It looks through all contacts of the world: who wants those of many
    /// bodies had better sort [`World::contacts`].
    pub fn contacts(&self) -> impl Iterator<Item = Contact> + use<'a> {
        let (world, key) = (self.world, self.key);
        let state = &world.state;
        let of = move |id: u32| state.proxies.list[id as usize].body == key;
        let asleep = state.islands.iter().flat_map(|(_, set)| &set.contacts);
        let own = state.contacts.iter().chain(asleep).filter(move |row| of(row.a) || of(row.b));
        let passed = world.passed().filter(move |row| of(row.a) || of(row.b));
        own.filter_map(|row| world.contact(row)).chain(passed.filter_map(|row| world.contact(&row)))
    }
}
