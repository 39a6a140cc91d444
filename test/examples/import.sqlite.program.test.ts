import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { PATH_ONLY } from '../support/environment.js';
import { REPOSITORY } from '../support/program.js';

interface Outcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

const ALL = '2 users, 1 projects, 1 members, 2 issues, 3 notes\n';
const AT = '/projects/ada%2Fengine';

let folder: string;
let forge: Forge;
let proxy: Server | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgenote-import-'));
  cpSync(join(REPOSITORY, 'examples/import'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(REPOSITORY, join(folder, 'node_modules/forgenote'));
  forge = await startForge();
});
afterEach(async () => {
  proxy?.closeAllConnections();
  proxy?.close();
  await forge.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(url: string, token = ROOT.token) {
  const child = spawn('node', ['import.js', 'conversations.json'], {
    cwd: folder,
    env: { ...PATH_ONLY, FORGENOTE_URL: url, FORGENOTE_TOKEN: token },
  });
  const outcome: Outcome = { code: null, signal: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (outcome.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (outcome.stderr += chunk.toString()));
  const end = new Promise<Outcome>((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ ...outcome, code, signal });
    });
  });
  return { child, end };
}

/** Between the script and the service. `answer` returns what the script gets instead of the service's response. */
async function startProxy(
  answer: (path: string, pass: () => Promise<Response>) => Promise<Response> | Response,
): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {};
      const given = ['private-token', 'sudo', 'idempotency-key', 'content-type'].flatMap((name) =>
        typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : [],
      );
      const pass = () => fetch(forge.url + url, { method, headers: given, ...body });
      void Promise.resolve(answer(url, pass)).then(async (result) => {
        response.writeHead(result.status, Object.fromEntries(result.headers));
        response.end(await result.text());
      });
    });
  });
  proxy = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Written {
  author: { username: string };
  created_at: string;
}
type Issue = Written & { id: number; title: string; state: string };
type Note = Written & { body: string; system: boolean };

/** What the service has of the file, in the order of creation. */
async function imported() {
  const { body: issues } = await forge.root.get<Issue[]>(`${AT}/issues`, { sort: 'asc' });
  const found = issues
    .toSorted((a, b) => a.id - b.id)
    .map(async ({ id, title, state, author, created_at }) => {
      const { body: notes } = await forge.root.get<Note[]>(`${AT}/issues/${id}/notes`);
      return {
        ...{ title, state, author: author.username, created_at },
        notes: notes
          .filter(({ system }) => !system)
          .map((note) => [note.author.username, note.created_at, note.body]),
      };
    });
  return Promise.all(found);
}

const CONVERSATIONS = [
  {
    title: 'A moth in relay 70',
    state: 'opened',
    author: 'grace',
    created_at: '1987-09-09T15:45:00.000Z',
    notes: [
      ['ada', '1987-09-09T16:00:00.000Z', 'Keep it, it is evidence.'],
      ['grace', '1987-09-10T08:30:00.000Z', 'It is taped into the log book.'],
    ],
  },
  {
    title: 'Bernoulli numbers',
    state: 'closed',
    author: 'ada',
    created_at: '1987-09-11T09:00:00.000Z',
    notes: [['grace', '1987-09-12T10:00:00.000Z', 'Note G has them.']],
  },
];

describe('examples/import', () => {
  it('creates everything in the file with its authors and times, and nothing twice', async () => {
    for (let run = 1; run <= 2; run++) {
      expect(await start(forge.url).end).toEqual({
        code: 0,
        signal: null,
        stdout: ALL,
        stderr: '',
      });
      expect(await imported()).toEqual(CONVERSATIONS);
    }
    const { body: users } =
      await forge.root.get<{ username: string; external: boolean }[]>('/users');
    expect(users.map(({ username, external }) => [username, external])).toEqual([
      ['grace', true],
      ['ada', false],
      ['root', false],
    ]);
    const { body: members } = await forge.root.get<object[]>(`${AT}/members`);
    expect(members).toMatchObject([{ username: 'grace', access_level: 20 }]);
  });

  it('goes on after a kill, also if the service stored a note whose response was lost', async () => {
    let notes = 0;
    let cut = (): void => undefined;
    const isCut = new Promise<void>((resolve) => (cut = resolve));
    const url = await startProxy(async (path, pass) => {
      const response = await pass();
      if (!path.endsWith('/notes') || ++notes < 2) return response;
      cut();
      return new Promise(() => undefined);
    });
    const { child, end } = start(url);
    await isCut;
    child.kill('SIGKILL');
    expect((await end).signal).toBe('SIGKILL');
    const [first, ...rest] = await imported();
    expect([first?.notes.length, rest]).toEqual([2, []]);
    expect(await start(forge.url).end).toMatchObject({ code: 0, stdout: ALL });
    expect(await imported()).toEqual(CONVERSATIONS);
  });

  it('waits and repeats while the service answers 429', async () => {
    let refusals = 0;
    const url = await startProxy((path, pass) =>
      // The typed client alone gives up after seven responses.
      path.endsWith('/notes') && ++refusals <= 8
        ? Response.json({ message: 'slow' }, { status: 429, headers: { 'Retry-After': '0' } })
        : pass(),
    );
    const { code, stdout, stderr } = await start(url).end;
    expect([code, stdout]).toEqual([0, ALL]);
    expect(stderr).toBe('note 1 of issue 1 of project ada/engine: waiting for 0 s\n');
    expect(await imported()).toEqual(CONVERSATIONS);
  });

  it('stops at what it cannot create, and goes on when the file is mended', async () => {
    const file = (author: string) => {
      const issue = { author, title: 'It hums', created_at: '2016-03-11T03:45:40Z' };
      const users = [{ username: 'ada', name: 'Ada', email: 'ada@example.com' }];
      const projects = [{ owner: 'ada', path: 'engine', name: 'Engine', issues: [issue] }];
      writeFileSync(join(folder, 'conversations.json'), JSON.stringify({ users, projects }));
    };
    file('grace');
    expect(await start(forge.url).end).toMatchObject({
      code: 1,
      stderr: 'issue 1 of project ada/engine: 404 No user id or username for: grace Not Found\n',
    });
    file('ada');
    expect((await start(forge.url).end).stdout).toBe(
      '1 users, 1 projects, 0 members, 1 issues, 0 notes\n',
    );
    expect(await imported()).toMatchObject([{ title: 'It hums', author: 'ada' }]);
  });

  it('reads a file that begins with a byte order mark', async () => {
    const file = join(folder, 'conversations.json');
    writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`);
    expect(await start(forge.url).end).toMatchObject({ code: 0, stdout: ALL });
  });

  it('refuses a token that is not of an administrator', async () => {
    const { token } = await forge.seed.user();
    expect(await start(forge.url, token).end).toMatchObject({
      code: 1,
      stderr: 'user ada: 403 Forbidden\n',
    });
  });
});
