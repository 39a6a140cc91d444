import fc from 'fast-check';
import { FUZZ_REQUESTS } from '../support/environment.js';
import { documentedOperations } from './fuzz/operations.js';
import { requestOf } from './fuzz/requests.js';
import type { WireRequest } from './fuzz/wire.js';
import { FuzzWorld } from './fuzz/world.js';

/** Fixed, so that each run sends the same requests. */
const SEED = 20_160_131;

describe('a random request', () => {
  const world = new FuzzWorld();
  afterAll(() => world.close());

  it.each(documentedOperations())(
    '$name ($method $template) returns a documented response and never a 5xx',
    async (operation) => {
      const property = fc.asyncProperty(requestOf(operation), async (request) => {
        const wire = await world.prepare(operation, request);
        const answer = await world.send(wire).catch((error: unknown) => {
          throw new Error(`${spoken(wire)}\n${String(error)}`, { cause: error });
        });
        if (answer.status >= 500) throw new Error(`${spoken(wire)}\nanswered ${answer.status}`);
        await world.tidy(operation, answer);
      });
      await fc.assert(property, { seed: SEED, numRuns: FUZZ_REQUESTS });
    },
    30_000 + FUZZ_REQUESTS * 100,
  );
});

const spoken = ({ method, path, headers, body }: WireRequest): string =>
  `${method} ${path}\n${JSON.stringify(headers)}\n${JSON.stringify(body?.toString('latin1').slice(0, 2_000))}`;
