//! A soup with two answers, reduced: the first step, stage and contact that differ, and the rest of the scene as a
//! file.

use super::ways::{BASE, Pools, Way, parts_at, play, trace};
use carom::prelude::*;
use carom_scenes::{Play, SceneDef, ScriptKind, reduce, write_scene};
use std::ops::ControlFlow;

/// The report on a soup that a way steps differently from the base.
pub fn blame(scene: &SceneDef, way: Way, pools: &Pools) -> String {
    let parts = |scene: &SceneDef, way: Way| parts_at(scene, way, pools, &trace(scene, BASE, pools));
    let alone = way.single().into_iter().find(|(_, way)| parts(scene, *way).is_some());
    let (name, way) = alone.unwrap_or(("nothing alone", way));
    let least = reduce(scene, |scene| parts(scene, way).is_some());
    let step = parts(&least, way).unwrap_or(0);
    let until = |way: Way| {
        play(&least, way, pools, |at, _, _| if at < step { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    };
    let stage = stage(&until(BASE), &until(way));
    format!("by {name}, {way:?}\nfirst in step {step}: {stage}\n{}", text_of(&least))
}

/// The stage after which two worlds that were equal a step ago differ, and the first contact that does.
fn stage(base: &Play, other: &Play) -> String {
    let list = |play: &Play| -> Vec<Contact> { play.world().contacts().collect() };
    let (a, b) = (list(base), list(other));
    let shapes = |contact: &Contact| (contact.a.to_string(), contact.b.to_string());
    let pairs = |list: &[Contact]| -> Vec<String> {
        let name = |text: String| text.rsplit(':').next().unwrap_or_default().to_owned();
        list.iter().map(shapes).map(|(a, b)| format!("{} {}", name(a), name(b))).collect()
    };
    let (pairs_a, pairs_b) = (pairs(&a), pairs(&b));
    if let Some(pair) = pairs_a.iter().find(|pair| !pairs_b.contains(pair)) {
        return format!("pairs or narrow phase: only the base has the contact {pair}");
    }
    if let Some(pair) = pairs_b.iter().find(|pair| !pairs_a.contains(pair)) {
        return format!("pairs or narrow phase: only the other has the contact {pair}");
    }
    let first = a.iter().zip(&b).position(|(a, b)| a.impulse() != b.impulse());
    let solved =
        first.map(|at| format!("solve: {}, impulses {:?} and {:?}", pairs_a[at], a[at].impulse(), b[at].impulse()));
    let poses = |play: &Play| -> Vec<_> { play.world().bodies().map(|(_, body)| body.pose()).collect() };
    let moved = poses(base).iter().zip(&poses(other)).position(|(a, b)| a != b);
    solved.or(moved.map(|body| format!("finish or sweep: body {body}"))).unwrap_or("boxes, sleep or events".to_owned())
}

/// A scene as a file, with its calls.
pub fn text_of(scene: &SceneDef) -> String {
    let mut file = Vec::new();
    write_scene(&SceneDef { script: None, ..scene.clone() }, &mut file).unwrap();
    let mut text = String::from_utf8(file).unwrap();
    if let Some(ScriptKind::Calls(calls)) = &scene.script {
        calls.iter().for_each(|planned| text += &format!("before step {}: {:?}\n", planned.step, planned.call));
    }
    text
}
