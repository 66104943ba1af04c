//! Real roots of polynomials up to the fourth degree. In: the coefficients. Out: the roots in 0..=1, in order.
//!
//! Between two neighbouring roots of the derivative a polynomial is monotone and has at most one root, which a bracket
//! finds surely (Newton's method safeguarded by bisection, W. Press et al., Numerical Recipes, `rtsafe`). The roots of
//! the derivative are found the same way, down to the line.

/// Bound on the steps to a root: bisection alone needs 60.
const STEPS: usize = 100;

/// Up to four roots.
#[derive(Clone, Copy, Default)]
pub(crate) struct Roots {
    at: [f64; 4],
    count: usize,
}

impl Roots {
    pub fn as_slice(&self) -> &[f64] {
        self.at.get(..self.count).unwrap_or(&[])
    }

    fn push(&mut self, root: f64) {
        if self.as_slice().last() != Some(&root)
            && let Some(slot) = self.at.get_mut(self.count)
        {
            *slot = root;
            self.count += 1;
        }
    }
}

/// The roots in 0..=1 of c[0] + c[1] t + ... + c[4] t^4. None if a coefficient is NaN.
pub(crate) fn roots(c: [f64; 5]) -> Roots {
    let mut found = Roots::default();
    // From the line, the third derivative, up to the polynomial itself.
    for order in (0..4).rev() {
        let p = derivative(&c, order);
        let stops = found.as_slice().iter().copied().chain([1.0]);
        let mut next = Roots::default();
        let (mut low, mut below) = (0.0, value(&p, 0.0));
        for high in stops {
            let above = value(&p, high);
            if below == 0.0 {
                next.push(low);
            } else if below < 0.0 && above > 0.0 || below > 0.0 && above < 0.0 {
                next.push(root_between(&p, low, high, below));
            }
            (low, below) = (high, above);
        }
        if below == 0.0 {
            next.push(1.0);
        }
        found = next;
    }
    found
}

/// The coefficients of the derivative of this order.
fn derivative(c: &[f64; 5], order: usize) -> [f64; 5] {
    let mut d = *c;
    for _ in 0..order {
        d = [d[1], 2.0 * d[2], 3.0 * d[3], 4.0 * d[4], 0.0];
    }
    d
}

fn value(c: &[f64; 5], t: f64) -> f64 {
    c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * c[4])))
}

/// The root between two places at which the signs differ; `below` is the value at the lower.
fn root_between(c: &[f64; 5], mut low: f64, mut high: f64, below: f64) -> f64 {
    let slope = derivative(c, 1);
    let mut t = 0.5 * (low + high);
    for _ in 0..STEPS {
        let v = value(c, t);
        if v == 0.0 {
            return t;
        }
        if (v < 0.0) == (below < 0.0) {
            low = t;
        } else {
            high = t;
        }
        let newton = t - v / value(&slope, t);
        let middle = 0.5 * (low + high);
        let next = if newton > low && newton < high { newton } else { middle };
        if next == t || middle == low || middle == high {
            return next;
        }
        t = next;
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coefficients of (t - a)(t - b)(t - c)(t - d).
    fn product(at: [f64; 4]) -> [f64; 5] {
        let mut c = [1.0, 0.0, 0.0, 0.0, 0.0];
        for a in at {
            let old = c;
            c[0] = -a * old[0];
            for i in 1..5 {
                c[i] = old[i - 1] - a * old[i];
            }
        }
        c
    }

    #[test]
    fn finds_all_roots_in_order() {
        for at in [[0.1, 0.3, 0.6, 0.9], [-1.0, 0.2, 0.21, 4.0], [0.5, -2.0, 7.0, 0.999], [-1.0, -2.0, 3.0, 2.0]] {
            let mut inside: Vec<f64> = at.into_iter().filter(|t| (0.0..=1.0).contains(t)).collect();
            inside.sort_by(f64::total_cmp);
            let found = roots(product(at));
            assert_eq!(found.as_slice().len(), inside.len(), "{at:?} {:?}", found.as_slice());
            for (t, u) in found.as_slice().iter().zip(&inside) {
                assert!((t - u).abs() < 1.0e-12, "{at:?} {:?}", found.as_slice());
            }
        }
        assert_eq!(roots([-0.25, 0.5, 0.0, 0.0, 0.0]).as_slice(), [0.5]);
        assert_eq!(roots([0.0, 1.0, 0.0, 0.0, 0.0]).as_slice(), [0.0]);
        assert!(roots([1.0, 0.0, 0.0, 0.0, 0.0]).as_slice().is_empty());
        assert!(roots([f64::NAN; 5]).as_slice().is_empty());
    }
}
