import { Controller, Get } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Operation } from '../http/routing/operation.js';
import { Field, string } from '../http/schema/schema.js';

class HealthView {
  @Field(string('Always `ok`.', { examples: ['ok'] })) status!: string;
}

@Controller('health')
export class HealthController {
  constructor(private readonly database: Database) {}

  @Get()
  @Operation({ summary: 'Check that the process is alive', access: 'public', answers: HealthView })
  live(): HealthView {
    return { status: 'ok' };
  }

  @Get('ready')
  @Operation({ summary: 'Check that the database responds', access: 'public', answers: HealthView })
  async ready(): Promise<HealthView> {
    await this.database.ping();
    return { status: 'ok' };
  }
}
