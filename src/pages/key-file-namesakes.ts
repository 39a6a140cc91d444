import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicUrl } from '../http/routing/public-url.js';
import { NamesakePages } from '../keys/namesake-pages.js';
import { PageRenderer } from './page-renderer.js';
import { prefersHtml } from './prefers-html.js';
import { ProfileService } from './profile.service.js';
import { ProfileViews } from './profile-views.js';
import { Site } from './site.js';

@Injectable()
export class KeyFileNamesakes extends NamesakePages {
  constructor(
    private readonly urls: PublicUrl,
    private readonly site: Site,
    private readonly profiles: ProfileService,
    private readonly views: ProfileViews,
    private readonly pages: PageRenderer,
  ) {
    super();
  }

  async render(
    username: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | null> {
    const { pages, keyFiles } = this.urls.paths;
    if (pages !== keyFiles || !this.site.isPublic) return null;
    if (!prefersHtml(request, reply, false, ['text/plain', 'application/json'])) return null;
    const { cursor: given } = request.query as { cursor?: unknown };
    const cursor = typeof given === 'string' ? given : undefined;
    const profile = await this.profiles.find(username, cursor);
    if (!profile) return null;
    const data = this.views.profile(profile, cursor);
    return this.pages.render(reply, 'profile', data, { isCached: true });
  }
}
