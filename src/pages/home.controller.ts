import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { HtmlGuard } from './page.guard.js';
import { PageRenderer } from './page-renderer.js';
import { PageRoute } from './page-route.js';
import { Site } from './site.js';

/** The page `/`. It is open with PUBLIC_PAGES=off too, and then says that the service is private. */
@Controller()
export class HomeController {
  constructor(
    private readonly site: Site,
    private readonly pages: PageRenderer,
  ) {}

  @PageRoute('', 'Show the start page', HtmlGuard)
  home(@Res({ passthrough: true }) reply: FastifyReply): string {
    const { operator, version } = this.site;
    return this.pages.render(reply, 'home', { operator, version }, { isCached: true });
  }
}
