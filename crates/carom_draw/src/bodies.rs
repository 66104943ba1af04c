//! The marks of areas, bodies, sensors, one-way sides and joints.

use crate::{Color, DrawOptions, Figure, Frame, Layer, Layers, Look, Mark, MarkForm};
use carom::diagnostics::islands;
use carom::math::{Pose, Vec2, normalize};
use carom::{Body, BodyKey, BodyKind, ShapeDef, World, slotmap::SecondaryMap};

/// Bodies are this much paler below layers that lie on them.
const PALE: f32 = 0.45;

/// Length of the arrow of a one-way side [px].
const ONE_WAY: f32 = 18.0;

/// Lines of joints shorter than this would hide the bodies that they hold [px].
const CLUTTER: f32 = 8.0;

/// The marks of a world, without its layers, back to front.
pub(crate) fn marks_of(world: &World, frame: &Frame, options: &DrawOptions<'_>) -> Vec<Mark> {
    let tint = Tint::new(world, options.layers);
    let mut marks = areas(world);
    let (mut front, mut sensors, mut signs) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (key, body)) in world.bodies().enumerate() {
        let look = Look::of(&body);
        for shape in body.shapes() {
            let list = match body.kind() {
                _ if shape.sensor => &mut sensors,
                BodyKind::Fixed => &mut marks,
                _ => &mut front,
            };
            let (look, color) = match shape.sensor {
                true => (Look::Sensor, Look::Sensor.color(number)),
                false => tint.of(look, key, number),
            };
            list.push(Mark { look, color, form: MarkForm::Figure(Figure::of(&shape.shape, body.pose())) });
            signs.extend(one_way(&body, shape, frame));
        }
    }
    marks.append(&mut front);
    marks.append(&mut sensors);
    marks.append(&mut signs);
    marks.append(&mut joints(world, frame));
    marks
}

/// The colors of bodies under the layers.
struct Tint {
    islands: Option<SecondaryMap<BodyKey, usize>>,
    is_pale: bool,
}

impl Tint {
    fn new(world: &World, layers: Layers) -> Self {
        let numbered = |(number, island): (usize, Vec<BodyKey>)| island.into_iter().map(move |key| (key, number));
        let islands =
            layers.has(Layer::Islands).then(|| islands(world).into_iter().enumerate().flat_map(numbered).collect());
        let on_bodies = [Layer::Contacts, Layer::Impulses, Layer::Normals, Layer::Colours, Layer::Velocities];
        Self { islands, is_pale: layers.has_any(&on_bodies) || layers.has_any(&[Layer::Ids, Layer::Cells]) }
    }

    /// The look and the color of a body.
    fn of(&self, look: Look, key: BodyKey, number: usize) -> (Look, Color) {
        let island = self.islands.as_ref().and_then(|islands| islands.get(key));
        let (look, color) = match island {
            // Sleepers stay pale.
            Some(&island) if look == Look::Asleep => {
                (Look::Island, Color::hue(island).towards(Color::BACKGROUND, PALE))
            }
            Some(&island) => (Look::Island, Color::hue(island)),
            None => (look, look.color(number)),
        };
        (look, if self.is_pale { color.towards(Color::BACKGROUND, PALE) } else { color })
    }
}

fn areas(world: &World) -> Vec<Mark> {
    let regions = world.areas().filter_map(|(_, area)| {
        let figure = Figure::of(area.region.as_ref()?, Pose::new(area.position, area.angle));
        Some(Mark { look: Look::Area, color: Look::Area.color(0), form: MarkForm::Figure(figure) })
    });
    regions.collect()
}

/// The arrow along which a one-way shape lets bodies through.
fn one_way(body: &Body<'_>, shape: &ShapeDef, frame: &Frame) -> Option<Mark> {
    let up = normalize(body.rotation().rotate(shape.one_way?)).0;
    let half = 0.5 * ONE_WAY / frame.scale * up;
    let at = Figure::of(&shape.shape, body.pose()).aabb().center();
    let form = MarkForm::Arrow { from: at - half, to: at + half };
    Some(Mark { look: Look::OneWay, color: Look::OneWay.color(0), form })
}

fn joints(world: &World, frame: &Frame) -> Vec<Mark> {
    let lines = world.joints().map(|(_, joint)| {
        let (a, b) = joint.bodies();
        // From each body's centre to the anchor, if the body moves: the arms show how the bodies are linked.
        let arm = |key| world.body(key).filter(|body| body.kind() != BodyKind::Fixed).map(|body| body.center());
        let points: Vec<Vec2> = arm(a).into_iter().chain(joint.path()).chain(arm(b)).collect();
        Mark { look: Look::Joint, color: Look::Joint.color(0), form: MarkForm::Figure(Figure::Line { points }) }
    });
    lines.filter(|mark| frame.extent(&mark.form.aabb()) >= CLUTTER).collect()
}
