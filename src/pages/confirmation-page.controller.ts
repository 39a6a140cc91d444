import { Controller, Get, HttpCode, Post, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentScope } from '../core/auth/access.js';
import type { RequestScope } from '../database/request-scope.js';
import { Params, type Input } from '../http/input/input.js';
import { Operation } from '../http/routing/operation.js';
import { string } from '../http/schema/schema.js';
import { ConfirmationInput } from '../features/users/confirmation.controller.js';
import { UserConfirmation } from '../features/users/user-confirmation.service.js';
import { InvalidLinkFilter } from './invalid-link.filter.js';
import { PageRenderer } from './page-renderer.js';

const PAGE = { schema: string('HTML.'), mediaType: 'text/html' };

/** The target of the link in confirmation mails. It is open with PUBLIC_PAGES=off too. */
@Controller('users/confirmation')
export class ConfirmationPageController {
  constructor(
    private readonly confirmation: UserConfirmation,
    private readonly pages: PageRenderer,
  ) {}

  /** The same page for every secret: reading it neither confirms an address nor says whether the link is valid. */
  @Get()
  @Operation({
    summary: 'Show the page that confirms an address',
    access: 'public',
    answers: PAGE,
    hidden: true,
  })
  show(@Res({ passthrough: true }) reply: FastifyReply): string {
    return this.pages.render(reply, 'confirmation', {}, { hasForm: true });
  }

  @Post()
  @HttpCode(200)
  // Must stand above @Operation: Nest tries the filters in this order.
  @UseFilters(InvalidLinkFilter)
  @Operation({
    summary: 'Confirm an address by the button of the page',
    access: 'public',
    records: ['email.confirmed', 'email.removed'],
    answers: PAGE,
    hidden: true,
  })
  async confirm(
    @CurrentScope() scope: RequestScope,
    @Params(ConfirmationInput) input: Input<ConfirmationInput>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    await this.confirmation.confirm(scope, input.read().confirmation_token);
    return this.pages.render(reply, 'confirmed', {});
  }
}
