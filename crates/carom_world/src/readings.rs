//! Readings for pictures and for makers of carom: islands, colors of constraints, cells of the broad phase. They are
//! computed on demand from the state, so a world that nobody looks into pays nothing.

use crate::World;
use crate::contact::Contact;
use crate::key::BodyKey;
use carom_math::Aabb;
use carom_parallel::TraceSpan;
use carom_solver::{ContactPair, Islands};
use std::sync::Arc;

/// The islands of a world: dynamic bodies that touch or are joined, directly or by others, and so may only sleep
/// together. Those asleep come first. A body that touches nothing is an island of its own. It scans all contacts.
pub fn islands(world: &World) -> Vec<Vec<BodyKey>> {
    let state = &world.state;
    let (bodies, awake) = (&state.bodies, state.bodies.awake);
    let mut links = Islands::default();
    links.reset(awake);
    let mut link = |a: u32, b: u32| {
        if (a as usize) < awake && (b as usize) < awake {
            links.link(a, b);
        }
    };
    for contact in state.contacts.iter().filter(|contact| contact.has_points()) {
        link(state.proxies.rows[contact.a as usize], state.proxies.rows[contact.b as usize]);
    }
    for joint in &state.joints.rows {
        let tied = state.bodies_of(joint);
        let rows: Vec<u32> = tied.iter().filter_map(|&key| bodies.slots.get(key)).map(|slot| slot.row).collect();
        for (at, &a) in rows.iter().enumerate() {
            rows[at + 1..].iter().for_each(|&b| link(a, b));
        }
    }
    let mut rows: Vec<(u32, u32)> = (0..awake as u32).map(|row| (links.root(row), row)).collect();
    rows.sort_unstable();
    let keys = |group: &[(u32, u32)]| {
        let mut keys: Vec<BodyKey> = group.iter().map(|&(_, row)| bodies.keys[row as usize]).collect();
        keys.sort_unstable();
        keys
    };
    let mut active: Vec<Vec<BodyKey>> = rows.chunk_by(|a, b| a.0 == b.0).map(keys).collect();
    active.sort_unstable();
    let asleep = state.islands.iter().map(|(_, island)| island.bodies.to_vec());
    asleep.chain(active).collect()
}

/// The contacts that the solver sees, each with the color of its constraint. Constraints of one color share no body
/// that can move, so they are solved at the same time. `None` is one that has no color: a sensor's, or one of a body
/// with more contacts than there are colors, or one of two bodies that cannot be pushed.
pub fn constraint_colors(world: &World) -> impl Iterator<Item = (Contact, Option<u8>)> + '_ {
    world.state.contacts.iter().filter_map(|row| {
        let color = (row.color != ContactPair::NO_COLOR).then_some(row.color);
        world.contact(row).map(|contact| (contact, color))
    })
}

/// The number of calls so far that may have changed bodies or their shapes: those that add or remove a body, each
/// [`World::body_mut`] and each restore. If it stays, only the steps in between moved, froze, woke or put to sleep
/// anything; a recorder then reads the awake bodies alone.
pub fn edit_count(world: &World) -> u64 {
    world.edits
}

/// Traces the steps of a world from now on, or no longer. A copy of the world is not traced. A trace changes speed
/// only.
pub fn set_trace(world: &mut World, on: bool) {
    let trace = on.then(Arc::default);
    world.clock.set_trace(trace.clone());
    world.tasks.trace = trace;
}

/// The stages of the last step and the work of its threads, if it was traced.
pub fn trace_of(world: &World) -> Vec<TraceSpan> {
    world.tasks.trace.as_ref().map_or_else(Vec::new, |trace| trace.spans())
}

/// The cells of the broad phase that hold boxes, as the last step left them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BroadPhaseCells {
    /// Those of bodies that may move: cells of the grid's levels, or boxes around the nodes of the quadtree.
    pub active: Vec<Aabb>,
    /// Those of fixed and sleeping bodies.
    pub still: Vec<Aabb>,
}

/// The cells of the broad phase. A world before its first step has none. It scans all boxes.
pub fn broad_phase_cells(world: &World) -> BroadPhaseCells {
    let (active, still) = world.scratch.broad_phase.occupied();
    BroadPhaseCells { active, still }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, BroadPhaseKind, WorldDef};
    use carom_math::vec2;
    use carom_shapes::Polygon;

    /// A ground, a stack of three boxes, and a box beside it.
    fn stack(kind: BroadPhaseKind) -> (World, Vec<BodyKey>) {
        let square = Polygon::rect(1.0, 1.0).unwrap();
        let mut world = World::new(WorldDef { broad_phase: kind, ..WorldDef::default() }).unwrap();
        world.add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(Polygon::rect(40.0, 1.0).unwrap())).unwrap();
        let places = [vec2(0.0, 0.5), vec2(0.0, 1.5), vec2(0.0, 2.5), vec2(5.0, 0.5)];
        let keys = world.add_bodies(places.map(|at| BodyDef::dynamic().at(at).shape(square.clone()))).unwrap();
        (world, keys)
    }

    #[test]
    fn islands_are_the_same_asleep_and_awake() {
        let (mut world, keys) = stack(BroadPhaseKind::Hash);
        assert_eq!(broad_phase_cells(&world), BroadPhaseCells::default());
        for step in 0..200 {
            world.step();
            let mut found = islands(&world);
            found.sort_unstable();
            assert_eq!(found, [keys[..3].to_vec(), vec![keys[3]]], "step {step}");
        }
        assert_eq!(world.counts().awake, 0);
    }

    #[test]
    fn constraints_of_a_color_share_no_dynamic_body() {
        let (mut world, keys) = stack(BroadPhaseKind::Hash);
        world.step();
        let colors: Vec<_> = constraint_colors(&world).collect();
        assert_eq!(colors.len(), 4);
        for (i, (one, color)) in colors.iter().enumerate() {
            assert!(color.is_some());
            for (other, _) in colors[..i].iter().filter(|(_, other)| other == color) {
                let shared = [other.a.body, other.b.body].into_iter().find(|&body| one.other(body).is_some());
                assert!(shared.is_none_or(|body| !keys.contains(&body)), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn cells_hold_the_bodies() {
        for kind in [BroadPhaseKind::Hash, BroadPhaseKind::QuadTree] {
            let (mut world, _) = stack(kind);
            world.step();
            let cells = broad_phase_cells(&world);
            assert!(!cells.active.is_empty() && !cells.still.is_empty(), "{kind:?}");
            let all = cells.active.iter().fold(Aabb::EMPTY, |all, cell| all.union(cell));
            assert!(all.contains(&Aabb::new(vec2(-0.4, 0.1), vec2(0.0, 2.1))), "{kind:?} {all:?}");
        }
    }
}
