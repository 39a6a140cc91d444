/** Declares the test kit in `dist/kit/` as CommonJS, so that `require` can load it. A part of the build. */
import { writeFileSync } from 'node:fs';

const file = new URL('../dist/kit/package.json', import.meta.url);
writeFileSync(file, '{ "type": "commonjs" }\n');
