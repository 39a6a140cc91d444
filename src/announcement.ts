import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ENGINE } from './database/database.js';
import type { Engine } from './database/engine.js';
import { FirstAdministrator } from './first-administrator/first-administrator.service.js';

/** The one line on stdout when the service listens. Contains no secret. */
export function announcement(app: NestFastifyApplication, url: string): string {
  const { place } = app.get<Engine>(ENGINE);
  const { tokenPlace } = app.get(FirstAdministrator, { strict: false });
  const token = tokenPlace === null ? '' : ` The administrator's token is ${tokenPlace}.`;
  // A space after the URL: terminals and scripts take other signs for a part of it.
  return `Forgenote listens on ${url} with the database ${place}.${token}`;
}
