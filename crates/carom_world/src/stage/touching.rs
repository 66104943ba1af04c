//! Stage 3, its second part: impulses carried over by feature id (warm starting). Stage 4: contacts that began or
//! ceased to touch.

use crate::events::{Events, ShapePair};
use crate::stage::broad_phase::shapes::shapes_of;
use crate::stage::ccd::FAST;
use crate::stage::narrow_phase::internal_edges::Seams;
use crate::stage::narrow_phase::reach::Reach;
use crate::stage::report::transient::{end_transient, next_is};
use crate::stage::touch_change::{Change, Coloring};
use crate::state::{BOUNCY, Bodies, Proxies, State};
use crate::step_scratch::{StepScratch, lists};
use carom_math::{Pose, Vec2, cross_sv, min, vec2};
use carom_narrowphase::distance;
use carom_parallel::{Each, Executor};
use carom_shapes::{Circle, MIN_SIZE, Piece};
use carom_solver::coloring::{free_color as free_moving_color, free_fixed_color};
use carom_solver::{CHUNK, ContactManifold, ContactPair, chunk_size};

/// Part of its min extent from which on a body counts as pressed into something.
pub(crate) const DEEP: f32 = 0.25;

/// Context of carrying impulses over.
pub(crate) struct Carrier<'a> {
    pub internal_edges: Seams<'a>,
    pub reach: Reach,
    /// Depth up to which nothing counts as pressed [m].
    pub shallow: f32,
}

/// Gives each contact of a chunk, whose first has index `first`, the points of this step, with the impulses of last
/// step's points of the same features (warm starting). It notes the contacts that change, and the bodies pressed deep
/// into something immovable. A pair that will bounce, and closes in too fast for contacts, is left to continuous
/// collision, which bounces it in time. A contact with an internal edge is dropped.
pub(crate) fn carry_chunk(
    carrier: &Carrier<'_>,
    first: usize,
    contacts: &mut [ContactPair],
    touches: &mut [ContactManifold],
    (toggled, pressed): (&mut Vec<u32>, &mut Vec<u32>),
) {
    let awake = carrier.internal_edges.bodies.awake as u32;
    for (k, (contact, touch)) in contacts.iter_mut().zip(touches).enumerate() {
        if !is_done(contact, touch, awake) && carrier.take_up(contact, touch, pressed) {
            toggled.push((first + k) as u32);
        }
    }
}

/// Whether a contact needs no work: it goes on as it was, between two awake bodies that do not bounce. (A contact with
/// a sleeper has no rows here, but no point either.)
#[inline(always)]
fn is_done(contact: &ContactPair, touch: &ContactManifold, awake: u32) -> bool {
    let [row_a, row_b] = touch.rows;
    let bounces = (touch.count > 0) & (touch.surface[1] >= BOUNCY);
    goes_on(contact, touch) & !(contact.parted | bounces | (row_a >= awake) | (row_b >= awake))
}

/// Whether the same features touch as in the last step; then all is carried over unchanged. Most contacts go on so. But
/// which ones, and at how many points, is as if random, so the test has no branches.
#[inline(always)]
fn goes_on(contact: &ContactPair, touch: &ContactManifold) -> bool {
    let [one, other] = contact.ids;
    let is_apart = (touch.count == 0) & !contact.touching & !contact.parted;
    let is_one = (touch.count == 1) & (one == touch.ids[0]);
    let is_two = (touch.count == 2) & (one == touch.ids[0]) & (other == touch.ids[1]) & (one != other);
    (u32::from(contact.count) == touch.count) & (is_apart | contact.touching & (is_one | is_two))
}

impl Carrier<'_> {
    /// Does the work of [`carry_chunk`] for one contact; returns whether it changed.
    fn take_up(&self, contact: &mut ContactPair, touch: &mut ContactManifold, pressed: &mut Vec<u32>) -> bool {
        let Carrier { internal_edges, reach, shallow } = self;
        let bodies = internal_edges.bodies;
        let before = (contact.has_points(), contact.touching);
        if touch.count > 0 && touch.surface[1] >= BOUNCY && is_left_to_ccd(contact, touch, bodies, *reach) {
            touch.count = 0;
            pressed.extend(touch.rows.iter().filter(|&&row| bodies.min_extents[row as usize] != f32::MAX));
        }
        if touch.count > 0 && contact.normal_impulse == [0.0; 2] && internal_edges.has_internal(contact, touch) {
            touch.count = 0;
        }
        if touch.count > 0 {
            internal_edges.straighten(contact, touch);
        }
        if !goes_on(contact, touch) {
            carry(contact, touch, reach.base);
        } else if contact.parted {
            contact.parted = false;
        }
        if touch.separations().iter().any(|separation| separation < shallow) {
            pressed.extend(pressed_row(touch, &bodies.min_extents));
        }
        if touch.count == 0 && reach.ccd {
            pressed.extend(transient_row(contact, touch, bodies, internal_edges.proxies, reach.dt));
        }
        (contact.has_points(), contact.touching) != before
    }
}

/// The row that is pressed by a good part of its min extent into something immovable.
fn pressed_row(touch: &ContactManifold, extents: &[f32]) -> Option<u32> {
    let deepest = touch.separations().iter().fold(0.0, |deep, &separation| min(deep, separation));
    let [a, b] = touch.rows.map(|row| extents[row as usize]);
    let (row, extent) = if a < b { (touch.rows[0], a) } else { (touch.rows[1], b) };
    ((a == f32::MAX) != (b == f32::MAX) && -deepest > DEEP * extent).then_some(row)
}

/// The row whose centre is about to enter something fixed while no contact holds it. At the end of a thin wall, and in
/// the corner of two walls, the nearest way out of one leads along it, into the other.
fn transient_row(
    contact: &ContactPair,
    touch: &ContactManifold,
    bodies: &Bodies,
    proxies: &Proxies,
    dt: f32,
) -> Option<u32> {
    let rows = touch.rows;
    let fixed = rows.map(|row| row as usize >= bodies.active && bodies.min_extents[row as usize] == f32::MAX);
    let (id, wall, row) = match fixed {
        [true, false] => (contact.a, rows[0], rows[1]),
        [false, true] => (contact.b, rows[1], rows[0]),
        _ => return None,
    };
    let i = row as usize;
    if i >= bodies.awake || !bodies.motions[i].continuous {
        return None;
    }
    let (center, near) = (bodies.masses[i].center, DEEP * bodies.min_extents[i] + bodies.states[i].v().length() * dt);
    let (piece, pose) = (&proxies.list[id as usize].piece, bodies.poses[wall as usize]);
    if !piece.aabb(pose).grown(near).contains_point(center) {
        return None;
    }
    let center = Circle::at(pose.inverse_transform_point(center), MIN_SIZE).map(Piece::Circle).ok()?;
    (distance(piece, &center, Pose::IDENTITY).distance < near).then_some(row)
}

/// Whether two bodies that bounce, and did not push each other yet, would enter each other by more than half the min
/// extent within the step. Continuous collision takes bodies pressed into something fixed, and otherwise fast ones.
#[cold]
fn is_left_to_ccd(contact: &ContactPair, touch: &ContactManifold, bodies: &Bodies, reach: Reach) -> bool {
    let [a, b] = touch.rows.map(|row| row as usize);
    let awake = |row: usize| row < bodies.awake && bodies.motions[row].continuous;
    if !reach.ccd || contact.normal_impulse != [0.0; 2] || !(awake(a) || awake(b)) {
        return false;
    }
    let normal = vec2(touch.normal[0], touch.normal[1]);
    let [ax, ay, bx, by] = touch.anchors[0];
    let at = |row: usize, anchor: Vec2| {
        let state = &bodies.states[row];
        state.v() + cross_sv(state.w(), anchor)
    };
    let closing = normal.dot(at(a, vec2(ax, ay)) - at(b, vec2(bx, by))) * reach.dt;
    let separation = touch.separations().iter().fold(f32::MAX, |least, &s| min(least, s));
    let extent = min(bodies.min_extents[a], bodies.min_extents[b]);
    let is_fixed = |row: usize| row >= bodies.active && bodies.min_extents[row] == f32::MAX;
    let way = if is_fixed(a) || is_fixed(b) { closing - separation } else { closing };
    // Of two movable bodies, at any depth: their time may have run out in the last step, and contacts do not bounce
    // them.
    let pushable = bodies.min_extents[a] != f32::MAX && bodies.min_extents[b] != f32::MAX;
    (pushable || separation > -FAST * extent) && way > FAST * extent
}

fn carry(contact: &mut ContactPair, touch: &ContactManifold, reach: f32) {
    let old = *contact;
    let near = touch.separations().iter().any(|&separation| separation <= reach);
    let pushed = old.normal_impulse[0] > 0.0 || old.normal_impulse[1] > 0.0;
    contact.touching = touch.count > 0 && (old.touching || near || pushed);
    contact.parted = old.touching && !contact.touching;
    contact.count = touch.count as u8;
    (contact.normal_impulse, contact.tangent_impulse) = ([0.0; 2], [0.0; 2]);
    if touch.count == 0 {
        contact.rolling_impulse = 0.0;
    }
    for (k, &id) in touch.ids.iter().enumerate().take(touch.count as usize) {
        contact.ids[k] = id;
        if let Some(from) = old.ids[..usize::from(old.count)].iter().position(|&old| old == id) {
            contact.normal_impulse[k] = old.normal_impulse[from];
            contact.tangent_impulse[k] = old.tangent_impulse[from];
        }
    }
}

// A heap that lands has thousands of them.
const _: () = assert!(size_of::<Coloring>() <= 4);

/// Number of changes that are not worth a task.
const FEW: usize = 32;

/// Colors the contacts that began to touch, and frees the colors of those that ceased to, in the order of the contacts.
/// Data for that and for the events is looked up in parallel.
pub(crate) fn change_touches(tasks: &Executor, state: &mut State, scratch: &mut StepScratch, events: &mut Events) {
    let StepScratch { picked, changes, shared, .. } = scratch;
    let chunks = state.contacts.len().div_ceil(chunk_size(state.contacts.len()));
    let picked = &picked[..chunks.min(picked.len())];
    let many = picked.iter().map(Vec::len).sum::<usize>() > FEW;
    let changes = lists(changes, if many { picked.len() } else { 1 }, 1);
    let others = &*state;
    let change = |&index: &u32| Change::of(others, index);
    if many {
        tasks.blocks(1, (picked, &mut *changes), |_, (picked, changes)| {
            changes[0].extend(picked[0].iter().map(change));
        });
    } else {
        changes[0].extend(picked.iter().flatten().map(change));
    }
    let colors = &mut state.bodies.colors;
    for change in changes.iter().flatten() {
        let color = match change.coloring {
            Coloring::Stays => None,
            Coloring::Ends(color) => {
                change.rows.iter().for_each(|&row| colors[row as usize] &= !(1 << color));
                Some(ContactPair::NO_COLOR)
            }
            Coloring::Begins(moves) => Some(take_color(colors, change.rows, moves)),
        };
        if let Some(color) = color {
            state.contacts[change.index as usize].color = color;
        }
        events.shared_changed |= change.event.is_none();
    }
    if events.shared_changed {
        list_shared(tasks, state, shared);
    }
}

/// Emits events for contacts that began and ceased to touch. `found` are the shapes of several pieces that touch now,
/// `shared` those that did before, `transient` the pairs that met within the last step.
pub(crate) fn emit_touch_events(
    changes: &[Vec<Change>],
    found: &[Vec<ShapePair>],
    shared: &mut Vec<ShapePair>,
    transient: &mut Vec<ShapePair>,
    events: &mut Events,
) {
    for change in changes.iter().flatten() {
        match change.event {
            Some(event) if change.met => events.contact_began.push(event),
            Some(event) if change.parted => events.contact_ended.push(event),
            _ => {}
        }
    }
    if std::mem::take(&mut events.shared_changed) {
        change_shared(found, shared, events);
    }
    events.contact_began.sort_unstable();
    end_transient(transient, shared, events);
    events.contact_ended.sort_unstable();
    // A contact that was made anew ended and began in one step, but its shapes never parted.
    let (began, ended) = (&mut events.contact_began, &mut events.contact_ended);
    if !began.is_empty() && !ended.is_empty() {
        let mut rest = &ended[..];
        let both: Vec<ShapePair> = began.iter().filter(|e| next_is(&mut rest, e)).copied().collect();
        if !both.is_empty() {
            let (mut of_began, mut of_ended) = (&both[..], &both[..]);
            began.retain(|e| !next_is(&mut of_began, e));
            ended.retain(|e| !next_is(&mut of_ended, e));
        }
    }
}

/// Takes the first free color for a contact that began to touch (graph coloring).
fn take_color(colors: &mut [u32], rows: [u32; 2], moves: [bool; 2]) -> u8 {
    let used = rows.map(|row| colors[row as usize]);
    let color = match moves {
        [true, true] => free_moving_color(used[0], used[1]),
        [true, false] => free_fixed_color(used[0]),
        [false, true] => free_fixed_color(used[1]),
        [false, false] => None,
    };
    let Some(color) = color else { return ContactPair::NO_COLOR };
    for (row, moves) in rows.into_iter().zip(moves) {
        if moves {
            colors[row as usize] |= 1 << color;
        }
    }
    color
}

/// Lists the shapes of several pieces that touch something, block by block, then those of sleepers.
fn list_shared(tasks: &Executor, state: &State, found: &mut Vec<Vec<ShapePair>>) {
    let shared = |id: u32| state.proxies.list[id as usize].shared;
    let shared_of = |c: &ContactPair| (c.touching && (shared(c.a) || shared(c.b))).then(|| shapes_of(state, c));
    let blocks = state.contacts.len().div_ceil(CHUNK);
    let (found, asleep) = lists(found, blocks + 1, 1).split_at_mut(blocks);
    tasks.blocks(CHUNK, (&state.contacts[..], Each(CHUNK, found)), |_, (contacts, Each(_, found))| {
        found[0].extend(contacts.iter().filter_map(shared_of));
        found[0].sort_unstable();
        found[0].dedup();
    });
    asleep[0].extend(state.islands.iter().flat_map(|(_, set)| &set.contacts).filter_map(shared_of));
}

/// Shapes with several pieces touch as long as any of their pieces do. Emits the difference to the last step's list.
fn change_shared(found: &[Vec<ShapePair>], shared: &mut Vec<ShapePair>, events: &mut Events) {
    let mut now = Vec::with_capacity(found.iter().map(Vec::len).sum());
    now.extend(found.iter().flatten());
    // A stable sort keeps the sorted lists of the blocks and merges them.
    now.sort();
    now.dedup();
    let (mut rest_now, mut rest_before) = (&now[..], &shared[..]);
    events.contact_began.extend(now.iter().filter(|pair| !next_is(&mut rest_before, pair)));
    events.contact_ended.extend(shared.iter().filter(|pair| !next_is(&mut rest_now, pair)));
    *shared = now;
}
