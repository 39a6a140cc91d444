/** Copies the files of `vendored.js` into `dist/vendor/`. A part of the build. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VENDORED } from './vendored.js';

const from = (name) => fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url));
const to = fileURLToPath(new URL('../dist/vendor', import.meta.url));

rmSync(to, { recursive: true, force: true });
for (const [name, files] of Object.entries(VENDORED))
  for (const file of files)
    cpSync(`${from(name)}/${file}`, `${to}/${name}/${file}`, { recursive: true });

// There is no node_modules where the copy could find its loader.
const library = `${to}/@photostructure/sqlite/dist/index.cjs`;
const code = readFileSync(library, 'utf8');
const changed = code.replace('require("node-gyp-build")', 'require("../../../node-gyp-build")');
if (changed === code) throw new Error(`${library} does not load node-gyp-build any more`);
writeFileSync(library, changed);
