//! A live world in a window: drag bodies with the mouse. `--frames N --out x.png` runs without a display instead, drags
//! a ball by itself and writes the last frame.

mod canvas;
mod hand;
mod scene;

use canvas::Canvas;
use carom::prelude::*;
use carom_draw::{Color, DrawOptions, Drawing, Frame, Layer, Layers};
use hand::Hand;
use minifb::{Key, KeyRepeat, MouseButton, MouseMode, Window, WindowOptions};
use std::error::Error;
use std::fs::File;

const WIDTH: u32 = 960;
const HEIGHT: u32 = 540;
const HELP: &str = "drag: mouse   pause: space   step: S   contacts: C   impulses: I   again: R   quit: Esc";
const USAGE: &str = "usage: carom_window [--frames N --out PICTURE.png]";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => open_window(),
        ["--frames", frames, "--out", path] | ["--out", path, "--frames", frames] => run_alone(frames.parse()?, path),
        _ => Err(USAGE.into()),
    }
}

/// The picture of a world, with the layers that are on.
fn draw(world: &World, hand: &Hand, layers: Layers) -> Canvas {
    let frame = Frame::showing_in(scene::SHOWN, WIDTH, HEIGHT);
    let options = DrawOptions { frame: Some(frame), layers, ..DrawOptions::default() };
    let mut canvas = Canvas::new(frame);
    Drawing::with(world, &options).draw(&mut canvas);
    let said = hand.grip(world).map(|grip| format!("{:.0} N", grip.force().length()));
    canvas.words(vec2(0.5 * WIDTH as f32, 8.0), said.as_deref().unwrap_or(HELP), Color::INK);
    canvas
}

/// The layers with one more, or without it.
fn toggled(layers: Layers, layer: Layer) -> Layers {
    let others = layers.iter().filter(|other| *other != layer).fold(Layers::NONE, Layers::with);
    if layers.has(layer) { others } else { layers.with(layer) }
}

fn open_window() -> Result<(), Box<dyn Error>> {
    let mut window = Window::new("carom", WIDTH as usize, HEIGHT as usize, WindowOptions::default())?;
    window.set_target_fps(60);
    let (mut world, ground) = scene::build()?;
    let mut hand = Hand::new(ground);
    let (mut layers, mut is_paused) = (Layers::NONE.with(Layer::Joints), false);
    while window.is_open() && !window.is_key_down(Key::Escape) {
        for key in window.get_keys_pressed(KeyRepeat::No) {
            match key {
                Key::Space => is_paused = !is_paused,
                Key::C => layers = toggled(layers, Layer::Contacts),
                Key::I => layers = toggled(layers, Layer::Impulses),
                Key::R => {
                    let (new, ground) = scene::build()?;
                    (world, hand) = (new, Hand::new(ground));
                }
                _ => {}
            }
        }
        if let Some((x, y)) = window.get_mouse_pos(MouseMode::Clamp) {
            let frame = Frame::showing_in(scene::SHOWN, WIDTH, HEIGHT);
            let cursor = vec2(frame.view.min.x + x / frame.scale, frame.view.max.y - y / frame.scale);
            hand.drag(&mut world, cursor, window.get_mouse_down(MouseButton::Left))?;
        }
        if !is_paused || window.is_key_pressed(Key::S, KeyRepeat::Yes) {
            world.step();
        }
        window.update_with_buffer(&draw(&world, &hand, layers).pixels, WIDTH as usize, HEIGHT as usize)?;
    }
    Ok(())
}

/// Steps without a window. From the second second on, the ball of the chain is dragged in a circle.
fn run_alone(frames: u32, path: &str) -> Result<(), Box<dyn Error>> {
    let (mut world, ground) = scene::build()?;
    let mut hand = Hand::new(ground);
    let mut held = 0;
    for frame in 0..frames {
        let ball = world.bodies().map(|(_, body)| body).filter(|body| body.kind() == BodyKind::Dynamic);
        let ball = ball.max_by(|a, b| a.mass().mass.total_cmp(&b.mass().mass)).map(|body| body.position());
        let (sin, cos) = carom::math::sin_cos(0.05 * frame as f32);
        let cursor = if frame <= 60 { ball.unwrap_or_default() } else { vec2(-6.0 + 3.0 * sin, 8.0 - 3.0 * cos) };
        hand.drag(&mut world, cursor, frame >= 60)?;
        world.step();
        held += u32::from(hand.grip(&world).is_some());
    }
    let canvas = draw(&world, &hand, Layers::NONE.with(Layer::Joints).with(Layer::Contacts));
    let mut encoder = png::Encoder::new(File::create(path)?, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    let bytes: Vec<u8> = canvas.pixels.iter().flat_map(|pixel| pixel.to_be_bytes()[1..].to_vec()).collect();
    encoder.write_header()?.write_image_data(&bytes)?;
    println!("{frames} frames, a body held in {held} of them, state {:016x}", world.state_hash());
    Ok(())
}
