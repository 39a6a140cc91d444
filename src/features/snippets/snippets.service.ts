import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { Level } from '../../core/auth/levels.js';
import { currentTime } from '../../database/clock.js';
import { Database, type Unit } from '../../database/database.js';
import { givenColumns } from '../../database/rows.js';
import { NotFound } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { Lifecycle } from '../../core/lifecycle/lifecycle.js';
import { byId, type ProjectRef } from '../projects/project-ref.js';
import { ProjectsService } from '../projects/projects.service.js';
import { DeletionService } from '../../core/deletion/deletion.service.js';
import type { CreateSnippetInput, UpdateSnippetInput } from './snippet.dto.js';
import { Snippet } from './snippet.entity.js';
import {
  SnippetsRepository,
  type SnippetRow,
  type SnippetWithCode,
  type VisibleSnippet,
} from './snippets.repository.js';

@Injectable()
export class SnippetsService {
  constructor(
    private readonly database: Database,
    private readonly deletions: DeletionService,
    private readonly snippets: SnippetsRepository,
    private readonly projects: ProjectsService,
    private readonly audit: AuditTrail,
    private readonly lifecycle: Lifecycle,
  ) {}

  /** @throws NotFound the actor may not see the project or the snippet */
  async get(actor: Actor, ref: ProjectRef, id: number): Promise<VisibleSnippet> {
    const snippet = await this.snippets.findSnippet(actor, ref, id);
    return snippet ?? this.projects.notFound(actor, ref, 'Snippet');
  }

  /** @throws NotFound the actor may not see the project or the snippet */
  async getWithCode(actor: Actor, ref: ProjectRef, id: number): Promise<SnippetWithCode> {
    const snippet = await this.snippets.findWithCode(actor, ref, id);
    return snippet ?? this.projects.notFound(actor, ref, 'Snippet');
  }

  async list(actor: Actor, ref: ProjectRef, input: Input<PageParams>): Promise<Page<SnippetRow>> {
    const project = await this.projects.get(actor, ref);
    return this.snippets.list(actor, project.id, input.read());
  }

  async create(
    actor: Actor,
    ref: ProjectRef,
    input: Input<CreateSnippetInput>,
  ): Promise<SnippetRow> {
    const project = await this.projects.access(actor, ref);
    actor.require(() => project.level >= Level.reporter);
    const params = input.read();
    const now = currentTime();
    return this.database.unit(actor.scope, async (unit) => {
      const snippets = unit.withRepository(this.snippets);
      const id = await snippets.add({
        ...givenColumns(Snippet, params),
        projectId: project.id,
        authorId: actor.id,
        createdAt: now,
        updatedAt: now,
      });
      const row = found(await snippets.findSnippet(actor, byId(project.id), id));
      const subject = { type: 'snippet', id } as const;
      const details = { title: row.title, project: project.id };
      await this.audit.recordCreation(unit, actor, 'snippet.created', subject, details);
      this.lifecycle.announceItem(unit, 'snippet', 'created', actor, row);
      return row;
    });
  }

  async update(
    actor: Actor,
    ref: ProjectRef,
    id: number,
    input: Input<UpdateSnippetInput>,
  ): Promise<SnippetRow> {
    const at = await this.requireChange(actor, ref, id);
    const params = input.read();
    const changes = givenColumns(Snippet, params);
    if (Object.keys(changes).length === 0) return this.get(actor, at, id);
    const lock = (unit: Unit) => unit.withRepository(this.snippets).lockRow(id);
    return this.database.lockedUnit(actor.scope, lock, async (unit, isThere) => {
      const snippets = unit.withRepository(this.snippets);
      if (!isThere) throw new NotFound('Snippet');
      const { updated_at } = found(await snippets.findSnippet(actor, at, id));
      await snippets.update({ id }, { ...changes, updatedAt: Math.max(currentTime(), updated_at) });
      const snippet = found(await snippets.findSnippet(actor, at, id));
      await this.audit.recordUpdate(unit, actor, 'snippet', snippet, {
        ...{ project: snippet.project_id, given: params },
      });
      this.lifecycle.announceItem(unit, 'snippet', 'updated', actor, snippet);
      return snippet;
    });
  }

  async remove(actor: Actor, ref: ProjectRef, id: number): Promise<SnippetRow> {
    const at = await this.requireChange(actor, ref, id);
    const snippet = await this.get(actor, at, id);
    const after = async (unit: Unit) => {
      const project = snippet.project_id;
      await this.audit.recordDeletion(unit, actor, 'snippet', snippet, { project });
      this.lifecycle.announceItem(unit, 'snippet', 'deleted', actor, snippet);
    };
    if (!(await this.deletions.delete(actor.scope, 'Snippet', id, { after })))
      throw new NotFound('Snippet');
    return snippet;
  }

  /**
   * Returns the project by its id: its path can change while the request waits.
   *
   * @throws Forbidden the actor is neither the author nor an administrator
   */
  private async requireChange(actor: Actor, ref: ProjectRef, id: number): Promise<ProjectRef> {
    const access = await this.projects.itemAccess(actor, ref, id, this.snippets, 'Snippet');
    actor.require(() => access.author_id === actor.id || actor.isAdmin);
    return byId(access.project_id);
  }
}

function found(snippet: VisibleSnippet | null): VisibleSnippet {
  if (!snippet) throw new NotFound('Snippet');
  return snippet;
}
