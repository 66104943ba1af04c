//! [`ContactPair`], the state of a contact that outlives a step (impulses for warm starting), and [`ContactManifold`],
//! its manifold of this step.

pub(crate) mod block;
pub(crate) mod cache;
pub(crate) mod chunk;
pub(crate) mod chunk_columns;
pub(crate) mod hardening;
pub(crate) mod kernel;
pub(crate) mod moving_points;
pub(crate) mod records;
pub(crate) mod sources;

use carom_math::Vec2;
use carom_shapes::FeatureId;

/// One contact: two proxies whose fat boxes overlap, a < b. It outlives a step; its manifold does so only while it
/// rests: see [`crate::CachedChunk`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct ContactPair {
    /// The proxy with the smaller id.
    pub a: u32,
    /// The other proxy.
    pub b: u32,
    /// Normal impulses of the two points in the last substep [N s].
    pub normal_impulse: [f32; 2],
    /// Friction impulses of the two points [N s].
    pub tangent_impulse: [f32; 2],
    /// Impulse against rolling [N m s].
    pub rolling_impulse: f32,
    /// Features of each point.
    pub ids: [FeatureId; 2],
    /// Number of points; 0 while the shapes are apart.
    pub count: u8,
    /// Its color, or [`ContactPair::NO_COLOR`].
    pub color: u8,
    /// Whether the shapes came within the speculative distance, or pushed each other, since they began to be solved. A
    /// fast pair is solved earlier, and may still pass by.
    pub touching: bool,
    /// A set of [`ContactPair::PARTED`] and [`ContactPair::EMBEDDED`].
    pub flags: u8,
}

const _: () = assert!(size_of::<ContactPair>() == 40);

impl ContactPair {
    /// Flag: the shapes touched in the last step and no longer do.
    pub const PARTED: u8 = 1;

    /// Flag: the bodies were made inside each other, and are not apart yet.
    pub const EMBEDDED: u8 = 2;

    /// The color of a contact that is not solved.
    pub const NO_COLOR: u8 = u8::MAX;

    /// A contact of two proxies that do not touch yet.
    pub fn new(a: u32, b: u32) -> Self {
        Self { a, b, color: Self::NO_COLOR, ..Self::default() }
    }

    /// The key by which contacts are sorted.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        u64::from(self.a) << 32 | u64::from(self.b)
    }

    /// Renumbers the proxies and keeps a < b.
    pub fn renumber(&mut self, new_of: impl Fn(u32) -> u32) {
        (self.a, self.b) = (new_of(self.a), new_of(self.b));
        if self.a > self.b {
            (self.a, self.b) = (self.b, self.a);
            self.ids = self.ids.map(FeatureId::flipped);
            // The normal and the tangent turn round with the two; an impulse that turns one body against the other does
            // not.
            self.rolling_impulse = -self.rolling_impulse;
        }
    }

    /// Whether a flag is set.
    #[inline(always)]
    pub fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Sets or clears a flag.
    #[inline(always)]
    pub fn set(&mut self, flag: u8, to: bool) {
        self.flags = if to { self.flags | flag } else { self.flags & !flag };
    }

    /// Whether the shapes touch (or are within the speculative distance).
    #[inline(always)]
    pub fn has_points(&self) -> bool {
        self.count > 0
    }

    /// Whether it pushed in the last step.
    #[inline(always)]
    pub fn has_pushed(&self) -> bool {
        // Neither impulse is negative.
        self.normal_impulse[0] + self.normal_impulse[1] > 0.0
    }
}

/// One point of a [`ContactManifold`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PreparedPoint {
    /// From the centre of mass of a [m], in the world's axes.
    pub anchor_a: Vec2,
    /// From the centre of mass of b [m].
    pub anchor_b: Vec2,
    /// Distance of the surfaces along the normal [m].
    pub separation: f32,
    /// Features of the point.
    pub id: FeatureId,
}

/// The manifold of two proxies in this step, in the world, with the mixed properties of their surfaces. Its rows of
/// four numbers turn to lanes and back without touching each number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct ContactManifold {
    /// The unit normal from a to b (x, y), and the separation of each point [m].
    pub normal: [f32; 4],
    /// Friction coefficient, restitution, rolling resistance times radius [m], speed of the surfaces along the tangent
    /// (the normal turned a quarter clockwise) [m/s].
    pub surface: [f32; 4],
    /// Of each point, the anchors from the centre of mass of a (x, y) and of b (x, y) [m], in the world's axes.
    pub anchors: [[f32; 4]; 2],
    /// Radii of the round skins of a and b [m]: a disc that turns touches with another point of its rim, which does not
    /// rise.
    pub radii: [f32; 2],
    /// Rows of the bodies of a and b.
    pub rows: [u32; 2],
    /// Features of each point.
    pub ids: [FeatureId; 2],
    /// Number of points.
    pub count: u32,
    /// [`Self::ALONE`], [`Self::A_DOMINATES`], [`Self::B_DOMINATES`].
    pub flags: u32,
}

impl ContactManifold {
    /// No other contact holds the two bodies. A point on a round skin is then followed while they roll.
    pub const ALONE: u32 = 1;
    /// The contact does not push a, whatever its mass.
    pub const A_DOMINATES: u32 = 1 << 1;
    /// The contact does not push b.
    pub const B_DOMINATES: u32 = 1 << 2;

    /// Whether no other contact holds the two bodies.
    #[inline(always)]
    pub fn is_alone(&self) -> bool {
        self.flags & Self::ALONE != 0
    }

    /// Two bodies that do not touch.
    pub fn apart(rows: [u32; 2]) -> Self {
        Self { rows, ..Self::default() }
    }

    /// Two bodies that touch at up to two points; `surface` and `radii` as in [`ContactManifold::surface`] and
    /// [`ContactManifold::radii`].
    pub fn new(rows: [u32; 2], normal: Vec2, surface: [f32; 4], radii: [f32; 2], points: &[PreparedPoint]) -> Self {
        let mut manifold = Self { normal: [normal.x, normal.y, 0.0, 0.0], surface, radii, rows, ..Self::default() };
        for (k, point) in points.iter().enumerate().take(2) {
            manifold.normal[2 + k] = point.separation;
            manifold.anchors[k] = [point.anchor_a.x, point.anchor_a.y, point.anchor_b.x, point.anchor_b.y];
            manifold.ids[k] = point.id;
            manifold.count += 1;
        }
        manifold
    }

    /// Separations of the points [m].
    #[inline(always)]
    pub fn separations(&self) -> &[f32] {
        &self.normal[2..2 + (self.count as usize).min(2)]
    }
}
