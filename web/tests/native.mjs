// The library, natively: answers to the page's questions, and hashes of scenes.
import { execFileSync } from 'node:child_process';

const program = process.env.CAROM_ANSWERS;
if (!program) throw new Error('CAROM_ANSWERS is not set: run web/test');

/** The answers to questions in JSON. */
export function answers(questions) {
    if (!questions.length) return [];
    const out = execFileSync(program, { input: `${questions.join('\n')}\n`, maxBuffer: 1 << 28 });
    return out.toString().trim().split('\n').map((line) => JSON.parse(line));
}

/** The state hash of a scene after some steps. */
export const hash = (scene, steps) => execFileSync(program, ['--hash', scene, String(steps)]).toString().trim();
