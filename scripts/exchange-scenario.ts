import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '../src/database/database.js';
import { RequestScope } from '../src/database/request-scope.js';
import { ExportRepository } from '../src/exchange/export.repository.js';
import { ImportRepository } from '../src/exchange/import.repository.js';

const CURSOR = { key_time: 5_000, key_id: 1 };

/** Calls what only the commands `export` and `import` call. */
export async function runExchangeScenario(app: NestFastifyApplication): Promise<void> {
  const exported = app.get(ExportRepository, { strict: false });
  for (const after of [null, CURSOR]) {
    await exported.users(after);
    await exported.projects(after);
    await exported.members(1, after);
    await exported.issues(1, after);
    await exported.mergeRequests(1, after);
    await exported.snippets(1, after);
    await exported.notes('Issue', 1, after);
  }
  await exported.identities([1]);
  await exported.emails([1]);
  await exported.keys([1]);
  await exported.awards('Issue', [1]);
  for (const type of ['Issue', 'MergeRequest', 'Snippet', 'Note'] as const)
    await exported.longText(type, 1);
  const imported = app.get(ImportRepository, { strict: false });
  await imported.findAddressOwner('ada@example.com');
  await imported.hasEntry('ldap', 'ada');
  await imported.countOfUser('email', 1);
  await imported.countOfUser('key', 1);
  await imported.findProject(1, 'engine');
  await imported.snippetsOfTime(1, 1, 0);
  await imported.notesOfTime({ type: 'Issue', id: 1 }, 1, 0);
  for (const kind of ['email', 'key'] as const) await imported.countOfUser(kind, 1);
  await imported.hasAward('Issue', 1, 1, 'tada');
  for (const type of ['Issue', 'MergeRequest'] as const) {
    await imported.findNumbered(type, 1, 1);
    await app.get(Database).unit(RequestScope.background, async (unit) => {
      await unit.withRepository(imported).shareProject(1);
      await unit.withRepository(imported).raiseCounter(type, 1, 1);
    });
  }
}
