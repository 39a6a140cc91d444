import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Level } from '../auth/visibility.js';
import { Database } from '../database/database.js';
import { Forbidden, Vanished } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import type { ProjectRef } from '../projects/project-ref.js';
import { ProjectsService } from '../projects/projects.service.js';
import { UsersService } from '../users/users.service.js';
import type { CreatePushEventParams, ListEventsParams } from './event.dto.js';
import { EVENT, EVENTS, type EventFilter, type EventRow } from './event.queries.js';
import { pushAction, pushData } from './push-data.js';
import { recordEvent } from './record-event.js';

const DAY_MS = 86_400_000;

@Injectable()
export class EventsService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly projects: ProjectsService,
  ) {}

  /** What the user contributed, as far as the actor may see it. */
  async list(actor: Actor, user: number, input: Input<ListEventsParams>): Promise<Page<EventRow>> {
    await this.users.get(user);
    const params = input.read();
    const { action, target_type, before, after, sort = 'desc' } = params;
    const wanted: [EventFilter, unknown][] = [
      ['action', action],
      ['before', before],
      ['after', after],
      ...(target_type ? [[target_type, true] as [EventFilter, unknown]] : []),
    ];
    const filters = wanted.flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const days = { before: before ?? 0, after: (after ?? 0) + DAY_MS };
    const values = { user, action: action ?? '', ...days, ...actor.viewer };
    return paginate(EVENTS.rows(this.database, sort, values, filters), params);
  }

  /** Records what somebody pushed, for the hook of a repository that is elsewhere. */
  async createPush(
    actor: Actor,
    ref: ProjectRef,
    input: Input<CreatePushEventParams>,
  ): Promise<EventRow> {
    const project = await this.projects.get(actor, ref);
    if (project.level < Level.developer) throw new Forbidden();
    const params = input.read();
    const action = pushAction(params);
    const now = Date.now();
    const data = JSON.stringify(pushData(params, actor.person, now));
    const id = await this.database.unit((unit) =>
      recordEvent(unit, {
        authorId: actor.id,
        projectId: project.id,
        action,
        data,
        createdAt: now,
      }),
    );
    const event = await this.database.row(EVENT, { event: id });
    if (!event) throw new Vanished();
    return event;
  }
}
