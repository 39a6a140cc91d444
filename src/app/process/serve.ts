import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, listen } from '../app.js';
import type { Config } from '../../base/config/config.js';
import { buildVersion } from '../../base/config/package-files.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { ENGINE } from '../../database/database.js';
import type { Engine } from '../../database/engine.js';
import { FirstAdministrator } from '../../features/first-administrator/first-administrator.service.js';
import { observe } from './observe.js';
import { stopOnSignals } from './stop.js';

/** Runs the service in this process. */
export async function serve(config: Config): Promise<void> {
  const observation = await observe(config);
  const app = await createApp(config, observation.attach);
  await observation.listen();
  stopOnSignals(app, config.http);
  const url = await listen(app, config);
  const logger = new ServiceLogger('Start');
  logger.log({ message: 'The service has started', version: buildVersion() });
  console.log(announcement(app, url));
}

/** The one line on stdout when the service listens. Contains no secret. */
function announcement(app: NestFastifyApplication, url: string): string {
  const { place } = app.get<Engine>(ENGINE);
  const { tokenPlace } = app.get(FirstAdministrator, { strict: false });
  const token = tokenPlace === null ? '' : ` The administrator's token is ${tokenPlace}.`;
  // A space after the URL: terminals and scripts take other signs for a part of it.
  return `Forgenote listens on ${url} with the database ${place}.${token}`;
}
