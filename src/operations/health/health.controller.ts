import { Controller, Get } from '@nestjs/common';
import { buildVersion, packageVersion } from '../../base/config/package-files.js';
import { Database } from '../../database/database.js';
import { DirectoryWarnings } from '../../sign-in/directory-sync/directory-warnings.service.js';
import { NotReady } from '../../http/errors/errors.js';
import { Operation } from '../../http/routing/operation.js';
import { Drain } from '../../http/server/drain.js';
import { Field, string } from '../../http/schema/schema.js';

class HealthView {
  @Field(string('Always `ok`.', { examples: ['ok'] })) status!: string;
}

class VersionView extends HealthView {
  @Field(
    string('Version of the program. A build that is no release adds its commit.', {
      examples: [packageVersion()],
    }),
  )
  version!: string;
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
  private readonly version = buildVersion();

  constructor(
    private readonly database: Database,
    private readonly drain: Drain,
    private readonly directory: DirectoryWarnings,
  ) {}

  @Get()
  @Operation({
    summary: 'Check that the process is alive, and read its warnings',
    access: 'public',
    answers: LiveView,
    isHealthCheck: true,
  })
  async live(): Promise<LiveView> {
    return { status: 'ok', warnings: await this.directory.list() };
  }

  @Get('live')
  @Operation({
    summary: 'Check that the process answers',
    description: 'It asks nothing else: if this fails, restart the process.',
    access: 'public',
    answers: VersionView,
    isHealthCheck: true,
  })
  isLive(): VersionView {
    return { status: 'ok', version: this.version };
  }

  @Get('ready')
  @Operation({
    summary: 'Check that the service accepts requests and the database responds',
    description:
      'The message of a 503 has the reasons: the service is stopping, or the database does not respond, is damaged, is newer than the program or has no space left.',
    access: 'public',
    answers: HealthView,
    isHealthCheck: true,
  })
  async ready(): Promise<HealthView> {
    // Asking the database would only delay the answer.
    const reasons = this.drain.hasBegun
      ? ['The service is stopping']
      : await this.database.problems();
    if (reasons.length > 0) throw new NotReady(reasons);
    return { status: 'ok' };
  }
}
