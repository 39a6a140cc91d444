import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteConnection } from '../../src/database/engines/sqlite-connection.js';
import { settingsOf } from '../directory/configured.js';
import { PATH_ONLY } from '../support/environment.js';
import { Program, REPOSITORY } from '../support/program.js';
import { Slapd } from '../support/slapd.js';

let program: Program;
beforeEach(() => (program = new Program()));
afterEach(() => program.remove());

const STARTED = /is shown above\.\r?\n/;

/** Runs the service on a terminal, with `script` of Debian's bsdutils, until it has started. Returns what the terminal shows. */
async function onTerminal(settings: Record<string, string>): Promise<string> {
  const service = `timeout 90 node ${join(REPOSITORY, 'dist/program/main.js')}`;
  const terminal = spawn(
    'script',
    ['-qec', `${service} & read line; kill $!; wait $!`, '/dev/null'],
    {
      cwd: program.folder,
      env: { ...PATH_ONLY, PORT: '0', DRAIN_TIME: '0', ...settings },
    },
  );
  let shown = '';
  terminal.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    // The shell reads this line, and ends the service.
    if (STARTED.test(shown) && terminal.stdin.writable) terminal.stdin.end('\n');
  });
  await once(terminal, 'close');
  return shown.replaceAll('\r\n', '\n');
}

/** Runs a command of the program on a terminal to its end. Returns what the terminal gets, with its control codes. */
async function commandOnTerminal(
  words: string,
  settings: Record<string, string> = {},
  { main = join(REPOSITORY, 'dist/program/main.js'), code: expected = 0 } = {},
): Promise<string> {
  const command = `timeout 90 node ${main} ${words}`;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: program.folder,
    env: { ...PATH_ONLY, TERM: 'xterm', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let shown = '';
  terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  const [code] = (await once(terminal, 'close')) as [number];
  expect(code).toBe(expected);
  return shown;
}

describe('on a terminal', () => {
  it('forgenote ldap sync shows its progress on one line, and removes it', async () => {
    const slapd = await Slapd.start();
    try {
      for (const uid of ['ada', 'bea']) await slapd.person({ uid });
      const settings = { ...settingsOf(slapd), LOG_LEVEL: 'silent' };
      const shown = await commandOnTerminal('ldap sync', settings);
      // A slow run shows more than one step.
      expect(shown.replaceAll('\r\u001B[K', '<clear>')).toMatch(
        /<clear>ldapmain: read 2 entries(<clear>ldapmain: applied 2 of 2 entries)?<clear>ldapmain: 2 entries, 0 users, .* \(\d+\.\d s\)\r\n$/,
      );
    } finally {
      await slapd.stop();
    }
  });

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

describe('a long command', () => {
  /** What a command shows of work that takes long and has no steps, or that comes before its rows. */
  const PHASES = [
    ['doctor', '\r\u001B[Kthe database checks its files\r\u001B[K'],
    ['backup b.gz', '\r\u001B[Klooking for references to missing rows'],
    ['restore', '\r\u001B[Kcompleting the new database\r\u001B[K'],
  ] as const;
  const PROGRESS = /^\r\u001B\[K(looking for references|[a-z_]+(, [a-z ]+)?: \d+ rows)/;

  it('shows its progress on a terminal, removes it at the end, and prints its result to stdout', async () => {
    program.start({ DRAIN_TIME: '0' });
    await program.address();
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    const restored = { DATABASE_URL: 'sqlite:restored/forgenote.sqlite' };
    for (const words of ['backup b.gz', 'restore b.gz', 'doctor']) {
      const settings = words.startsWith('restore') ? restored : {};
      const shown = await commandOnTerminal(`${words} --json >result.txt`, settings);
      expect(shown).toMatch(PROGRESS);
      expect(shown).toMatch(/\r\u001B\[K$/);
      const phase = PHASES.find(([command]) => words.startsWith(command))?.[1] ?? '';
      expect(shown).toContain(phase);
      const result = readFileSync(join(program.folder, 'result.txt'), 'utf8');
      expect(typeof JSON.parse(result)).toBe('object');
    }
  });

  it('removes its progress if it fails', async () => {
    program.start({ DRAIN_TIME: '0' });
    await program.address();
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    const database = new SqliteConnection(join(program.folder, 'data/forgenote.sqlite'));
    database.fixed('DROP TABLE user_terms').run();
    database.close();
    const shown = await commandOnTerminal('doctor', {}, { code: 69 });
    expect(shown).toMatch(/: \d+ rows\r\u001B\[KThe database \S+ is damaged /);
  });

  it('migrate shows on a terminal which migration runs, and prints its result to stdout', async () => {
    program.start({ DRAIN_TIME: '0' });
    await program.address();
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    const next = join(REPOSITORY, 'test/support/next-version.js');
    const main = `--import ${next} ${join(REPOSITORY, 'dist/src/main.js')}`;
    const settings = { MIGRATION_MS: '5500' };
    const shown = await commandOnTerminal('migrate --json >result.txt', settings, { main });
    const migration = 'IssueWeights1999000000000';
    const lines = shown.trim().split('\r\n');
    const shownOnce = new Set(lines.map((line) => line.replace(/^[\d:]{8} info {2}|ms=\d+$/g, '')));
    // A slow machine also repeats the second one.
    expect([...shownOnce]).toEqual([
      `Migrating the database migrations=["${migration}"]`,
      `Still migrating the database migration=${migration} `,
      `The database is migrated migrations=["${migration}"] `,
    ]);
    const result = readFileSync(join(program.folder, 'result.txt'), 'utf8');
    expect(JSON.parse(result)).toEqual({ applied: [migration] });
  });
});
