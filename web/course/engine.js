// The engine: wasm from the script itself, and questions to it.
import init, { CrowdOfBoxes, LiveWorld, answer as call } from '../built/carom_web.js';
import packed from 'wasm:packed';

const asked = new WeakMap();

/** Unpacks and starts the wasm. */
export async function load() {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    await init({ module_or_path: await new Response(stream).arrayBuffer() });
}

/** The answer to a question; it has the field `error`, in words, if there is none. */
export function ask(name, question) {
    const text = JSON.stringify({ ask: name, ...question });
    const answer = JSON.parse(call(text));
    asked.set(answer, text);
    return answer;
}

/** The question of an answer, as it was asked. */
export function questionOf(answer) {
    return asked.get(answer);
}

export { CrowdOfBoxes, LiveWorld };
