//! The elimination at one joint of each tree, over `N` rows.
#![allow(clippy::needless_range_loop)] // Indices of matrices, as in their formulas.

use crate::StepRules;
use crate::joint::tree::link::Link;
use crate::joint::tree::node::Node;
use crate::joint::tree::real::RealLanes;
use crate::joint::tree::small::{Factor, Symmetric, Three, add_scaled, dot, inverse_of, load, lower, store};

/// The rows of joints on one side, as memory has them.
type JointRows<const W: usize> = [Three<[f64; W]>; 3];

/// Adds J^T p of a side.
#[inline(always)]
fn push<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    to: &mut Three<R>,
    j: &JointRows<W>,
    p: &Three<R>,
) {
    for row in 0..N {
        add_scaled(to, p[row], &load(token, &j[row]));
    }
}

/// Subtracts J v of a side.
#[inline(always)]
fn lessen<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    rest: &mut Three<R>,
    j: &JointRows<W>,
    v: &Three<R>,
) {
    for row in 0..N {
        rest[row] = rest[row] - dot(&load(token, &j[row]), v);
    }
}

/// Stores the first `N` numbers.
#[inline(always)]
fn store_rows<R: RealLanes<W>, const W: usize, const N: usize>(to: &mut Three<[f64; W]>, from: &Three<R>) {
    for row in 0..N {
        from[row].store(&mut to[row]);
    }
}

/// The softness of the rows, in parts of their inverse mass.
#[inline(always)]
pub(super) fn soften<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    link: &mut Link<W>,
    nodes: &[Node<W>],
    softness: f64,
) {
    for row in 0..N {
        let mut inverse = R::splat(token, 0.0);
        for (j, &node) in link.j.iter().zip(&link.shape.nodes) {
            if let Some(node) = nodes.get(node as usize) {
                let [x, y, turn]: Three<R> = load(token, &j[row]);
                let (inv_mass, inertia) = (R::load(token, &node.inv_mass), R::load(token, &node.inertia));
                inverse = inverse + ((x * x + y * y) * inv_mass + turn * turn / inertia);
            }
        }
        (R::splat(token, softness) * inverse).store(&mut link.softness[row]);
    }
}

/// Adds the inertia of rows that have their softness alone as a pivot.
#[inline(always)]
pub(super) fn add_penalty<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    link: &Link<W>,
    node: &mut Node<W>,
) {
    let mut gathered: Symmetric<R> = load(token, &node.gathered);
    for row in 0..N {
        let j: Three<R> = load(token, &link.j[0][row]);
        let weight = inverse_of(R::load(token, &link.softness[row]));
        for i in 0..3 {
            for k in 0..=i {
                gathered[lower(i, k)] = gathered[lower(i, k)] + weight * j[i] * j[k];
            }
        }
    }
    store(&mut node.gathered, gathered);
}

/// Factors the inverse mass S of the rows over a body and all that hangs on it; the next body gathers J^T S^-1 J.
#[inline(always)]
pub(super) fn eliminate<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    link: &mut Link<W>,
    factor: &Factor<R>,
    parent: Option<&mut Node<W>>,
) {
    let mut inverse = [R::splat(token, 0.0); 6];
    for row in 0..N {
        let y = factor.solve::<3>(load(token, &link.j[0][row]));
        for other in row..N {
            inverse[lower(other, row)] = dot(&load(token, &link.j[0][other]), &y);
        }
        inverse[lower(row, row)] = inverse[lower(row, row)] + R::load(token, &link.softness[row]);
    }
    let factor = Factor::of::<N>(&inverse);
    link.factor.store::<R, N>(&factor);
    let Some(parent) = parent else { return };
    let j = &link.j[1];
    for column in 0..3 {
        let mut weights = [R::splat(token, 0.0); 3];
        for row in 0..N {
            weights[row] = R::load(token, &j[row][column]);
        }
        let weights = factor.solve::<N>(weights);
        for k in 0..=column {
            let to = &mut parent.gathered[lower(column, k)];
            let mut sum = R::load(token, to);
            for row in 0..N {
                sum = sum + weights[row] * R::load(token, &j[row][k]);
            }
            sum.store(to);
        }
    }
}

/// The rest that the rows lack: their speed, their error, and what their softness leaks.
#[inline(always)]
pub(super) fn begin<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    link: &mut Link<W>,
    [v0, v1]: [&Three<R>; 2],
    rate: Option<f64>,
    rules: &StepRules,
) {
    let mut rest = [R::splat(token, 0.0); 3];
    if let Some(rate) = rate {
        let bias = link.bias::<R>(token, rate, rules);
        for row in 0..N {
            let leak = R::load(token, &link.softness[row]) * R::load(token, &link.impulse[row]);
            rest[row] = -bias[row] - leak;
        }
    } else if link.shape.has_axis {
        // Springs, motors and open limits act in relaxing as well.
        let leak = R::load(token, &link.softness[N - 1]) * R::load(token, &link.impulse[N - 1]);
        rest[N - 1] = -R::load(token, &link.bias) - leak;
    }
    lessen::<R, W, N>(token, &mut rest, &link.j[0], v0);
    lessen::<R, W, N>(token, &mut rest, &link.j[1], v1);
    store_rows::<R, W, N>(&mut link.rest, &rest);
}

/// Rows with their softness alone as a pivot: what they add to the impulse of a body.
#[inline(always)]
pub(super) fn penalize<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    link: &Link<W>,
    node: &mut Node<W>,
) {
    let mut change = load(token, &node.change);
    for row in 0..N {
        let p = inverse_of(R::load(token, &link.softness[row])) * R::load(token, &link.rest[row]);
        add_scaled(&mut change, p, &load(token, &link.j[0][row]));
    }
    store(&mut node.change, change);
}

/// Their impulses, now that the body's velocity is known.
#[inline(always)]
pub(super) fn settle<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    link: &mut Link<W>,
    change: &Three<R>,
) {
    let mut rest = load(token, &link.rest);
    lessen::<R, W, N>(token, &mut rest, &link.j[0], change);
    for row in 0..N {
        rest[row] = rest[row] * inverse_of(R::load(token, &link.softness[row]));
    }
    store_rows::<R, W, N>(&mut link.rest, &rest);
}

/// From a body, where its gathered impulse leads to `y`, to the next one.
#[inline(always)]
pub(super) fn ascend<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    link: &mut Link<W>,
    y: &Three<R>,
    parent: Option<&mut Node<W>>,
) {
    let mut rest = load(token, &link.rest);
    lessen::<R, W, N>(token, &mut rest, &link.j[0], y);
    store_rows::<R, W, N>(&mut link.rest, &rest);
    if let Some(parent) = parent {
        let p = link.factor.load::<R>(token).solve::<N>(rest);
        let mut change = load(token, &parent.change);
        push::<R, W, N>(token, &mut change, &link.j[1], &p);
        store(&mut parent.change, change);
    }
}

/// Back from the next body, whose velocity is known: the impulse of the rows, which a body gathers as well.
#[inline(always)]
pub(super) fn descend<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    link: &mut Link<W>,
    parent: Option<&Three<[f64; W]>>,
    gathered: &mut Three<R>,
) {
    let mut rest = load(token, &link.rest);
    if let Some(change) = parent {
        lessen::<R, W, N>(token, &mut rest, &link.j[1], &load(token, change));
    }
    let rest = link.factor.load::<R>(token).solve::<N>(rest);
    store_rows::<R, W, N>(&mut link.rest, &rest);
    push::<R, W, N>(token, gathered, &link.j[0], &rest);
}

/// Adds the change of velocity of a side by the impulses of the rows.
#[inline(always)]
pub(super) fn swing<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    link: &Link<W>,
    side: usize,
    node: &mut Node<W>,
) {
    let mut swing = load(token, &node.swing);
    push::<R, W, N>(token, &mut swing, &link.j[side], &load(token, &link.impulse));
    store(&mut node.swing, swing);
}

/// Adds the impulses of a solve in the lanes where `fits` is 1.
#[inline(always)]
pub(super) fn accumulate<R: RealLanes<W>, const W: usize, const N: usize>(
    token: R::Token,
    link: &mut Link<W>,
    fits: R,
) {
    for row in 0..N {
        let old = R::load(token, &link.impulse[row]);
        let new = old + R::load(token, &link.rest[row]);
        fits.if_greater(fits.of(0.0), new, old).store(&mut link.impulse[row]);
    }
}
