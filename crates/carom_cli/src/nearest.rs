//! The known names that a mistyped name was probably meant to be.

/// Letters of a part that may stand for its whole name.
const LEAST_LETTERS: usize = 4;

/// The known names with the fewest changes from `name`, in their order. At most a third of the letters may differ, and
/// one always may. Case does not count, and a swap of two neighbours is one change. A part between underscores may
/// stand for the whole; the whole goes before it.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    let name = name.to_lowercase();
    let wholes: Vec<_> = known.iter().map(|known| (changes(&name, known), *known)).collect();
    let parts: Vec<_> = known.iter().map(|known| (changes_of_part(&name, known), *known)).collect();
    let least = |pairs: &[(Option<usize>, &str)]| pairs.iter().filter_map(|pair| pair.0).min();
    let (pairs, fewest) = match (least(&wholes), least(&parts)) {
        (None, None) => return Vec::new(),
        (Some(whole), part) if part.is_none_or(|part| whole <= part) => (wholes, whole),
        (whole, part) => (parts, part.or(whole).unwrap_or_default()),
    };
    pairs.into_iter().filter(|pair| pair.0 == Some(fewest)).map(|pair| pair.1).collect()
}

/// The changes from `name` to `meant`, if they are few.
fn changes(name: &str, meant: &str) -> Option<usize> {
    let changes = strsim::osa_distance(name, meant);
    (changes <= (meant.len() / 3).max(1)).then_some(changes)
}

/// The fewest changes from `name` to a part of `known`, or to its parts in another order.
fn changes_of_part(name: &str, known: &str) -> Option<usize> {
    let parts: Vec<&str> = known.split('_').collect();
    if parts.len() < 2 {
        return None;
    }
    let turned = parts.iter().rev().copied().collect::<Vec<_>>().join("_");
    let long = parts.into_iter().filter(|part| part.len() >= LEAST_LETTERS);
    long.chain([turned.as_str()]).filter_map(|part| changes(name, part)).min()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_names_are_named_if_they_are_near() {
        let known = ["large_pyramid", "many_pyramids", "rain", "soup", "spinner", "tumbler"];
        let pairs = [
            ("large_piramid", "large_pyramid"),
            ("piramid", "large_pyramid"),
            ("Pyramid", "large_pyramid"),
            ("pyramids", "many_pyramids"),
            ("pyramid_large", "large_pyramid"),
            ("lagre_pyramid", "large_pyramid"),
            ("pyarmid", "large_pyramid"),
            ("larg", "large_pyramid"),
            ("Rian", "rain"),
            ("soop", "soup"),
            ("TUMLER", "tumbler"),
        ];
        for (typed, meant) in pairs {
            assert_eq!(nearest(typed, &known), [meant], "{typed}");
        }
        for typed in ["", "x", "sorry", "train of thought", "\u{1F3B1}\u{1F3B1}"] {
            assert!(nearest(typed, &known).is_empty(), "{typed}");
        }
        assert!(nearest("rain", &[]).is_empty());
        assert_eq!(nearest("pyramid", &["large_pyramid", "small_pyramid"]), ["large_pyramid", "small_pyramid"]);
    }
}
