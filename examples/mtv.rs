//! The minimum translation vector of two polygons: whether they touch, and the shortest push that parts them. No world
//! is needed.

use carom::narrowphase::overlap_area;
use carom::toolbox::{Sat, push_apart, sat};
use carom::{Polygon, Pose, Shape, ShapeError, vec2};

fn main() -> Result<(), ShapeError> {
    let house = Polygon::new([vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 0.5), vec2(0.0, 1.5), vec2(-1.0, 0.5)])?;
    let square = Polygon::rect(2.0, 2.0)?;
    // b in a's frame: first two that overlap, then two that do not.
    for b_in_a in [Pose::new(vec2(1.2, 1.0), 0.4), Pose::new(vec2(2.0, 2.5), 0.4)] {
        match sat(&house, &square, b_in_a) {
            Sat::Separated { axis, gap, feature } => {
                println!("apart: along {axis} there is a gap of {gap:.3} m ({feature:?})");
            }
            Sat::Touching { normal, depth, feature } => {
                println!("touching: moving the square by {depth:.3} m along {normal} parts them ({feature:?})");
                println!("they share {:.3} m^2", overlap_area(&house, &square, b_in_a).area);
            }
        }
    }
    // The same with shapes and poses in the world; the house is three times as heavy.
    let (a, b) = (Shape::from(house), Shape::from(square));
    let (pose_a, pose_b) = (Pose::new(vec2(10.0, 5.0), 0.0), Pose::new(vec2(11.2, 6.0), 0.4));
    let parted = push_apart(&a, pose_a, &b, pose_b, [1.0 / 3.0, 1.0]);
    println!("pushed apart: {} and {}, {} m between them", parted.pose_a.p, parted.pose_b.p, parted.distance);
    Ok(())
}
