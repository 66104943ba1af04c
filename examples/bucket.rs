//! A ball is thrown at a bucket, faster and faster, until a throw goes in. No world is needed.

use carom::{Chain, Pose, Shape, ShapeError, Trajectory, ballistic_cast_shape, vec2};

fn main() -> Result<(), ShapeError> {
    // Left wall, bottom, right wall: links 0, 1 and 2.
    let bucket = [vec2(-0.35, 0.6), vec2(-0.25, 0.0), vec2(0.25, 0.0), vec2(0.35, 0.6)];
    let bucket = Shape::from(Chain::open(bucket)?);
    let ground = Shape::from(Chain::open([vec2(-50.0, 0.0), vec2(50.0, 0.0)])?);
    let there = Pose::new(vec2(4.0, 0.0), 0.0);
    for tenths in 50..=66 {
        let speed = 0.1 * tenths as f32;
        let throw = Trajectory::new(vec2(0.0, 1.5), speed * vec2(0.6, 0.8), 0.1);
        let at_bucket = ballistic_cast_shape(&bucket, there, &throw);
        let at_ground = ballistic_cast_shape(&ground, Pose::IDENTITY, &throw);
        let what = match (at_bucket, at_ground) {
            (Some(hit), _) if (hit.center - there.p).x.abs() < 0.35 && hit.center.y < 0.6 => {
                format!("in, after {:.2} s (link {})", hit.time, hit.piece)
            }
            (Some(hit), _) => format!("bounces off at {:.2}, normal {:.2}", hit.point, hit.normal),
            (None, Some(hit)) => format!("lands on the ground at {:.2}", hit.point),
            (None, None) => "flies on".to_owned(),
        };
        println!("{speed:.1} m/s: {what}");
    }
    Ok(())
}
