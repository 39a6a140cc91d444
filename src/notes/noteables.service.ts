import { NOTEABLE_NAMES, type Noteable, type NoteableType } from '../activity/noteable.js';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { IssuesRepository } from '../issues/issues.repository.js';
import { MergeRequestsRepository } from '../merge-requests/merge-requests.repository.js';
import type { ProjectItem } from '../projects/project-items.repository.js';
import type { ProjectRef } from '../projects/project-ref.js';
import { ProjectsService } from '../projects/projects.service.js';
import { SnippetsRepository } from '../snippets/snippets.repository.js';
import type { NoteableRef } from './path-noteable.js';

/** A noteable that the actor may see, with the actor's access level in its project. */
export interface SeenNoteable extends Noteable, ProjectItem {}

/** Finds issues, snippets and merge requests, for their notes and awards. */
@Injectable()
export class Noteables {
  private readonly repositories: Record<NoteableType, Pick<IssuesRepository, 'findItem'>>;

  constructor(
    private readonly projects: ProjectsService,
    issues: IssuesRepository,
    snippets: SnippetsRepository,
    mergeRequests: MergeRequestsRepository,
  ) {
    this.repositories = { Issue: issues, Snippet: snippets, MergeRequest: mergeRequests };
  }

  /** @throws NotFound the actor may not see the project or the noteable */
  async get(actor: Actor, project: ProjectRef, { type, id }: NoteableRef): Promise<SeenNoteable> {
    const found = await this.repositories[type].findItem(actor, project, id);
    if (!found) return this.projects.notFound(actor, project, NOTEABLE_NAMES[type]);
    return Object.assign(found, { type });
  }
}
