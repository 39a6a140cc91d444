import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * `LogController` from the copy of Fastify that the adapter uses. With Nest 11 that is not our copy, and a copy accepts
 * only its own classes. The bundle has one copy: `scripts/bundle.js`.
 */
export const { LogController } = createRequire(require.resolve('@nestjs/platform-fastify'))(
  'fastify',
) as typeof import('fastify');
