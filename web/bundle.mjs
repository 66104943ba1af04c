// Bundles the page: the scripts and the wasm (compressed, as text) in one classic script, so that index.html opens from
// a folder as well as from a server.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const most = 2_000_000;

// The module `wasm:packed` is the compressed wasm in base64; a snippet is its code without the fence and hidden lines.
const parts = {
    name: 'parts',
    setup(tool) {
        tool.onResolve({ filter: /^wasm:packed$/ }, () => ({ path: 'packed', namespace: 'wasm' }));
        tool.onLoad({ filter: /.*/, namespace: 'wasm' }, () => ({
            contents: gzipSync(readFileSync('built/carom_web_bg.wasm'), { level: 9 }).toString('base64'),
            loader: 'text',
        }));
        tool.onLoad({ filter: /\.md$/ }, ({ path }) => {
            const lines = readFileSync(path, 'utf8').split('\n');
            const code = lines.filter((line) => !line.startsWith('```') && !/^# |^#$/.test(line));
            return { contents: code.join('\n').trim(), loader: 'text' };
        });
    },
};

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
await build({
    entryPoints: ['course/main.js'],
    outfile: 'dist/course.js',
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome103', 'firefox115', 'safari16.4'],
    // Only read where the wasm would be fetched, which it is not.
    define: { 'import.meta.url': '""' },
    plugins: [parts],
    logLevel: 'warning',
});
for (const name of ['index.html', 'course.css']) {
    copyFileSync(`course/${name}`, `dist/${name}`);
}
const sizes = readdirSync('dist').map((name) => [name, statSync(`dist/${name}`).size]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
for (const [name, size] of [...sizes, ['all', total]]) {
    console.log(`${name.padEnd(12)} ${(size / 1000).toFixed(0).padStart(6)} kB`);
}
if (total > most) {
    console.error(`web/build: the page is larger than ${most / 1e6} MB`);
    process.exit(1);
}
