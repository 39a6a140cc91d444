import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Of the Fastify that the adapter uses. Beside Nest 11 that is another copy than ours, and a copy accepts only its own
 * classes. The bundle has one copy: `scripts/bundle.js`.
 */
export const { LogController } = createRequire(require.resolve('@nestjs/platform-fastify'))(
  'fastify',
) as typeof import('fastify');
