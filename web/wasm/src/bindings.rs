//! The same for JavaScript: wasm-bindgen's own code, and no decision. Errors are exceptions with words.

use crate::{Crowd, Live};
use wasm_bindgen::prelude::wasm_bindgen;

/// Sets the hook that reports a panic to the page's console in words. There should be none.
#[wasm_bindgen(start)]
pub fn start() {}

/// See [`crate::answer`].
#[wasm_bindgen]
pub fn answer(question: &str) -> String {
    crate::answer(question)
}

/// See [`Live`].
#[wasm_bindgen]
pub struct LiveWorld(Live);

#[wasm_bindgen]
impl LiveWorld {
    /// See [`Live::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(scene: &str, bodies: usize) -> Result<Self, String> {
        Live::new(scene, bodies).map(Self)
    }

    /// See [`Live::count`].
    pub fn count(&self) -> usize {
        self.0.count()
    }

    /// See [`Live::step`].
    pub fn step(&mut self) -> Result<(), String> {
        self.0.step()
    }

    /// See [`Live::grab`].
    pub fn grab(&mut self, x: f32, y: f32, reach: f32) -> bool {
        self.0.grab(x, y, reach)
    }

    /// See [`Live::drag_to`].
    pub fn drag_to(&mut self, x: f32, y: f32) {
        self.0.drag_to(x, y);
    }

    /// See [`Live::drag_line`].
    pub fn drag_line(&self) -> Vec<f32> {
        self.0.drag_line()
    }

    /// See [`Live::release`].
    pub fn release(&mut self) {
        self.0.release();
    }

    /// See [`Live::throw`].
    pub fn throw_ball(&mut self, x: f32, y: f32, vx: f32, vy: f32, radius: f32) -> Result<(), String> {
        self.0.throw([x, y], [vx, vy], radius)
    }

    /// See [`Live::set`].
    pub fn set(&mut self, rule: &str, value: f32) -> Result<(), String> {
        self.0.set(rule, value)
    }

    /// See [`Live::poses`].
    pub fn poses(&self) -> Vec<f32> {
        self.0.poses()
    }

    /// See [`Live::looks`].
    pub fn looks(&self) -> Vec<u8> {
        self.0.looks()
    }

    /// See [`Live::shapes`].
    pub fn shapes(&self) -> Vec<f32> {
        self.0.shapes()
    }

    /// See [`Live::contacts`].
    pub fn contacts(&self) -> Vec<f32> {
        self.0.contacts()
    }

    /// See [`Live::bounds`].
    pub fn bounds(&self) -> Vec<f32> {
        self.0.bounds()
    }

    /// See [`Live::hash`].
    pub fn hash(&self) -> String {
        self.0.hash()
    }

    /// See [`Live::numbers`].
    pub fn numbers(&self) -> Result<String, String> {
        self.0.numbers().map(|numbers| numbers.to_string())
    }
}

/// See [`Crowd`].
#[wasm_bindgen]
pub struct CrowdOfBoxes(Crowd);

#[wasm_bindgen]
impl CrowdOfBoxes {
    /// See [`Crowd::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(way: &str, count: usize, spread: f32, seed: u32) -> Result<Self, String> {
        Crowd::new(way, count, spread, seed).map(Self)
    }

    /// See [`Crowd::step`].
    pub fn step(&mut self, time: f32) {
        self.0.step(time);
    }

    /// See [`Crowd::find_pairs`].
    pub fn find_pairs(&mut self) -> usize {
        self.0.find_pairs()
    }

    /// See [`Crowd::tested`]; as a float, which holds it exactly.
    pub fn tested(&mut self) -> f64 {
        self.0.tested() as f64
    }

    /// See [`Crowd::cells`]: six numbers each, the corners of the area, the depth and the number of boxes.
    pub fn cells(&mut self) -> Vec<f32> {
        let numbers = |cell: carom::broadphase::StructureCell| {
            let (min, max) = (cell.area.min, cell.area.max);
            [min.x, min.y, max.x, max.y, cell.depth as f32, cell.boxes as f32]
        };
        self.0.cells().into_iter().flat_map(numbers).collect()
    }

    /// See [`Crowd::corners`].
    pub fn corners(&self) -> Vec<f32> {
        self.0.corners()
    }

    /// See [`Crowd::pairs`].
    pub fn pairs(&self) -> Vec<u32> {
        self.0.pairs()
    }
}
