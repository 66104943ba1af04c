//! Whether and where two sprites touch: `cargo run --example sprite_mask -- SPRITE.png`, or with a disc made here.

use carom::{Mask, Pose, vec2};
use std::error::Error;

/// A PNG file of a disc 48 pixels wide.
fn disc() -> Result<Vec<u8>, Box<dyn Error>> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 48, 48);
    encoder.set_color(png::ColorType::Rgba);
    let inside = |i: i32| (i % 48 - 24).pow(2) + (i / 48 - 24).pow(2) < 400;
    let pixels: Vec<u8> = (0..48 * 48).flat_map(|i| [200, 90, 30, if inside(i) { 255 } else { 0 }]).collect();
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}

/// The pixels of a PNG file that are at least half opaque, each of side 0.05 m.
fn read(file: &[u8]) -> Result<Mask, Box<dyn Error>> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::ALPHA | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("too large")?];
    let frame = reader.next_frame(&mut bytes)?;
    // The opacity is the last byte of a pixel, of four or of two.
    let alpha: Vec<u8> = bytes.chunks(frame.color_type.samples()).filter_map(|p| p.last().copied()).collect();
    Ok(Mask::from_bytes(&alpha, frame.width as usize, 128, 0.05)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).map_or_else(disc, |path| Ok(std::fs::read(path)?))?;
    let sprite = read(&file)?;
    println!("{} of {} pixels are solid", sprite.count(), sprite.width() * sprite.height());
    println!("one beside it, 30 pixels to the right: {:?}", sprite.first_touch(&sprite, (30, 0)));
    let pose = Pose::new(vec2(2.2, 0.2), 0.8);
    println!("one turned: {:?}", sprite.first_touch_at(&sprite, pose));
    println!("corners of its outline: {}", sprite.contours(0.05)?.iter().map(|c| c.outer.len()).sum::<usize>());
    Ok(())
}
