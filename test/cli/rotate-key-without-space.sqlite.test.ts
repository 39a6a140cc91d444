import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATH_ONLY } from '../support/environment.js';
import { Program, REPOSITORY } from '../support/program.js';

const MAIN = join(REPOSITORY, 'dist/program/main.js');

const service = new Program();
afterAll(() => service.remove());

describe('forgenote rotate-key', () => {
  it('says in one sentence that it cannot write the key, and leaves no files', async () => {
    service.start({ ADMIN_TOKEN: 'token-of-root-0000000', DRAIN_TIME: '0' });
    await service.address();
    service.signal('SIGTERM');
    expect(await service.exit()).toBe(0);
    const data = join(service.folder, 'data');
    const before = readdirSync(data);
    const key = readFileSync(join(data, 'secret.key'), 'utf8');

    // A limit of 0 bytes for each file fails like a full disk: the file is created, and stays empty.
    const words = ['-c', 'ulimit -f 0 && exec node "$0" rotate-key', MAIN];
    const { status, stderr } = spawnSync('/bin/sh', words, {
      cwd: service.folder,
      env: PATH_ONLY,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(
      /^The secret key cannot be written to \S+secret\.key \(EFBIG\): make its folder writable, and see that it has free space\.\n$/,
    );
    expect(status).toBe(69);
    expect(readdirSync(data)).toEqual(before);
    expect(readFileSync(join(data, 'secret.key'), 'utf8')).toBe(key);
  });
});
