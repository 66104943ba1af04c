// The colors of bodies and signs, for light and for dark pages. They are those of pictures: `look.rs` of carom_draw.

/** What a body is, by number. `setStates` takes these. */
export const STATE = { hidden: 0, fixed: 1, kinematic: 2, awake: 3, asleep: 4, frozen: 5, disabled: 6 };

/** Shades of a state, so that neighbours differ a little. */
export const SHADES = 5;

const BLUES = ["#6b9bc3", "#83b5cb", "#5b86b2", "#8daed6", "#6ca9b6"];
const DARK_BLUES = ["#5f93c2", "#74adc6", "#4f7fb0", "#84a8d8", "#5da1b0"];

function rgb(hex) {
    return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
}

function mixed(a, b, part) {
    return a.map((value, k) => value + part * (b[k] - value));
}

function shades(colors) {
    return Array.from({ length: SHADES }, (_, k) => rgb(colors[k % colors.length]));
}

function theme(background, ink, blues, fixed, sleep, pale, signs) {
    const sleeping = shades(blues).map((blue) => mixed(blue, rgb(sleep), pale));
    const bodies = [
        shades([background]),
        shades([fixed]),
        shades(["#d39474"]),
        shades(blues),
        sleeping,
        shades(["#b57fc4"]),
        shades(["#a9a9a9"]),
    ];
    return { background: rgb(background), ink: rgb(ink), bodies, signs };
}

/** The themes of a view. `bodies[state][shade]` and the others are red, green and blue, 0 to 1. */
export const THEMES = {
    light: theme("#fbfaf7", "#1c242e", BLUES, "#c4bfb6", "#cfd3d6", 0.72, {
        contact: "#d9482b",
        impulse: "#c2143c",
        joint: "#2e3a45",
        number: "#1c242e",
        chosen: "#e07b00",
        pale: "#4d555e",
        paper: "#fbfaf7d0",
    }),
    dark: theme("#14181d", "#05070a", DARK_BLUES, "#59606a", "#2c343d", 0.7, {
        contact: "#ff7a5c",
        impulse: "#ff5f7e",
        joint: "#b8c4d0",
        number: "#f2f4f7",
        chosen: "#ffb347",
        pale: "#b3bcc6",
        paper: "#14181dd0",
    }),
};

/** The shade of a body by number: scattered, so that bodies made in rows do not make stripes. */
export function shadeOf(number) {
    return (Math.imul(number, 2654435761) >>> 16) % SHADES;
}
