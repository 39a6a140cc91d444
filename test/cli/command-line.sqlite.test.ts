import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from '../../src/operations/cli/program.js';
import { runCommand } from '../support/run-command.js';

const run = (...words: string[]) => runCommand({}, words);

describe('forgenote', () => {
  it('prints its commands with --help', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: forgenote/);
    for (const command of ['serve', 'check', 'ldap']) expect(stdout).toContain(`\n  ${command}`);
  });

  it('prints its version with --version', async () => {
    expect(await run('--version')).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as unknown,
    });
  });

  it.each([
    [['--verbose'], "error: unknown option '--verbose'", 'forgenote'],
    [['start'], "error: unknown command 'start'", 'forgenote'],
    [['check', '--fix'], "error: unknown option '--fix'", 'forgenote check'],
    [['backup'], "error: missing required argument 'file'", 'forgenote backup'],
    [['admin', 'remove'], "error: unknown command 'remove'", 'forgenote admin'],
    [
      ['admin', 'create', 'ada'],
      "error: required option '--email <address>' not specified",
      'forgenote admin create',
    ],
    [
      ['ldap', 'check', '--jsno'],
      "error: unknown option '--jsno'\n(Did you mean --json?)",
      'forgenote ldap check',
    ],
    [
      ['ldap', 'sync', 'a', 'b'],
      "error: too many arguments for 'sync'. Expected 0 arguments but got 2.",
      'forgenote ldap sync',
    ],
    [
      ['serve', '--no-forge'],
      'error: --ready-file, --set and --no-forge need --ephemeral',
      'forgenote serve',
    ],
    [
      ['serve', '--ready-file', 'x'],
      'error: --ready-file, --set and --no-forge need --ephemeral',
      'forgenote serve',
    ],
    [
      ['migrate', '--status', '--dry-run'],
      "error: option '--status' cannot be used with option '--dry-run'",
      'forgenote migrate',
    ],
  ])('rejects %j with 64, one error and the command that helps', async (words, error, command) => {
    expect(await run(...words)).toEqual({
      code: 64,
      stdout: '',
      stderr: `${error}\nSee ${command} --help.\n`,
    });
  });

  it.each([
    [[], false],
    [['--new-key'], true],
  ])('starts the service with serve %j', async (flags, acceptsLostKey) => {
    const started: unknown[] = [];
    const unused = () => Promise.reject(new Error('serve uses no other part'));
    const program = createProgram({
      start: (options) => Promise.resolve(void started.push(options)),
      createApp: unused,
      serveEphemeral: unused,
      loadSchema: unused,
    });
    await program.parseAsync(['serve', ...flags], { from: 'user' });
    expect(started).toEqual([{ acceptsLostKey }]);
  });
});

describe('forgenote ldap', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forgenote-ldap-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const run = (settings: Record<string, string>, ...words: string[]) => {
    const DATABASE_URL = `sqlite:${join(folder, 'data/forgenote.sqlite')}`;
    return runCommand({ DATABASE_URL, ...settings }, ['ldap', ...words]);
  };
  const LDAP = { LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE: 'dc=example,dc=org' };
  const PROBLEM =
    'Directory ldapmain at ldap://127.0.0.1:1: nothing listens there. Start the directory, or correct LDAP_URL.';

  it.each(['check', 'sync'])('%s without a directory exits with 78', async (command) => {
    expect(await run({}, command)).toEqual({
      code: 78,
      stdout: '',
      stderr: 'No directory is configured: set LDAP_URL and LDAP_BASE.\n',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['check', 'sync'])('%s with a filter that is none exits with 78', async (command) => {
    expect(await run({ ...LDAP, LDAP_FILTER: '(=ada)' }, command)).toEqual({
      code: 78,
      stdout: '',
      stderr: 'LDAP_FILTER is not a search filter: Invalid attribute name: =ada\n',
    });
  });

  it('check of a directory that does not listen exits with 69 and one sentence', async () => {
    expect(await run(LDAP, 'check')).toMatchObject({ code: 69, stderr: `${PROBLEM}\n` });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('check --json prints what is wrong as JSON', async () => {
    const { code, stdout, stderr } = await run(LDAP, 'check', '--json');
    expect([code, stderr]).toEqual([69, '']);
    expect(JSON.parse(stdout)).toEqual({
      ...{ provider: 'ldapmain', users: [], warnings: [] },
      problem: PROBLEM,
    });
  });
});
