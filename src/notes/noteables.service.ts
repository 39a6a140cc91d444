import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { IssuesService } from '../issues/issues.service.js';
import { MergeRequestsService } from '../merge-requests/merge-requests.service.js';
import type { ProjectRef } from '../projects/project-ref.js';
import { SnippetsService } from '../snippets/snippets.service.js';
import type { NoteableRef } from './path-noteable.js';
import type { Noteable } from './system-note.js';

/** A noteable the actor may see, and what he is in its project. */
export interface SeenNoteable extends Noteable {
  author_id: number;
  level: number;
}

/** Finds what notes and awards stand on, whatever its kind. */
@Injectable()
export class Noteables {
  constructor(
    private readonly issues: IssuesService,
    private readonly snippets: SnippetsService,
    private readonly mergeRequests: MergeRequestsService,
  ) {}

  /** @throws NotFound of whatever of the path the actor may not see */
  async get(actor: Actor, project: ProjectRef, { type, id }: NoteableRef): Promise<SeenNoteable> {
    const things = {
      Issue: this.issues,
      Snippet: this.snippets,
      MergeRequest: this.mergeRequests,
    };
    return { type, ...(await things[type].get(actor, project, id)) };
  }
}
