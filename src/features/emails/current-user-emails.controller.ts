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
import { OwnEmails } from './own-emails.service.js';

@Controller('user/emails')
export class CurrentUserEmailsController {
  constructor(
    private readonly emails: EmailsService,
    private readonly own: OwnEmails,
  ) {}

  @Get()
  @Operation({
    summary: 'List own emails',
    description: 'Secondary addresses. The primary one is a field of the user.',
    access: 'user',
    answers: [EmailView],
  })
  async list(@CurrentActor() actor: Actor, @Params(FullPageParams) input: Input<FullPageParams>) {
    return answerPage(await this.emails.list(actor.id, input), (email) => new EmailView(email));
  }

  @Get(':id')
  @Operation({ summary: 'Get an own email', access: 'user', answers: EmailView })
  async get(@CurrentActor() actor: Actor, @PathId('id') id: number): Promise<EmailView> {
    return new EmailView(await this.emails.get(actor.id, id));
  }

  @Post()
  @Operation({
    summary: 'Add an email',
    description:
      'If mail is configured, the address counts once the user has followed the link in the mail that is sent to it.',
    access: 'user',
    records: ['email.added'],
    creates: true,
    isLimited: true,
    answers: EmailView,
  })
  async add(
    @CurrentActor() actor: Actor,
    @Params(CreateEmailInput) input: Input<CreateEmailInput>,
  ): Promise<EmailView> {
    return new EmailView(await this.own.add(actor, input));
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete an own email',
    description: 'Returns the deleted email, or null if there is no such email.',
    access: 'user',
    records: ['email.removed'],
    answers: { anyOf: [EmailView, { type: 'null' }] },
  })
  async remove(@CurrentActor() actor: Actor, @PathId('id') id: number): Promise<EmailView | null> {
    const removed = await this.emails.removeIfFound(actor, actor.id, id);
    return removed && new EmailView(removed);
  }
}
