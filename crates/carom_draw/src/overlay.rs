//! The marks of the layers, and what their arrows stand for.

use crate::{Color, DrawOptions, Figure, Frame, Layer, Look, Mark, MarkForm};
use carom::diagnostics::{broad_phase_cells, constraint_colors};
use carom::math::{Aabb, Vec2, max, min, right};
use carom::{Body, BodyKind, World};

/// Length of the longest arrow, as a part of the lesser side of the picture.
const LONGEST: f32 = 0.11;

/// The part of the boxes of bodies that arrows may cover: more of them are shorter, so that the bodies stay visible.
const COVERED: f32 = 0.14;

/// A body with a box of more times the median's area than this counts as one of this many.
const LARGE: f32 = 4.0;

/// Length of a normal [px], of the shortest arrow that is drawn, and of the longest one if there are very many.
const NORMAL: f32 = 13.0;
const SHORTEST: f32 = 1.5;
const LEAST_LONGEST: f32 = 10.0;

/// Bodies smaller than this have no number [px].
const LEAST_NUMBERED: f32 = 16.0;

/// The marks of the layers, back to front, and a note for the legend on each layer with a scale.
#[derive(Default)]
pub(crate) struct Overlay {
    pub marks: Vec<Mark>,
    pub notes: Vec<(Look, String)>,
}

impl Overlay {
    pub(crate) fn new(world: &World, frame: &Frame, options: &DrawOptions<'_>) -> Self {
        let mut overlay = Self::default();
        for layer in options.layers.iter() {
            match layer {
                // Tinted bodies, and everything from contacts at once.
                Layer::Islands | Layer::Contacts | Layer::Normals | Layer::Impulses => {}
                Layer::Aabbs => overlay.boxes(world),
                Layer::Joints => overlay.joints(world),
                Layer::Colours => overlay.colors(world),
                Layer::Cells => overlay.cells(world),
                Layer::Velocities => overlay.velocities(world, frame),
                Layer::Trails => overlay.trails(world, options),
                Layer::Ids => overlay.ids(world, frame),
            }
        }
        if options.layers.has_any(&[Layer::Contacts, Layer::Normals, Layer::Impulses]) {
            overlay.contacts(world, frame, options);
        }
        overlay
    }

    fn add(&mut self, look: Look, form: MarkForm) {
        self.marks.push(Mark { look, color: look.color(0), form });
    }

    /// Adds arrows whose lengths are in proportion, and notes the length of the longest that counts. Weak ones are pale
    /// and lie below strong ones. Arrows that start out of view do not count, so that a close view shows weak ones.
    /// `room` is the area of the boxes of the bodies [m^2].
    fn arrows(&mut self, look: Look, unit: &str, frame: &Frame, room: f32, mut arrows: Vec<(Vec2, Vec2)>) {
        let seen = |at: Vec2| frame.view.contains_point(at);
        arrows.retain(|arrow| arrow.1.is_finite() && arrow.1 != Vec2::ZERO && seen(arrow.0));
        arrows.sort_by(|a, b| a.1.length().total_cmp(&b.1.length()));
        // One in a hundred may be longer; it is cut.
        let Some(greatest) = arrows.get(arrows.len().saturating_sub(1) * 99 / 100) else { return };
        let greatest = greatest.1.length();
        let part = |value: Vec2| min(value.length() / greatest, 1.5);
        let sum: f32 = arrows.iter().map(|arrow| part(arrow.1)).sum();
        let fitting = COVERED * room * frame.scale * frame.scale / (look.style(look.color(0), 0.0).stroke_width * sum);
        let longest = LONGEST * min(frame.width as f32, frame.height as f32);
        let longest = min(longest, max(fitting, LEAST_LONGEST));
        for (from, value) in arrows {
            let (length, part) = (value.length(), part(value));
            if longest * part >= SHORTEST {
                let to = from + value * (longest * part / (frame.scale * length));
                let color = look.color(0).towards(WEAK, 0.8 * (1.0 - min(part, 1.0)));
                self.marks.push(Mark { look, color, form: MarkForm::Arrow { from, to } });
            }
        }
        self.notes.push((look, format!("{} px is {} {unit}", longest.round(), short(greatest))));
    }

    fn contacts(&mut self, world: &World, frame: &Frame, options: &DrawOptions<'_>) {
        let mut impulses = Vec::new();
        let length = NORMAL / frame.scale;
        let contacts: Vec<_> = world.contacts().collect();
        for contact in &contacts {
            for point in contact.points() {
                if options.layers.has(Layer::Normals) {
                    self.add(
                        Look::Normal,
                        MarkForm::Arrow { from: point.point, to: point.point + length * contact.normal },
                    );
                }
                let tangent = right(contact.normal);
                let impulse = point.normal_impulse * contact.normal + point.tangent_impulse * tangent;
                impulses.push((point.point, impulse));
            }
        }
        if options.layers.has(Layer::Impulses) {
            self.arrows(Look::Impulse, "N s", frame, room(world, frame), impulses);
        }
        if options.layers.has(Layer::Contacts) {
            let points = contacts.iter().flat_map(|contact| contact.points());
            points.for_each(|point| self.add(Look::Contact, MarkForm::Dot(point.point)));
        }
    }

    fn boxes(&mut self, world: &World) {
        for (_, body) in world.bodies() {
            self.add(Look::Aabb, MarkForm::Frame(body.aabb()));
        }
    }

    fn joints(&mut self, world: &World) {
        for (_, joint) in world.joints() {
            let (a, b) = joint.bodies();
            let (anchor_a, anchor_b) = joint.anchors();
            for (key, anchor) in [(a, anchor_a), (b, anchor_b)] {
                if let Some(body) = world.body(key).filter(|body| body.kind() != BodyKind::Fixed) {
                    self.add(Look::Hinge, MarkForm::Figure(Figure::Line { points: vec![body.center(), anchor] }));
                }
                self.add(Look::Hinge, MarkForm::Dot(anchor));
            }
            // The points over which a rope runs, or the line between the hinges of a gear.
            let path = joint.path();
            if path.len() > 2 {
                path[1..path.len() - 1].iter().for_each(|&point| self.add(Look::Hinge, MarkForm::Dot(point)));
            }
            if path.len() > 2 || joint.geared().is_some() {
                self.add(Look::Hinge, MarkForm::Figure(Figure::Line { points: path }));
            }
        }
    }

    /// A line from centre to centre by way of the contact, or to the contact if one of the two is fixed.
    fn colors(&mut self, world: &World) {
        for (contact, color) in constraint_colors(world) {
            let count = contact.points().len() as f32;
            let middle = contact.points().iter().fold(Vec2::ZERO, |sum, point| sum + point.point) / count;
            let end = |key| world.body(key).filter(|body| body.kind() == BodyKind::Dynamic).map(|body| body.center());
            let points = [end(contact.a.body), Some(middle), end(contact.b.body)].into_iter().flatten().collect();
            let color = color.map_or(Color::INK, |color| Color::hue(usize::from(color)));
            self.marks.push(Mark { look: Look::Constraint, color, form: MarkForm::Figure(Figure::Line { points }) });
        }
    }

    fn cells(&mut self, world: &World) {
        let cells = broad_phase_cells(world);
        for cell in cells.still.iter().chain(&cells.active) {
            self.add(Look::Cell, MarkForm::Frame(*cell));
        }
    }

    fn velocities(&mut self, world: &World, frame: &Frame) {
        let moving = world.bodies().filter(|(_, body)| body.kind() != BodyKind::Fixed);
        let arrows = moving.map(|(_, body)| (body.center(), body.velocity())).collect();
        self.arrows(Look::Velocity, "m/s", frame, room(world, frame), arrows);
    }

    fn trails(&mut self, world: &World, options: &DrawOptions<'_>) {
        let Some(trails) = options.trails else { return };
        for (key, _) in world.bodies() {
            let points = trails.way(key);
            if points.len() > 1 {
                self.add(Look::Trail, MarkForm::Figure(Figure::Line { points }));
            }
        }
    }

    fn ids(&mut self, world: &World, frame: &Frame) {
        for (number, (_, body)) in world.bodies().enumerate() {
            let b: Aabb = body.aabb();
            if frame.extent(&b) >= LEAST_NUMBERED {
                self.add(Look::Id, MarkForm::Words { at: seen_center(&body, frame), words: number.to_string() });
            }
        }
    }
}

/// The color that the arrows of weak things come near to.
const WEAK: Color = Color(0xF0, 0xC0, 0x60);

/// The area of the boxes of all dynamic bodies in view [m^2]. A drum around the others counts as a few of them.
fn room(world: &World, frame: &Frame) -> f32 {
    let dynamic = world.bodies().filter(|(_, body)| body.kind() == BodyKind::Dynamic);
    let boxes = dynamic.map(|(_, body)| body.aabb()).filter(|b| frame.view.overlaps(b));
    let areas = boxes.map(|b| b.size()).map(|size| size.x * size.y);
    let mut areas: Vec<f32> = areas.filter(|area| area.is_finite()).collect();
    areas.sort_by(f32::total_cmp);
    let Some(median) = areas.get(areas.len() / 2) else { return 0.0 };
    areas.iter().map(|area| min(*area, LARGE * median)).sum()
}

/// The middle of the part of a body that the picture shows.
fn seen_center(body: &Body<'_>, frame: &Frame) -> Vec2 {
    let (b, view) = (body.aabb(), frame.view);
    let low = Vec2::new(max(b.min.x, view.min.x), max(b.min.y, view.min.y));
    let high = Vec2::new(min(b.max.x, view.max.x), min(b.max.y, view.max.y));
    0.5 * (low + high)
}

/// A number with three digits that count.
fn short(number: f32) -> String {
    match number {
        n if n >= 100.0 => format!("{n:.0}"),
        n if n >= 10.0 => format!("{n:.1}"),
        n if n >= 0.01 => format!("{n:.2}"),
        n => format!("{n:.1e}"),
    }
}
