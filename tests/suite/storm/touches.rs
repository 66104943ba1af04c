//! Which pairs of shapes touch, by the events alone.

use carom::prelude::*;
use carom::{Events, ShapePair};
use std::collections::BTreeSet;

/// The pairs that began and did not end.
#[derive(Default)]
pub struct Touches {
    now: BTreeSet<ShapePair>,
}

impl Touches {
    /// Takes the events of a step in: ends first. Each end has its begin and each begin its end.
    pub fn take(&mut self, events: &Events, place: &str) {
        for ended in events.contact_ended() {
            assert!(self.now.remove(ended), "{place}: an end without a begin: {ended:?}");
        }
        for began in events.contact_began() {
            assert!(began.a < began.b && began.a.body != began.b.body, "{place}: {began:?}");
            assert!(self.now.insert(*began), "{place}: begun twice: {began:?}");
        }
    }

    /// After a step, what touches has begun, and no pair is left of a body that is gone or a shape that it has not (any
    /// more).
    pub fn check(&self, world: &World, place: &str) {
        for contact in world.contacts() {
            let (a, b) = (contact.a.min(contact.b), contact.a.max(contact.b));
            // What pushed within this very step begins with the next.
            let fresh = contact.impulse() != Vec2::ZERO;
            let begun = self.now.contains(&ShapePair { a, b });
            assert!(begun || fresh, "{place}: {a:?} and {b:?} touch and have not begun");
        }
        for event in &self.now {
            for shape in [event.a, event.b] {
                let there = world.body_of(shape.shape) == Some(shape.body);
                assert!(there, "{place}: no end for {event:?}, whose shape is gone");
            }
        }
    }
}
