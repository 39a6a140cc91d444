import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { symlinkSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SqliteConnection } from '../../src/database/engines/sqlite-connection.js';
import { MACHINE } from '../support/environment.js';
import { NoteWriters } from '../support/note-writers.js';
import { REPOSITORY } from '../support/program.js';
import { BOOK, COUNTS, isAsShown, type Block } from '../support/runbook/book.js';
import { certificate, Client, HOST, NOTES_PATH, send } from '../support/runbook/outside.js';
import { Shell } from '../support/runbook/shell.js';

const NPM = execFileSync('/bin/sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();

/**
 * All that differs from a real machine. test/support/runbook/machine.sh makes the rest: a network and folders of its
 * own, so that ports, paths and names are those of the page.
 */
const STAND_INS = {
  // The packages are built and installed as they are, but from the dist/ that the test run has built.
  npm: `case $1 in
    ci) ;;
    pack) exec ${NPM} "$@" --ignore-scripts --silent ;;
    *) exec nsenter --net=${MACHINE.network} ${NPM} "$@" ;;
  esac`,
  // The next version: the same program with another number.
  git: `[ "$*" = pull ]\n${NPM} version minor --no-git-tag-version`,
  // scripts/require.sh has installed them.
  'apt-get': 'shift 2\ndpkg --status "$@" >/dev/null',
  // Debian's systemctl for machines without systemd. It reads unit files, starts what they say, and knows no sandbox.
  // It does not know instances of a template.
  systemctl: `for word; do
    case $word in *@*) cd /etc/systemd/system && sed "s/%i/\${word#*@}/g" "\${word%@*}@.service" >"$word.service" ;; esac
  done
  exec ${MACHINE.systemctl} "$@"`,
  journalctl: '[ "$1" = --unit ]\ncat "/var/log/journal/$2.service.log"',
};

const SOURCE = '/usr/src/forgenote';
const DATA = '/var/lib/forgenote/data';
const BACKUPS = '/var/backups/forgenote';
const LOG = '/var/log/journal/forgenote@3001.service.log';
const SETTINGS = '/etc/forgenote/forgenote.env';
const KEY = '/etc/forgenote/secret.key';
const FIRST = 'http://127.0.0.1:3001';
const SECOND = 'http://127.0.0.1:3002';
const ATTACKER = '192.0.2.7';
const WRITTEN = 40;

let folder: string;
let shell: Shell;
let executed: Block[];
let compared: Block[];

/** Blocks of one chapter, in order. */
class Reader {
  constructor(private readonly blocks: Block[]) {}

  /** Runs the next block, and compares what it prints with the page. */
  async next(): Promise<string> {
    const block = this.blocks.shift();
    if (!block) throw new Error('The chapter has no more blocks.');
    const printed = await shell.run(block.commands);
    executed.push(block);
    if (block.output !== null) {
      compared.push(block);
      if (!isAsShown(printed, block.output))
        throw new Error(
          `The page says that\n${block.commands}prints\n${block.output}but it prints\n${printed}`,
        );
    }
    return printed;
  }

  expectEnd(): void {
    expect(this.blocks).toEqual([]);
  }
}

/** What happens on the machine besides the commands of the page. */
const happens = (script: string) => shell.run(script);
const isReady = (instance: string) => send(`${instance}/health/ready`);
const reasonOf = async (instance: string) =>
  ((await isReady(instance)).body as { message?: string }).message;
const tokenIn = (printed: string) => /Private token: (\S+)/.exec(printed)?.[1] ?? '';
/** The token that a sign-in returns. */
const signIn = async (password: string, from?: string) => {
  const form = { login: 'ada', password };
  const { status, body } = await send(`${HOST}/api/v3/session`, {
    form,
    ...(from !== undefined && { from }),
  });
  return [status, (body as { private_token?: string }).private_token];
};

let root: Client;
let ada: Client;
let passwordOfAda = 'correct-horse';
const theNotes: string[] = [];
const write = async (text: string, client = ada) => {
  expect(await client.write(text)).toBe(201);
  theNotes.push(text);
};
const expectNotes = async (client = ada) => {
  expect(await client.notes()).toEqual([...theNotes].sort());
};

/** Each runs the blocks of its chapter, and looks at the forge from outside in between. */
const CHAPTERS: Record<string, (chapter: Reader) => Promise<void>> = {
  Install: async (chapter) => {
    await chapter.next();
    await chapter.next();
    await chapter.next();
    await chapter.next();
    expect(await isReady(FIRST)).toEqual({ status: 200, body: { status: 'ok' } });
  },

  'First administrator': async (chapter) => {
    root = new Client(tokenIn(await chapter.next()), FIRST);
    await chapter.next();
    await chapter.next();
    theNotes.push('It does indeed.');
    await expectNotes(root);
    const { body } = await send(`${FIRST}/api/v3/session`, {
      form: { login: 'ada', password: 'correct-horse' },
    });
    ada = new Client((body as { private_token: string }).private_token, FIRST);
    await write('Ada agrees.');
  },

  'Proxy with TLS': async (chapter) => {
    await chapter.next();
    await chapter.next();
    await chapter.next();
    [root, ada] = [root.at(HOST), ada.at(HOST)];
    await write('Through the proxy.');
    const { body } = await root.get('/projects/root%2Fengine');
    expect(body).toMatchObject({ web_url: `${HOST}/root/engine` });
  },

  Backup: async (chapter) => {
    await chapter.next();
    await chapter.next();
    // As cron runs it.
    const [, line = ''] =
      /^(?:\S+ ){5}root (.*)$/m.exec(readFileSync('/etc/cron.d/forgenote', 'utf8')) ?? [];
    await happens(line.replaceAll('\\%', '%'));
    expect(await happens(`ls ${BACKUPS}`)).toMatch(
      /^forge-[-\d]+\.gz\nnightly-[-\d]+\.gz\nsecret.key\n$/,
    );
  },

  'Restore drill': async (chapter) => {
    await chapter.next();
    await chapter.next();
    await expectNotes(ada.at('http://127.0.0.1:3999'));
    await chapter.next();
    await expect(send('http://127.0.0.1:3999/health/live')).rejects.toThrow('ECONNREFUSED');
    await happens(`forgenote backup ${BACKUPS}/last-night.gz && rm ${DATA}/forgenote.sqlite`);
    expect(await ada.at(FIRST).write('Lost?')).toBe(503);
    expect((await isReady(FIRST)).status).toBe(503);
    await chapter.next();
    await untilProxyKnows();
    await expectNotes();
  },

  Upgrade: async (chapter) => {
    const versionOf = async () => (await happens('forgenote --version')).trim();
    const former = await versionOf();
    await chapter.next();
    await chapter.next();
    expect(await versionOf()).not.toBe(former);
    await untilProxyKnows();
    await expectNotes();
    await write('On the next version.');
    await chapter.next();
    expect(await versionOf()).toBe(former);
    await untilProxyKnows();
    await expectNotes();
  },

  'Lost key': async (chapter) => {
    await happens(`systemctl stop forgenote@3001; rm ${DATA}/secret.key`);
    // It exits soon, and this systemctl may notice that. Debian's own never waits for a service of this type.
    await happens('systemctl start forgenote@3001 || true');
    await chapter.next();
    await chapter.next();
    await untilProxyKnows();
    await expectNotes();
    expect(await signIn('correct-horse')).toEqual([201, ada.token]);
    // This time the copy is lost too.
    await happens(`systemctl stop forgenote@3001; rm ${DATA}/secret.key ${BACKUPS}/secret.key`);
    await chapter.next();
    await untilProxyKnows();
    await expectNotes();
    expect(await signIn('correct-horse')).toEqual([201, '']);
    ada = new Client(tokenIn(await chapter.next()));
    expect(await signIn('correct-horse')).toEqual([201, ada.token]);
  },

  'Lost administrator': async (chapter) => {
    await chapter.next();
    await chapter.next();
    expect((await root.get('/user')).status).toBe(401);
    root = new Client((await happens('echo $TOKEN')).trim());
    const rescue = new Client(tokenIn(await chapter.next()));
    expect((await rescue.get('/user')).body).toMatchObject({ username: 'rescue', is_admin: true });
  },

  'Disk full': async (chapter) => {
    // The chapter keeps the newest seven.
    const newer = Array.from({ length: 7 }, (_, n) => join(BACKUPS, `newer-${n}.gz`));
    for (const name of newer) writeFileSync(name, '');
    fillUp(join(BACKUPS, 'forge-2020-01-01.gz'));
    // Files that SQLite reuses still have some space.
    while ((await ada.at(FIRST).write('Is there space?')) === 201) theNotes.push('Is there space?');
    await expectNotes(ada.at(FIRST));
    await chapter.next();
    expect(await chapter.next()).toContain('forge-2020-01-01.gz');
    for (const name of newer) rmSync(name);
    await chapter.next();
    theNotes.push('There is space again.');
    await untilProxyKnows();
    await write('Through the proxy too.');
    await expectNotes();
  },

  Slow: async (chapter) => {
    await chapter.next();
    await untilProxyKnows();
    await whileLocked(1_000, () => write('This takes a second.'));
    // The log gets the line after the client its response.
    while (!readFileSync(LOG, 'utf8').includes('slow request')) await delay(20);
    const found = await chapter.next();
    expect(found).toMatch(/"msg":"slow request"/);
    expect(found).toMatch(/"statement":"BEGIN"/);
  },

  'Under attack': async (chapter) => {
    const attack = async () => (await signIn('guessed', ATTACKER))[0];
    while ((await attack()) !== 429);
    expect(await chapter.next()).toMatch(
      /forgenote_rate_limit_hits_total\{reason="failures"\} [1-9]/,
    );
    expect(await chapter.next()).toMatch(/^ *\d+ "address":"192\.0\.2\.7"$/m);
    await chapter.next();
    expect(await attack()).toBe(403);
    await expectNotes();
    await chapter.next();
    await untilProxyKnows();
    const stolen = ada;
    expect(await chapter.next()).toContain('"username":"ada"');
    expect((await stolen.get('/user')).status).toBe(401);
    const printed = await chapter.next();
    expect((await stolen.get('/user')).status).toBe(401);
    ada = new Client(tokenIn(printed));
    expect((await signIn(passwordOfAda))[0]).toBe(401);
    passwordOfAda = /Password: (\S+)/.exec(printed)?.[1] ?? '';
    expect(await signIn(passwordOfAda)).toEqual([201, ada.token]);
  },

  'Move to MariaDB': async (chapter) => {
    await chapter.next();
    await chapter.next();
    await chapter.next();
    await untilProxyKnows();
    await expectNotes();
    await write('On MariaDB.');
  },

  'Scale to two': async (chapter) => {
    // The writers below are faster than people.
    await happens(`echo RATE_LIMIT_NOTES=0 >>${SETTINGS}`);
    await chapter.next();
    await untilProxyKnows();
    await expectNotes(ada.at(SECOND));
    const tls = { ca: certificate() };
    const writers = new NoteWriters(NOTES_PATH, ada.token, [`${HOST}/api/v3`], tls);
    writers.begin();
    await writers.written(WRITTEN);
    await chapter.next();
    await writers.written(WRITTEN);
    await writers.end();
    expect(writers.failures).toEqual([]);
    expect(writers.acknowledged.length).toBeGreaterThan(WRITTEN);
    const { total } = await countNotes();
    expect(total).toBe(theNotes.length + writers.acknowledged.length);
    await repeatDrill();
  },

  'Database gone': async (chapter) => {
    await happens('forgenote backup /var/backups/forgenote/last.gz');
    const before = await countNotes();
    await happens('systemctl stop mariadb');
    await untilReason(FIRST, 'The database does not respond');
    expect(await ada.at(FIRST).write('Lost?')).toBe(503);
    expect((await ada.at(SECOND).get(NOTES_PATH)).status).toBe(503);
    await chapter.next();
    await chapter.next();
    await untilProxyKnows();
    expect(await countNotes()).toEqual(before);
    await happens("mariadb --execute='DROP DATABASE forgenote'");
    await chapter.next();
    await untilProxyKnows();
    expect(await countNotes()).toEqual(before);
    expect(await ada.write('It goes on.')).toBe(201);
  },

  'Replace the key': async (chapter) => {
    const former = readFileSync(KEY, 'utf8');
    const before = await countNotes();
    const expectToken = async () => {
      await untilProxyKnows();
      expect(await signIn(passwordOfAda)).toEqual([201, ada.token]);
    };
    await chapter.next();
    expect(readFileSync(KEY, 'utf8')).toBe(former);
    await expectToken();
    await chapter.next();
    expect(readFileSync(KEY, 'utf8')).not.toBe(former);
    expect(await happens(`cat ${BACKUPS}/secret.key.before-*`)).toBe(former);
    await expectToken();
    await chapter.next();
    await expectToken();
    expect(await countNotes()).toEqual(before);
  },
};

/** The settings name the database in another way than in chapter 5. */
async function repeatDrill(): Promise<void> {
  const { blocks = [] } = BOOK.find(({ title }) => title === 'Restore drill') ?? {};
  const [restore, start, stop] = blocks.map(({ commands }) => commands);
  expect(await happens(restore ?? '')).toContain('Nothing is wrong with the data.');
  await happens(start ?? '');
  await happens(stop ?? '');
}

async function countNotes(): Promise<{ total: number }> {
  let total = 0;
  for (let page = 1; ; page++) {
    const { body } = await ada.get(`${NOTES_PATH}?per_page=100&page=${page}`);
    const { length } = body as unknown[];
    total += length;
    if (length < 100) return { total };
  }
}

async function untilReason(instance: string, reason: string): Promise<void> {
  while (!(await reasonOf(instance))?.includes(reason)) await delay(50);
}

/** haproxy asks each second: after a restart it needs as long to send requests again. */
async function untilProxyKnows(): Promise<void> {
  while ((await isReady(HOST)).status !== 200) await delay(50);
}

/** Takes all free space of the file system, with a file that looks old. */
function fillUp(path: string): void {
  const block = Buffer.alloc(16_384, 1);
  const file = openSync(path, 'w');
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
  utimesSync(path, new Date('2020-01-01'), new Date('2020-01-01'));
}

/** Another program writes to the file of the database. */
async function whileLocked(ms: number, work: () => Promise<void>): Promise<void> {
  const other = new SqliteConnection(join(DATA, 'forgenote.sqlite'));
  other.fixed('BEGIN IMMEDIATE').run();
  const unlock = async () => {
    await delay(ms);
    other.fixed('ROLLBACK').run();
    other.close();
  };
  await Promise.all([work(), unlock()]);
}

describe('docs/operating.md', () => {
  /** The failure of each chapter that was reached, or null. */
  const outcomes = new Map<string, unknown>();

  // The chapters are one story: they run in their order, whatever the order of the tests.
  beforeAll(async () => {
    executed = [];
    compared = [];
    folder = mkdtempSync(join(tmpdir(), 'forgenote-runbook-'));
    for (const name of ['dist', 'deploy', 'package.json', 'openapi.json', 'README.md', 'LICENSE'])
      cpSync(join(REPOSITORY, name), join(SOURCE, name), { recursive: true });
    // What npm ci installs.
    symlinkSync(join(REPOSITORY, 'node_modules'), join(SOURCE, 'node_modules'));
    execFileSync('mariadb-install-db', ['--user=mysql', '--skip-test-db'], { stdio: 'ignore' });
    // What the package does when it is installed: and systemctl does not know the `!` of one of its lines.
    execFileSync('install', ['--directory', '--owner=mysql', '/run/mysqld']);
    mkdirSync('/etc/systemd/system/mariadb.service.d');
    writeFileSync(
      '/etc/systemd/system/mariadb.service.d/runbook.conf',
      '[Service]\nExecStartPost=\n',
    );
    shell = new Shell(folder, STAND_INS);
    for (const { title, blocks } of BOOK) {
      try {
        const reader = new Reader([...blocks]);
        await CHAPTERS[title]?.(reader);
        reader.expectEnd();
        outcomes.set(title, null);
      } catch (error) {
        outcomes.set(title, error);
        break;
      }
    }
  }, 900_000);
  afterAll(async () => {
    await shell.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(BOOK.map(({ title }) => title))('has commands that work in the chapter %s', (title) => {
    expect(CHAPTERS).toHaveProperty([title]);
    if (!outcomes.has(title)) throw new Error('A chapter before it failed.');
    if (outcomes.get(title) !== null) throw outcomes.get(title);
  });

  it('has no commands that this test does not run, and no output that it does not compare', () => {
    expect({ commands: executed.length, outputs: compared.length }).toEqual(COUNTS);
  });
});
