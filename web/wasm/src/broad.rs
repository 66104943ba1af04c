//! The chapter on the broad phase, as a question: what the page's crowd shows after some steps.

use crate::Crowd;
use crate::input::Answer;
use serde::Deserialize;
use serde_json::json;

/// A crowd after some steps.
#[derive(Debug, Deserialize)]
pub struct Boxes {
    way: String,
    count: usize,
    spread: f32,
    seed: u32,
    steps: usize,
    dt: f32,
}

impl Boxes {
    pub fn answer(&self) -> Answer {
        let mut crowd = Crowd::new(&self.way, self.count, self.spread, self.seed)?;
        for _ in 0..self.steps.min(10_000) {
            crowd.step(self.dt);
        }
        let pairs = crowd.find_pairs();
        Ok(json!({ "pairs": pairs, "tested": crowd.tested(), "cells": crowd.cells().len() }))
    }
}
