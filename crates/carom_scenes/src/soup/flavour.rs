//! The kinds of soup.

/// The property that a soup tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Everything that a scene can express, and calls between the steps.
    Wild,
    /// Solid bodies of like size and density that start apart in a closed room under usual rules, without joints: they
    /// come to rest.
    Room,
    /// The same without gravity, in a closed room or in none.
    Weightless,
}
