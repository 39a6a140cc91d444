import { Injectable } from '@nestjs/common';
import { IssuesRepository } from '../issues/issues.repository.js';
import { MergeRequestsRepository } from '../merge-requests/merge-requests.repository.js';
import { SnippetsRepository } from '../snippets/snippets.repository.js';
import { PeopleRepository } from '../users/people.repository.js';
import { GHOST } from '../users/user-name.js';
import { ImportRepository } from './import.repository.js';
import type { CurrentItem, ImportBatch } from './import-batch.js';

/** Keeps what new rows refer to from being deleted until the unit ends, as the service does. */
@Injectable()
export class ImportHolds {
  constructor(
    private readonly rows: ImportRepository,
    private readonly people: PeopleRepository,
    private readonly issues: IssuesRepository,
    private readonly mergeRequests: MergeRequestsRepository,
    private readonly snippets: SnippetsRepository,
  ) {}

  /** Nobody can delete the ghost. Returns the username here. */
  async user(batch: ImportBatch, username: string): Promise<string> {
    if (username === GHOST) return GHOST;
    const id = batch.user(username);
    const user = await batch.hold(`the user ${username}`, () =>
      batch.of(this.people).decidingButGhost(id),
    );
    return user.username;
  }

  async project(batch: ImportBatch): Promise<void> {
    const { project } = batch.place;
    if (!project) return;
    await batch.hold(`the project ${project.ref}`, () =>
      batch.of(this.rows).shareProject(project.id),
    );
  }

  async item(batch: ImportBatch, { kind, number, type, id }: CurrentItem): Promise<void> {
    const ref = batch.place.project?.ref ?? '';
    await batch.hold<unknown>(`the ${kind} ${number} of ${ref}`, () => {
      if (type === 'Issue') return batch.of(this.issues).lockRow(id);
      if (type === 'Snippet') return batch.of(this.snippets).lockRow(id);
      return batch.of(this.mergeRequests).lockRow(id);
    });
  }
}
