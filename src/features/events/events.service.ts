import { Injectable } from '@nestjs/common';
import { EventRecorder } from '../../core/event-recording/event-recorder.js';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { People } from '../../core/auth/people.js';
import { Level } from '../../core/auth/levels.js';
import { currentTime } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { Vanished } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import type { Page } from '../../http/pagination/page.js';
import type { ProjectRef } from '../projects/project-ref.js';
import { ProjectsService } from '../projects/projects.service.js';
import type { CreatePushEventInput, ListEventsParams } from './event.dto.js';
import { EventsRepository, type EventRow } from './events.repository.js';
import { pushAction, pushData } from './push-data.js';

const DAY_MS = 86_400_000;

@Injectable()
export class EventsService {
  constructor(
    private readonly database: Database,
    private readonly events: EventsRepository,
    private readonly recorder: EventRecorder,
    private readonly people: People,
    private readonly projects: ProjectsService,
    private readonly audit: AuditTrail,
  ) {}

  /** The events of a user that the actor may see. */
  async list(actor: Actor, user: number, input: Input<ListEventsParams>): Promise<Page<EventRow>> {
    await this.people.get(user);
    const params = input.read();
    const { action, target_type: target, before, after, sort = 'desc' } = params;
    // `after` excludes the whole day.
    const from = after === undefined ? undefined : after + DAY_MS;
    return this.events.list(actor, user, { action, target, before, from }, sort, params);
  }

  /** Records a push for the post-receive hook of a repository. */
  async createPush(
    actor: Actor,
    ref: ProjectRef,
    input: Input<CreatePushEventInput>,
  ): Promise<EventRow> {
    const project = await this.projects.access(actor, ref);
    actor.require(() => project.level >= Level.developer);
    const params = input.read();
    const action = pushAction(params);
    const now = currentTime();
    const event = {
      authorId: actor.id,
      projectId: project.id,
      action,
      data: JSON.stringify(pushData(params, actor.person, now)),
      createdAt: now,
    };
    return this.database.unit(actor.scope, async (unit) => {
      const id = await this.recorder.record(unit, event);
      const row = await unit.withRepository(this.events).findById(id);
      if (!row) throw new Vanished();
      const subject = { type: 'project', id: project.id } as const;
      const details = { event: id, project: project.id, ref: params.ref };
      await this.audit.recordCreation(unit, actor, 'push_event.created', subject, details);
      return row;
    });
  }
}
