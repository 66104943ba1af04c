//! The door to the lanes: sixteen pairs of two forms to the kernel that takes them.

use crate::lane_boxes::{BoxCorex16, collide_box_cores_x16};
use crate::lane_circles::{Discx16, collide_circles_x16, collide_line_circle_x16, collide_polygon_circle_x16};
use crate::lane_core::{Corex16, Manifoldx16};
use crate::lane_polygons::collide_cores_x16;
use crate::quad::{Form, Quad};
use carom_math::{LANES, Pose, Posex16, Vec2x16};
use fearless_simd::{Simd, f32x16};

/// How sixteen pairs of two forms are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    kernel: Kernel,
    /// Whether b is the first of the kernel's two: see [`crate::collide`].
    turned: bool,
}

/// The kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kernel {
    Circles,
    LineCircle,
    PolygonCircle(Room),
    Boxes,
    Cores(Room, Room),
}

/// How many corners the code for a core has room for. What it does grows with the product of two rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    Two,
    Four,
    Six,
    Eight,
}

impl Room {
    const fn of(form: Form) -> Self {
        match form {
            Form::Polygon8 => Self::Eight,
            Form::Polygon6 => Self::Six,
            Form::Capsule | Form::Segment => Self::Two,
            _ => Self::Four,
        }
    }

    #[inline(always)]
    const fn quads(self) -> usize {
        match self {
            Self::Two | Self::Four => 1,
            Self::Six | Self::Eight => 2,
        }
    }
}

impl Route {
    /// The route of a pair, `None` where only scalar code goes.
    pub const fn of(a: Form, b: Form) -> Option<Self> {
        let turned = (a.kind() as u8) < b.kind() as u8;
        let (first, second) = if turned { (b, a) } else { (a, b) };
        let kernel = match (first, second) {
            (Form::Other, _) | (_, Form::Other) => return None,
            (Form::Circle, _) => Kernel::Circles,
            (Form::Capsule | Form::Segment, Form::Circle) => Kernel::LineCircle,
            (_, Form::Circle) => Kernel::PolygonCircle(Room::of(first)),
            (Form::Box, Form::Box) => Kernel::Boxes,
            _ => Kernel::Cores(Room::of(first), Room::of(second)),
        };
        Some(Self { kernel, turned })
    }
}

impl Route {
    /// How many there may be.
    pub const COUNT: usize = 2 * 21;

    /// Its number, below [`Route::COUNT`].
    pub const fn number(self) -> usize {
        let kernel = match self.kernel {
            Kernel::Circles => 0,
            Kernel::LineCircle => 1,
            Kernel::Boxes => 2,
            Kernel::PolygonCircle(room) => 2 + room as usize,
            Kernel::Cores(first, second) => 5 + 4 * first as usize + second as usize,
        };
        2 * kernel + self.turned as usize
    }

    /// How many points a manifold can have: what it would have more is nothing.
    #[inline(always)]
    pub fn points(self) -> usize {
        match self.kernel {
            Kernel::Circles | Kernel::LineCircle | Kernel::PolygonCircle(_) => 1,
            Kernel::Boxes | Kernel::Cores(..) => 2,
        }
    }

    /// How many of the two quads of the pieces of a, and of b, are read: see [`Sidex16::quads`].
    #[inline(always)]
    pub fn quads(self) -> [usize; 2] {
        let [first, second] = match self.kernel {
            Kernel::Circles | Kernel::Boxes => [0, 0],
            Kernel::LineCircle => [1, 0],
            Kernel::PolygonCircle(room) => [room.quads(), 0],
            Kernel::Cores(first, second) => [first.quads(), second.quads()],
        };
        if self.turned { [second, first] } else { [first, second] }
    }
}

/// One side of sixteen pairs.
#[derive(Clone, Copy, Debug)]
pub struct Sidex16<'a, S: Simd> {
    /// Corners 0 to 3, and 4 to 7: as many as [`Route::quads`] says have to be right.
    pub quads: [[&'a Quad; LANES]; 2],
    /// Radius all round [m].
    pub radius: f32x16<S>,
    /// How many corners count.
    pub count: f32x16<S>,
    /// Of boxes, half their sizes [m]: see [`BoxCore`](crate::BoxCore).
    pub half: Vec2x16<S>,
    /// Of boxes, where their cores stand; of circles, where their centres are.
    pub places: [&'a Pose; LANES],
}

impl<S: Simd> Sidex16<'_, S> {
    #[inline(always)]
    fn boxes(&self, simd: S) -> BoxCorex16<S> {
        let pose = Posex16::gather(simd, |lane| *self.places[lane]);
        BoxCorex16 { pose, half: self.half, radius: self.radius }
    }

    #[inline(always)]
    fn disc(&self, simd: S) -> Discx16<S> {
        Discx16 { center: Posex16::gather(simd, |lane| *self.places[lane]).p, radius: self.radius }
    }

    #[inline(always)]
    fn core<const N: usize>(&self, simd: S) -> Corex16<S, N> {
        Corex16::gather(simd, &self.quads, self.radius, self.count)
    }
}

/// Sixteen times [`crate::collide`] for pairs that go one route.
#[inline(always)]
pub fn collide_x16<S: Simd>(
    simd: S,
    route: Route,
    a: &Sidex16<'_, S>,
    b: &Sidex16<'_, S>,
    b_in_a: Posex16<S>,
    reach: f32x16<S>,
) -> Manifoldx16<S> {
    let (first, second, pose) = if route.turned { (b, a, b_in_a.inverse(simd)) } else { (a, b, b_in_a) };
    // A function of its own for each kernel: one for all takes the compiler minutes.
    let m = match route.kernel {
        Kernel::Circles => simd.vectorize(
            #[inline(always)]
            || collide_circles_x16(simd, &first.disc(simd), &second.disc(simd), pose, reach),
        ),
        Kernel::LineCircle => simd.vectorize(
            #[inline(always)]
            || collide_line_circle_x16(simd, &first.core(simd), &second.disc(simd), pose, reach),
        ),
        Kernel::PolygonCircle(Room::Two | Room::Four) => {
            collide_polygons_circles::<S, 4>(simd, first, second, pose, reach)
        }
        Kernel::PolygonCircle(Room::Six) => collide_polygons_circles::<S, 6>(simd, first, second, pose, reach),
        Kernel::PolygonCircle(Room::Eight) => collide_polygons_circles::<S, 8>(simd, first, second, pose, reach),
        Kernel::Boxes => simd.vectorize(
            #[inline(always)]
            || collide_box_cores_x16(simd, &first.boxes(simd), &second.boxes(simd), pose, reach),
        ),
        Kernel::Cores(Room::Two, _) => collide_cores::<S, 2, 2>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Four, Room::Two) => collide_cores::<S, 4, 2>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Four, Room::Four) => collide_cores::<S, 4, 4>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Four, Room::Six) => collide_cores::<S, 4, 6>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Four, Room::Eight) => collide_cores::<S, 4, 8>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Six, Room::Two) => collide_cores::<S, 6, 2>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Six, Room::Four) => collide_cores::<S, 6, 4>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Six, Room::Six) => collide_cores::<S, 6, 6>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Six, Room::Eight) => collide_cores::<S, 6, 8>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Eight, Room::Two) => collide_cores::<S, 8, 2>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Eight, Room::Four) => collide_cores::<S, 8, 4>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Eight, Room::Six) => collide_cores::<S, 8, 6>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Eight, Room::Eight) => collide_cores::<S, 8, 8>(simd, first, second, pose, reach),
    };
    if route.turned { m.in_other_frame(simd, b_in_a) } else { m }
}

#[inline(always)]
fn collide_polygons_circles<S: Simd, const A: usize>(
    simd: S,
    a: &Sidex16<'_, S>,
    b: &Sidex16<'_, S>,
    b_in_a: Posex16<S>,
    reach: f32x16<S>,
) -> Manifoldx16<S> {
    simd.vectorize(
        #[inline(always)]
        || collide_polygon_circle_x16::<S, A>(simd, &a.core(simd), &b.disc(simd), b_in_a, reach),
    )
}

#[inline(always)]
fn collide_cores<S: Simd, const A: usize, const B: usize>(
    simd: S,
    a: &Sidex16<'_, S>,
    b: &Sidex16<'_, S>,
    b_in_a: Posex16<S>,
    reach: f32x16<S>,
) -> Manifoldx16<S> {
    simd.vectorize(
        #[inline(always)]
        || collide_cores_x16::<S, A, B>(simd, &a.core(simd), &b.core(simd), b_in_a, reach),
    )
}
