/** `bundle.js FOLDER MODULE...` bundles compiled modules, so that they start sooner: docs/decisions/0012. */
import { rmSync } from 'node:fs';
import { build } from 'esbuild';
import { UNBUNDLED } from './vendored.js';

const [outdir, ...entryPoints] = process.argv.slice(2);

/** Optional packages that Nest looks for. */
const nest = ['microservices', 'websockets', 'platform-express', 'event-emitter'];
const fastify = ['multipart', 'static', 'view'];

rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints,
  entryNames: '[name]',
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  external: [
    ...nest.map((n) => `@nestjs/${n}`),
    ...fastify.map((n) => `@fastify/${n}`),
    ...UNBUNDLED,
  ],
  // What is required in a way that a bundler does not see, and rules that the service does not use.
  alias: {
    'node:module': './scripts/bundled/node-module.js',
    'libphonenumber-js/max': './scripts/bundled/phone-numbers.js',
  },
  // Packages in CommonJS call `require`.
  banner: {
    js: "import 'reflect-metadata';import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
});
