import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PATH_ONLY } from '../support/environment.js';
import { Program, REPOSITORY } from '../support/program.js';

let program: Program;
beforeEach(() => (program = new Program()));
afterEach(() => program.remove());

/** Runs the service for 6 seconds on a terminal, with `script` of Debian's bsdutils. Returns what the terminal shows. */
async function onTerminal(settings: Record<string, string>): Promise<string> {
  const command = `timeout --signal=TERM 6 node ${join(REPOSITORY, 'dist/src/main.js')}`;
  const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
    cwd: program.folder,
    env: { ...PATH_ONLY, PORT: '0', DRAIN_TIME: '0', ...settings },
  }).catch((error: unknown) => error as { stdout: string });
  return stdout.replaceAll('\r\n', '\n');
}

describe('on a terminal', () => {
  it('the service shows the secrets once, and a log for people', async () => {
    const shown = await onTerminal({});
    expect(shown).toMatch(
      /^The first administrator is root\.\nPassword: \S{20}\nPrivate token: \S{20}\nThis is shown once\.\n/,
    );
    expect(shown).toMatch(/^\d\d:\d\d:\d\d info {2}Server listening at http:\S+$/m);
    expect(shown).toContain(
      "with the database data/forgenote.sqlite. The administrator's token is shown above.",
    );
    expect(shown).not.toContain('{"');
  });
});
