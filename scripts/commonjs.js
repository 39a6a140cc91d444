/**
 * A part of the build, for those who write CommonJS. Declares the test kit in `dist/kit/` as CommonJS, so that `require`
 * can load it. Copies the types of the other modules to `dist/commonjs/`: Node can require these modules, but TypeScript
 * with `module: node16` refuses to (TS1479) while their types belong to an ES module.
 */
import { cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs';

const MANIFEST = '{ "type": "commonjs" }\n';
const isTypes = (path) => statSync(path).isDirectory() || path.endsWith('.d.ts');

writeFileSync('dist/kit/package.json', MANIFEST);
mkdirSync('dist/commonjs', { recursive: true });
writeFileSync('dist/commonjs/package.json', MANIFEST);
for (const folder of ['src', 'client'])
  cpSync(`dist/${folder}`, `dist/commonjs/${folder}`, { recursive: true, filter: isTypes });
