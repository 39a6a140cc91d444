import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentScope } from '../core/auth/access.js';
import type { RequestScope } from '../database/request-scope.js';
import { HtmlGuard } from './page.guard.js';
import { PageRenderer } from './page-renderer.js';
import { PageRoute } from './page-route.js';
import { PublicListsService } from './public-lists.service.js';
import { Site } from './site.js';

/** Projects on the start page. */
const SHOWN = 5;

/** The page `/`. It is open with PUBLIC_PAGES=off too, and then says that the service is private. */
@Controller()
export class HomeController {
  constructor(
    private readonly site: Site,
    private readonly lists: PublicListsService,
    private readonly pages: PageRenderer,
  ) {}

  @PageRoute('', 'Show the start page', { guard: HtmlGuard })
  async home(
    @CurrentScope() scope: RequestScope,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { operator, version, isPublic } = this.site;
    const projects = isPublic ? await this.lists.newestProjects(scope, SHOWN) : [];
    const data = { operator, version, projects };
    return this.pages.render(reply, 'home', data, { isCached: true });
  }
}
