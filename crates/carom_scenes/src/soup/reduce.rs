//! Reduces a scene that fails: delta debugging (A. Zeller, R. Hildebrandt, Simplifying and Isolating Failure-Inducing
//! Input, 2002).

use crate::{SceneDef, ScriptKind};

/// A part of a scene that can be left out.
#[derive(Clone, Copy, Debug)]
enum Part {
    Calls,
    Joints,
    Areas,
    Bodies,
    Shapes,
}

impl Part {
    const ALL: [Self; 5] = [Self::Calls, Self::Joints, Self::Areas, Self::Bodies, Self::Shapes];

    /// Their number.
    fn count(self, scene: &SceneDef) -> usize {
        match self {
            Self::Calls => match &scene.script {
                Some(ScriptKind::Calls(calls)) => calls.len(),
                _ => 0,
            },
            Self::Joints => scene.joints.len(),
            Self::Areas => scene.areas.len(),
            Self::Bodies => scene.bodies.len(),
            Self::Shapes => scene.shape_count(),
        }
    }

    /// The scene without some consecutive ones.
    fn without(self, scene: &SceneDef, first: usize, count: usize) -> SceneDef {
        let mut less = scene.clone();
        let gone = first..(first + count).min(self.count(scene));
        match self {
            Self::Calls => {
                if let Some(ScriptKind::Calls(calls)) = &mut less.script {
                    calls.drain(gone);
                    if calls.is_empty() {
                        less.script = None;
                    }
                }
            }
            Self::Joints => less.retain_joints(|number, _| !gone.contains(&number)),
            Self::Areas => drop(less.areas.drain(gone)),
            Self::Bodies => {
                less.retain_joints(|_, joint| {
                    joint.joint.kind.couples_joints() || !gone.contains(&joint.a) && !gone.contains(&joint.b)
                });
                let of_bodies = less.joints.iter_mut().filter(|joint| !joint.joint.kind.couples_joints());
                for end in of_bodies.flat_map(|joint| [&mut joint.a, &mut joint.b]) {
                    *end -= if *end >= gone.end { gone.len() } else { 0 };
                }
                less.ignored.retain(|pair| !pair.iter().any(|body| gone.contains(body)));
                for end in less.ignored.iter_mut().flatten() {
                    *end -= if *end >= gone.end { gone.len() } else { 0 };
                }
                less.bodies.drain(gone);
            }
            Self::Shapes => {
                let mut number = 0;
                for body in &mut less.bodies {
                    body.shapes.retain(|_| {
                        number += 1;
                        !gone.contains(&(number - 1))
                    });
                }
            }
        }
        less
    }
}

/// The least scene that still fails. Calls, joints, areas, bodies and shapes are left out, many at a time and then one
/// by one, as long as `fails` returns true; then steps at the end.
pub fn reduce(scene: &SceneDef, mut fails: impl FnMut(&SceneDef) -> bool) -> SceneDef {
    let mut least = scene.clone();
    loop {
        let before = sizes(&least);
        for part in Part::ALL {
            let mut some = part.count(&least).div_ceil(2);
            while some > 0 {
                let mut first = 0;
                while first < part.count(&least) {
                    let less = part.without(&least, first, some);
                    if fails(&less) {
                        least = less;
                    } else {
                        first += some;
                    }
                }
                some = if some == 1 { 0 } else { some.div_ceil(2) };
            }
        }
        while least.steps > 1 {
            let less = SceneDef { steps: least.steps - least.steps.div_ceil(8), ..least.clone() };
            if !fails(&less) {
                break;
            }
            least = less;
        }
        if sizes(&least) == before {
            return least;
        }
    }
}

fn sizes(scene: &SceneDef) -> [usize; 5] {
    Part::ALL.map(|part| part.count(scene))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flavour, soup};
    use carom::Shape;

    #[test]
    fn what_is_left_is_what_it_fails_by() {
        let fails = |scene: &SceneDef| {
            let shapes = || scene.bodies.iter().flat_map(|body| &body.shapes);
            let circles = shapes().filter(|def| matches!(def.shape, Shape::Circle(_))).count();
            circles >= 2 && scene.steps >= 7
        };
        let scene = (0..).map(|seed| soup(seed, Flavour::Wild).unwrap()).find(|scene| fails(scene)).unwrap();
        let least = reduce(&scene, fails);
        assert_eq!((least.shape_count(), least.steps), (2, 7));
        assert!(least.bodies.len() <= 2 && least.joints.is_empty() && least.script.is_none(), "{least:?}");
        assert!(fails(&least));
    }
}
