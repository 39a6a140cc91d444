import { Controller, Get } from '@nestjs/common';
import { Database } from '../database/database.js';
import { statement } from '../database/statement.js';
import { Operation } from '../http/routing/operation.js';
import { Field, string } from '../http/schema/schema.js';

class HealthView {
  @Field(string('Always `ok`.', { examples: ['ok'] })) status!: string;
}

const PING = statement('SELECT 1 AS one');

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
    await this.database.row(PING);
    return { status: 'ok' };
  }
}
