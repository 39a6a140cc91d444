import { createRequire } from 'node:module';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Config } from '../../base/config/config.js';
import { createAdapter, type AdapterOptions } from './server.js';

const require = createRequire(import.meta.url);

/** `LogController` from the copy of Fastify that the adapter uses. With Nest 11 of a host, that is not our copy. */
const { LogController } = createRequire(require.resolve('@nestjs/platform-fastify'))(
  'fastify',
) as typeof import('fastify');

/** For code that runs with the Nest of another package. */
export function createHostAdapter(config: Config, options: AdapterOptions = {}): FastifyAdapter {
  return createAdapter(config, { LogController, ...options });
}
