import { Controller, Delete, Get, Post, UseInterceptors } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { People } from '../../core/auth/people.js';
import { FailuresAs404Interceptor } from '../../http/errors/failures-as-404.interceptor.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { FullPageParams } from '../../http/pagination/full-page.js';
import { answerPage } from '../../http/pagination/page.js';
import { CreateEmailInput } from './email.dto.js';
import { EmailView } from './email.view.js';
import { EmailsService } from './emails.service.js';

/** The emails of any user, for administrators. Each method checks first that the user exists. */
@Controller('users')
export class UserEmailsController {
  constructor(
    private readonly emails: EmailsService,
    private readonly people: People,
  ) {}

  @Get(':id/emails')
  @Operation({ summary: 'List the emails of a user', access: 'admin', answers: [EmailView] })
  async list(@PathId('id') userId: number, @Params(FullPageParams) input: Input<FullPageParams>) {
    await this.people.get(userId);
    return answerPage(await this.emails.list(userId, input), (email) => new EmailView(email));
  }

  @Post(':id/emails')
  @UseInterceptors(FailuresAs404Interceptor)
  @Operation({
    summary: 'Add an email to a user',
    description: 'Returns 404 for every failure.',
    access: 'admin',
    records: ['email.added', 'email.removed'],
    creates: true,
    answers: EmailView,
  })
  async add(
    @CurrentActor() actor: Actor,
    @PathId('id') userId: number,
    @Params(CreateEmailInput) input: Input<CreateEmailInput>,
  ): Promise<EmailView> {
    await this.people.get(userId);
    return new EmailView(await this.emails.add(actor, userId, input));
  }

  @Delete(':uid/emails/:id')
  @Operation({
    summary: 'Delete an email of a user',
    access: 'admin',
    records: ['email.removed'],
    answers: EmailView,
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathId('uid') userId: number,
    @PathId('id') id: number,
  ): Promise<EmailView> {
    await this.people.get(userId);
    return new EmailView(await this.emails.remove(actor, userId, id));
  }
}
