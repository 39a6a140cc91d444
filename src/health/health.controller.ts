import { Controller, Get } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DirectoryWarnings } from '../directory-sync/directory-warnings.service.js';
import { Unavailable } from '../http/errors/errors.js';
import { Operation } from '../http/routing/operation.js';
import { Drain } from '../http/server/drain.js';
import { Field, string } from '../http/schema/schema.js';

class HealthView {
  @Field(string('Always `ok`.', { examples: ['ok'] })) status!: string;
}

class LiveView extends HealthView {
  @Field({
    type: 'array',
    items: { type: 'string' },
    description: 'What needs attention, such as a synchronization that is held. Usually empty.',
    examples: [[]],
  })
  warnings!: string[];
}

@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly drain: Drain,
    private readonly directories: DirectoryWarnings,
  ) {}

  @Get()
  @Operation({
    summary: 'Check that the process is alive',
    access: 'public',
    answers: LiveView,
    isHealthCheck: true,
  })
  async live(): Promise<LiveView> {
    return { status: 'ok', warnings: await this.directories.list() };
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
