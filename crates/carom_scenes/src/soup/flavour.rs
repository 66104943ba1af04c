//! The kinds of soup.

/// The kind of proof that a soup serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Everything that a scene can say, and calls between the steps.
    Wild,
    /// Solid bodies of like size and density that start apart in a closed room under usual rules, without joints: they
    /// come to rest.
    Room,
    /// The same without gravity, in a closed room or in none.
    Weightless,
}
