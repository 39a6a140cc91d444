import { Controller, Delete, Get, Header, Post, Put } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { answerPage, PageParams } from '../../http/pagination/page.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { string } from '../../http/schema/schema.js';
import { PathProject, type ProjectRef } from '../projects/project-ref.js';
import { CreateSnippetInput, UpdateSnippetInput } from './snippet.dto.js';
import { SnippetView } from './snippet.view.js';
import { SnippetsService } from './snippets.service.js';

@Controller('projects/:id/snippets')
export class SnippetsController {
  constructor(
    private readonly snippets: SnippetsService,
    private readonly urls: PublicUrl,
  ) {}

  @Get()
  @Operation({
    summary: 'List the snippets of a project',
    access: 'user',
    answers: [SnippetView],
  })
  async list(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(PageParams) input: Input<PageParams>,
  ) {
    const page = await this.snippets.list(actor, project, input);
    return answerPage(page, (snippet) => new SnippetView(snippet, this.urls));
  }

  @Post()
  @Operation({
    summary: 'Create a snippet',
    access: 'user',
    records: ['snippet.created'],
    creates: true,
    answers: SnippetView,
  })
  async create(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(CreateSnippetInput) input: Input<CreateSnippetInput>,
  ): Promise<SnippetView> {
    return new SnippetView(await this.snippets.create(actor, project, input), this.urls);
  }

  @Get(':snippet_id')
  @Operation({ summary: 'Get a snippet', access: 'user', answers: SnippetView })
  async get(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('snippet_id') snippet: number,
  ): Promise<SnippetView> {
    return new SnippetView(await this.snippets.get(actor, project, snippet), this.urls);
  }

  @Get(':snippet_id/raw')
  @Header('content-type', 'text/plain; charset=utf-8')
  // Without it a browser could show code that looks like HTML as a page.
  @Header('x-content-type-options', 'nosniff')
  @Operation({
    summary: 'Get the code of a snippet',
    description: 'The code exactly as it was saved.',
    access: 'user',
    operationId: 'getSnippetCode',
    answers: { schema: string('The code.', { examples: ['b = [1r]'] }), mediaType: 'text/plain' },
  })
  async raw(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('snippet_id') snippet: number,
  ): Promise<string> {
    return (await this.snippets.getWithCode(actor, project, snippet)).code;
  }

  @Put(':snippet_id')
  @Operation({
    summary: 'Modify a snippet',
    access: 'user',
    records: ['snippet.updated'],
    answers: SnippetView,
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('snippet_id') snippet: number,
    @Params(UpdateSnippetInput) input: Input<UpdateSnippetInput>,
  ): Promise<SnippetView> {
    return new SnippetView(await this.snippets.update(actor, project, snippet, input), this.urls);
  }

  @Delete(':snippet_id')
  @Operation({
    summary: 'Delete a snippet',
    access: 'user',
    records: ['snippet.deleted'],
    answers: SnippetView,
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('snippet_id') snippet: number,
  ): Promise<SnippetView> {
    return new SnippetView(await this.snippets.remove(actor, project, snippet), this.urls);
  }
}
