//! Damaged images are refused with a reason; forged ones, whose checksum is right, do no harm.

use super::{heap, random};
use crate::kit::*;
use carom::prelude::*;

const IMAGES: u64 = 10_000;
const HEAD: usize = 32;

/// An image with all kinds of things in it.
fn image() -> Vec<u8> {
    let mut world = heap(12, 30);
    let a = world.add_body(crate_at(30.0, 5.0)).unwrap();
    let b = world.add_body(crate_at(31.0, 5.0).shape(disc(0.3))).unwrap();
    let hinge = world.add_joint(a, b, Revolute::default().limit(-1.0, 1.0)).unwrap();
    let c = world.add_body(crate_at(34.0, 5.0)).unwrap();
    let slider = world.add_joint(c, b, Prismatic::default()).unwrap();
    world.add_gear(hinge, slider, Rack::new(0.5)).unwrap();
    world.add_gear(slider, hinge, Gear::new(-2.0).break_force(1.0e4)).unwrap();
    world.add_joint(a, c, Pulley::between(vec2(30.0, 5.0), vec2(30.0, 9.0), vec2(34.0, 9.0), vec2(34.0, 5.0))).unwrap();
    let grid = TileGrid::from_rows(&["#.1", "##/"], 1.0).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(29.0, 0.0)).shape(grid)).unwrap();
    world.add_body(crate_at(60.0, 5.0).asleep()).unwrap();
    let gone = world.add_body(crate_at(70.0, 5.0)).unwrap();
    for _ in 0..40 {
        world.step();
    }
    world.remove_body(gone);
    world.body_mut(a).unwrap().teleport(Pose::new(vec2(30.0, 6.0), 1.0)).unwrap();
    world.snapshot()
}

fn damaged(image: &[u8], random: &mut SplitMix64, from: usize) -> Vec<u8> {
    let mut bytes = image.to_vec();
    for _ in 0..random.int(1, 3) {
        let at = from + random.int(0, (bytes.len() - from - 1) as u64) as usize;
        match random.int(0, 5) {
            0 | 1 => bytes[at] ^= 1 << random.int(0, 7),
            2 => bytes[at] = random.next_u64() as u8,
            3 => bytes.truncate(at.max(from + 1)),
            4 => bytes.insert(at, random.next_u64() as u8),
            _ => drop(bytes.remove(at)),
        }
        if bytes.len() <= from {
            break;
        }
    }
    bytes
}

/// Sets length and checksum right.
fn forge(bytes: &mut [u8]) {
    let mut hash = carom::math::Hasher64::default();
    hash.word((bytes.len() - HEAD) as u64);
    for chunk in bytes[HEAD..].chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash.word(u64::from_le_bytes(word));
    }
    let length = bytes.len() as u64;
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    bytes[24..32].copy_from_slice(&hash.finish().to_le_bytes());
}

#[test]
fn damaged_images_are_refused_and_nothing_changes() {
    let image = image();
    let mut world = heap(5, 20);
    let before = (world.state_hash(), world.snapshot());
    for seed in 0..IMAGES {
        let bytes = damaged(&image, &mut random(seed), 0);
        if bytes == image {
            continue;
        }
        let problem = world.restore(&bytes).expect_err("a damaged image was accepted").to_string();
        assert!(problem.starts_with("snapshot: "), "{problem}");
        assert!(World::from_snapshot(&bytes).is_err());
    }
    assert!((world.state_hash(), world.snapshot()) == before);
    world.restore(&image).unwrap();
}

#[test]
fn forged_images_do_no_harm() {
    let image = image();
    let mut accepted = 0;
    for seed in 0..IMAGES {
        let mut bytes = damaged(&image, &mut random(seed ^ 0xF0F0), HEAD);
        forge(&mut bytes);
        let caught = std::panic::catch_unwind(|| {
            if let Ok(mut world) = World::from_snapshot(&bytes) {
                (0..3).for_each(|_| world.step());
                return 1;
            }
            0
        });
        accepted += caught.unwrap_or_else(|panic| {
            eprintln!("seed {seed}");
            std::panic::resume_unwind(panic)
        });
    }
    println!("{accepted} of {IMAGES} forged images make a world");
}

#[test]
fn the_reason_is_named() {
    let image = image();
    let reason = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = image.clone();
        change(&mut bytes);
        World::from_snapshot(&bytes).unwrap_err().to_string()
    };
    for (start, change) in [
        ("snapshot: letters:", &(|b: &mut Vec<u8>| b[0] = b'x') as &dyn Fn(&mut Vec<u8>)),
        ("snapshot: version: 99,", &|b: &mut Vec<u8>| b[8] = 99),
        ("snapshot: length:", &|b: &mut Vec<u8>| b.truncate(10)),
        ("snapshot: length:", &|b: &mut Vec<u8>| b.truncate(100)),
        ("snapshot: checksum:", &|b: &mut Vec<u8>| b[50] ^= 1),
        ("snapshot: world.gravity:", &|b: &mut Vec<u8>| {
            b[36..40].copy_from_slice(&f32::NAN.to_le_bytes());
            forge(b);
        }),
    ] {
        let reason = reason(change);
        assert!(reason.starts_with(start), "{reason} is not {start}");
    }
}
