import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import type { Input } from '../http/input.js';
import type { Page, PageParams } from '../http/page.js';
import { UsersService } from '../users/users.service.js';
import { EVENTS, type EventRow } from './event.queries.js';

@Injectable()
export class EventsService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
  ) {}

  /** What the user contributed, as far as the actor may see it, newest first. */
  async list(actor: Actor, user: number, input: Input<PageParams>): Promise<Page<EventRow>> {
    await this.users.get(user);
    return EVENTS.page(this.database, input.read(), 'desc', { ...actor.viewer, user });
  }
}
