/**
 * Files of development dependencies that the package contains, in `dist/vendor/`. A dependency would install everything
 * else of these packages too: 60 MB, and scripts that run at the installation.
 */
export const VENDORED = {
  '@photostructure/sqlite': ['LICENSE', 'package.json', 'dist/index.cjs', 'prebuilds'],
  'emojibase-data': [
    'LICENSE',
    'package.json',
    'en/shortcodes/emojibase.json',
    'en/shortcodes/github.json',
    'en/shortcodes/joypixels.json',
  ],
  // The loader of `@photostructure/sqlite`.
  'node-gyp-build': ['LICENSE', 'package.json', 'index.js', 'node-gyp-build.js'],
  'swagger-ui-dist': [
    'LICENSE',
    'NOTICE',
    'package.json',
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
  ],
};

/**
 * Development dependencies that are in the bundle alone: only commands and the service by itself need them. A host has a
 * Fastify adapter of its own.
 */
const BUNDLED = [
  ...['@opentelemetry/api', 'bintrees', 'commander', 'prom-client', 'tdigest'],
  ...['@fastify/formbody', '@fastify/middie', '@nestjs/platform-fastify'],
];

/**
 * Packages that the bundle of the program does not contain: those that the service loads only when it needs them, a
 * native one, and the one that all chunks need first.
 */
export const UNBUNDLED = ['@node-rs/argon2', 'ioredis', 'nodemailer', 'reflect-metadata', 'yaml'];

/** All development dependencies of which the package contains something. */
export const SHIPPED = [...Object.keys(VENDORED), ...BUNDLED];
