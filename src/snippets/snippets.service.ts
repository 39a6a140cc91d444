import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Level } from '../auth/visibility.js';
import { Database } from '../database/database.js';
import { Forbidden, NotFound } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page, PageParams } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import type { ProjectRef } from '../projects/project-ref.js';
import { ProjectsService } from '../projects/projects.service.js';
import { removeThing, snippetsWhere } from '../projects/removal.js';
import type { CreateSnippetParams, UpdateSnippetParams } from './snippet.dto.js';
import { Snippet } from './snippet.entity.js';
import { CODE, SNIPPET, SNIPPETS, type SeenSnippet, type SnippetRow } from './snippet.queries.js';

const REMOVAL = snippetsWhere('id = :snippet');

@Injectable()
export class SnippetsService {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
  ) {}

  /** @throws NotFound of the project or the snippet, whichever the actor may not see */
  get(actor: Actor, project: ProjectRef, id: number): Promise<SeenSnippet> {
    return this.projects.getThing(actor, project, SNIPPET, id, 'Snippet');
  }

  async getCode(actor: Actor, project: ProjectRef, id: number): Promise<string> {
    const snippet = await this.get(actor, project, id);
    const row = await this.database.row(CODE, { snippet: snippet.id });
    if (!row) throw new NotFound('Snippet');
    return row.code;
  }

  async list(actor: Actor, ref: ProjectRef, input: Input<PageParams>): Promise<Page<SnippetRow>> {
    const project = await this.projects.get(actor, ref);
    const values = { ...actor.viewer, project: project.id };
    return paginate(SNIPPETS.rows(this.database, 'desc', values), input.read());
  }

  async create(
    actor: Actor,
    ref: ProjectRef,
    input: Input<CreateSnippetParams>,
  ): Promise<SnippetRow> {
    const project = await this.projects.get(actor, ref);
    if (project.level < Level.reporter) throw new Forbidden();
    const { title, file_name, code, visibility_level } = input.read();
    const now = Date.now();
    const inserted = await this.database.unit((unit) =>
      unit.repository(Snippet).insert({
        projectId: project.id,
        title,
        fileName: file_name,
        code,
        authorId: actor.id,
        visibilityLevel: visibility_level,
        createdAt: now,
        updatedAt: now,
      }),
    );
    return this.get(actor, ref, Number(inserted.identifiers[0]?.['id']));
  }

  async update(
    actor: Actor,
    ref: ProjectRef,
    id: number,
    input: Input<UpdateSnippetParams>,
  ): Promise<SnippetRow> {
    await this.getToChange(actor, ref, id);
    const { title, file_name, code, visibility_level } = input.read();
    const changes: Partial<Snippet> = {
      ...(title === undefined ? {} : { title }),
      ...(file_name === undefined ? {} : { fileName: file_name }),
      ...(code === undefined ? {} : { code }),
      ...(visibility_level === undefined ? {} : { visibilityLevel: visibility_level }),
    };
    if (Object.keys(changes).length > 0) {
      const row = { ...changes, updatedAt: Date.now() };
      await this.database.unit((unit) => unit.repository(Snippet).update({ id }, row));
    }
    return this.get(actor, ref, id);
  }

  async remove(actor: Actor, ref: ProjectRef, id: number): Promise<SnippetRow> {
    const snippet = await this.getToChange(actor, ref, id);
    await removeThing(this.database, 'Snippet', REMOVAL, { snippet: id });
    return snippet;
  }

  private async getToChange(actor: Actor, ref: ProjectRef, id: number): Promise<SeenSnippet> {
    const snippet = await this.get(actor, ref, id);
    if (snippet.author_id !== actor.id && !actor.isAdmin) throw new Forbidden();
    return snippet;
  }
}
