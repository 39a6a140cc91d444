import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentScope } from '../core/auth/access.js';
import type { RequestScope } from '../database/request-scope.js';
import { Params, type Input } from '../http/input/input.js';
import { CursorParams } from './page-params.js';
import { PageRenderer } from './page-renderer.js';
import { PageRoute } from './page-route.js';
import { PublicListsService } from './public-lists.service.js';

/** `public` is a reserved username. */
@Controller('public')
export class PublicListsController {
  constructor(
    private readonly lists: PublicListsService,
    private readonly pages: PageRenderer,
  ) {}

  @PageRoute('users', 'Show the users')
  async users(
    @Params(CursorParams) input: Input<CursorParams>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const data = await this.lists.listUsers(input.read().cursor);
    return this.pages.render(reply, 'users', data, { isCached: true });
  }

  @PageRoute('projects', 'Show the public projects')
  async projects(
    @CurrentScope() scope: RequestScope,
    @Params(CursorParams) input: Input<CursorParams>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const data = await this.lists.listProjects(scope, input.read().cursor);
    return this.pages.render(reply, 'projects', data, { isCached: true });
  }
}
