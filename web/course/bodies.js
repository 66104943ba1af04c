// Shapes that are dragged: a ring of corners at a place, turned. Their corners in the world come from the engine.

const turned = ([x, y], angle) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];

/** Where a handle at `local` of a body is. */
export const toWorld = (body, local) => {
    const [x, y] = turned(local, body.angle ?? 0);
    return [body.at[0] + x, body.at[1] + y];
};

/** The corner of a body that a handle was dragged to. */
export const toLocal = (body, [x, y]) => turned([x - body.at[0], y - body.at[1]], -(body.angle ?? 0));

/** Handles of a body: its middle, one that turns it, and its corners. `change` is called after each drag. */
export function handlesOf(name, body, change, { corners = true, turn = 1.1, move = true } = {}) {
    const title = name.toUpperCase();
    const list = [];
    if (move) {
        list.push({
            id: `${name}-move`, label: `Move ${title}`, shape: name, kind: 'body',
            get: () => body.at,
            set: (x, y) => { body.at = [x, y]; change(); },
        });
    }
    if (turn) {
        list.push({
            id: `${name}-turn`, label: `Turn ${title}`, shape: name, kind: 'turn',
            get: () => toWorld(body, [turn, 0]),
            set: (x, y) => { body.angle = Math.atan2(y - body.at[1], x - body.at[0]); change(); },
        });
    }
    if (corners) {
        body.points.forEach((_, i) => list.push({
            id: `${name}-corner-${i + 1}`, label: `Corner ${i + 1} of ${title}`, shape: name, kind: 'corner',
            get: () => toWorld(body, body.points[i]),
            set: (x, y) => { body.points[i] = toLocal(body, [x, y]); change(); },
        }));
    }
    return list;
}

/** A regular polygon's corners, to begin with. */
export const regular = (count, radius, start = 0) => Array.from({ length: count }, (_, i) => turned([radius, 0], start + 2 * Math.PI * i / count));

/** The corners of a box, to begin with. */
export const box = (w, h) => [[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]];

/** The corners as they would be, drawn where the engine refuses the shape. */
export const outlineOf = (body) => body.points.map((p) => toWorld(body, p));
