import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { FullPageParams } from '../../http/pagination/full-page.js';
import { answerPage } from '../../http/pagination/page.js';
import { CreateEmailInput } from './email.dto.js';
import { EmailView } from './email.view.js';
import { EmailsService } from './emails.service.js';

/** The emails of any user, for administrators. */
@Controller('users')
export class UserEmailsController {
  constructor(private readonly emails: EmailsService) {}

  @Get(':id/emails')
  @Operation({ summary: 'List the emails of a user', access: 'admin', answers: [EmailView] })
  async list(@PathId('id') userId: number, @Params(FullPageParams) input: Input<FullPageParams>) {
    return answerPage(await this.emails.listOf(userId, input), (email) => new EmailView(email));
  }

  @Post(':id/emails')
  @Operation({
    summary: 'Add an email to a user',
    description: 'Returns 404 for every failure.',
    failuresAs404: true,
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
    return new EmailView(await this.emails.remove(actor, userId, id));
  }
}
