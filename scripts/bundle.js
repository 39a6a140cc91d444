/**
 * `bundle.js FOLDER MODULE...` bundles compiled modules into a folder, so that they start sooner: docs/decisions/0012. The
 * build makes `dist/program/`.
 */
import { readFileSync, rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { build } from 'esbuild';
import { UNBUNDLED } from './vendored.js';

const [folder, ...entryPoints] = process.argv.slice(2);

/** Modules find files beside themselves. In the bundle they still get the address of their own file. */
const keepAddresses = {
  name: 'keep-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\/dist\/src\/.*\.js$/ }, ({ path }) => {
      const url = (file) => `new URL('${relative(folder, file)}', import.meta.url)`;
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', `${url(path)}.href`)
        .replaceAll(
          'import.meta.dirname',
          `require('node:url').fileURLToPath(${url(dirname(path))})`,
        );
      return { contents };
    });
  },
};

/** Two modules load a package in a way that a bundler does not see, and would load a second copy of it. */
const shareCopies = {
  name: 'share-copies',
  setup({ onLoad }) {
    onLoad({ filter: /\/@nestjs\/typeorm\/.*\/typeorm-compat\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^const require = .*$/m, ''),
    }));
    onLoad({ filter: /\/dist\/src\/http\/server\/fastify-of-adapter\.js$/ }, () => ({
      contents: "export { LogController } from 'fastify';",
    }));
  },
};

/**
 * The rules for the phone numbers of all countries, which class-validator loads at its start. The service validates no
 * phone number.
 */
const leaveOutPhoneNumbers = {
  name: 'leave-out-phone-numbers',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^libphonenumber-js/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
      contents: "export const parsePhoneNumber = () => { throw new Error('Left out'); };",
    }));
  },
};

rmSync(folder, { recursive: true, force: true });
await build({
  entryPoints,
  entryNames: '[name]',
  outdir: folder,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  // Nest finds providers by the names of classes.
  keepNames: true,
  plugins: [shareCopies, keepAddresses, leaveOutPhoneNumbers],
  // The first ones are optional packages that Nest looks for.
  external: [
    '@nestjs/microservices',
    '@nestjs/websockets',
    '@nestjs/platform-express',
    '@nestjs/event-emitter',
    '@fastify/multipart',
    '@fastify/static',
    '@fastify/view',
    ...UNBUNDLED,
  ],
  banner: {
    js: "import 'reflect-metadata';import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
});
