//! Distances, penetration depths, and point queries.

use crate::pairs::{Pair, pairs, vector};
use crate::rows::{BATCH, Rows, caller};
use carom::Piece;
use carom::narrowphase::{boxes_distance, closest_point, contains_point, distance, separation};
use parry2d::query::{PointQuery, details};

pub fn ask(rows: &mut Rows) {
    let apart = pairs(11, false, 1.6..4.0);
    let mixed = pairs(12, false, 0.2..2.0);
    let boxes = pairs(13, true, 1.6..4.0);
    let polygon = |p: &Pair| [Piece::Polygon(p.a.ours.clone()), Piece::Polygon(p.b.ours.clone())];
    let pieces = |list: &[Pair]| -> Vec<[Piece; 2]> { list.iter().map(polygon).collect() };
    let (apart_pieces, mixed_pieces) = (pieces(&apart), pieces(&mixed));
    let oriented: Vec<_> = boxes.iter().map(Pair::boxes).collect();
    rows.row(
        "distance: polygon, polygon",
        BATCH,
        vec![
            caller("carom", |i| distance(&apart_pieces[i][0], &apart_pieces[i][1], apart[i].ours)),
            caller("parry", |i| {
                let p = &apart[i];
                details::distance_support_map_support_map(&p.theirs, &p.a.theirs, &p.b.theirs)
            }),
        ],
    );
    rows.row(
        "closest points: polygon, polygon",
        BATCH,
        vec![
            caller("carom", |i| distance(&apart_pieces[i][0], &apart_pieces[i][1], apart[i].ours)),
            caller("parry", |i| {
                let p = &apart[i];
                details::closest_points_support_map_support_map(&p.theirs, &p.a.theirs, &p.b.theirs, f32::MAX)
            }),
        ],
    );
    rows.row(
        "distance: box, box",
        BATCH,
        vec![
            caller("carom boxes", |i| boxes_distance(&oriented[i][0], &oriented[i][1])),
            caller("parry cuboids", |i| {
                let p = &boxes[i];
                details::distance_cuboid_cuboid(&p.theirs, &p.a.cuboid, &p.b.cuboid)
            }),
        ],
    );
    let circles: Vec<Piece> = apart.iter().map(|p| Piece::Circle(p.b.circle)).collect();
    rows.row(
        "distance: polygon, circle",
        BATCH,
        vec![
            caller("carom", |i| distance(&apart_pieces[i][0], &circles[i], apart[i].ours)),
            caller("parry", |i| {
                let p = &apart[i];
                details::distance_convex_polyhedron_ball(&p.theirs, &p.a.theirs, &p.b.ball)
            }),
        ],
    );
    rows.row(
        "signed distance: mixed",
        BATCH,
        vec![
            caller("carom", |i| separation(&mixed_pieces[i][0], &mixed_pieces[i][1], mixed[i].ours)),
            caller("parry", |i| {
                let p = &mixed[i];
                details::contact_support_map_support_map(&p.theirs, &p.a.theirs, &p.b.theirs, f32::MAX)
            }),
        ],
    );
    rows.row(
        "point in polygon",
        BATCH,
        vec![
            caller("carom", |i| contains_point(&mixed_pieces[i][0], mixed[i].ours.p)),
            caller("parry", |i| mixed[i].a.theirs.contains_local_point(vector(mixed[i].ours.p))),
        ],
    );
    rows.row(
        "closest point of polygon",
        BATCH,
        vec![
            caller("carom", |i| closest_point(&mixed_pieces[i][0], mixed[i].ours.p)),
            caller("parry", |i| mixed[i].a.theirs.project_local_point(vector(mixed[i].ours.p), false)),
        ],
    );
}
