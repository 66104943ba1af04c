// The chapters in order.
import line from './chapters/line.js';
import boxes from './chapters/boxes.js';
import projections from './chapters/projections.js';
import twoShadows from './chapters/two_shadows.js';
import separatingAxes from './chapters/separating_axes.js';
import leastPush from './chapters/least_push.js';
import circlePolygon from './chapters/circle_polygon.js';
import concave from './chapters/concave.js';
import contactPoints from './chapters/contact_points.js';
import pixels from './chapters/pixels.js';
import flights from './chapters/flights.js';
import broadPhase from './chapters/broad_phase.js';
import response from './chapters/response.js';
import world from './chapters/world.js';

export const chapters = [
    line, boxes, projections, twoShadows, separatingAxes, leastPush, circlePolygon, concave,
    contactPoints, pixels, flights, broadPhase, response, world,
];
