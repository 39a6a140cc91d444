import { Controller, Delete, Get, Post, UseInterceptors } from '@nestjs/common';
import { FailuresAs404Interceptor } from '../http/errors/failures-as-404.interceptor.js';
import { Params, PathId, type Input } from '../http/input/input.js';
import { Operation } from '../http/routing/operation.js';
import { answerPage, FullPageParams } from '../http/pagination/page.js';
import { UsersService } from '../users/users.service.js';
import { CreateEmailParams } from './email.dto.js';
import { EmailView } from './email.view.js';
import { EmailsService } from './emails.service.js';

/** The emails of any user, for administrators. That there is such a user is settled first. */
@Controller('users')
export class UserEmailsController {
  constructor(
    private readonly emails: EmailsService,
    private readonly users: UsersService,
  ) {}

  @Get(':id/emails')
  @Operation({ summary: 'List the emails of a user', access: 'admin', answers: [EmailView] })
  async list(@PathId('id') user: number, @Params(FullPageParams) input: Input<FullPageParams>) {
    return answerPage(
      await this.emails.list(await this.users.get(user), input),
      (email) => new EmailView(email),
    );
  }

  @Post(':id/emails')
  @UseInterceptors(FailuresAs404Interceptor)
  @Operation({
    summary: 'Add an email to a user',
    description: 'Answers 404 for every failure.',
    access: 'admin',
    answers: EmailView,
  })
  async add(
    @PathId('id') user: number,
    @Params(CreateEmailParams) input: Input<CreateEmailParams>,
  ): Promise<EmailView> {
    return new EmailView(await this.emails.add(await this.users.get(user), input));
  }

  @Delete(':uid/emails/:id')
  @Operation({ summary: 'Delete an email of a user', access: 'admin', answers: EmailView })
  async remove(@PathId('uid') user: number, @PathId('id') id: number): Promise<EmailView> {
    return new EmailView(await this.emails.remove(await this.users.get(user), id));
  }
}
