import type { RequestScope } from '../../database/request-scope.js';
import { Actor, type Person } from './actor.js';

/** Anonymous viewer: no memberships, same visibility as an external user. */
export const ANONYMOUS = { viewer: 0, viewer_admin: false, viewer_external: true } as const;

const NOBODY: Person = {
  id: ANONYMOUS.viewer,
  username: '',
  name: '',
  email: '',
  state: 'active',
  admin: ANONYMOUS.viewer_admin,
  external: ANONYMOUS.viewer_external,
  created_at: 0,
};

/** The actor of a request without a token, with the rights of `ANONYMOUS`. It can only read. */
export const anonymousActor = (scope: RequestScope): Actor => new Actor(NOBODY, scope);
