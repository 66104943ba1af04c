//! What a carom world looks like: pictures.
