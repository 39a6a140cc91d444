import { randomUUID } from 'node:crypto';
import {
  Body,
  Catch,
  Controller,
  Get,
  HttpException,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Req,
  type DynamicModule,
  type ExceptionFilter,
} from '@nestjs/common';
import { APP_FILTER, BaseExceptionFilter } from '@nestjs/core';
import type { ArgumentsHost } from '@nestjs/common';
import { EventEmitterModule, OnEvent } from '@nestjs/event-emitter';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { ApiError, ForgenoteModule, type NoteEvent, type Settings } from 'forgenote';
import type { Repository } from 'typeorm';
import { Member, Ticket } from './entities.js';
import { Forge } from './forge.js';
import { Sessions, SessionsModule } from './sessions.js';

type HostRequest = Parameters<Sessions['find']>[0];

@Controller('members')
class MembersController {
  constructor(
    @InjectRepository(Member) private readonly members: Repository<Member>,
    private readonly forge: Forge,
  ) {}

  @Post()
  async signUp(@Body('name') name: string): Promise<{ session: string }> {
    await this.forge.addUser(name);
    return this.members.save({ name, session: randomUUID() });
  }
}

@Controller('tickets')
class TicketsController {
  constructor(
    @InjectRepository(Ticket) private readonly tickets: Repository<Ticket>,
    private readonly sessions: Sessions,
    private readonly forge: Forge,
  ) {}

  @Post()
  async open(@Req() request: HostRequest, @Body('subject') subject: string): Promise<Ticket> {
    const { name } = await this.sessions.get(request);
    const issueId = await this.forge.addIssue(name, subject);
    return this.tickets.save({ subject, issueId });
  }

  @Get(':id')
  async get(@Req() request: HostRequest, @Param('id', ParseIntPipe) id: number) {
    const { name } = await this.sessions.get(request);
    const ticket = await this.ticket(id);
    return { ...ticket, conversation: await this.forge.comments(name, ticket.issueId) };
  }

  @Post(':id/comments')
  async comment(
    @Req() request: HostRequest,
    @Param('id', ParseIntPipe) id: number,
    @Body('text') text: string,
  ): Promise<void> {
    const { name } = await this.sessions.get(request);
    await this.forge.comment(name, (await this.ticket(id)).issueId, text);
  }

  private async ticket(id: number): Promise<Ticket> {
    const ticket = await this.tickets.findOneBy({ id });
    if (!ticket) throw new NotFoundException();
    return ticket;
  }
}

/** Counts comments, also those that come through the API of Forgenote. */
@Injectable()
class CommentCounter {
  constructor(@InjectRepository(Ticket) private readonly tickets: Repository<Ticket>) {}

  @OnEvent('forgenote.note.created')
  async count({ noteable, system }: NoteEvent): Promise<void> {
    if (!system) await this.tickets.increment({ issueId: noteable.id }, 'comments', 1);
  }
}

/** Errors of Forgenote's services, as the desk shows them. */
@Catch(ApiError)
class ForgeErrorFilter extends BaseExceptionFilter implements ExceptionFilter {
  override catch(error: ApiError, host: ArgumentsHost): void {
    super.catch(new HttpException({ error: error.wire }, error.status), host);
  }
}

@Module({})
export class DeskModule {
  /** @param database the file of the desk. Forgenote has a database of its own, see `settings` */
  static with(database: string, settings: Settings): DynamicModule {
    return {
      module: DeskModule,
      imports: [
        TypeOrmModule.forRoot({
          type: 'sqljs',
          location: database,
          autoSave: true,
          synchronize: true,
          entities: [Member, Ticket],
        }),
        TypeOrmModule.forFeature([Ticket]),
        EventEmitterModule.forRoot(),
        SessionsModule,
        ForgenoteModule.forRootAsync({
          imports: [SessionsModule],
          inject: [Sessions],
          useFactory: (sessions: Sessions) => ({
            ...settings,
            authenticate: async (request, actors) => {
              const member = await sessions.find(request);
              return member ? actors.forUser(member.name) : undefined;
            },
          }),
          rootRoutes: { health: '/forge', docs: '/forge', keyFiles: false, pages: '/people' },
        }),
      ],
      controllers: [MembersController, TicketsController],
      providers: [Forge, CommentCounter, { provide: APP_FILTER, useClass: ForgeErrorFilter }],
    };
  }
}
