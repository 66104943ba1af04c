//! A list of numbers in four.

/// Mean, median, 99th percentile and greatest of a list; all zero for an empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The median, by nearest rank.
    pub median: f64,
    /// The 99th percentile, by nearest rank.
    pub p99: f64,
    /// The greatest.
    pub max: f64,
}

impl Spread {
    /// The spread of `numbers`, which are sorted for it.
    ///
    /// A percentile is by nearest rank: the least number that at least this part of the list does not exceed. It is
    /// always one of the list.
    pub fn of(numbers: &mut [f64]) -> Self {
        numbers.sort_by(f64::total_cmp);
        let count = numbers.len();
        let rank = |percent: usize| numbers[(count * percent).div_ceil(100).saturating_sub(1)];
        match numbers.last() {
            None => Self::default(),
            Some(&max) => {
                let mean = numbers.iter().sum::<f64>() / count as f64;
                Self { mean, median: rank(50), p99: rank(99), max }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_by_nearest_rank() {
        let mut numbers: Vec<f64> = (1..=200).rev().map(f64::from).collect();
        assert_eq!(Spread::of(&mut numbers), Spread { mean: 100.5, median: 100.0, p99: 198.0, max: 200.0 });
        assert_eq!(Spread::of(&mut [3.0]), Spread { mean: 3.0, median: 3.0, p99: 3.0, max: 3.0 });
        assert_eq!(Spread::of(&mut []), Spread::default());
    }
}
