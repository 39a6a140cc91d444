import { readdirSync } from 'node:fs';
import { Program } from '../support/program.js';

let program: Program;

beforeEach(() => (program = new Program()));
afterEach(() => program.remove());

/** Runs the command to its end. Returns the exit code. */
const run = (settings: Record<string, string>, ...words: string[]) => {
  program.start(settings, ...words);
  return program.exit();
};

describe('forgenote', () => {
  it('prints its commands with --help and creates nothing', async () => {
    expect(await run({}, '--help')).toBe(0);
    expect(program.stdout).toMatch(/^Usage: forgenote/);
    for (const command of ['serve', 'check', 'ldap'])
      expect(program.stdout).toContain(`\n  ${command}`);
    expect(readdirSync(program.folder)).toEqual([]);
  });

  it('prints its version with --version', async () => {
    expect(await run({}, '--version')).toBe(0);
    expect(program.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(readdirSync(program.folder)).toEqual([]);
  });

  it.each([
    ['--verbose'],
    ['start'],
    ['check', '--fix'],
    ['ldap', 'check', '--jsno'],
    ['ldap', 'sync', 'a', 'b'],
    ['serve', '--no-forge'],
    ['admin', 'create', 'ada'],
  ])('rejects %s with 64 and creates nothing', async (...words) => {
    expect(await run({}, ...words)).toBe(64);
    expect(program.stderr).toMatch(/^error: /);
    expect(program.stdout).toBe('');
    expect(readdirSync(program.folder)).toEqual([]);
  });

  it.each([
    [['--verbose'], "error: unknown option '--verbose'", 'forgenote'],
    [['check', '--fix'], "error: unknown option '--fix'", 'forgenote check'],
    [['backup'], "error: missing required argument 'file'", 'forgenote backup'],
    [['admin', 'remove'], "error: unknown command 'remove'", 'forgenote admin'],
    [['start'], "error: unknown command 'start'", 'forgenote'],
  ])('rejects %j with one error and the command that helps', async (words, error, command) => {
    expect(await run({}, ...words)).toBe(64);
    expect(program.stderr).toBe(`${error}\nSee ${command} --help.\n`);
  });

  it.each([
    [['backup', '-'], '"-" is not the name of a file: name a new file'],
    [['backup', ''], '"" is not the name of a file: name a new file'],
  ])('rejects %j with 64 and one sentence, and creates nothing', async (words, sentence) => {
    expect(await run({}, ...words)).toBe(64);
    expect(program.stderr).toBe(`${sentence}\n`);
    expect(program.stdout).toBe('');
    expect(readdirSync(program.folder)).toEqual([]);
  });

  it('runs the service with serve', async () => {
    program.start({}, 'serve');
    expect((await fetch(`${await program.address()}/health`)).status).toBe(200);
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
  });
});

describe('forgenote ldap', () => {
  it.each(['check', 'sync'])('%s without a directory exits with 78', async (command) => {
    expect(await run({}, 'ldap', command)).toBe(78);
    expect(program.stderr).toBe('No directory is configured: set LDAP_URL and LDAP_BASE.\n');
    expect(readdirSync(program.folder)).toEqual([]);
  });

  it.each(['check', 'sync'])('%s with a filter that is none exits with 78', async (command) => {
    const settings = { LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE: 'dc=example,dc=org' };
    const LDAP_FILTER = '(=ada)';
    expect(await run({ ...settings, LDAP_FILTER }, 'ldap', command)).toBe(78);
    expect(program.stderr).toBe(
      'LDAP_FILTER is not a search filter: Invalid attribute name: =ada\n',
    );
  });

  it('check of a directory that does not listen exits with 69 and one sentence', async () => {
    const settings = { LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE: 'dc=example,dc=org' };
    expect(await run(settings, 'ldap', 'check')).toBe(69);
    expect(program.stderr).toBe(
      'Directory ldapmain at ldap://127.0.0.1:1: nothing listens there. Start the directory, or correct LDAP_URL.\n',
    );
    expect(readdirSync(program.folder)).toEqual([]);
  });

  it('check --json prints what is wrong as JSON', async () => {
    const settings = { LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE: 'dc=example,dc=org' };
    expect(await run(settings, 'ldap', 'check', '--json')).toBe(69);
    expect(program.stderr).toBe('');
    expect(JSON.parse(program.stdout)).toEqual({
      provider: 'ldapmain',
      users: [],
      warnings: [],
      problem:
        'Directory ldapmain at ldap://127.0.0.1:1: nothing listens there. Start the directory, or correct LDAP_URL.',
    });
  });
});
