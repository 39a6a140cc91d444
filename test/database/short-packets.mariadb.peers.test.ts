import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startForge } from '../support/app.js';
import { openEngine } from '../support/internals.js';
import { recordLog } from '../support/log.js';
import { MariadbServer } from '../support/mariadb-server.js';
import { runCommand } from '../support/run-command.js';

const MINUTE = 60_000;
const NEEDED = 4_194_304;
const SECRET_KEY = 'k'.repeat(40);
const WARNING = 'The database server has max_allowed_packet = 1048576, which is too little';

const server = new MariadbServer();
beforeAll(() => server.start('--max-allowed-packet=1M'), 5 * MINUTE);
afterAll(() => server.remove());

/** Of connections that are opened from now on. */
const allow = (bytes: number) => server.execute(`SET GLOBAL max_allowed_packet = ${bytes}`);
const run = (DATABASE_URL: string, ...words: string[]) =>
  runCommand({ SECRET_KEY, DATABASE_URL }, words);

describe('max_allowed_packet of the server', () => {
  it('is named by check and by a start if it is too little', async () => {
    const { code, stdout } = await run(server.url(), 'check');
    expect([code, stdout]).toEqual([0, expect.stringContaining(WARNING)]);
    expect(stdout).toContain(`set it to ${NEEDED} or more.`);
    const log = recordLog();
    try {
      await (await openEngine(server.url())).close();
    } finally {
      log.stop();
    }
    expect(log.lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
      expect.stringContaining(`warn ${WARNING}`),
    ]);
  });

  it('can be what check says: the longest texts are restored, which fails with less', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forgenote-packets-'));
    try {
      const forge = await startForge({ DATABASE_URL: server.url(), SECRET_KEY });
      try {
        const ada = await forge.seed.user();
        const issue = await forge.seed.issue(await forge.seed.project(ada), ada);
        // Four bytes each, six in JSON, and two with a backslash in SQL.
        for (const [n, character] of ['👍', '\u0001', "'"].entries()) {
          const client = ada.client.with({ 'Idempotency-Key': `${n}` });
          const body = character.repeat(65_535) + 'x';
          expect((await client.post(`${issue.at}/notes`, { body })).status).toBe(201);
        }
        for (let n = 0; n < 20; n++)
          await forge.seed.note(issue, ada, { body: '€'.repeat(65_536) });
      } finally {
        await forge.close();
      }
      const file = join(folder, 'backup');
      expect(await run(server.url(), 'backup', file)).toMatchObject({ code: 0 });
      await server.execute('CREATE DATABASE restored');
      const restored = server.url().replace('/forgenote', '/restored');
      const { code, stderr } = await run(restored, 'restore', file);
      expect([code, stderr]).toEqual([
        69,
        `The max_allowed_packet of the database server is too little: set it to ${NEEDED} or more, then run this again.\n`,
      ]);
      await allow(NEEDED);
      expect((await run(server.url(), 'check')).stdout).not.toContain('max_allowed_packet');
      expect(await run(restored, 'restore', file)).toMatchObject({ code: 0 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
