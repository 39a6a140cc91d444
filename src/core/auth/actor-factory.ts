import { Injectable } from '@nestjs/common';
import { RequestScope } from '../../database/request-scope.js';
import { NotFound, Unauthorized } from '../../http/errors/errors.js';
import { Actor } from './actor.js';
import { People } from './people.js';

/** Makes the actors that services need, for code that has no request of the API. */
@Injectable()
export class ActorFactory {
  private readonly made = new WeakSet();

  constructor(private readonly people: People) {}

  /** Whether this factory made the value. A process can have several forges, whose users have the same ids. */
  hasMade(value: unknown): value is Actor {
    return value instanceof Actor && this.made.has(value);
  }

  /**
   * An actor with the rights of this user. It is for one operation: each operation adds checks to it, which later units
   * of work of the same actor would repeat.
   *
   * @param user an id or a username
   * @throws NotFound there is no such user
   * @throws Unauthorized the user is blocked, now or when a service writes
   */
  async forUser(user: number | string): Promise<Actor> {
    const person = await this.people.findByIdOrUsername(String(user));
    if (!person) throw new NotFound('User');
    if (person.state !== 'active') throw new Unauthorized();
    const scope = new RequestScope(Infinity);
    const actor = new Actor(person, scope);
    scope.addCheck(async (unit) => {
      const today = await this.people.deciding(unit, person.id);
      if (today?.state !== 'active') throw new Unauthorized();
      actor.renew(today);
    });
    this.made.add(actor);
    return actor;
  }
}
