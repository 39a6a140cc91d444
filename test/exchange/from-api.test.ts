import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importFromApi, type ImportFlags } from '../../src/cli/import.command.js';
import type { ImportCounts } from '../../src/exchange/import-run.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { everyRow, sql } from '../support/internals.js';
import { filledForge, freshFile, shownBy } from './sample-forge.js';

let target: Forge;
let place: ReturnType<typeof freshFile>;

beforeEach(async () => {
  target = await startForge();
  place = freshFile();
  writeFileSync(place.in('token'), `${ROOT.token}\n`);
});
afterEach(async () => {
  await target.close();
  place.remove();
});

let names = 0;
const nextName = () => `${String(names++)}.jsonl`;

type Result = ImportCounts & { text: string; warnings: string[] };

/** Each import has files of its own: those of an import without a name are in the current folder. */
async function importFrom(fromApi: string, flags: ImportFlags = {}, file = place.in(nextName())) {
  const all = { fromApi, tokenFile: place.in('token'), ...flags };
  const { text, data } = await importFromApi(target.app, file, all);
  return { text, ...data } as Result;
}

describe('an import of another Forgenote', () => {
  let source: Forge;
  beforeAll(async () => {
    source = await filledForge();
  });
  afterAll(() => source.close());

  it('lets the API answer as the other one does', async () => {
    const { warnings } = await importFrom(source.url);
    expect(warnings).toEqual([]);

    expect(await shownBy(target)).toEqual(await shownBy(source));
  });

  it('creates nothing the second time', async () => {
    await importFrom(`${source.url}/`);
    const { created } = await importFrom(source.api);
    expect(created).toEqual({});
  });

  it('counts with --dry-run, changes nothing, and keeps the file that was named', async () => {
    const before = await everyRow(target);
    const dry = await importFrom(source.url, { dryRun: true }, place.file);
    expect(await everyRow(target)).toEqual(before);
    expect(readFileSync(place.file, 'utf8')).not.toContain(ROOT.token);
    const { created } = await importFrom(source.url);
    expect(dry.created).toEqual(created);
  });

  it('refuses a token that is not one of an administrator', async () => {
    const user = await source.seed.user({ username: 'plain' });
    writeFileSync(place.in('token'), user.token);
    await expect(importFrom(source.url)).rejects.toThrow(/not one of an administrator/);
    writeFileSync(place.in('token'), 'wrong');
    await expect(importFrom(source.url)).rejects.toThrow(/rejects the token of --token-file/);
    await source.root.delete(user.at);
  });
});

describe('an import of an older server', () => {
  const USER = { id: 7, username: 'ada', name: 'Ada', email: 'Ada@Example.org', is_admin: true };
  const PROJECT = { id: 3, path: 'engine', name: 'Engine', namespace: { path: 'ada' } };
  const CREATED = { created_at: 1_332_000_000 };
  const BODIES: Record<string, unknown> = {
    '/user': USER,
    '/users': [{ ...USER, ...CREATED, skype: 'ada.l', created_at: '2012-05-23T08:00:58+02:00' }],
    '/projects/all': [
      { ...PROJECT, ...CREATED, public: true, description: 'x'.repeat(2_001) },
      { ...PROJECT, ...CREATED, id: 4, namespace: { path: 'some-group' } },
    ],
    '/projects/3/members': [{ username: 'ada', access_level: 50 }],
    '/projects/3/issues': [
      {
        id: 70,
        iid: 5,
        title: 'It hums',
        author: { username: 'ada' },
        state: 'opened',
        ...CREATED,
      },
    ],
    '/projects/3/issues/70/notes': [
      {
        id: 1,
        body: 'Since\0when\ud83d?',
        author: { username: 'long-gone' },
        created_at: 1332000001500,
      },
    ],
    '/projects/3/snippets': [],
  };
  let server: Server;
  let url: string;
  let respond: RequestListener;
  const paths: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      respond(request, response);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    paths.length = 0;
    respond = (request, response) => {
      const path = (request.url ?? '').replace('/api/v3', '').replace(/\?.*/, '');
      paths.push(path);
      const body = BODIES[path];
      response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body ?? { message: '404 Not Found' }));
    };
  });

  it('reads numeric times, older names, groups and texts that cannot be stored, and says what it leaves out', async () => {
    const { created, warnings } = await importFrom(url);
    expect(created).toEqual({ user: 1, project: 1, issue: 1, note: 1 });
    expect(warnings).toEqual([
      'Left out: email addresses of a list that the server does not have (1).',
      'Left out: SSH keys of a list that the server does not have (1).',
      'Left out: award emoji of issue, which the server does not have (1).',
      'Left out: award emoji of notes, which the server does not have (1).',
      'Left out: merge requests of a list that the server does not have (1).',
      'Left out: projects that belong to a group or to an unknown user (1).',
    ]);
    const [user] = (await target.root.get<object[]>('/users', { username: 'ada' })).body;
    expect(user).toMatchObject({
      email: 'ada@example.org',
      created_at: '2012-05-23T06:00:58.000Z',
    });
    const project = await target.root.get<{ description: string }>('/projects/ada%2Fengine');
    expect(project.body.description).toBe('x'.repeat(2_000));
    const issues = await target.root.get('/projects/ada%2Fengine/issues');
    expect(issues.body).toMatchObject([{ iid: 5, created_at: '2012-03-17T16:00:00.000Z' }]);
    const notes = await sql(target, 'SELECT created_at, body FROM notes');
    expect(notes).toMatchObject([{ body: 'Since\ufffdwhen\ufffd?' }]);
  });

  it('waits as long as Retry-After asks, after 429 and 503', async () => {
    const answer = respond;
    const refusals = [429, 503];
    respond = (request, response) => {
      const status = refusals.shift();
      if (status === undefined) answer(request, response);
      else response.writeHead(status, { 'Retry-After': '1' }).end();
    };
    const started = performance.now();
    const { created } = await importFrom(url);
    expect(performance.now() - started).toBeGreaterThan(1_990);
    expect(created.note).toBe(1);
  });

  it('follows pages by number if the server has no links', async () => {
    const answer = respond;
    const many = Array.from({ length: 150 }, (_, n) => ({
      ...{
        id: n + 1,
        body: `Note ${n}`,
        author: { username: 'ada' },
        created_at: 1_332_000_000 + n,
      },
    }));
    respond = (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', url);
      if (!pathname.endsWith('/issues/70/notes')) {
        answer(request, response);
        return;
      }
      const page = Number(searchParams.get('page') ?? 1);
      response.end(JSON.stringify(many.slice(100 * (page - 1), 100 * page)));
    };
    expect((await importFrom(url)).created.note).toBe(150);
  });

  it('sends the token to no other host', async () => {
    respond = (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end();
    await expect(importFrom(url)).rejects.toThrow(/redirects to another address/);
  });

  it('refuses what is no historic interface, and changes nothing', async () => {
    const before = await everyRow(target);
    respond = (_, response) => response.end('<html>');
    await expect(importFrom(url)).rejects.toThrow(/has no \/user of a historic interface/);
    await expect(importFrom('forge.example.org')).rejects.toThrow(/is no URL/);
    expect(await everyRow(target)).toEqual(before);
  });
});
