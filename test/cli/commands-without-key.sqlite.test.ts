import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freshFile, type FreshDatabase } from '../support/database.js';
import { runCommand } from '../support/run-command.js';
import { startAndStop } from '../support/service.js';

describe('With a lost key', () => {
  let database: FreshDatabase;
  let key: string;
  beforeAll(async () => {
    database = await freshFile();
    key = join(dirname(database.url.replace('sqlite:', '')), 'secret.key');
    await startAndStop({ DATABASE_URL: database.url });
    rmSync(key);
  });
  afterAll(() => database.drop());

  const run = (words: string) => runCommand({ DATABASE_URL: database.url }, words.split(' '));

  it.each([
    ['admin list', /^1 {2}root/],
    ['user unblock root', /^root is active already\.$/m],
    ['doctor', /Nothing is wrong with the data\./],
  ])('forgenote %s works, because it uses no token', async (words, printed) => {
    expect(await run(words)).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: expect.stringMatching(printed) as unknown,
    });
    expect(existsSync(key)).toBe(false);
  });

  it.each(['user reset-token root', 'admin create ada --email ada@example.org'])(
    'forgenote %s refuses with 78',
    async (words) => {
      expect(await run(words)).toEqual({
        ...{ code: 78, stdout: '' },
        stderr: expect.stringMatching(/secret\.key.* is missing: restore/) as unknown,
      });
      expect(existsSync(key)).toBe(false);
    },
  );
});
