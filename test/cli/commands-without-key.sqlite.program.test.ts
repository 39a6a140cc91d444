import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Program } from '../support/program.js';

const service = new Program();
afterAll(() => service.remove());

async function command(words: string): Promise<[number | null, string]> {
  service.stdout = service.stderr = '';
  service.start({}, ...words.split(' '));
  return [await service.exit(), service.stdout + service.stderr];
}

describe('With a lost key', () => {
  const key = join(service.folder, 'data/secret.key');
  beforeAll(async () => {
    service.start({ ADMIN_TOKEN: 'token-of-root-0000000', DRAIN_TIME: '0' });
    await service.address();
    service.signal('SIGTERM');
    await service.exit();
    rmSync(key);
  });

  it.each([
    ['admin list', /^1 {2}root/],
    ['user unblock root', /^root is active already\.$/m],
    ['doctor', /Nothing is wrong with the data\./],
  ])('forgenote %s works, because it uses no token', async (words, printed) => {
    expect(await command(words)).toEqual([0, expect.stringMatching(printed)]);
    expect(existsSync(key)).toBe(false);
  });

  it.each(['user reset-token root', 'admin create ada --email ada@example.org'])(
    'forgenote %s refuses with 78',
    async (words) => {
      expect(await command(words)).toEqual([
        78,
        expect.stringMatching(/secret\.key.* is missing: restore/),
      ]);
      expect(existsSync(key)).toBe(false);
    },
  );
});
