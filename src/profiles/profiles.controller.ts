import { Controller, Get, Param, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Operation } from '../http/routing/operation.js';
import { PublicUrl } from '../http/routing/public-url.js';
import { string } from '../http/schema/schema.js';
import { MissingPageFilter } from './missing-page.filter.js';
import { describePage } from './page.js';
import { profilePage } from './profile.page.js';
import { ProfilesService } from './profiles.service.js';

/** A change, such as a block, is seen by everybody after so long. */
const KEPT_SECONDS = 60;

@Controller()
export class ProfilesController {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly urls: PublicUrl,
  ) {}

  @Get(':username')
  // Above @Operation: the filter that is named first is asked first.
  @UseFilters(MissingPageFilter)
  @Operation({
    summary: 'Show the page of a user',
    access: 'public',
    answers: { schema: string('HTML.'), mediaType: 'text/html' },
    // For people: no client is generated for it, and its template would fit every path of the root.
    hidden: true,
  })
  async get(
    @Param('username') username: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const profile = await this.profiles.get(username);
    describePage(reply, { seconds: KEPT_SECONDS });
    return profilePage(profile, this.urls);
  }
}
