import { Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentScope } from '../core/auth/access.js';
import type { RequestScope } from '../database/request-scope.js';
import { Params, type Input } from '../http/input/input.js';
import { IssuesParams, ItemsParams, MergeRequestsParams } from './page-params.js';
import { PageRenderer } from './page-renderer.js';
import { OWNER, PageRoute } from './page-route.js';
import { ProjectPageService, type ItemsOptions } from './project-page.service.js';

interface PathParams {
  owner: string;
  project: string;
}

/** The target of `web_url` of projects, and the lists of what they contain. */
@Controller(`${OWNER}/:project`)
export class ProjectPagesController {
  constructor(
    private readonly projects: ProjectPageService,
    private readonly pages: PageRenderer,
  ) {}

  @PageRoute('', 'Show the page of a project')
  async project(
    @CurrentScope() scope: RequestScope,
    @Param() { owner, project }: PathParams,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const data = await this.projects.project(scope, owner, project);
    return this.pages.render(reply, 'project', data, { isCached: true });
  }

  @PageRoute('issues', 'Show the issues of a project')
  issues(
    @CurrentScope() scope: RequestScope,
    @Param() path: PathParams,
    @Params(IssuesParams) input: Input<IssuesParams>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.list(scope, path, { name: 'issues', ...input.read() }, reply);
  }

  @PageRoute('merge_requests', 'Show the merge requests of a project')
  mergeRequests(
    @CurrentScope() scope: RequestScope,
    @Param() path: PathParams,
    @Params(MergeRequestsParams) input: Input<MergeRequestsParams>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.list(scope, path, { name: 'merge_requests', ...input.read() }, reply);
  }

  @PageRoute('snippets', 'Show the snippets of a project')
  snippets(
    @CurrentScope() scope: RequestScope,
    @Param() path: PathParams,
    @Params(ItemsParams) input: Input<ItemsParams>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.list(scope, path, { name: 'snippets', ...input.read() }, reply);
  }

  private async list(
    scope: RequestScope,
    { owner, project: path }: PathParams,
    list: ItemsOptions,
    reply: FastifyReply,
  ): Promise<string> {
    const data = await this.projects.list(scope, owner, path, list);
    return this.pages.render(reply, 'items', data, { isCached: true });
  }
}
