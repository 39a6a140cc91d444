import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Program } from '../support/program.js';

// command-line.sqlite.test.ts has the other words, which it passes to the command line without a start of the program.
describe('forgenote', () => {
  let program: Program;
  beforeEach(() => (program = new Program()));
  afterEach(() => program.remove());

  it.each([
    [['check', '--fix'], 64, "error: unknown option '--fix'\nSee forgenote check --help.\n"],
    [['ldap', 'sync'], 78, 'No directory is configured: set LDAP_URL and LDAP_BASE.\n'],
  ])('%j exits with %i, and creates nothing', async (words, code, stderr) => {
    program.start({}, ...words);
    expect(await program.exit()).toBe(code);
    expect([program.stdout, program.stderr]).toEqual(['', stderr]);
    expect(readdirSync(program.folder)).toEqual([]);
  });

  it('serve --new-key runs the service although its key is lost, and warns', async () => {
    const start = async (...words: string[]) => {
      program.stdout = '';
      program.start({ LOG_LEVEL: 'warn', DRAIN_TIME: '0' }, ...words);
      expect((await fetch(`${await program.address()}/health`)).status).toBe(200);
      program.signal('SIGTERM');
      expect(await program.exit()).toBe(0);
    };
    await start('serve');
    rmSync(join(program.folder, 'data/secret.key'));
    await start('serve', '--new-key');
    expect(program.stderr).toContain(
      '"The key is lost: the private tokens of 1 users still work, but nobody can be shown them until they are reset"',
    );
  });
});
