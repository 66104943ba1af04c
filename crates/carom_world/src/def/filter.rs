//! Which shapes may touch.

/// Which shapes may touch: two may when each one's category is in the other's mask; a common group overrules that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Filter {
    /// What this shape is, as bits.
    pub category: u64,
    /// What this shape may touch, as bits of the others' categories.
    pub mask: u64,
    /// Shapes of the same positive group always touch, of the same negative group never; 0 is no group.
    pub group: i32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { category: 1, mask: u64::MAX, group: 0 }
    }
}

impl Filter {
    /// Whether two shapes with these filters may touch.
    #[inline]
    pub fn admits(&self, other: &Self) -> bool {
        if self.group != 0 && self.group == other.group {
            return self.group > 0;
        }
        self.category & other.mask != 0 && other.category & self.mask != 0
    }
}
