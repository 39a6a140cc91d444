import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/app.js';
import { Program } from '../support/program.js';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

let program: Program;
beforeEach(() => {
  program = new Program();
});
afterEach(() => program.remove());

const data = (...names: string[]) => join(program.folder, 'data', ...names);

async function stop(): Promise<void> {
  program.signal('SIGTERM');
  expect(await program.exit()).toBe(0);
}

describe('the files of the service', () => {
  it('are readable for its own account alone, while it runs and after it stops', async () => {
    const DATABASE_URL = 'sqlite:data/deep/forgenote.sqlite';
    program.start({ DATABASE_URL });
    const url = await program.address();
    await fetch(`${url}/api/v3/user`);
    const check = (...names: string[]) => {
      expect([modeOf(data()), modeOf(data('deep'))]).toEqual(['700', '700']);
      const modes = Object.fromEntries(
        readdirSync(data('deep')).map((name) => [name, modeOf(data('deep', name))]),
      );
      expect(modes).toEqual(Object.fromEntries(names.map((name) => [name, '600'])));
    };
    const kept = ['first-administrator.txt', 'forgenote.sqlite', 'secret.key'];
    check(...kept, 'forgenote.sqlite-shm', 'forgenote.sqlite-wal');
    await stop();
    check(...kept);
  });

  it('stop the start if others can read one, with the command that changes it', async () => {
    program.start({});
    await program.address();
    await stop();
    const names = ['secret.key', 'first-administrator.txt', 'forgenote.sqlite'];
    for (const name of names) {
      chmodSync(data(name), 0o604);
      await program.expectRefusal({}, new RegExp(`Run: chmod 600 '.*data/${name}'$`, 'm'));
      expect(modeOf(data(name))).toBe('604');
      // The group may: container platforms give it access to volumes.
      chmodSync(data(name), 0o660);
    }
    expect(readdirSync(data()).sort()).toEqual(names.sort());
    program.stdout = '';
    program.start({});
    expect(await program.address()).toMatch(/^http/);
  });

  it('stop the start if others can read the log of a killed process', async () => {
    program.start({});
    await program.address();
    program.signal('SIGKILL');
    await program.exit();
    expect(existsSync(data('forgenote.sqlite-wal'))).toBe(true);
    chmodSync(data('forgenote.sqlite-wal'), 0o644);
    await program.expectRefusal({}, /chmod 600 'data\/forgenote\.sqlite-wal'/);
  });
});

describe('a file that a setting names', () => {
  it('may be readable for others: the service starts and warns', async () => {
    const file = join(program.folder, 'token');
    writeFileSync(file, ROOT.token, { mode: 0o444 });
    chmodSync(file, 0o444);
    const own = join(program.folder, 'password');
    writeFileSync(own, ROOT.password, { mode: 0o600 });
    program.start({ ADMIN_TOKEN_FILE: file, ADMIN_PASSWORD_FILE: own, LOG_LEVEL: 'warn' });
    const url = await program.address();
    const { status } = await fetch(`${url}/api/v3/user`, {
      headers: { 'PRIVATE-TOKEN': ROOT.token },
    });
    expect(status).toBe(200);
    await stop();
    const warnings = program.stderr.split('\n').filter((text) => text.startsWith('{'));
    expect(warnings.map((text) => JSON.parse(text) as object)).toMatchObject([
      {
        level: 40,
        msg: `Every account of this machine can access ${file}, which ADMIN_TOKEN_FILE names`,
      },
    ]);
    expect(program.stderr).not.toContain(ROOT.token);
  });
});
