import { Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Params, type Input } from '../http/input/input.js';
import { CursorParams } from './page-params.js';
import { PageRenderer } from './page-renderer.js';
import { PageRoute } from './page-route.js';
import { ProfileService } from './profile.service.js';
import { ProfileViews } from './profile-views.js';

/** The target of `web_url` of users. */
@Controller()
export class ProfileController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly views: ProfileViews,
    private readonly pages: PageRenderer,
  ) {}

  @PageRoute(':owner', 'Show the page of a user')
  async get(
    @Param('owner') username: string,
    @Params(CursorParams) input: Input<CursorParams>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { cursor } = input.read();
    const profile = await this.profiles.get(username, cursor);
    const data = this.views.profile(profile, cursor);
    return this.pages.render(reply, 'profile', data, { isCached: true });
  }
}
