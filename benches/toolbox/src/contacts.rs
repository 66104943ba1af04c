//! Contact manifolds of pairs that touch or nearly do, and overlap tests.

use crate::lanes::Columns;
use crate::pairs::{Pair, pairs};
use crate::rows::{BATCH, Caller, Rows, batch, caller};
use carom::Piece;
use carom::narrowphase::{
    Form, boxes_overlap, collide_box_circle, collide_boxes, collide_circles, collide_polygon_circle, collide_polygons,
    overlaps,
};
use parry2d::query::{ContactManifold, details};
use std::hint::black_box;

const REACH: f32 = 0.02;

fn on_lanes<'a>(pairs: &[Pair], forms: [Form; 2], sides: impl Fn(&Pair) -> [Piece; 2]) -> Option<Caller<'a>> {
    let mut columns = Columns::new(pairs, forms, sides)?;
    Some(batch("carom, lanes", move || {
        columns.collide(black_box(REACH));
        black_box(&columns);
    }))
}

pub fn ask(rows: &mut Rows) {
    let polygon = |p: &Pair| [Piece::Polygon(p.a.ours.clone()), Piece::Polygon(p.b.ours.clone())];
    let with_circle = |p: &Pair| [Piece::Polygon(p.a.ours.clone()), Piece::Circle(p.b.circle)];
    let circles = |p: &Pair| [Piece::Circle(p.a.circle), Piece::Circle(p.b.circle)];

    let boxes = pairs(1, true, 0.7..1.3);
    let oriented: Vec<_> = boxes.iter().map(Pair::boxes).collect();
    let ours = |p: &Pair| collide_polygons(&p.a.ours, &p.b.ours, p.ours, REACH);
    let mut callers = vec![caller("carom polygons", |i| ours(&boxes[i]))];
    callers.push(caller("carom boxes", |i| collide_boxes(&oriented[i][0], &oriented[i][1], REACH)));
    callers.extend(on_lanes(&boxes, [Form::Box; 2], polygon));
    callers.push(caller("parry cuboids", |i| {
        let (p, mut m) = (&boxes[i], ContactManifold::<(), ()>::new());
        details::contact_manifold_cuboid_cuboid(&p.theirs, &p.a.cuboid, &p.b.cuboid, REACH, &mut m);
        m
    }));
    rows.row("contact: box, box", BATCH, callers);

    let polygons = pairs(2, false, 0.7..1.3);
    let theirs = |p: &Pair| {
        let mut m = ContactManifold::<(), ()>::new();
        details::contact_manifold_pfm_pfm(&p.theirs, &p.a.theirs, 0.0, None, &p.b.theirs, 0.0, None, REACH, &mut m);
        m
    };
    let mut callers = vec![caller("carom", |i| ours(&polygons[i]))];
    callers.extend(on_lanes(&polygons, [Form::Polygon8; 2], polygon));
    callers.push(caller("parry", |i| theirs(&polygons[i])));
    rows.row("contact: polygon, polygon", BATCH, callers);

    let ours = |p: &Pair| collide_polygon_circle(&p.a.ours, &p.b.circle, p.ours, REACH);
    let mut callers = vec![caller("carom box", |i| {
        let p = &boxes[i];
        collide_box_circle(&p.a.oriented, p.ours.p, p.b.circle.radius(), REACH)
    })];
    callers.extend(on_lanes(&boxes, [Form::Box, Form::Circle], with_circle));
    callers.push(caller("parry cuboid", |i| {
        let (p, mut m) = (&boxes[i], ContactManifold::<(), ()>::new());
        details::contact_manifold_convex_ball(&p.theirs, &p.a.cuboid, &p.b.ball, None, None, REACH, &mut m, false);
        m
    }));
    rows.row("contact: box, circle", BATCH, callers);

    let mut callers = vec![caller("carom", |i| ours(&polygons[i]))];
    callers.extend(on_lanes(&polygons, [Form::Polygon8, Form::Circle], with_circle));
    callers.push(caller("parry", |i| {
        let (p, mut m) = (&polygons[i], ContactManifold::<(), ()>::new());
        details::contact_manifold_convex_ball(&p.theirs, &p.a.theirs, &p.b.ball, None, None, REACH, &mut m, false);
        m
    }));
    rows.row("contact: polygon, circle", BATCH, callers);

    let mut callers =
        vec![caller("carom", |i| collide_circles(&boxes[i].a.circle, &boxes[i].b.circle, boxes[i].ours, REACH))];
    callers.extend(on_lanes(&boxes, [Form::Circle; 2], circles));
    callers.push(caller("parry", |i| {
        let (p, mut m) = (&boxes[i], ContactManifold::<(), ()>::new());
        details::contact_manifold_ball_ball(&p.theirs, &p.a.ball, &p.b.ball, REACH, &mut m);
        m
    }));
    rows.row("contact: circle, circle", BATCH, callers);

    rows.row(
        "do they touch: box, box",
        BATCH,
        vec![
            caller("carom boxes", |i| boxes_overlap(&oriented[i][0], &oriented[i][1])),
            caller("parry cuboids", |i| {
                let p = &boxes[i];
                details::intersection_test_cuboid_cuboid(&p.theirs, &p.a.cuboid, &p.b.cuboid)
            }),
        ],
    );
    let pieces: Vec<[Piece; 2]> = polygons.iter().map(polygon).collect();
    rows.row(
        "do they touch: polygon, polygon",
        BATCH,
        vec![
            caller("carom", |i| overlaps(&pieces[i][0], &pieces[i][1], polygons[i].ours)),
            caller("parry", |i| {
                let p = &polygons[i];
                details::intersection_test_support_map_support_map(&p.theirs, &p.a.theirs, &p.b.theirs)
            }),
        ],
    );
}
