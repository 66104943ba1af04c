//! The difference of two pictures, for tests that one is up to date. Soft edges may differ by a shade between
//! machines, so bytes say too much.

use std::io::{Error, Result};
use tiny_skia::Pixmap;

/// A pixel differs if one of its colors does by more than this, of 255.
const SHADES: u8 = 24;

/// The part of the pixels, 0 to 1, in which two PNG files differ. Pictures of different sizes differ in all.
///
/// # Errors
/// Bytes that are no PNG.
pub fn png_difference(a: &[u8], b: &[u8]) -> Result<f32> {
    let read = |bytes| Pixmap::decode_png(bytes).map_err(Error::other);
    let (a, b) = (read(a)?, read(b)?);
    if (a.width(), a.height()) != (b.width(), b.height()) {
        return Ok(1.0);
    }
    let pairs = a.data().chunks_exact(4).zip(b.data().chunks_exact(4));
    let differ = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > SHADES);
    Ok(pairs.filter(differ).count() as f32 / (a.width() * a.height()) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DrawOptions, Drawing, Frame};
    use carom::math::{Aabb, vec2};
    use carom::{BodyDef, Circle, World};

    #[test]
    fn a_body_elsewhere_is_a_difference() {
        let mut world = World::default();
        let ball = world.add_body(BodyDef::dynamic().shape(Circle::new(1.0).unwrap())).unwrap();
        let frame = Frame::showing_in(Aabb::new(vec2(-5.0, -5.0), vec2(5.0, 5.0)), 200, 200);
        let picture = |world: &World| {
            let options = DrawOptions { frame: Some(frame), ..DrawOptions::default() };
            Drawing::with(world, &options).png().unwrap()
        };
        let first = picture(&world);
        assert_eq!(png_difference(&first, &first).unwrap(), 0.0);
        world.body_mut(ball).unwrap().teleport(carom::Pose::new(vec2(3.0, 0.0), 0.0)).unwrap();
        let moved = png_difference(&first, &picture(&world)).unwrap();
        assert!((0.04..0.08).contains(&moved), "{moved}");
        assert!(png_difference(&first, b"no picture").is_err());
    }
}
