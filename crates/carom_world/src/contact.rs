//! Who touches whom, where and how hard: contacts as a user sees them, between steps.
//!
//! Points and normals are those of the poses of now, found again when they are asked for: nothing is kept for those who
//! do not ask. Impulses are what the last step stored.

use crate::World;
use crate::body::Body;
use crate::events::ShapeKey;
use crate::key::BodyKey;
use crate::stage::{Reach, touch_of};
use crate::state::mark;
use carom_math::Vec2;
use carom_solver::Contact as Row;

/// A point of a [`Contact`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Place, halfway between the two surfaces [m].
    pub point: Vec2,
    /// Distance of the surfaces along the normal, negative where they overlap [m].
    pub separation: f32,
    /// Impulse along the normal over the last step [N s]: that of the last substep times the number of substeps, which
    /// is exact for what rests.
    pub normal_impulse: f32,
    /// Impulse of friction over the last step [N s], on b along the normal turned a quarter clockwise; counted as
    /// `normal_impulse` is.
    pub tangent_impulse: f32,
}

/// Two pieces of shapes that touch. Two shapes of several pieces may have several contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// One shape: that of the older piece.
    pub a: ShapeKey,
    /// The other.
    pub b: ShapeKey,
    /// Unit normal from a to b.
    pub normal: Vec2,
    points: [ContactPoint; 2],
    count: usize,
}

impl Contact {
    /// One point or two.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }

    /// The impulse on b over the last step, friction included [N s]; on a it is the opposite.
    pub fn impulse(&self) -> Vec2 {
        let tangent = carom_math::right(self.normal);
        let of = |point: &ContactPoint| self.normal * point.normal_impulse + tangent * point.tangent_impulse;
        self.points().iter().fold(Vec2::ZERO, |sum, point| sum + of(point))
    }
}

impl World {
    /// All contacts that touch, in a stable order: those of awake bodies, then those of what sleeps together.
    pub fn contacts(&self) -> impl Iterator<Item = Contact> + '_ {
        let asleep = self.state.sets.iter().flat_map(|(_, set)| &set.contacts);
        self.state.contacts.iter().chain(asleep).filter_map(|row| self.contact(row))
    }

    /// A contact as a user sees it; `None` where the two do not touch (any more).
    fn contact(&self, row: &Row) -> Option<Contact> {
        let proxies = &self.state.proxies;
        let out = |id: u32| proxies.marks[id as usize] & (mark::LIVE | mark::FROZEN) != mark::LIVE;
        if !row.touches() || out(row.a) || out(row.b) {
            return None;
        }
        let touch = touch_of(&self.state, [row.a, row.b], Reach::new(&self.def));
        let shape = |id: u32| {
            let proxy = &proxies.list[id as usize];
            ShapeKey { body: BodyKey { world: self.number, slot: proxy.body }, shape: proxy.shape }
        };
        let center = self.state.bodies.masses[touch.rows[0] as usize].center;
        let substeps = self.def.substeps as f32;
        let mut points = [ContactPoint::default(); 2];
        for (k, &separation) in touch.separations().iter().enumerate() {
            let anchor = Vec2::new(touch.anchors[k][0], touch.anchors[k][1]);
            let known = row.ids[..usize::from(row.count)].iter().position(|&id| id == touch.ids[k]);
            let impulse = |list: &[f32; 2]| known.map_or(0.0, |at| substeps * list[at]);
            points[k] = ContactPoint {
                point: center + anchor,
                separation,
                normal_impulse: impulse(&row.normal_impulse),
                tangent_impulse: impulse(&row.tangent_impulse),
            };
        }
        let (normal, count) = (Vec2::new(touch.normal[0], touch.normal[1]), touch.separations().len());
        (count > 0).then(|| Contact { a: shape(row.a), b: shape(row.b), normal, points, count })
    }
}

impl<'a> Body<'a> {
    /// The contacts of this body that touch. It looks through all contacts of the world: who wants those of many
    /// bodies had better sort [`World::contacts`].
    pub fn contacts(&self) -> impl Iterator<Item = Contact> + use<'a> {
        let (world, slot) = (self.world, self.slot);
        let state = &world.state;
        let of = move |id: u32| state.proxies.list[id as usize].body == slot;
        let asleep = state.sets.iter().flat_map(|(_, set)| &set.contacts);
        let own = state.contacts.iter().chain(asleep).filter(move |row| of(row.a) || of(row.b));
        own.filter_map(|row| world.contact(row))
    }
}
