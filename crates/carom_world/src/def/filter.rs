//! [`Filter`]: which shapes may touch.

/// Collision filter. Two shapes may touch if each one's category is in the other's mask. A common group overrules that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Filter {
    /// Categories of this shape, as bits. Default: 1.
    pub category: u64,
    /// Categories that this shape may touch, as bits. Default: all.
    pub mask: u64,
    /// Shapes of the same positive group always touch, those of the same negative group never do. 0 is no group.
    /// Default: 0.
    pub group: i32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { category: 1, mask: u64::MAX, group: 0 }
    }
}

impl Filter {
    /// Whether shapes with these two filters may touch.
    #[inline]
    pub fn admits(&self, other: &Self) -> bool {
        if self.group != 0 && self.group == other.group {
            return self.group > 0;
        }
        self.category & other.mask != 0 && other.category & self.mask != 0
    }
}
