//! Laws of motion in soups.
