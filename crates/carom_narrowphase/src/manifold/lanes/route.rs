//! The entry to the lanes: pairs of two forms side by side to their kernel.

use crate::manifold::lanes::boxes::{BoxCorex, collide_box_cores_on_lanes};
use crate::manifold::lanes::circles::{
    Discx, collide_circles_on_lanes, collide_line_circle_on_lanes, collide_polygon_circle_on_lanes,
};
use crate::manifold::lanes::core::{Corex, Manifoldx};
use crate::manifold::lanes::polygons::collide_cores_on_lanes;
use crate::manifold::lanes::quad::{Form, Quad};
use carom_math::{Floats, LANES, Pose, Posex, Vec2x};
use fearless_simd::Simd;

/// The route of pairs of two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    kernel: Kernel,
    /// Whether b is the first of the kernel's two: see [`crate::collide`].
    turned: bool,
}

/// Capacity of the code for a core, in corners. Its work grows with the product of two capacities.
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
}

/// The kernels: one list gives their indices and their number.
macro_rules! kernels {
    ($($name:ident)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        enum Kernel {
            $($name,)*
        }

        impl Kernel {
            /// All of them, by index.
            const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

// A digit is the capacity for the corners of a polygon.
kernels! {
    Circles LineCircle Polygon4Circle Polygon6Circle Polygon8Circle Boxes Lines
    Polygon4Line Polygon4Polygon4 Polygon4Polygon6 Polygon4Polygon8
    Polygon6Line Polygon6Polygon4 Polygon6Polygon6 Polygon6Polygon8
    Polygon8Line Polygon8Polygon4 Polygon8Polygon6 Polygon8Polygon8
}

impl Kernel {
    /// The kernel of two forms, the one of the greater kind first; `None` if only scalar code takes them.
    const fn of(first: Form, second: Form) -> Option<Self> {
        Some(match (first, second) {
            (Form::Other, _) | (_, Form::Other) => return None,
            (Form::Circle, _) => Self::Circles,
            (Form::Capsule | Form::Segment, Form::Circle) => Self::LineCircle,
            (Form::Box, Form::Box) => Self::Boxes,
            (_, Form::Circle) => match Room::of(first) {
                Room::Two | Room::Four => Self::Polygon4Circle,
                Room::Six => Self::Polygon6Circle,
                Room::Eight => Self::Polygon8Circle,
            },
            _ => match (Room::of(first), Room::of(second)) {
                (Room::Two, _) => Self::Lines,
                (Room::Four, Room::Two) => Self::Polygon4Line,
                (Room::Four, Room::Four) => Self::Polygon4Polygon4,
                (Room::Four, Room::Six) => Self::Polygon4Polygon6,
                (Room::Four, Room::Eight) => Self::Polygon4Polygon8,
                (Room::Six, Room::Two) => Self::Polygon6Line,
                (Room::Six, Room::Four) => Self::Polygon6Polygon4,
                (Room::Six, Room::Six) => Self::Polygon6Polygon6,
                (Room::Six, Room::Eight) => Self::Polygon6Polygon8,
                (Room::Eight, Room::Two) => Self::Polygon8Line,
                (Room::Eight, Room::Four) => Self::Polygon8Polygon4,
                (Room::Eight, Room::Six) => Self::Polygon8Polygon6,
                (Room::Eight, Room::Eight) => Self::Polygon8Polygon8,
            },
        })
    }

    /// Number of quads that are read, of the first piece and of the second.
    #[inline(always)]
    const fn quads(self) -> [usize; 2] {
        match self {
            Self::Circles | Self::Boxes => [0, 0],
            Self::LineCircle | Self::Polygon4Circle => [1, 0],
            Self::Polygon6Circle | Self::Polygon8Circle => [2, 0],
            Self::Lines | Self::Polygon4Line | Self::Polygon4Polygon4 => [1, 1],
            Self::Polygon4Polygon6 | Self::Polygon4Polygon8 => [1, 2],
            Self::Polygon6Line | Self::Polygon6Polygon4 | Self::Polygon8Line | Self::Polygon8Polygon4 => [2, 1],
            Self::Polygon6Polygon6 | Self::Polygon6Polygon8 | Self::Polygon8Polygon6 | Self::Polygon8Polygon8 => [2, 2],
        }
    }
}

impl Route {
    /// Number of possible routes.
    pub const COUNT: usize = 2 * Kernel::ALL.len();

    /// The route of a pair, `None` if only scalar code takes it.
    pub const fn of(a: Form, b: Form) -> Option<Self> {
        let turned = (a.kind() as u8) < b.kind() as u8;
        let (first, second) = if turned { (b, a) } else { (a, b) };
        match Kernel::of(first, second) {
            Some(kernel) => Some(Self { kernel, turned }),
            None => None,
        }
    }

    /// Its index, below [`Route::COUNT`]; the inverse is [`Route::numbered`].
    pub const fn number(self) -> usize {
        2 * self.kernel as usize + self.turned as usize
    }

    /// The route of this index, `None` from [`Route::COUNT`] on.
    pub const fn numbered(number: usize) -> Option<Self> {
        if number >= Self::COUNT {
            return None;
        }
        Some(Self { kernel: Kernel::ALL[number / 2], turned: number % 2 == 1 })
    }

    /// Whether it is the same as the other one.
    const fn is(self, other: Self) -> bool {
        self.kernel as u8 == other.kernel as u8 && self.turned == other.turned
    }

    /// Most points of a manifold; further ones are empty.
    #[inline(always)]
    pub fn points(self) -> usize {
        match self.kernel {
            Kernel::Circles
            | Kernel::LineCircle
            | Kernel::Polygon4Circle
            | Kernel::Polygon6Circle
            | Kernel::Polygon8Circle => 1,
            _ => 2,
        }
    }

    /// Number of quads that are read, of the pieces of a and of b: see [`Sidex::quads`].
    #[inline(always)]
    pub fn quads(self) -> [usize; 2] {
        let [first, second] = self.kernel.quads();
        if self.turned { [second, first] } else { [first, second] }
    }
}

/// No two routes have the same index: pairs of an index go through one kernel side by side.
const _: () = {
    let mut pair = 0;
    while pair < Form::COUNT * Form::COUNT {
        let (a, b) = (Form::ALL[pair / Form::COUNT], Form::ALL[pair % Form::COUNT]);
        if let Some(route) = Route::of(a, b) {
            let is_back = match Route::numbered(route.number()) {
                Some(back) => back.is(route),
                None => false,
            };
            assert!(is_back, "two routes have one number, or the number is too large");
        }
        pair += 1;
    }
};

/// One side of pairs, as many as `F` has lanes; entries of `quads` and `places` beyond those are not read.
#[derive(Clone, Copy, Debug)]
pub struct Sidex<'a, F: Floats> {
    /// Corners 0 to 3, and 4 to 7: as many as [`Route::quads`] says must be right.
    pub quads: &'a [[&'a Quad; LANES]; 2],
    /// Radius all round [m].
    pub radius: F,
    /// Number of corners.
    pub count: F,
    /// Half sizes of boxes [m]: see [`BoxCore`](crate::BoxCore).
    pub half: Vec2x<F>,
    /// Poses of the cores of boxes; centres of circles.
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
        Kernel::Polygon4Circle => collide_polygons_circles::<F, 4>(simd, first, second, pose, reach),
        Kernel::Polygon6Circle => collide_polygons_circles::<F, 6>(simd, first, second, pose, reach),
        Kernel::Polygon8Circle => collide_polygons_circles::<F, 8>(simd, first, second, pose, reach),
        Kernel::Boxes => simd.vectorize(
            #[inline(always)]
            || collide_box_cores_on_lanes(simd, &first.boxes(simd), &second.boxes(simd), pose, reach),
        ),
        Kernel::Lines => collide_cores::<F, 2, 2>(simd, first, second, pose, reach),
        Kernel::Polygon4Line => collide_cores::<F, 4, 2>(simd, first, second, pose, reach),
        Kernel::Polygon4Polygon4 => collide_cores::<F, 4, 4>(simd, first, second, pose, reach),
        Kernel::Polygon4Polygon6 => collide_cores::<F, 4, 6>(simd, first, second, pose, reach),
        Kernel::Polygon4Polygon8 => collide_cores::<F, 4, 8>(simd, first, second, pose, reach),
        Kernel::Polygon6Line => collide_cores::<F, 6, 2>(simd, first, second, pose, reach),
        Kernel::Polygon6Polygon4 => collide_cores::<F, 6, 4>(simd, first, second, pose, reach),
        Kernel::Polygon6Polygon6 => collide_cores::<F, 6, 6>(simd, first, second, pose, reach),
        Kernel::Polygon6Polygon8 => collide_cores::<F, 6, 8>(simd, first, second, pose, reach),
        Kernel::Polygon8Line => collide_cores::<F, 8, 2>(simd, first, second, pose, reach),
        Kernel::Polygon8Polygon4 => collide_cores::<F, 8, 4>(simd, first, second, pose, reach),
        Kernel::Polygon8Polygon6 => collide_cores::<F, 8, 6>(simd, first, second, pose, reach),
        Kernel::Polygon8Polygon8 => collide_cores::<F, 8, 8>(simd, first, second, pose, reach),
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
