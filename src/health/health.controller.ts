import { Controller, Get } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Unavailable } from '../http/errors/errors.js';
import { Operation } from '../http/routing/operation.js';
import { Drain } from '../http/server/drain.js';
import { Field, string } from '../http/schema/schema.js';

class HealthView {
  @Field(string('Always `ok`.', { examples: ['ok'] })) status!: string;
}

@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly drain: Drain,
  ) {}

  @Get()
  @Operation({
    summary: 'Check that the process is alive',
    access: 'public',
    answers: HealthView,
    isHealthCheck: true,
  })
  live(): HealthView {
    return { status: 'ok' };
  }

  @Get('ready')
  @Operation({
    summary: 'Check that the service accepts requests and the database responds',
    access: 'public',
    answers: HealthView,
    isHealthCheck: true,
  })
  async ready(): Promise<HealthView> {
    if (this.drain.hasBegun) throw new Unavailable();
    await this.database.ping();
    return { status: 'ok' };
  }
}
