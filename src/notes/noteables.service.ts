import { NOTEABLE_NAMES, type Noteable } from '../activity/noteable.js';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { ISSUE_ALONE } from '../issues/issue.queries.js';
import { MERGE_REQUEST_ALONE } from '../merge-requests/merge-request.queries.js';
import type { ProjectRef } from '../projects/project-ref.js';
import { ProjectsService } from '../projects/projects.service.js';
import type { ThingAlone } from '../projects/seen-thing.js';
import { SNIPPET_ALONE } from '../snippets/snippet.queries.js';
import type { NoteableRef } from './path-noteable.js';

/** A noteable the actor may see, and what he is in its project. */
export interface SeenNoteable extends Noteable, ThingAlone {}

const ALONE = { Issue: ISSUE_ALONE, Snippet: SNIPPET_ALONE, MergeRequest: MERGE_REQUEST_ALONE };

/** Finds what notes and awards stand on, whatever its kind. */
@Injectable()
export class Noteables {
  constructor(private readonly projects: ProjectsService) {}

  /** @throws NotFound of whatever of the path the actor may not see */
  async get(actor: Actor, project: ProjectRef, { type, id }: NoteableRef): Promise<SeenNoteable> {
    const found = await this.projects.getThing(
      actor,
      project,
      ALONE[type],
      id,
      NOTEABLE_NAMES[type],
    );
    return Object.assign(found, { type });
  }
}
