//! A stress run without a window: bodies pour into a funnel, each step becomes a line of a CSV file, and every second a
//! picture. Arguments: number of bodies, number of steps, folder.

use carom::prelude::*;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

/// The frame of the pictures [m].
const FRAME: [Vec2; 2] = [vec2(-16.0, -12.0), vec2(16.0, 20.0)];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let bodies: usize = arguments.next().map_or(Ok(400), |text| text.parse())?;
    let steps: u64 = arguments.next().map_or(Ok(240), |text| text.parse())?;
    let folder = arguments.next().map_or_else(|| std::env::temp_dir().join("carom_stress"), PathBuf::from);
    fs::create_dir_all(&folder)?;
    let mut world = funnel()?;
    let mut csv = BufWriter::new(fs::File::create(folder.join("run.csv"))?);
    writeln!(csv, "step,ms,bodies,awake,contacts,impacts,slowed,kinetic_energy_j,lowest_m")?;
    let mut slowest = 0.0_f64;
    for step in 0..steps {
        // Ten new bodies in every sixth step.
        if step % 6 == 0 && world.counts().bodies < bodies {
            world.add_bodies((0..10).map(|k| drop_of(step as usize + k)).collect::<Result<Vec<_>, _>>()?)?;
        }
        world.step();
        let (counts, events, ms) = (world.counts(), world.events(), world.times().step_ms());
        slowest = slowest.max(ms);
        let energy: f32 = world.awake_bodies().into_iter().filter_map(|key| world.body(key)).map(energy_of).sum();
        let heights = world.awake_bodies().poses().iter().map(|pose| pose.p.y);
        let lowest = heights.reduce(|a, b| if b < a { b } else { a }).unwrap_or(0.0);
        writeln!(
            csv,
            "{step},{ms:.4},{},{},{},{},{},{energy:.3},{lowest:.3}",
            counts.bodies,
            counts.awake,
            counts.contacts,
            events.ccd_stats().impacts,
            events.slowed().len()
        )?;
        if step % 60 == 59 {
            // Each line is on the disk before the picture that belongs to it.
            csv.flush()?;
            fs::write(folder.join(format!("{:05}.svg", step + 1)), picture(&world)?)?;
        }
    }
    csv.flush()?;
    let lost = world.bodies().filter(|(_, body)| body.position().y < FRAME[0].y).count();
    println!("{} bodies, {steps} steps, the slowest {slowest:.2} ms, {lost} lost", world.counts().bodies);
    println!("CSV and pictures are in {}", folder.display());
    Ok(())
}

/// Two slopes over a box, and a mill that turns in it.
fn funnel() -> Result<World, carom::Error> {
    let mut world = World::default();
    let walls = [vec2(-15.0, 18.0), vec2(-5.0, 4.0), vec2(-14.0, 3.0), vec2(-14.0, -10.0)];
    let other = walls.iter().rev().map(|p| vec2(-p.x, p.y));
    world.add_body(BodyDef::fixed().shape(Chain::open(walls.into_iter().chain(other).collect::<Vec<_>>())?))?;
    let mill = BodyDef::kinematic().at(vec2(0.0, -5.0)).angular_velocity(2.0);
    let cross = mill.shape(Polygon::rect(12.0, 0.5)?).shape(Polygon::rect(0.5, 8.0)?);
    world.add_body(cross)?;
    Ok(world)
}

/// One of four shapes, somewhere over the funnel.
fn drop_of(number: usize) -> Result<BodyDef, carom::Error> {
    let at = vec2((number * 7 % 19) as f32 - 9.0, 16.0 + (number % 3) as f32);
    let def = BodyDef::dynamic().at(at).angle(number as f32);
    Ok(match number % 4 {
        0 => def.shape(Circle::new(0.3)?),
        1 => def.shape(Polygon::rect(0.7, 0.5)?),
        2 => def.shape(Polygon::ellipse(0.9, 0.5, 0.01)?),
        _ => def.shape(Polygon::regular(5, 0.4)?),
    })
}

fn energy_of(body: Body<'_>) -> f32 {
    let (mass, v, w) = (body.mass(), body.velocity(), body.angular_velocity());
    0.5 * (mass.mass * v.length_squared() + mass.inertia * w * w)
}

/// The world as SVG.
fn picture(world: &World) -> Result<String, std::fmt::Error> {
    let size = FRAME[1] - FRAME[0];
    let mut svg = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"640\" ");
    writeln!(svg, "viewBox=\"{} {} {} {}\">", FRAME[0].x, -FRAME[1].y, size.x, size.y)?;
    writeln!(svg, "<g fill=\"#cdd\" stroke=\"#234\" stroke-width=\"0.05\">")?;
    for (_, body) in world.bodies() {
        for shape in body.shapes() {
            let points = |list: &[Vec2]| {
                let place = |p: &Vec2| body.pose().transform_point(*p);
                list.iter().map(place).fold(String::new(), |text, p| text + &format!("{:.3},{:.3} ", p.x, -p.y))
            };
            match &shape.shape {
                Shape::Polygon(p) => writeln!(svg, "<polygon points=\"{}\"/>", points(p.vertices()))?,
                Shape::Chain(c) => writeln!(svg, "<polyline fill=\"none\" points=\"{}\"/>", points(c.points()))?,
                Shape::Circle(c) => {
                    let p = body.pose().transform_point(c.center());
                    writeln!(svg, "<circle cx=\"{:.3}\" cy=\"{:.3}\" r=\"{}\"/>", p.x, -p.y, c.radius())?;
                }
                _ => {}
            }
        }
    }
    Ok(svg + "</g></svg>\n")
}
