//! Hot columns of the proxies (SIMD): the data that the narrow phase reads of each in every step, laid out for lanes.

use crate::def::{Material, MixingRules};
use crate::state::cycles::go_round;
use crate::state::proxy::NONE;
use carom_math::{Pose, Vec2};
use carom_narrowphase::{BoxCore, Form, Quad, corner_count, place_of};
use carom_shapes::Piece;

/// Surface and radius around a core: rows of four numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(crate) struct Skin {
    /// Friction, restitution, rolling resistance, surface speed: see [`Material`].
    pub surface: [f32; 4],
    /// Radius [m], number of corners, and half width and half height of a box [m].
    pub round: [f32; 4],
    /// Pose of the core: see [`place_of`].
    pub place: Pose,
}

/// The columns, by proxy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outlines {
    pub forms: Vec<Form>,
    /// Corners 0 to 3.
    pub quads: Vec<Quad>,
    /// Corners 4 to 7 of those that have them, in any order; and by proxy the index into these, or [`NONE`].
    more: Vec<Quad>,
    more_at: Vec<u32>,
    pub skins: Vec<Skin>,
    /// The rules by which two surfaces mix: those of the world.
    pub mixing: MixingRules,
}

impl Outlines {
    /// Makes room for `more` proxies.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.forms.reserve(more);
        self.quads.reserve(more);
        self.skins.reserve(more);
        self.more_at.reserve(more);
    }

    /// Corners 4 to 7 of a proxy. If it has no more than four, they are the first four again, which does not matter to
    /// lanes.
    #[inline(always)]
    pub(crate) fn more(&self, id: u32) -> &Quad {
        self.more.get(self.more_at[id as usize] as usize).unwrap_or(&self.quads[id as usize])
    }

    /// Fills row `id`, which may be the first beyond the end.
    pub(crate) fn set(&mut self, id: u32, piece: &Piece, material: &Material) {
        let (i, form) = (id as usize, Form::of(piece));
        if i == self.forms.len() {
            self.forms.push(form);
            self.quads.push(Quad::default());
            self.skins.push(Skin::default());
            self.more_at.push(NONE);
        }
        self.forms[i] = form;
        self.quads[i] = Quad::of(piece, 0);
        let core = if let Piece::Polygon(polygon) = piece { BoxCore::of(polygon) } else { None };
        let half = core.map_or(Vec2::ZERO, |core| core.half);
        self.skins[i].round = [piece.radius(), corner_count(piece) as f32, half.x, half.y];
        self.skins[i].place = place_of(piece);
        self.set_material(id, material);
        self.set_more(i, piece, form);
    }

    /// A proxy that once had a fifth corner keeps the place for it.
    fn set_more(&mut self, i: usize, piece: &Piece, form: Form) {
        let place = self.more_at[i];
        let quad = if form.has_more() { Quad::of(piece, 4) } else { self.quads[i] };
        match self.more.get_mut(place as usize) {
            Some(more) => *more = quad,
            None if form.has_more() => {
                self.more_at[i] = self.more.len() as u32;
                self.more.push(quad);
            }
            None => {}
        }
    }

    /// Permutes the proxies by a route (see [`go_round`]).
    pub(crate) fn put_in_order(&mut self, route: &[(u32, u32)]) {
        go_round(route, &mut self.forms);
        go_round(route, &mut self.quads);
        go_round(route, &mut self.skins);
        go_round(route, &mut self.more_at);
    }

    pub(crate) fn set_material(&mut self, id: u32, material: &Material) {
        let Material { friction, restitution, rolling_resistance, surface_speed } = *material;
        self.skins[id as usize].surface = [friction, restitution, rolling_resistance, surface_speed];
    }

    /// The mixed surface of two proxies.
    #[inline]
    pub(crate) fn mix(&self, a: u32, b: u32) -> Material {
        self.material(a).mix_by(&self.material(b), self.mixing)
    }

    /// The surface of a proxy.
    pub(crate) fn material(&self, id: u32) -> Material {
        let [friction, restitution, rolling_resistance, surface_speed] = self.skins[id as usize].surface;
        Material { friction, restitution, rolling_resistance, surface_speed }
    }
}
