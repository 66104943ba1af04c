//! What outlives a step of a contact, and what the narrow phase found this step.

use carom_math::Vec2;
use carom_shapes::FeatureId;

/// One contact: two proxies whose fat boxes overlap, a < b. Exactly this outlives a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Contact {
    /// The proxy with the smaller number.
    pub a: u32,
    /// The other proxy.
    pub b: u32,
    /// Normal impulses of the two points in the last substep [N s].
    pub normal_impulse: [f32; 2],
    /// Friction impulses of the two points [N s].
    pub tangent_impulse: [f32; 2],
    /// Impulse against rolling [N m s].
    pub rolling_impulse: f32,
    /// Which features made the points.
    pub ids: [FeatureId; 2],
    /// How many points there are; 0 while the shapes are apart.
    pub count: u8,
    /// Its colour, or [`Contact::NO_COLOUR`].
    pub colour: u8,
    /// Whether the shapes came within the speculative distance, or pushed each other, since they began to be solved:
    /// what is fast is solved earlier, and may still pass by.
    pub met: bool,
    /// Whether the shapes had met and parted in this step.
    pub parted: bool,
}

const _: () = assert!(size_of::<Contact>() == 40);

impl Contact {
    /// The colour of a contact that is not solved.
    pub const NO_COLOUR: u8 = u8::MAX;

    /// A contact of two proxies that do not touch yet.
    pub fn new(a: u32, b: u32) -> Self {
        Self { a, b, colour: Self::NO_COLOUR, ..Self::default() }
    }

    /// The key by which contacts are sorted.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        u64::from(self.a) << 32 | u64::from(self.b)
    }

    /// Whether the shapes touch (or are within the speculative distance).
    #[inline(always)]
    pub fn touches(&self) -> bool {
        self.count > 0
    }
}

/// One point of a [`Touch`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct TouchPoint {
    /// From the centre of mass of a [m], in the world's axes.
    pub anchor_a: Vec2,
    /// From the centre of mass of b [m].
    pub anchor_b: Vec2,
    /// Distance of the surfaces along the normal [m].
    pub separation: f32,
    /// Which features made it.
    pub id: FeatureId,
}

/// Where two proxies touch this step, in the world, and what their surfaces make together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Touch {
    /// Row of a's body.
    pub row_a: u32,
    /// Row of b's body.
    pub row_b: u32,
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// How many points count.
    pub count: u32,
    /// Friction coefficient.
    pub friction: f32,
    /// Restitution.
    pub restitution: f32,
    /// Rolling resistance times radius [m].
    pub rolling: f32,
    /// Speed of the surfaces along the tangent (the normal turned a quarter clockwise) [m/s].
    pub surface_speed: f32,
    /// The points.
    pub points: [TouchPoint; 2],
}
