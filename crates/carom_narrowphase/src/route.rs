//! The door to the lanes: pairs of two forms side by side to the kernel that takes them.

use crate::lane_boxes::{BoxCorex, collide_box_cores_on_lanes};
use crate::lane_circles::{
    Discx, collide_circles_on_lanes, collide_line_circle_on_lanes, collide_polygon_circle_on_lanes,
};
use crate::lane_core::{Corex, Manifoldx};
use crate::lane_polygons::collide_cores_on_lanes;
use crate::quad::{Form, Quad};
use carom_math::{Floats, LANES, Pose, Posex, Vec2x};
use fearless_simd::Simd;

/// How pairs of two forms are taken.
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

    /// How many of the two quads of the pieces of a, and of b, are read: see [`Sidex::quads`].
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

/// One side of pairs, as many as `F` has lanes: what `quads` and `places` have behind those is not read.
#[derive(Clone, Copy, Debug)]
pub struct Sidex<'a, F: Floats> {
    /// Corners 0 to 3, and 4 to 7: as many as [`Route::quads`] says have to be right.
    pub quads: &'a [[&'a Quad; LANES]; 2],
    /// Radius all round [m].
    pub radius: F,
    /// How many corners count.
    pub count: F,
    /// Of boxes, half their sizes [m]: see [`BoxCore`](crate::BoxCore).
    pub half: Vec2x<F>,
    /// Of boxes, where their cores stand; of circles, where their centres are.
    pub places: &'a [&'a Pose; LANES],
}

impl<F: Floats> Sidex<'_, F> {
    #[inline(always)]
    fn boxes(&self, simd: F::Level) -> BoxCorex<F> {
        let pose = Posex::gather(simd, |lane| *self.places[lane]);
        BoxCorex { pose, half: self.half, radius: self.radius }
    }

    #[inline(always)]
    fn disc(&self, simd: F::Level) -> Discx<F> {
        Discx { center: Posex::gather(simd, |lane| *self.places[lane]).p, radius: self.radius }
    }

    #[inline(always)]
    fn core<const N: usize>(&self, simd: F::Level) -> Corex<F, N> {
        Corex::gather(simd, self.quads, self.radius, self.count)
    }
}

/// Lane by lane [`crate::collide`] for pairs that go one route.
#[inline(always)]
pub fn collide_on_lanes<F: Floats>(
    simd: F::Level,
    route: Route,
    a: &Sidex<'_, F>,
    b: &Sidex<'_, F>,
    b_in_a: Posex<F>,
    reach: F,
) -> Manifoldx<F> {
    let (first, second, pose) = if route.turned { (b, a, b_in_a.inverse(simd)) } else { (a, b, b_in_a) };
    // A function of its own for each kernel: one for all takes the compiler minutes.
    let m = match route.kernel {
        Kernel::Circles => simd.vectorize(
            #[inline(always)]
            || collide_circles_on_lanes(simd, &first.disc(simd), &second.disc(simd), pose, reach),
        ),
        Kernel::LineCircle => simd.vectorize(
            #[inline(always)]
            || collide_line_circle_on_lanes(simd, &first.core(simd), &second.disc(simd), pose, reach),
        ),
        Kernel::PolygonCircle(Room::Two | Room::Four) => {
            collide_polygons_circles::<F, 4>(simd, first, second, pose, reach)
        }
        Kernel::PolygonCircle(Room::Six) => collide_polygons_circles::<F, 6>(simd, first, second, pose, reach),
        Kernel::PolygonCircle(Room::Eight) => collide_polygons_circles::<F, 8>(simd, first, second, pose, reach),
        Kernel::Boxes => simd.vectorize(
            #[inline(always)]
            || collide_box_cores_on_lanes(simd, &first.boxes(simd), &second.boxes(simd), pose, reach),
        ),
        Kernel::Cores(Room::Two, _) => collide_cores::<F, 2, 2>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Four, Room::Two) => collide_cores::<F, 4, 2>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Four, Room::Four) => collide_cores::<F, 4, 4>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Four, Room::Six) => collide_cores::<F, 4, 6>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Four, Room::Eight) => collide_cores::<F, 4, 8>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Six, Room::Two) => collide_cores::<F, 6, 2>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Six, Room::Four) => collide_cores::<F, 6, 4>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Six, Room::Six) => collide_cores::<F, 6, 6>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Six, Room::Eight) => collide_cores::<F, 6, 8>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Eight, Room::Two) => collide_cores::<F, 8, 2>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Eight, Room::Four) => collide_cores::<F, 8, 4>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Eight, Room::Six) => collide_cores::<F, 8, 6>(simd, first, second, pose, reach),
        Kernel::Cores(Room::Eight, Room::Eight) => collide_cores::<F, 8, 8>(simd, first, second, pose, reach),
    };
    if route.turned { m.in_other_frame(simd, b_in_a) } else { m }
}

#[inline(always)]
fn collide_polygons_circles<F: Floats, const A: usize>(
    simd: F::Level,
    a: &Sidex<'_, F>,
    b: &Sidex<'_, F>,
    b_in_a: Posex<F>,
    reach: F,
) -> Manifoldx<F> {
    simd.vectorize(
        #[inline(always)]
        || collide_polygon_circle_on_lanes::<F, A>(simd, &a.core(simd), &b.disc(simd), b_in_a, reach),
    )
}

#[inline(always)]
fn collide_cores<F: Floats, const A: usize, const B: usize>(
    simd: F::Level,
    a: &Sidex<'_, F>,
    b: &Sidex<'_, F>,
    b_in_a: Posex<F>,
    reach: F,
) -> Manifoldx<F> {
    simd.vectorize(
        #[inline(always)]
        || collide_cores_on_lanes::<F, A, B>(simd, &a.core(simd), &b.core(simd), b_in_a, reach),
    )
}
