import { Injectable } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import {
  NOTEABLE_NAMES,
  type Noteable,
  type NoteableType,
} from '../../core/event-recording/noteable.js';
import type { Actor } from '../../core/auth/actor.js';
import { RightsChanged } from '../../core/auth/rights-changed.js';
import type { Unit } from '../../database/unit.js';
import { IssuesRepository } from '../issues/issues.repository.js';
import { MergeRequestsRepository } from '../merge-requests/merge-requests.repository.js';
import type { ProjectItem, ProjectItemsRepository } from '../projects/project-items.repository.js';
import { ProjectsService } from '../projects/projects.service.js';
import { SnippetsRepository } from '../snippets/snippets.repository.js';
import type { NoteableRef } from './path-noteable.js';

/** A noteable that the actor may see, with the actor's level in its project. */
export interface VisibleNoteable extends Noteable, ProjectItem {}

/** Issues, snippets and merge requests, as far as notes and awards need them. */
@Injectable()
export class NoteablesService {
  private readonly repositories: Record<NoteableType, ProjectItemsRepository<ObjectLiteral>>;

  constructor(
    private readonly projects: ProjectsService,
    issues: IssuesRepository,
    snippets: SnippetsRepository,
    mergeRequests: MergeRequestsRepository,
  ) {
    this.repositories = { Issue: issues, Snippet: snippets, MergeRequest: mergeRequests };
  }

  /** @throws NotFound the actor cannot see the project or the noteable */
  async get(actor: Actor, ref: NoteableRef): Promise<VisibleNoteable> {
    const { project, type, id } = ref;
    const found = await this.repositories[type].findItem(actor, project, id);
    return found ? Object.assign(found, { type }) : this.notFound(actor, ref);
  }

  /**
   * Like `get`, for operations that write: each unit of work of the request reads it again, see `Actor.track`.
   *
   * @param known the noteable, if another statement of the request has just read it
   * @throws NotFound the actor cannot see the project or the noteable
   */
  async getToWrite(
    actor: Actor,
    { project, type, id }: NoteableRef,
    known?: VisibleNoteable,
  ): Promise<VisibleNoteable> {
    const name = NOTEABLE_NAMES[type];
    const items = this.repositories[type];
    const item = await this.projects.itemAccess(actor, project, id, items, name, known);
    return Object.assign(item, { type });
  }

  /**
   * For a noteable that was not found: a missing project is reported before a missing noteable.
   *
   * @throws NotFound always
   */
  notFound(actor: Actor, { project, type }: NoteableRef): Promise<never> {
    return this.projects.notFound(actor, project, NOTEABLE_NAMES[type]);
  }

  /** Locks the row until the unit ends. */
  async lock(unit: Unit, { type, id }: Noteable): Promise<void> {
    await unit.withRepository(this.repositories[type]).lockRow(id);
  }

  /**
   * Sets `updated_at` and locks the row until the unit ends. The same statement checks that the actor may write a note
   * now.
   *
   * @throws RightsChanged the noteable is gone, or the rights of the actor have changed
   */
  async touch(unit: Unit, actor: Actor, { type, id }: Noteable, now: number): Promise<void> {
    const isTouched = await unit.withRepository(this.repositories[type]).touch(actor, id, now);
    if (!isTouched) throw new RightsChanged();
  }
}
