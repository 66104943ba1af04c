//! Contacts as a user sees them between steps: shapes, points, normal (a contact manifold), and impulses.
//!
//! Points and normals belong to the current poses. They are computed on demand, so nothing is stored for programs that
//! do not read them. Impulses are those that the last step stored.

use crate::World;
use crate::body::Body;
use crate::events::{BodyShape, Impulses, ShapePair};
use crate::key::BodyKey;
use crate::stage::{Reach, manifold_of};
use crate::state::flag;
use carom_broadphase::Among;
use carom_math::Vec2;
use carom_solver::ContactPair as Row;

/// Distance at which the points of two shapes that pushed each other in the step are still found [m].
const APART: f32 = 1.0e4;

/// A point of a [`Contact`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Position, halfway between the two surfaces [m].
    pub point: Vec2,
    /// Distance of the surfaces along the normal [m]; negative if they overlap.
    pub separation: f32,
    /// Impulse along the normal over the last step [N s]. With [`crate::WorldDef::record_impulses`], it is the impulse
    /// that was applied; impacts within the step are shared evenly among the points. Without, it is that of the last
    /// substep times the number of substeps, which is exact for bodies at rest.
    pub normal_impulse: f32,
    /// Impulse of friction over the last step [N s], on b along the normal turned a quarter clockwise. It is summed as
    /// `normal_impulse` is.
    pub tangent_impulse: f32,
}

/// Two pieces of shapes that touch: a contact manifold. Two shapes of several pieces may have several contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The shape with the smaller key, as in events.
    pub a: BodyShape,
    /// The other shape.
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

    /// The shape on the other side, if one of the two belongs to `body`.
    pub fn other(&self, body: BodyKey) -> Option<BodyShape> {
        ShapePair { a: self.a, b: self.b }.other(body)
    }

    /// The impulse on b over the last step, friction included [N s]; a got the opposite. It has the directions in which
    /// it was applied if impulses are recorded, else the current normal and tangent.
    pub fn impulse(&self) -> Vec2 {
        self.impulse
    }
}

impl World {
    /// All touching contacts: those of awake bodies, then those of sleeping islands. The order is the same for the same
    /// sequence of calls, and may change from step to step. If impulses are recorded, contacts that pushed in the last
    /// step and are apart again are included.
    pub fn contacts(&self) -> impl Iterator<Item = Contact> + '_ {
        let asleep = self.state.islands.iter().flat_map(|(_, set)| &set.contacts);
        let rows = self.state.contacts.iter().chain(asleep).filter_map(|row| self.contact(row));
        rows.chain(self.passed().filter_map(|row| self.contact(&row)))
    }

    /// Pairs that met only by an impact within the step, if impulses are recorded: no contact is kept of them.
    fn passed(&self) -> impl Iterator<Item = Row> + '_ {
        let kept = |key: &u64| self.state.contacts.binary_search_by_key(key, Row::key).is_ok();
        let swept = self.events.swept.iter().filter(move |key| !kept(key));
        swept.map(|&key| Row::new((key >> 32) as u32, key as u32))
    }

    /// A contact as a user sees it; `None` if the two do not touch (any more).
    pub(crate) fn contact(&self, row: &Row) -> Option<Contact> {
        let proxies = &self.state.proxies;
        let out = |id: u32| proxies.flags[id as usize] & (flag::LIVE | flag::OUT) != flag::LIVE;
        if out(row.a) || out(row.b) {
            return None;
        }
        let applied = self.impulses(row);
        // Pieces that are apart were pushed by an impact or not at all; those solved early may still pass by each
        // other.
        let pushed = applied.sum != Vec2::ZERO || applied.normal != [0.0; 2];
        if !(row.has_points() || applied.swept != Vec2::ZERO) || !(row.touching || pushed) {
            return None;
        }
        let mut reach = Reach::new(&self.def);
        let mut touch = manifold_of(&self.state, [row.a, row.b], reach);
        if touch.count == 0 && self.def.record_impulses && applied.sum != Vec2::ZERO {
            // The two pushed each other and are apart again, by no more than their motion in a step.
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
            // The impulse of a point that is gone goes to the point in its place.
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
        // If a and b swap, the tangent turns round with the normal, and so does the impulse along it.
        let [a, b] = [row.a, row.b].map(shape);
        let (a, b, normal, impulse) = if a < b { (a, b, normal, impulse) } else { (b, a, -normal, -impulse) };
        Some(Contact { a, b, normal, points, count, impulse })
    }

    /// Impulses of a contact's points in the last step: recorded, or else an estimate without a key.
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

/// A contact row, after the island that it sleeps in; 0 is for awake ones.
type Found = (u32, Row);

impl World {
    /// The rows of a body's contacts, in the order of [`World::contacts`].
    fn rows_of(&self, first: u32) -> Vec<Found> {
        let mut found = Vec::new();
        for id in self.state.proxies.of_body(first) {
            if !self.find_rows(id, &mut found) {
                return self.scan_rows(first);
            }
        }
        found.sort_unstable_by_key(|(island, row)| (*island, row.key()));
        found.dedup_by_key(|(island, row)| (*island, row.key()));
        found
    }

    /// Adds the contacts of a proxy, by the boxes that its own overlapped in the last step. False if these are not
    /// known any more: in a copy, in a restored world, or if the proxy changed since.
    fn find_rows(&self, id: u32, found: &mut Vec<Found>) -> bool {
        let (state, boxes) = (&self.state, &self.scratch.broad_phase);
        let known = self.scratch.boxes_of == Some(state.steps);
        if !known || state.proxies.flags[id as usize] & flag::DISTURBED != 0 {
            return false;
        }
        boxes.query_box(Among::All, &state.proxies.old[id as usize], &mut |other| {
            if other != id {
                found.extend(self.row_between(id, other));
            }
            true
        })
    }

    /// The contact of two proxies, awake or asleep.
    fn row_between(&self, id: u32, other: u32) -> Option<Found> {
        let state = &self.state;
        let key = (if id < other { Row::new(id, other) } else { Row::new(other, id) }).key();
        let search = |island: u32, list: &[Row]| {
            list.binary_search_by_key(&key, Row::key).ok().map(|place| (island, list[place]))
        };
        let asleep = |id: u32| {
            let is_asleep = state.proxies.flags.get(id as usize)? & flag::ASLEEP != 0;
            let body = is_asleep.then(|| state.proxies.list[id as usize].body)?;
            let set = state.bodies.slots.get(body)?.set;
            search(set.checked_add(1)?, &state.islands.list.get(set as usize)?.contacts)
        };
        search(0, &state.contacts).or_else(|| asleep(id)).or_else(|| asleep(other))
    }

    /// The same by a scan of all contacts.
    fn scan_rows(&self, first: u32) -> Vec<Found> {
        let state = &self.state;
        let body = state.proxies.list.get(first as usize).map(|proxy| proxy.body);
        let of = |id: u32| Some(state.proxies.list[id as usize].body) == body;
        let asleep =
            state.islands.iter().flat_map(|(set, island)| island.contacts.iter().map(move |row| (set + 1, *row)));
        let all = state.contacts.iter().map(|row| (0, *row)).chain(asleep);
        all.filter(|(_, row)| of(row.a) || of(row.b)).collect()
    }
}

impl<'a> Body<'a> {
    /// The touching contacts of this body, in the order of [`World::contacts`]. It costs what this body has near it. In
    /// a copy or a restored world before its first step, and for a body that a call changed since the last step, it
    /// scans all contacts of the world.
    pub fn contacts(&self) -> impl Iterator<Item = Contact> + use<'a> {
        let (world, key) = (self.world, self.key);
        let of = move |id: u32| world.state.proxies.list[id as usize].body == key;
        let passed = world.passed().filter(move |row| of(row.a) || of(row.b));
        let own = world.rows_of(self.first_proxy()).into_iter().map(|(_, row)| row);
        own.chain(passed).filter_map(|row| world.contact(&row))
    }
}
