import { Injectable, Module, UnauthorizedException } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Member } from './entities.js';

interface WithHeaders {
  headers: { cookie?: string | undefined };
}

/** The members of the desk by their session cookie. Knows nothing of Forgenote. */
@Injectable()
export class Sessions {
  constructor(@InjectRepository(Member) private readonly members: Repository<Member>) {}

  async find({ headers }: WithHeaders): Promise<Member | null> {
    const [, session] = /(?:^|; )desk=([\w-]+)/.exec(headers.cookie ?? '') ?? [];
    return session === undefined ? null : this.members.findOneBy({ session });
  }

  async get(request: WithHeaders): Promise<Member> {
    const member = await this.find(request);
    if (!member) throw new UnauthorizedException('Sign up first');
    return member;
  }
}

@Module({
  imports: [TypeOrmModule.forFeature([Member])],
  providers: [Sessions],
  exports: [Sessions, TypeOrmModule],
})
export class SessionsModule {}
