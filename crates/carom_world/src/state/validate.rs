//! Invariants of the state, each with a name. Tests check them after every step.

use crate::def::{BodyKind, JointKind, WorldDef};
use crate::state::tied::Tied;
use crate::state::{BodySet, Bounce, NONE, State, flag};
use carom_solver::ContactPair;
use std::fmt;

/// An invariant of a world that does not hold: a bug of the engine, not of its user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Name of the invariant.
    pub invariant: &'static str,
    /// The place of the violation.
    pub place: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.invariant, self.place)
    }
}

impl std::error::Error for Violation {}

fn ensure(holds: bool, invariant: &'static str, place: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation { invariant, place: place() }) }
}

impl State {
    /// Checks all invariants; returns the first that does not hold.
    pub(crate) fn validate(&self, def: &WorldDef) -> Result<(), Violation> {
        self.validate_image(def)?;
        self.validate_pairs()
    }

    /// Checks the invariants that hold between the user's calls as well: all but the pairs of [`State::validate`].
    pub(crate) fn validate_image(&self, def: &WorldDef) -> Result<(), Violation> {
        self.validate_rows()?;
        self.validate_bodies(def)?;
        self.validate_proxies(def)?;
        self.validate_contacts()?;
        self.validate_boxes()?;
        self.validate_colors()?;
        self.validate_islands()?;
        self.validate_embedded()?;
        self.validate_joints()
    }

    fn validate_rows(&self) -> Result<(), Violation> {
        let b = &self.bodies;
        let n = b.keys.len();
        let columns = [
            b.slots.len(),
            b.poses.len(),
            b.masses.len(),
            b.motions.len(),
            b.forces.len(),
            b.starts.len(),
            b.colors.len(),
            b.min_extents.len(),
        ];
        ensure(columns == [n; 8], "columns have one row a body", || format!("{columns:?} for {n}"))?;
        ensure(b.states.len() == n + 1, "the states end with the dummy row", || {
            format!("{} states for {n} bodies", b.states.len())
        })?;
        ensure(b.awake <= b.active && b.active <= n, "zones follow each other", || {
            format!("{} {} {n}", b.awake, b.active)
        })?;
        for (row, &key) in b.keys.iter().enumerate() {
            let at = b.slots.get(key).map(|slot| slot.row as usize);
            ensure(at == Some(row), "a row's body is in that row", || format!("row {row}, slot says {at:?}"))?;
            let told = (b.motions[row].proxy, b.motions[row].jointed);
            let is = b.slots.get(key).map(|slot| (slot.proxy, !slot.joints.is_empty()));
            ensure(is == Some(told), "a row knows its proxies and joints", || format!("row {row}: {told:?}, {is:?}"))?;
        }
        for (row, &key) in b.keys.iter().enumerate() {
            let ignores = self.ignored.of(key).next().is_some();
            let told = b.motions[row].ignores;
            ensure(told == ignores, "a row knows whether it ignores others", || format!("row {row}"))?;
        }
        let ordered = b.keys_in_order().take(n + 1).count();
        ensure(ordered == n, "the order of creation names each body once", || format!("{ordered} of {n}"))
    }

    fn validate_embedded(&self) -> Result<(), Violation> {
        let sorted = self.embedded.is_sorted_by(|one, next| one < next);
        ensure(sorted, "embedded bodies are sorted", || format!("{:?}", self.embedded))?;
        for (row, motion) in self.bodies.motions.iter().enumerate() {
            ensure(motion.bounce != Bounce::InAChain, "bounce chains end with their step", || format!("row {row}"))?;
        }
        for contact in self.contacts.iter().filter(|contact| contact.is(ContactPair::EMBEDDED)) {
            let listed = [contact.a, contact.b].into_iter().all(|id| {
                let (flags, row) = (self.proxies.flags[id as usize], self.proxies.rows[id as usize] as usize);
                // A contact of a body that was removed ends in the next step.
                flags & flag::LIVE == 0 || self.embedded.binary_search(&self.bodies.keys[row]).is_ok()
            });
            let at = || format!("contact of proxies {} and {}", contact.a, contact.b);
            ensure(listed || !contact.has_points(), "bodies of embedded contacts are listed", at)?;
        }
        Ok(())
    }

    fn validate_bodies(&self, def: &WorldDef) -> Result<(), Violation> {
        let b = &self.bodies;
        for (row, &key) in b.keys.iter().enumerate() {
            let slot = &b.slots[key];
            let at = || format!("row {row}, {:?}, frozen {}, set {}", slot.kind, slot.frozen, slot.set);
            let asleep = slot.set != NONE;
            let wanted = match slot.kind {
                _ if slot.is_out() || asleep => BodySet::Still,
                BodyKind::Dynamic => BodySet::Awake,
                BodyKind::Kinematic => BodySet::Kinematic,
                BodyKind::Fixed => BodySet::Still,
            };
            ensure(b.set_of(row as u32) == wanted, "a body is in the zone of its kind", at)?;
            let (pose, mass, state, motion) = (b.poses[row], b.masses[row], &b.states[row], &b.motions[row]);
            let finite = pose.is_finite() && mass.center.is_finite() && state.v().is_finite() && state.w().is_finite();
            ensure(finite, "poses and velocities are finite", at)?;
            let unit = (pose.q.c * pose.q.c + pose.q.s * pose.q.s - 1.0).abs() < 1e-4;
            ensure(unit, "rotations are units", at)?;
            let far = 1e-3 * (1.0 + pose.p.length() + motion.max_extent);
            let center = pose.transform_point(motion.local_center);
            ensure((center - mass.center).length() <= far, "the centre of mass belongs to the pose", at)?;
            let inverse = mass.inv_mass >= 0.0 && mass.inv_inertia >= 0.0;
            ensure(inverse, "inverse masses are not negative", at)?;
            ensure(slot.kind == BodyKind::Dynamic || !mass.moves(), "only dynamic bodies can be pushed", at)?;
            let at_rest = state.v() == carom_math::Vec2::ZERO && state.w() == 0.0;
            let keeps = !slot.enabled && slot.kind != BodyKind::Fixed;
            ensure(wanted != BodySet::Still || at_rest || keeps, "what is still has no velocity", at)?;
            ensure(slot.enabled || !asleep, "a disabled body does not sleep", at)?;
            ensure(!asleep || def.sleep, "nothing sleeps where sleep is off", at)?;
        }
        Ok(())
    }

    fn validate_proxies(&self, def: &WorldDef) -> Result<(), Violation> {
        let p = &self.proxies;
        let mut live = 0;
        for slot in self.bodies.slots.values() {
            let mut pieces = 0;
            for id in p.of_body(slot.proxy) {
                let at = || format!("proxy {id}");
                live += 1;
                pieces += 1;
                let i = id as usize;
                ensure(p.flags[i] & flag::LIVE != 0, "a body's proxies are live", at)?;
                ensure(p.rows[i] == slot.row, "a proxy knows its body's row", at)?;
                let active = (slot.row as usize) < self.bodies.active;
                ensure((p.flags[i] & flag::ACTIVE != 0) == active, "active proxies are of active bodies", at)?;
                ensure((p.flags[i] & flag::ASLEEP != 0) == (slot.set != NONE), "sleeping proxies are of sleepers", at)?;
                ensure(
                    (p.flags[i] & flag::OUT != 0) == slot.is_out(),
                    "proxies that are out are of bodies that are",
                    at,
                )?;
                let tight = p.list[i].piece.aabb(self.bodies.poses[slot.row as usize]);
                let near = 0.01 * def.speculative_distance * def.length_unit + 1e-5 * tight.max.length();
                ensure(slot.frozen || p.now[i].grown(near).contains(&tight), "a fat box holds its shape", at)?;
            }
            let wanted: usize = slot.shapes.iter().map(|s| s.shape.piece_count()).sum();
            ensure(pieces == wanted, "a body has a proxy for each piece", || format!("{pieces} of {wanted}"))?;
        }
        ensure(live == p.live(), "each live proxy belongs to a body", || format!("{live} of {}", p.live()))
    }

    fn validate_contacts(&self) -> Result<(), Violation> {
        let sorted = self.contacts.windows(2).all(|w| w[0].key() < w[1].key());
        ensure(sorted, "contacts are sorted by their pairs, each once", String::new)?;
        for c in self.contacts.iter().chain(self.islands.iter().flat_map(|(_, set)| &set.contacts)) {
            let at = || format!("contact {} {}", c.a, c.b);
            ensure(c.a < c.b, "a is the smaller of the two", at)?;
            ensure(c.count <= 2, "a contact has at most two points", at)?;
            let impulses = c.normal_impulse.iter().chain(&c.tangent_impulse).chain([&c.rolling_impulse]);
            ensure(impulses.clone().all(|x| x.is_finite()), "impulses are finite", at)?;
            ensure(c.normal_impulse.iter().all(|&x| x >= 0.0), "normal impulses push", at)?;
            ensure(c.has_points() || c.color == ContactPair::NO_COLOR, "only what touches has a color", at)?;
        }
        Ok(())
    }

    /// Whether nothing was done to a proxy since the last step that makes its pairs be found again.
    fn was_seen(&self, id: u32) -> bool {
        self.proxies.flags[id as usize] & (flag::LIVE | flag::DISTURBED | flag::OUT) == flag::LIVE
    }

    /// The overlapping boxes of the last step are exactly the pairs in the contact array (except for changes since).
    fn validate_pairs(&self) -> Result<(), Violation> {
        let p = &self.proxies;
        let row = |id: u32| p.rows[id as usize] as usize;
        let awake = |id: u32| row(id) < self.bodies.awake;
        let immovable = |id: u32| self.bodies.min_extents[row(id)] == f32::MAX;
        // Sweep and prune along x over the boxes of the last step.
        let mut order: Vec<u32> =
            (0..p.list.len() as u32).filter(|&id| self.was_seen(id) && !p.old[id as usize].is_empty()).collect();
        order.sort_by(|&a, &b| p.old[a as usize].min.x.total_cmp(&p.old[b as usize].min.x));
        let mut open: Vec<u32> = Vec::new();
        for &id in &order {
            let area = p.old[id as usize];
            open.retain(|&other| p.old[other as usize].max.x >= area.min.x);
            for &other in &open {
                let (a, b) = if id < other { (id, other) } else { (other, id) };
                let wanted = (awake(a) || awake(b) || immovable(a) && immovable(b))
                    && area.overlaps(&p.old[other as usize])
                    && crate::stage::may_touch(self, a, b);
                let key = ContactPair::new(a, b).key();
                let has = || self.contacts.binary_search_by_key(&key, ContactPair::key).is_ok();
                ensure(!wanted || has(), "boxes that overlap have a contact", || format!("proxies {a} {b}"))?;
            }
            open.push(id);
        }
        Ok(())
    }

    /// The boxes of a contact overlapped in the last step. So it is not a new pair now, and is not found again among
    /// those.
    fn validate_boxes(&self) -> Result<(), Violation> {
        let p = &self.proxies;
        for (id, &flags) in (0..).zip(&p.flags) {
            let renewed = flags & (flag::LIVE | flag::RENEW) == flag::LIVE | flag::RENEW;
            ensure(!renewed || flags & flag::DISTURBED != 0, "what is renewed is looked for", || {
                format!("proxy {id}")
            })?;
            let still = self.was_seen(id) && flags & flag::ACTIVE == 0 && !p.list[id as usize].sensor;
            let kept = || p.old[id as usize] == p.now[id as usize];
            ensure(!still || kept(), "what is still has the box that it had", || format!("proxy {id}"))?;
        }
        for c in &self.contacts {
            if [c.a, c.b].iter().all(|&id| self.was_seen(id)) {
                let overlap = p.old[c.a as usize].overlaps(&p.old[c.b as usize]);
                ensure(overlap, "a contact's boxes overlap", || format!("proxies {} {}", c.a, c.b))?;
            }
        }
        Ok(())
    }

    fn validate_colors(&self) -> Result<(), Violation> {
        let p = &self.proxies;
        let mut seen = vec![0_u32; self.bodies.len()];
        for c in self.contacts.iter().chain(self.islands.iter().flat_map(|(_, set)| &set.contacts)) {
            let renewed = (p.flags[c.a as usize] | p.flags[c.b as usize]) & flag::RENEW != 0;
            if c.color == ContactPair::NO_COLOR || renewed {
                continue;
            }
            for id in [c.a, c.b] {
                let row = self.proxies.rows[id as usize] as usize;
                if self.proxies.flags[id as usize] & flag::LIVE != 0 && self.bodies.masses[row].moves() {
                    let bit = 1 << c.color;
                    ensure(seen[row] & bit == 0, "a color never repeats a body", || format!("row {row}"))?;
                    seen[row] |= bit;
                }
            }
        }
        for (row, &bits) in seen.iter().enumerate() {
            let used = self.bodies.colors[row];
            ensure(used & bits == bits, "a body knows its colors", || format!("row {row}: {used:b} {bits:b}"))?;
        }
        Ok(())
    }

    fn validate_islands(&self) -> Result<(), Violation> {
        let mut sleepers = 0;
        for (number, set) in self.islands.iter() {
            let sorted = set.contacts.windows(2).all(|w| w[0].key() < w[1].key());
            ensure(sorted, "a set's contacts are sorted", || format!("set {number}"))?;
            for &key in &set.bodies {
                sleepers += 1;
                let of = self.bodies.slots.get(key).map(|slot| slot.set);
                ensure(of == Some(number), "a sleeper is in its set", || format!("set {number}, slot {of:?}"))?;
            }
        }
        let marked = self.bodies.slots.values().filter(|slot| slot.set != NONE).count();
        ensure(marked == sleepers, "each sleeper is in one set", || format!("{marked} marked, {sleepers} listed"))
    }

    fn validate_joints(&self) -> Result<(), Violation> {
        let (mut ends, mut gears) = (0, 0);
        let couplings = self.joints.rows.iter().filter(|joint| joint.def.kind.is_coupling()).count();
        ensure(couplings == self.joints.couplings, "couplings are counted", || format!("{couplings}"))?;
        for joint in &self.joints.rows {
            gears += joint.gears;
            ends += self.bodies_of(joint).len();
            for body in self.bodies_of(joint) {
                let known = self.bodies.slots.get(body).is_some_and(|slot| slot.joints.contains(&joint.key));
                ensure(known, "the bodies of a joint know it", || format!("{:?}", joint.key))?;
            }
            ensure(joint.state.is_finite(), "joint impulses are finite", || format!("{:?}", joint.key))?;
        }
        let mut tied = Tied::default();
        self.joints.rows.iter().for_each(|joint| tied.add(joint.kept_apart()));
        ensure(tied == self.joints.tied, "joints know whom they keep apart", || format!("{:?}", self.joints.tied))?;
        let listed: usize = self.bodies.slots.values().map(|slot| slot.joints.len()).sum();
        ensure(ends == listed, "each joint has its ends", || format!("{ends} ends, {listed} listed"))?;
        let geared = self.joints.rows.iter().filter(|joint| joint.def.kind.couples_joints());
        let sides = geared.map(|gear| {
            let [one, two] = gear.links.map(|link| self.joints.get(link).and_then(|j| j.def.kind.coupled_by_angle()));
            match gear.def.kind {
                JointKind::Rack(_) => (one == Some(true)) as u32 + (two == Some(false)) as u32,
                _ => one.is_some() as u32 + two.is_some() as u32,
            }
        });
        let (count, sides) = sides.fold((0, 0), |(count, sum), sides| (count + 2, sum + sides));
        ensure(sides == count && gears == count, "a gear has two joints that it can couple", || {
            format!("{sides} of {count}, {gears} counted")
        })
    }
}
