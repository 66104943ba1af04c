//! The part of the world that a picture shows, and its size in pixels.

use crate::Figure;
use carom::math::{Aabb, Vec2, clamp, max, min, vec2};
use carom::{BodyKind, World};

/// Greatest size of a picture [px].
const MOST: Vec2 = vec2(1600.0, 1000.0);
/// Least size of a picture [px].
const LEAST: Vec2 = vec2(640.0, 400.0);

/// The part of the size of the moving bodies up to which fixed ones around them are shown.
const NEAR: f32 = 0.12;
/// The same for a series, whose bodies go on moving.
const NEAR_OF_SERIES: f32 = 1.0;

/// The part of the world that a picture shows, and its size in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The part of the world shown [m].
    pub view: Aabb,
    /// Pixels to a metre [px/m].
    pub scale: f32,
    /// Width of the picture [px].
    pub width: u32,
    /// Height of the picture [px].
    pub height: u32,
}

impl Frame {
    /// A frame for the current state of a world, fitted to the bodies that move.
    pub fn of(world: &World) -> Self {
        let (moving, fixed) = boxes(world);
        Self::fit(&moving, &fixed)
    }

    /// A frame for all pictures of a series, from the state of a world at its start. It shows more of the fixed bodies
    /// than [`Frame::of`], since the others are on their way there.
    pub fn of_series(world: &World) -> Self {
        let (moving, fixed) = boxes(world);
        Self::fit_near(&moving, &fixed, NEAR_OF_SERIES)
    }

    /// A frame that shows this part of the world [m], as large as it can be. A picture that would be too narrow or too
    /// low shows more.
    pub fn showing(part: Aabb) -> Self {
        let scale = min(MOST.x / part.size().x, MOST.y / part.size().y);
        let pixels = part.size() * scale;
        let size = vec2(clamp(pixels.x, LEAST.x, MOST.x), clamp(pixels.y, LEAST.y, MOST.y)).round();
        let half = 0.5 * size / scale;
        let center = part.center();
        Self { view: Aabb::new(center - half, center + half), scale, width: size.x as u32, height: size.y as u32 }
    }

    /// A frame for the boxes of moving bodies, with a margin, and a little of the fixed ones around it. The outermost
    /// hundredth of moving bodies is cut off if it would make the rest small. Boxes that are not finite do not count.
    pub fn fit(moving: &[Aabb], fixed: &[Aabb]) -> Self {
        Self::fit_near(moving, fixed, NEAR)
    }

    fn fit_near(moving: &[Aabb], fixed: &[Aabb], near: f32) -> Self {
        let bounds = |boxes: &[Aabb]| {
            let finite = boxes.iter().filter(|b| b.is_finite() && !b.is_empty());
            finite.fold(Aabb::EMPTY, |all, b| all.union(b))
        };
        let (mut view, around) = (trimmed(moving, bounds(moving)), bounds(fixed));
        if view.is_empty() {
            view = around;
        }
        if view.is_empty() {
            view = Aabb::new(vec2(-1.0, -1.0), vec2(1.0, 1.0));
        }
        // At least a metre (or the resolution of f32 out there), so that the division is safe.
        let far = max(view.min.abs().max_element(), view.max.abs().max_element());
        let least = max(1.0, 1.0e-4 * far);
        let size = view.size();
        view = view.grown(max(0.0, 0.5 * (least - max(size.x, size.y))));
        let size = view.size();
        let margin = 0.04 * max(size.x, size.y);
        let reach = near * max(size.x, size.y);
        let mut shown = view.grown(margin);
        if !around.is_empty() {
            // To the ends of the fixed bodies, but no farther than `reach`.
            let walls = around.grown(margin);
            shown.min.x = clamp(walls.min.x, view.min.x - reach, shown.min.x);
            shown.min.y = clamp(walls.min.y, view.min.y - reach, shown.min.y);
            shown.max.x = clamp(walls.max.x, shown.max.x, view.max.x + reach);
            shown.max.y = clamp(walls.max.y, shown.max.y, view.max.y + reach);
        }
        Self::showing(shown)
    }

    /// The same of exactly this size [px].
    pub fn showing_in(part: Aabb, width: u32, height: u32) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let size = vec2(width as f32, height as f32);
        let scale = min(size.x / part.size().x, size.y / part.size().y);
        let (half, center) = (0.5 * size / scale, part.center());
        Self { view: Aabb::new(center - half, center + half), scale, width, height }
    }

    /// The same part in a picture that is at most so large [px].
    #[must_use]
    pub fn within(&self, width: u32, height: u32) -> Self {
        let part = min(width as f32 / self.width as f32, height as f32 / self.height as f32);
        if part >= 1.0 {
            return *self;
        }
        let scaled = |side: u32| (side as f32 * part).round() as u32;
        Self::showing_in(self.view, scaled(self.width), scaled(self.height))
    }

    /// The same frame about another point [m].
    #[must_use]
    pub fn about(&self, center: Vec2) -> Self {
        Self { view: self.view.moved(center - self.view.center()), ..*self }
    }

    /// The greater side of a box in the picture [px].
    pub fn extent(&self, b: &Aabb) -> f32 {
        let size = b.size() * self.scale;
        max(size.x, size.y)
    }

    /// The position of a point of the world in the picture, from its upper left corner [px].
    pub fn place(&self, point: Vec2) -> Vec2 {
        vec2((point.x - self.view.min.x) * self.scale, (self.view.max.y - point.y) * self.scale)
    }
}

/// The boxes of the shapes of moving bodies, with the wheels of ropes, and of fixed ones.
fn boxes(world: &World) -> (Vec<Aabb>, Vec<Aabb>) {
    let (mut moving, mut fixed) = (Vec::new(), Vec::new());
    for (_, body) in world.bodies() {
        let list = if body.kind() == BodyKind::Fixed { &mut fixed } else { &mut moving };
        list.extend(body.shapes().iter().map(|shape| Figure::of(&shape.shape, body.pose()).aabb()));
    }
    let ropes = world.joints().map(|(_, joint)| joint.path()).filter(|path| path.len() > 2);
    moving.extend(ropes.flatten().map(|point| Aabb::new(point, point)));
    (moving, fixed)
}

/// The bounds of all boxes, or of 99 % of them on each axis if the whole is more than twice as large.
fn trimmed(boxes: &[Aabb], all: Aabb) -> Aabb {
    let axis = |side: fn(&Aabb) -> f32, part: f32| {
        let mut sides: Vec<f32> = boxes.iter().filter(|b| b.is_finite()).map(side).collect();
        sides.sort_by(f32::total_cmp);
        let last = sides.len().saturating_sub(1);
        sides.get((part * last as f32).round() as usize).copied()
    };
    let ends = [axis(|b| b.min.x, 0.005), axis(|b| b.max.x, 0.995), axis(|b| b.min.y, 0.005), axis(|b| b.max.y, 0.995)];
    let [Some(left), Some(right), Some(low), Some(high)] = ends else { return all };
    let mut view = all;
    if all.size().x > 2.0 * (right - left) {
        (view.min.x, view.max.x) = (left, right);
    }
    if all.size().y > 2.0 * (high - low) {
        (view.min.y, view.max.y) = (low, high);
    }
    view
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::{BodyDef, Circle, Pulley};

    fn box_at(x: f32, y: f32) -> Aabb {
        Aabb::new(vec2(x, y), vec2(x, y)).grown(0.5)
    }

    #[test]
    fn a_wide_ground_does_not_shrink_a_pile() {
        let pile: Vec<Aabb> = (0..100).map(|i| box_at((i % 10) as f32, (i / 10) as f32)).collect();
        let frame = Frame::fit(&pile, &[Aabb::new(vec2(-100.0, -2.0), vec2(100.0, -0.5))]);
        assert!(frame.scale > 70.0 && frame.width <= 1600 && frame.height <= 1000, "{frame:?}");
        assert!(pile.iter().all(|b| frame.view.contains(b)));
        let corner = frame.place(vec2(frame.view.min.x, frame.view.max.y));
        assert_eq!(corner, Vec2::ZERO);
    }

    #[test]
    fn a_given_part_is_shown_whole() {
        for (part, size) in [
            (Aabb::new(vec2(-8.0, 0.0), vec2(8.0, 10.0)), (1600, 1000)),
            (Aabb::new(vec2(0.0, 0.0), vec2(100.0, 0.1)), (1600, 400)),
            (Aabb::new(vec2(5.0, 5.0), vec2(5.1, 105.0)), (640, 1000)),
        ] {
            let frame = Frame::showing(part);
            assert_eq!((frame.width, frame.height), size);
            assert!(frame.view.grown(1.0e-4).contains(&part), "{frame:?}");
        }
    }

    #[test]
    fn a_series_shows_the_ground_far_below() {
        let (moving, ground) = ([box_at(0.0, 4.0), box_at(5.0, 4.0)], [Aabb::new(vec2(-9.0, -1.0), vec2(9.0, 0.0))]);
        assert!(Frame::fit_near(&moving, &ground, NEAR_OF_SERIES).view.min.y < -1.0);
        assert!(Frame::fit(&moving, &ground).view.min.y > 0.0);
    }

    #[test]
    fn an_outlier_is_cut_off() {
        let mut pile: Vec<Aabb> = (0..1000).map(|i| box_at((i % 100) as f32, (i / 100) as f32)).collect();
        pile.push(box_at(0.0, 1.0e5));
        pile.push(box_at(f32::NAN, 0.0));
        pile.push(box_at(f32::INFINITY, 0.0));
        let frame = Frame::fit(&pile, &[]);
        assert!(frame.scale > 10.0, "{frame:?}");
    }

    #[test]
    fn wheels_of_ropes_are_shown() {
        let mut world = World::default();
        let crates = [-1.0, 1.0].map(|x| {
            let def = BodyDef::dynamic().at(vec2(x, 0.0)).shape(Circle::new(0.5).unwrap());
            world.add_body(def).unwrap()
        });
        let wheels = [vec2(-1.0, 9.0), vec2(1.0, 9.0)];
        world.add_joint(crates[0], crates[1], Pulley::new([Vec2::ZERO; 2], wheels)).unwrap();
        for frame in [Frame::of(&world), Frame::of_series(&world)] {
            assert!(wheels.iter().all(|wheel| frame.view.contains_point(*wheel)), "{frame:?}");
        }
    }

    #[test]
    fn any_input_has_a_frame() {
        let far = box_at(1.0e6, -1.0e6);
        for moving in
            [&[][..], &[box_at(0.0, 0.0)], &[far], &[box_at(-1.0e38, 0.0), box_at(1.0e38, 0.0)], &[Aabb::EMPTY]]
        {
            for fixed in [&[][..], &[far]] {
                let frame = Frame::fit(moving, fixed);
                assert!((640..=1600).contains(&frame.width) && (400..=1000).contains(&frame.height), "{frame:?}");
            }
        }
    }
}
