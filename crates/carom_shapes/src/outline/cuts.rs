//! The cuts that leave only monotone faces (Lee and Preparata 1977, in the words of de Berg, Cheong, van Kreveld and
//! Overmars 2008, chapter 3). A corner that opens to the left is joined to the last point before it, one that opens to
//! the right to the next point after it. The same rule ties a hole to the rest.

/// The last point of a face between two neighbours on the sweep line.
#[derive(Clone, Copy)]
struct Helper {
    point: u32,
    /// Whether the outline surrounds its right side, so that it needs a cut.
    opens_right: bool,
}

/// The cuts so far, and a helper for each part with the outline above it.
pub(crate) struct Cuts {
    pub list: Vec<[u32; 2]>,
    helpers: Vec<Option<Helper>>,
}

impl Cuts {
    pub(crate) fn new(count: usize) -> Self {
        Self { list: Vec::new(), helpers: vec![None; count] }
    }

    fn set(&mut self, part: u32, point: u32, opens_right: bool) {
        let part = part as usize;
        if part >= self.helpers.len() {
            self.helpers.resize(part + 1, None);
        }
        self.helpers[part] = Some(Helper { point, opens_right });
    }

    fn helper(&self, part: u32) -> Option<Helper> {
        self.helpers.get(part as usize).copied().flatten()
    }

    /// The sweep passes a point: `below` is the part below it, `left` and `right` those that end and begin there, from
    /// below; `inside` says whether the outline lies above a part.
    pub(crate) fn pass(
        &mut self,
        point: u32,
        below: Option<u32>,
        left: &[u32],
        right: &[u32],
        inside: impl Fn(u32) -> bool,
    ) {
        let below = below.filter(|&part| inside(part));
        for part in below.iter().chain(left).copied() {
            // If nothing ends here, the corner opens to the left.
            if let Some(helper) = self.helper(part)
                && inside(part)
                && (helper.opens_right || left.is_empty())
            {
                self.list.push([helper.point, point]);
            }
        }
        if let Some(below) = below {
            self.set(below, point, right.is_empty());
        }
        for &part in right {
            if inside(part) {
                self.set(part, point, false);
            }
        }
    }
}
