import { Bulkhead } from '../../database/bulkhead.js';
import type { RequestScope } from '../../database/request-scope.js';
import { Overloaded, Unavailable } from '../../http/errors/errors.js';
import type { Directory } from '../ldap/directory.js';

/** Sign-ins that one directory handles at a time. A directory that stalls holds no more connections than this. */
const AT_ONCE = 20;
const MAX_WAITING = 200;

/** Sign-ins that wait for their turn at a directory. */
export class SignInQueue {
  private readonly bulkhead = new Bulkhead<Directory>(AT_ONCE);

  /**
   * Runs `work` when it is its turn, unless the request has ended by then.
   *
   * @throws Unavailable
   */
  async run<Result>(
    directory: Directory,
    scope: RequestScope,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.bulkhead.waiting(directory) >= MAX_WAITING) throw new Overloaded('directory');
    return this.bulkhead.run(directory, () => {
      requireOpen(scope);
      return work();
    });
  }
}

/** Nobody waits for the sign-in any more if its request has ended. @throws Unavailable */
export function requireOpen(scope: RequestScope): void {
  if (scope.hasEnded) throw new Unavailable();
}
