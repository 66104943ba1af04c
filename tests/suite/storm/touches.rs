//! The touching pairs of shapes, by the events alone.

use carom::prelude::*;
use carom::{Events, ShapePair};
use std::collections::BTreeSet;

/// The pairs that began and did not end.
#[derive(Default)]
pub struct Touches {
    now: BTreeSet<ShapePair>,
}

impl Touches {
    /// Takes the events of a step, ends first. Each end has its begin and each begin its end.
    pub fn take(&mut self, events: &Events, place: &str) {
        for ended in events.contact_ended() {
            assert!(self.now.remove(ended), "{place}: an end without a begin: {ended:?}");
        }
        for began in events.contact_began() {
            assert!(began.a < began.b && began.a.body != began.b.body, "{place}: {began:?}");
            assert!(self.now.insert(*began), "{place}: begun twice: {began:?}");
        }
    }

    /// After a step, all touching pairs have begun. No pair is left of a removed body, or of a shape that it no longer
    /// has.
    pub fn check(&self, world: &World, place: &str) {
        for contact in world.contacts() {
            let (a, b) = (contact.a.min(contact.b), contact.a.max(contact.b));
            // A pair that pushed within this very step begins with the next.
            let fresh = contact.impulse() != Vec2::ZERO;
            let begun = self.now.contains(&ShapePair { a, b });
            assert!(begun || fresh, "{place}: {a:?} and {b:?} touch and have not begun");
        }
        for event in &self.now {
            for shape in [event.a, event.b] {
                let there = world.body_of(shape.shape) == Some(shape.body);
                assert!(there, "{place}: no end for {event:?}, whose shape is gone");
                let enabled = world.body(shape.body).is_some_and(|body| body.is_enabled());
                assert!(enabled, "{place}: no end for {event:?}, whose body is disabled");
            }
        }
    }
}
