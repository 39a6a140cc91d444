import type { RequestScope } from '../../database/request-scope.js';
import { Actor, type Person } from './actor.js';
import { ANONYMOUS } from './visibility.js';

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
