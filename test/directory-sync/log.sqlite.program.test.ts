import { setTimeout as delay } from 'node:timers/promises';
import { freshDatabase } from '../support/database.js';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';

const TOKEN = 'token-of-root-0000000';

async function create(url: string, user: Record<string, string>): Promise<void> {
  const { status } = await fetch(`${url}/api/v3/users`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': TOKEN },
    body: new URLSearchParams({ name: 'ada', password: 'a good password', ...user }),
  });
  expect(status).toBe(201);
}

const isMatch = (line: object, fields: object): boolean =>
  Object.entries(fields).every(([name, value]) => line[name as keyof object] === value);

describe('the log of a service that synchronizes', () => {
  it('has a line for each run, held ones too, and for each conflict', async () => {
    const pages: Page[] = [{ uids: ['ada'], cookie: '' }];
    const directory = await ScriptedDirectory.start(pages);
    const database = await freshDatabase();
    const program = new Program();
    program.start({
      ...{ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN },
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_SYNC_EVERY: '1' },
      ...{ LDAP_BLOCK_LIMIT: '0', LOG_LEVEL: 'info' },
    });
    const line = async (fields: object): Promise<Record<string, unknown>> => {
      for (;;) {
        const found = logLines(program.stderr).find((one) => isMatch(one, fields));
        if (found) return found;
        await delay(50);
      }
    };
    try {
      const url = await program.address();
      await create(url, { username: 'another', email: 'ada@example.org' });
      const identity = { provider: 'ldapmain', extern_uid: 'uid=ada,dc=example,dc=org' };
      await create(url, { username: 'ada', email: 'old@example.org', ...identity });
      // A run that had already counted when the user was created reports no users, and maybe the conflict.
      const complete = { msg: 'The synchronization is complete', users: 1 };
      const { run, provider, entries } = await line(complete);
      expect({ provider, entries }).toEqual({ provider: 'ldapmain', entries: 1 });
      expect(await line({ msg: 'A user differs from the directory', run })).toMatchObject({
        ...{ username: 'ada', dn: 'uid=ada,dc=example,dc=org' },
        reason: 'another user has the e-mail address ada@example.org',
      });
      pages[0] = { uids: ['ada'], cookie: '', disabled: ['ada'] };
      const held =
        'The synchronization would block more users than the limit and changed nothing. If that is right, run forgenote ldap sync --confirm 1';
      expect(await line({ msg: held })).toMatchObject({
        ...{ provider: 'ldapmain', entries: 1, users: 1 },
        held: { wouldBlock: 1, limit: 0 },
      });
    } finally {
      await program.remove();
      await database.drop();
      await directory.stop();
    }
  });
});
