import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Program } from '../support/program.js';

const service = new Program();
const command = new Program('main.js', [], service.folder);
afterAll(async () => {
  await command.remove();
  await service.remove();
});

const run = (...words: string[]) => {
  command.stdout = command.stderr = '';
  command.start({}, ...words);
  return command.exit();
};

describe('forgenote rotate-key', () => {
  it('exits with 75 and says that the new key is in place if the database is locked, then finishes', async () => {
    service.start({ ADMIN_TOKEN: 'token-of-root-0000000', DRAIN_TIME: '0' });
    await service.address();
    const data = join(service.folder, 'data');
    const other = new DatabaseSync(join(data, 'forgenote.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const code = await run('rotate-key');
    other.exec('ROLLBACK');
    other.close();
    expect(command.stderr).toBe(
      'The database stopped responding. The new key is in place, and some tokens may still have the former one: keep both files, and run this again.\n',
    );
    expect(code).toBe(75);
    expect(existsSync(join(data, 'secret.key.previous'))).toBe(true);

    expect(await run('rotate-key', '--json')).toBe(0);
    expect(JSON.parse(command.stdout)).toEqual({ renewed: 1, reason: null });
  });
});
