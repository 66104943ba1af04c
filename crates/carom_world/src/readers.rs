//! The readers of [`Body`] and [`Joint`], for [`BodyMut`] and [`JointMut`] as well.

use crate::body::Body;
use crate::def::{BodyKind, JointDef, JointKind, Locks, ShapeDef};
use crate::joint::Joint;
use crate::key::{BodyKey, JointKey, ShapeKey};
use crate::{BodyMut, JointMut};
use carom_math::{Aabb, Pose, Rot, Vec2};
use carom_shapes::MassProperties;

/// Gives a mutable view the methods of its read-only view.
macro_rules! readers {
    ($of:ident: $($name:ident($($argument:ident: $kind:ty),*) -> $result:ty;)*) => {$(
        #[doc = concat!("As [`", stringify!($of), "::", stringify!($name), "`].")]
        pub fn $name(&self $(, $argument: $kind)*) -> $result {
            self.read().$name($($argument),*)
        }
    )*};
}

impl BodyMut<'_> {
    pub(crate) fn read(&self) -> Body<'_> {
        self.world.known_body(self.key)
    }

    readers! {
        Body:
        key() -> BodyKey;
        kind() -> BodyKind;
        pose() -> Pose;
        position() -> Vec2;
        rotation() -> Rot;
        angle() -> f32;
        center() -> Vec2;
        velocity() -> Vec2;
        velocity_at(point: Vec2) -> Vec2;
        angular_velocity() -> f32;
        mass() -> MassProperties;
        linear_damping() -> f32;
        angular_damping() -> f32;
        gravity_scale() -> f32;
        locks() -> Locks;
        dominance() -> i8;
        can_sleep() -> bool;
        is_continuous() -> bool;
        is_awake() -> bool;
        is_frozen() -> bool;
        is_enabled() -> bool;
        user_data() -> u64;
        shapes() -> &[ShapeDef];
        shape_keys() -> &[ShapeKey];
        aabb() -> Aabb;
        joints() -> impl Iterator<Item = JointKey> + '_;
    }
}

impl JointMut<'_> {
    pub(crate) fn read(&self) -> Joint<'_> {
        Joint { world: self.world, key: self.key }
    }

    readers! {
        Joint:
        key() -> JointKey;
        bodies() -> (BodyKey, BodyKey);
        def() -> JointDef;
        kind() -> JointKind;
        user_data() -> u64;
        anchors() -> (Vec2, Vec2);
        angle() -> f32;
        speed() -> f32;
        axis() -> Vec2;
        place() -> f32;
        place_speed() -> f32;
        motor_torque() -> f32;
        motor_force() -> f32;
        force() -> Vec2;
        torque() -> f32;
        geared() -> Option<(JointKey, JointKey)>;
        slip() -> Option<f32>;
        lengths() -> Option<(f32, f32)>;
        path() -> Vec<Vec2>;
    }
}
