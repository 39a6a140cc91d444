import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Program } from '../support/program.js';
import { expectRefusal } from '../support/run-command.js';
import { startService } from '../support/service.js';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the files of the service', () => {
  let program: Program;
  beforeEach(() => {
    program = new Program();
  });
  afterEach(() => program.remove());

  const data = (...names: string[]) => join(program.folder, 'data', ...names);
  const KEPT = ['first-administrator.txt', 'forgenote.sqlite', 'secret.key'];

  /** Expects these files, and that nobody else can read them. */
  function expectPrivate(...names: string[]): void {
    expect([modeOf(data()), modeOf(data('deep'))]).toEqual(['700', '700']);
    const modes = readdirSync(data('deep')).map((name) => [name, modeOf(data('deep', name))]);
    expect(modes).toEqual(names.sort().map((name) => [name, '600']));
  }

  it('are readable for its own account alone, while it runs and after it stops', async () => {
    program.start({ DATABASE_URL: 'sqlite:data/deep/forgenote.sqlite', DRAIN_TIME: '0' });
    const url = await program.address();
    await fetch(`${url}/api/v3/user`);
    expectPrivate(...KEPT, 'forgenote.sqlite-shm', 'forgenote.sqlite-wal');
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    expectPrivate(...KEPT);
  });

  it('stop the start if others can read one, with the command that changes it', async () => {
    const DATABASE_URL = `sqlite:${data('forgenote.sqlite')}`;
    const start = async () => {
      const { app } = await startService({ DATABASE_URL });
      await app.close();
    };
    await start();
    for (const name of KEPT) {
      chmodSync(data(name), 0o604);
      await expectRefusal({ DATABASE_URL }, new RegExp(`Run: chmod 600 '.*data/${name}'$`, 'm'));
      expect(modeOf(data(name))).toBe('604');
      // The group may: container platforms give it access to volumes.
      chmodSync(data(name), 0o660);
    }
    expect(readdirSync(data()).sort()).toEqual(KEPT);
    // As a killed process leaves it.
    writeFileSync(data('forgenote.sqlite-wal'), '');
    chmodSync(data('forgenote.sqlite-wal'), 0o644);
    await expectRefusal({ DATABASE_URL }, /chmod 600 '.*data\/forgenote\.sqlite-wal'/);
    chmodSync(data('forgenote.sqlite-wal'), 0o600);
    await start();
    expect(existsSync(data('forgenote.sqlite-wal'))).toBe(false);
  });
});
