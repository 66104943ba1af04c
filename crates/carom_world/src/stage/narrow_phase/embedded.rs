//! Embedded bodies: made, placed or enabled inside others. Their contacts hold without pushing out, and the bodies are
//! moved apart at the end of the step ([`crate::stage::part_embedded`]). If both are awake and of one assembly, nothing
//! moves them: contacts that push against joints store energy, and a turn sets it free.

use crate::stage::narrow_phase::assemblies::Assemblies;
use crate::state::Bodies;
use carom_broadphase::Pair;
use carom_math::{Vec2, max, min, vec2};
use carom_solver::{ContactManifold, ContactPair};

/// Two bodies of which one is embedded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EmbeddedPair {
    pub rows: [u32; 2],
    /// From a to b.
    pub normal: Vec2,
    /// Depth of their deepest point beyond the slop; negative if there is none, and 0 if joints hold the two [m].
    pub excess: f32,
    /// Whether the two were made inside each other, and their bodies are embedded in the next step too.
    pub lasts: bool,
}

/// The embedded rows, as of the last step.
pub(crate) struct EmbeddedRows<'a> {
    pub bodies: &'a Bodies,
    pub assemblies: Assemblies<'a>,
    /// Empty if there are none.
    pub rows: &'a [bool],
    /// The new pairs, sorted. Bodies that move get a contact before they are deep.
    pub fresh: &'a [Pair],
    /// [m].
    pub slop: f32,
    /// The push-out speed [m/s].
    pub push_speed: f32,
}

impl EmbeddedRows<'_> {
    /// Lists the contacts of a chunk with an embedded body, and takes their push-out away. The chunk's first contact
    /// has index `first`; those in `toggled` began or ceased to touch.
    pub(crate) fn pick(
        &self,
        first: usize,
        toggled: &[u32],
        contacts: &mut [ContactPair],
        manifolds: &mut [ContactManifold],
        found: &mut Vec<EmbeddedPair>,
    ) {
        if self.rows.is_empty() {
            for k in toggled.iter().map(|&index| index as usize - first) {
                found.extend(self.take(&mut contacts[k], &mut manifolds[k]));
            }
        } else {
            found.extend(
                contacts.iter_mut().zip(manifolds).filter_map(|(contact, manifold)| self.take(contact, manifold)),
            );
        }
    }

    #[inline]
    fn take(&self, contact: &mut ContactPair, manifold: &mut ContactManifold) -> Option<EmbeddedPair> {
        let bodies = self.bodies;
        let rows = manifold.rows.map(|row| row as usize);
        let depth = -manifold.separations().iter().fold(f32::MAX, |least, &separation| min(least, separation));
        let slop = min(self.slop, SMALL * min(bodies.min_extents[rows[0]], bodies.min_extents[rows[1]]));
        let is_deep = depth > OUT * slop;
        let [va, vb] = rows.map(|row| bodies.states[row].v());
        let is_slow = (va - vb).length() <= self.push_speed;
        let jointed = rows.map(|row| row < bodies.awake && bodies.motions[row].jointed);
        if jointed == [true; 2] {
            return self.hold(contact, manifold, rows, [is_deep, is_slow]);
        }
        // Joints would pull back what is moved out of them.
        let is_free = |side: usize| rows[side] < bodies.awake && !jointed[side];
        let can_part = contact.has_points() && is_free(0) && is_free(1);
        if contact.is(ContactPair::EMBEDDED) && !(can_part && is_deep && is_slow) {
            contact.set(ContactPair::EMBEDDED, false);
        }
        if !can_part {
            return None;
        }
        if is_deep && is_slow && self.is_made_inside(contact, rows) {
            contact.set(ContactPair::EMBEDDED, true);
        }
        let near_by = match rows.map(|row| self.rows.get(row).is_some_and(|&embedded| embedded)) {
            [true, true] => true,
            // An embedded body also pushes those that are out. Else they hold it in.
            [true, false] | [false, true] => is_deep,
            [false, false] => false,
        };
        let lasts = contact.is(ContactPair::EMBEDDED);
        if !near_by && !lasts {
            return None;
        }
        Some(Self::without_push(manifold, depth - slop, lasts))
    }

    /// Two bodies with joints. If they were made inside each other and are of one assembly, their contact does not push
    /// until they are out: whether the joints leave them a way apart is not asked.
    fn hold(
        &self,
        contact: &mut ContactPair,
        manifold: &mut ContactManifold,
        rows: [usize; 2],
        [is_deep, is_slow]: [bool; 2],
    ) -> Option<EmbeddedPair> {
        let was_held = contact.is(ContactPair::EMBEDDED);
        let lasts = is_deep
            && contact.has_points()
            && (was_held || is_slow && self.is_fresh(contact))
            && (was_held && !self.assemblies.changed() || self.assemblies.are_one(rows));
        contact.set(ContactPair::EMBEDDED, lasts);
        lasts.then(|| Self::without_push(manifold, 0.0, true))
    }

    /// Takes the push-out of a contact away.
    fn without_push(manifold: &mut ContactManifold, excess: f32, lasts: bool) -> EmbeddedPair {
        for separation in &mut manifold.normal[2..] {
            *separation = max(*separation, 0.0);
        }
        let normal = vec2(manifold.normal[0], manifold.normal[1]);
        EmbeddedPair { rows: manifold.rows, normal, excess, lasts }
    }

    /// Whether the pair is new in this step, and the centres are nearer to each other than half a thickness.
    fn is_made_inside(&self, contact: &ContactPair, [a, b]: [usize; 2]) -> bool {
        let bodies = self.bodies;
        let extent = min(bodies.min_extents[a], bodies.min_extents[b]);
        (bodies.masses[a].center - bodies.masses[b].center).length() < extent && self.is_fresh(contact)
    }

    /// Whether the pair is new in this step.
    fn is_fresh(&self, contact: &ContactPair) -> bool {
        self.fresh.binary_search_by_key(&contact.key(), |pair| pair.key()).is_ok()
    }
}

/// Overlap up to which a body counts as out [slops]. Its contacts push out the rest.
const OUT: f32 = 2.0;

/// The slop of small bodies, in parts of the smaller min extent.
const SMALL: f32 = 0.125;

/// The overlaps of an embedded row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Overlaps {
    pub count: f32,
    /// Way by which they would move it [m].
    pub way: Vec2,
    /// The longest way of its island, if it is the root [m].
    pub longest: f32,
}
