import { Actor, type Person } from '../../core/auth/actor.js';
import { RequestScope } from '../../database/request-scope.js';

/** No user has the id 0. */
const NOBODY: Person = {
  id: 0,
  username: '',
  name: '',
  email: '',
  state: 'active',
  admin: true,
  external: false,
  created_at: 0,
};
/** For the units of work of one command. */
const COMMAND_MS = 60_000;

/** The operator who runs a command: has the rights of an administrator, but is not a user. */
export class Operator extends Actor {
  /** For the audit trail. */
  readonly origin = 'command line';

  constructor() {
    super(NOBODY, new RequestScope(COMMAND_MS));
  }
}
