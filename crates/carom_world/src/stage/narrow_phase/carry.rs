//! Stage 3, its second turn: impulses carried over by feature id (warm starting), and the contacts that are dropped.

use crate::stage::narrow_phase::embedded::{EmbeddedPair, EmbeddedRows};
use crate::stage::narrow_phase::first_touch::LateTouch;
use crate::stage::narrow_phase::first_touch::{FirstTouch, is_alone};
use crate::stage::narrow_phase::internal_edges::InternalEdges;
use crate::stage::narrow_phase::pressed::{entering_row, is_jammed, is_left_to_ccd, pressed_row};
use crate::stage::narrow_phase::reach::Reach;
use crate::state::{BOUNCY, State};
use carom_solver::{ContactManifold, ContactPair};

/// Context of carrying impulses over.
pub(crate) struct Carrier<'a> {
    pub state: &'a State,
    pub internal_edges: InternalEdges<'a>,
    pub first_touch: FirstTouch,
    pub embedded_rows: EmbeddedRows<'a>,
    pub reach: Reach,
    /// Separation down to which nothing counts as pressed [m].
    pub shallow: f32,
}

/// The contacts of a chunk that change, the rows that contacts do not hold, and the pairs that part.
pub(crate) struct Picked<'a> {
    pub toggled: &'a mut Vec<u32>,
    pub pressed: &'a mut Vec<u32>,
    pub late: &'a mut Vec<LateTouch>,
    pub embedded: &'a mut Vec<EmbeddedPair>,
}

/// Gives each contact of a chunk, whose first has index `first`, the points of this step, with the impulses of last
/// step's points of the same features (warm starting). It notes the contacts that change, the bodies pressed deep
/// into something immovable, and those that part; returns whether there are none. A pair that will bounce, and
/// closes in too fast for contacts, is left to continuous collision, which bounces it in time. A contact with an
/// internal edge is dropped. The solver gets no points of a contact that can push nobody.
pub(crate) fn carry_chunk(
    carrier: &Carrier<'_>,
    first: usize,
    contacts: &mut [ContactPair],
    manifolds: &mut [ContactManifold],
    mut picked: Picked<'_>,
) -> bool {
    let bodies = carrier.internal_edges.bodies;
    let any_dominance = bodies.any_dominance;
    for (k, (contact, manifold)) in contacts.iter_mut().zip(&mut *manifolds).enumerate() {
        let is_alone = is_alone(bodies, contact, manifold.rows);
        manifold.flags = u32::from(is_alone) * ContactManifold::ALONE;
        if any_dominance {
            manifold.flags |= bodies.dominance_flags(manifold.rows);
        }
        if !carrier.is_done(contact, manifold) && carrier.take_up(contact, manifold, &mut picked) {
            picked.toggled.push((first + k) as u32);
        }
    }
    carrier.embedded_rows.pick(first, picked.toggled, contacts, manifolds, picked.embedded);
    let Picked { toggled, pressed, late, embedded } = picked;
    toggled.is_empty() && pressed.is_empty() && late.is_empty() && embedded.is_empty()
}

/// Whether the same features touch as in the last step; then all is carried over unchanged. Most contacts go on so. But
/// which ones, and at how many points, is as if random, so the test has no branches.
#[inline(always)]
fn goes_on(contact: &ContactPair, manifold: &ContactManifold) -> bool {
    let [one, other] = contact.ids;
    let is_apart = (manifold.count == 0) & !contact.touching & !contact.is(ContactPair::PARTED);
    let is_one = (manifold.count == 1) & (one == manifold.ids[0]);
    let is_two = (manifold.count == 2) & (one == manifold.ids[0]) & (other == manifold.ids[1]) & (one != other);
    (u32::from(contact.count) == manifold.count) & (is_apart | contact.touching & (is_one | is_two))
}

impl Carrier<'_> {
    /// Whether a contact needs no work: it goes on as it was, between two awake bodies that do not bounce. In free
    /// flight it must have pushed. (A contact with a sleeper has no rows here, but no point either.)
    #[inline(always)]
    fn is_done(&self, contact: &ContactPair, manifold: &ContactManifold) -> bool {
        let bodies = self.internal_edges.bodies;
        let [row_a, row_b] = manifold.rows;
        let awake = bodies.awake as u32;
        let bounces = (manifold.count > 0) & (manifold.surface[1] >= BOUNCY);
        // Without a branch: whether a contact has pushed is as if random, too, but few are in flight.
        let may_touch_first = (manifold.count > 0) & !contact.has_pushed() & manifold.is_alone();
        let changes = contact.is(ContactPair::PARTED) | bounces | may_touch_first | (row_a >= awake) | (row_b >= awake);
        goes_on(contact, manifold) & !changes
    }

    /// Does the work of [`carry_chunk`] for one contact; returns whether it changed. Few contacts need it, and
    /// the loop keeps its registers if it is not in it: a step takes 0.99 of the instructions.
    #[inline(never)]
    fn take_up(&self, contact: &mut ContactPair, manifold: &mut ContactManifold, picked: &mut Picked<'_>) -> bool {
        let Carrier { state, internal_edges, first_touch, reach, shallow, .. } = self;
        let Picked { pressed, late, .. } = picked;
        let bodies = internal_edges.bodies;
        let before = (contact.has_points(), contact.touching);
        if manifold.rows.iter().all(|&row| row as usize >= bodies.awake) {
            self.carry(contact, manifold);
            manifold.count = 0;
            return (contact.has_points(), contact.touching) != before;
        }
        let bounces = manifold.count > 0 && manifold.surface[1] >= BOUNCY;
        if bounces
            && is_left_to_ccd(contact, manifold, bodies, *reach)
            && !is_jammed(state, manifold)
            && !first_touch.can_go_back((bodies, internal_edges.proxies), contact, manifold)
        {
            manifold.count = 0;
            pressed.extend(manifold.rows.iter().filter(|&&row| bodies.min_extents[row as usize] != f32::MAX));
        }
        if manifold.count > 0 && !contact.has_pushed() {
            late.extend(first_touch.place((bodies, internal_edges.proxies), contact, manifold, *reach));
            if manifold.count > 0 && internal_edges.has_internal(contact, manifold) {
                manifold.count = 0;
            }
        }
        if manifold.count > 0 {
            internal_edges.straighten(contact, manifold);
        }
        self.carry(contact, manifold);
        if manifold.separations().iter().any(|separation| separation < shallow) {
            pressed.extend(pressed_row(manifold, &bodies.min_extents));
        }
        if manifold.count == 0 && reach.ccd {
            pressed.extend(entering_row(contact, manifold, bodies, internal_edges.proxies, reach.dt));
        }
        (contact.has_points(), contact.touching) != before
    }

    /// Gives a contact the points of this step.
    #[inline(always)]
    fn carry(&self, contact: &mut ContactPair, manifold: &ContactManifold) {
        if !goes_on(contact, manifold) {
            carry(contact, manifold, self.reach.base);
        } else if contact.is(ContactPair::PARTED) {
            contact.set(ContactPair::PARTED, false);
        }
    }
}

fn carry(contact: &mut ContactPair, manifold: &ContactManifold, reach: f32) {
    let old = *contact;
    let near = manifold.separations().iter().any(|&separation| separation <= reach);
    contact.touching = manifold.count > 0 && (old.touching || near || old.has_pushed());
    contact.set(ContactPair::PARTED, old.touching && !contact.touching);
    contact.count = manifold.count as u8;
    (contact.normal_impulse, contact.tangent_impulse) = ([0.0; 2], [0.0; 2]);
    if manifold.count == 0 {
        contact.rolling_impulse = 0.0;
    }
    for (k, &id) in manifold.ids.iter().enumerate().take(manifold.count as usize) {
        contact.ids[k] = id;
        if let Some(from) = old.ids[..usize::from(old.count)].iter().position(|&old| old == id) {
            contact.normal_impulse[k] = old.normal_impulse[from];
            contact.tangent_impulse[k] = old.tangent_impulse[from];
        }
    }
}
