import { Controller, Get, Param, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Operation } from '../http/routing/operation.js';
import { PublicUrl } from '../http/routing/public-url.js';
import { string } from '../http/schema/schema.js';
import { MissingPageFilter } from './missing-page.filter.js';
import { setPageHeaders } from './page.js';
import { profilePage } from './profile.page.js';
import { ProfilesService } from './profiles.service.js';

/** Also the maximum time until a change, such as a block, is visible to everyone. */
const CACHE_SECONDS = 60;

@Controller()
export class ProfilesController {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly urls: PublicUrl,
  ) {}

  @Get(':username')
  // Must stand above @Operation: Nest tries the filters in this order.
  @UseFilters(MissingPageFilter)
  @Operation({
    summary: 'Show the profile page of a user',
    access: 'public',
    answers: { schema: string('HTML.'), mediaType: 'text/html' },
    // Not part of the API, and `/{username}` would match every path at the root.
    hidden: true,
  })
  async get(
    @Param('username') username: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const profile = await this.profiles.get(username);
    setPageHeaders(reply, { seconds: CACHE_SECONDS });
    return profilePage(profile, this.urls);
  }
}
