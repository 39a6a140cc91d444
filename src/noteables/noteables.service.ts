import { Injectable } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { NOTEABLE_NAMES, type Noteable, type NoteableType } from '../activity/noteable.js';
import type { Actor } from '../auth/actor.js';
import type { Unit } from '../database/unit.js';
import { NotFound } from '../http/errors/errors.js';
import { IssuesRepository } from '../issues/issues.repository.js';
import { MergeRequestsRepository } from '../merge-requests/merge-requests.repository.js';
import type { ProjectItem, ProjectItemsRepository } from '../projects/project-items.repository.js';
import type { ProjectRef } from '../projects/project-ref.js';
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
  async get(
    actor: Actor,
    project: ProjectRef,
    { type, id }: NoteableRef,
  ): Promise<VisibleNoteable> {
    const found = await this.repositories[type].findItem(actor, project, id);
    if (!found) return this.projects.notFound(actor, project, NOTEABLE_NAMES[type]);
    return Object.assign(found, { type });
  }

  /**
   * Sets `updated_at` and locks the row until the unit ends.
   *
   * @throws NotFound the noteable was deleted concurrently
   */
  async touch(unit: Unit, { type, id }: Noteable, now: number): Promise<void> {
    const isThere = await unit.withRepository(this.repositories[type]).touch(id, now);
    if (!isThere) throw new NotFound(NOTEABLE_NAMES[type]);
  }

  /**
   * Locks the row until the unit ends, so that the noteable cannot be deleted.
   *
   * @throws NotFound the noteable was deleted concurrently
   */
  async lock(unit: Unit, { type, id }: Noteable): Promise<void> {
    const isThere = await unit.withRepository(this.repositories[type]).lockRow(id);
    if (!isThere) throw new NotFound(NOTEABLE_NAMES[type]);
  }
}
