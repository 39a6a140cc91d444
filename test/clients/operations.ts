import { METHODS } from '../../src/http/openapi/document-types.js';
import { startForge, type Forge } from '../support/app.js';

/**
 * The last names in the paths that clients of the historic interface reach. They have no methods for other operations;
 * `forgenote/client` has.
 */
const HISTORIC = [
  ...['session', 'user', 'users', 'block', 'unblock', 'identities', 'keys', 'emails', 'events'],
  ...['projects', 'members', 'issues', 'merge_requests', 'snippets', 'raw', 'notes', 'award_emoji'],
  'labels',
];

/** Some clients have no methods for these. */
export const FIND_KEY = 'GET /keys';
export const SIGN_IN = 'POST /session';
export const REMOVE_IDENTITY = 'DELETE /users/:id/identities/:provider';
export const DELETE_LABEL = 'DELETE /projects/:id/labels';
export const DELETE_MERGE_REQUEST = 'DELETE /projects/:id/merge_requests/:merge_request_id';

/** A client uses PUT or POST. */
const EITHER_METHOD = ['/users/:id/block', '/users/:id/unblock'];
const PREFIX = '/api/v3';

/** A service that remembers which operations succeeded. */
export interface ObservedForge {
  forge: Forge;
  /** Forgets all requests so far, such as those of the seed. */
  forget: () => void;
  /** The operations, such as `GET /users/:id`, that did not succeed since. Without those that no client has. */
  missed: () => string[];
  /** The statuses of all responses, in order. */
  statuses: number[];
}

export async function startObservedForge(
  settings: Record<string, string> = {},
): Promise<ObservedForge> {
  const succeeded = new Set<string>();
  const statuses: number[] = [];
  const forge = await startForge(settings, (app) => {
    const fastify = app.getHttpAdapter().getInstance();
    fastify.addHook('onResponse', ({ method, routeOptions }, { statusCode }, done) => {
      statuses.push(statusCode);
      if (statusCode < 400) succeeded.add(`${method} ${routeOptions.url ?? ''}`);
      done();
    });
  });
  return {
    forge,
    forget: () => {
      succeeded.clear();
    },
    missed: () => operationsOf(forge).filter((operation) => !isReached(operation, succeeded)),
    statuses,
  };
}

/** The operations below the prefix, as `GET /users/:id`. */
function operationsOf({ contract }: Forge): string[] {
  const all = Object.entries(contract.document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return all
    .filter((operation) => operation.includes(PREFIX))
    .map((operation) => operation.replace(PREFIX, '').replace(/\{(\w+)\}/g, ':$1'))
    .filter((operation) => HISTORIC.includes(lastNameOf(operation)));
}

const lastNameOf = (operation: string): string =>
  operation.split('/').findLast((part) => !part.startsWith(':')) ?? '';

function isReached(operation: string, succeeded: Set<string>): boolean {
  const [method = '', path = ''] = operation.split(' ');
  const methods = EITHER_METHOD.includes(path) ? ['PUT', 'POST'] : [method];
  return methods.some((one) => succeeded.has(`${one} ${PREFIX}${path}`));
}
