import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { CONFIG, type Config } from '../../src/base/config/config.js';
import {
  startForge as startInProcess,
  type InProcessForge,
} from '../../src/app/testing/in-process.js';
import { KITS, type Forge } from '../support/kit.js';

describe.each(KITS)('a forge %s', (_name, startForge) => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());
  beforeEach(() => forge.reset());

  describe('startForge', () => {
    it('listens on the loopback address', async () => {
      expect(forge.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(forge.api).toBe(`${forge.url}/api/v3`);
      const response = await fetch(`${forge.url}/health/ready`);
      expect(response.status).toBe(200);
    });

    it('has one user, root, with known secrets', async () => {
      const { id, username, is_admin, token, password } = forge.root;
      expect({ id, username, is_admin }).toEqual({ id: 1, username: 'root', is_admin: true });
      expect(await forge.as(token).get('/user')).toMatchObject({ status: 200, body: { id } });
      const session = await forge.as(null).post('/session', { login: username, password });
      expect(session.status).toBe(201);
    });

    it('accepts settings by name', async () => {
      const other = await startForge({ PROFILE_FIELDS: 'historic', DEFAULT_PROJECTS_LIMIT: 3 });
      try {
        const user = await other.user();
        expect(user).toMatchObject({ projects_limit: 3, skype: '' });
      } finally {
        await other.close();
      }
    });

    it('throws for invalid settings and for settings that it controls itself', async () => {
      await expect(startForge({ LOG_LEVEL: 'loud' })).rejects.toThrow('LOG_LEVEL must be one of');
      await expect(startForge(JSON.parse('{"PROT": 1}') as object)).rejects.toThrow(
        'PROT is not a setting',
      );
      await expect(startForge(JSON.parse('{"HOST": "::1"}') as object)).rejects.toThrow(
        'sets HOST itself',
      );
      await expect(startForge({ ADMIN_TOKEN: '' })).rejects.toThrow('must not be empty');
    });

    it('has no rate limits by default', async () => {
      const strict = await startForge({ RATE_LIMIT: true, RATE_LIMIT_FAILED_AUTH: 1 });
      const attempt = async (one: Forge) => (await one.as('nobody').get('/user')).status;
      try {
        expect([await attempt(forge), await attempt(forge)]).toEqual([401, 401]);
        expect([await attempt(strict), await attempt(strict)]).toEqual([401, 429]);
        await strict.reset();
        expect(await attempt(strict)).toBe(401);
      } finally {
        await strict.close();
      }
    });

    it('leaves no exit listener behind after a failed start', async () => {
      const listeners = process.listenerCount('exit');
      await expect(startForge({ ADMIN_USERNAME: 'api' })).rejects.toThrow('ADMIN_USERNAME');
      const taken = Number(new URL(forge.url).port);
      await expect(startForge({ PORT: taken })).rejects.toThrow('is taken');
      expect(process.listenerCount('exit')).toBe(listeners);
    });
  });

  describe('as', () => {
    it('returns status, headers and body, whatever the status is', async () => {
      const ada = await forge.user({ username: 'ada' });
      const answer = await forge.as(ada).get<{ username: string }>('/user');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch('application/json');
      expect(answer.body.username).toBe('ada');
      expect(await forge.as(null).get('/user')).toMatchObject({
        status: 401,
        body: { message: '401 Unauthorized' },
      });
    });

    it('sends writes and queries', async () => {
      const root = forge.as(forge.root);
      const made = await root.post<{ id: number }>('/projects', { name: 'Engine' });
      expect(made.status).toBe(201);
      const at = `/projects/${made.body.id}`;
      const changed = await root.put(at, { description: 'Hums.' });
      expect(changed.body).toMatchObject({ description: 'Hums.' });
      expect((await root.get('/projects', { per_page: 1 })).headers.get('x-per-page')).toBe('1');
      expect((await root.delete(at)).status).toBe(200);
      expect((await root.get(at)).status).toBe(404);
    });

    it('returns text for bodies that are not JSON', async () => {
      const snippet = await forge.snippet({ code: 'puts 1' });
      const { body } = await forge.as(forge.root).get(`${snippet.at}/raw`);
      expect(body).toBe('puts 1');
    });
  });

  describe('builders', () => {
    it('create what they depend on', async () => {
      const note = await forge.note();
      expect(note).toMatchObject({ noteable_type: 'Issue', author: { id: forge.root.id } });
      const { body } = await forge.as(forge.root).get(note.at);
      expect(body).toMatchObject({ body: note.body });
    });

    it('accept owners, authors and other fields', async () => {
      const [ada, grace] = [await forge.user(), await forge.user({ name: 'Grace' })];
      const project = await forge.project({ owner: ada, name: 'Engine', visibility_level: 20 });
      await forge.member(project, grace);
      const issue = await forge.issue({ project, title: 'Hums' });
      const change = await forge.mergeRequest({ project, author: grace });
      const note = await forge.note({ on: change, author: ada, body: 'At once?' });
      expect(project).toMatchObject({ name: 'Engine', owner: { id: ada.id } });
      expect(issue).toMatchObject({ title: 'Hums', author: { id: ada.id } });
      expect(change.author.name).toBe('Grace');
      expect(note).toMatchObject({ body: 'At once?', author: { id: ada.id } });
    });

    it('give awards on issues, snippets, merge requests and notes', async () => {
      const ada = await forge.user({ admin: true });
      const first = await forge.award();
      expect(first).toMatchObject({ name: 'heart', user: { id: forge.root.id } });
      const note = await forge.note();
      for (const on of [await forge.snippet(), await forge.mergeRequest(), note]) {
        const award = await forge.award({ on, author: ada, name: 'thumbsup' });
        expect(award).toMatchObject({
          name: 'thumbsup',
          user: { id: ada.id },
          awardable_id: on.id,
        });
        const { body } = await forge.as(ada).get(award.at);
        expect({ ...(body as object), at: award.at }).toEqual(award);
      }
      await expect(forge.award({ on: note, name: 'thumbsup' })).rejects.toThrow(': 403 ');
    });

    it('create unique keys and addresses', async () => {
      const ada = await forge.user();
      await Promise.all([forge.key(ada), forge.key(ada), forge.email(ada)]);
      const keys = await forge.as(ada).get<unknown[]>('/user/keys');
      const emails = await forge.as(ada).get<unknown[]>('/user/emails');
      expect([keys.body.length, emails.body.length]).toEqual([2, 1]);
    });

    it('accept the historic names of profile fields', async () => {
      const given = { skype: 'ada', twitter: '@ada' } as object;
      expect(await forge.user(given)).toMatchObject({ messenger: 'ada', microblog: '@ada' });
    });

    it('throw with the request and the response', async () => {
      await forge.user({ username: 'ada' });
      await expect(forge.user({ username: 'ada' })).rejects.toThrow(/POST \/users .*"ada".*: 409 /);
    });

    it('give each user a password for signing in', async () => {
      const [ada, grace] = [await forge.user(), await forge.user({ password: 'another secret' })];
      for (const { username: login, password } of [ada, grace]) {
        const { status } = await forge.as(null).post('/session', { login, password });
        expect(status).toBe(201);
      }
      expect(grace.password).toBe('another secret');
    });
  });

  describe('reset', () => {
    it('deletes everything except root and restarts ids and names', async () => {
      const made = async () => {
        const user = await forge.user();
        const note = await forge.note({ on: await forge.issue() });
        return [user.id, user.username, note.at];
      };
      const before = await made();
      await forge.as(forge.root).put('/users/1', { name: 'Somebody else' });
      await forge.reset();
      const { body } = await forge.as(forge.root).get<unknown[]>('/users');
      expect(body).toEqual([expect.objectContaining({ id: 1, name: 'Administrator' })]);
      expect((await forge.as(forge.root).get<unknown[]>('/projects')).body).toEqual([]);
      expect(await made()).toEqual(before);
    });

    it('invalidates the tokens of deleted users', async () => {
      const ada = await forge.user();
      await forge.reset();
      expect((await forge.as(ada).get('/user')).status).toBe(401);
    });

    it('waits for running writes', async () => {
      const writes = Array.from({ length: 10 }, () => forge.project());
      await Promise.all([...writes, forge.reset()]).catch(() => undefined);
      await forge.reset();
      expect((await forge.as(forge.root).get<unknown[]>('/projects')).body).toEqual([]);
    });
  });

  describe('several instances', () => {
    it('share no data', async () => {
      const others = await Promise.all([startForge(), startForge(), startForge()]);
      try {
        await Promise.all(others.map((one, n) => one.project({ name: `Of ${n}` })));
        const [first, second] = others;
        const late = Array.from({ length: 5 }, () => second?.user());
        await Promise.all([first?.reset(), ...late]);
        expect((await second?.as(second.root).get<unknown[]>('/users'))?.body).toHaveLength(6);
        const names = await Promise.all(
          others.map(async (one) => {
            const { body } = await one.as(one.root).get<{ name: string }[]>('/projects');
            return body.map(({ name }) => name);
          }),
        );
        expect(names).toEqual([[], ['Of 1'], ['Of 2']]);
      } finally {
        await Promise.all(others.map((one) => one.close()));
      }
    });
  });

  describe('close', () => {
    it('stops the service', async () => {
      const other = await startForge();
      await other.close();
      await expect(fetch(other.url)).rejects.toThrow('fetch failed');
      await expect(other.reset()).rejects.toThrow();
      await expect(other.user()).rejects.toThrow(
        'No response to POST /users. Is the forge closed?',
      );
      await other.close();
    });
  });
});

const folderOf = ({ app }: InProcessForge): string => {
  const { database } = app.get<Config>(CONFIG);
  return dirname(database.kind === 'sqlite' ? database.path : '');
};

describe('close in this process', () => {
  it('deletes the files', async () => {
    const listeners = process.listenerCount('exit');
    const forge = await startInProcess();
    const folder = folderOf(forge);
    await forge.note();
    expect(existsSync(folder)).toBe(true);
    await forge.close();
    expect(existsSync(folder)).toBe(false);
    expect(process.listenerCount('exit')).toBe(listeners);
  });
});

describe('inject in this process', () => {
  it.each([{}, { after: true }])('rejects with disconnect: %j', async (how) => {
    const forge = await startInProcess();
    try {
      await forge.fail({ on: 'GET /health', disconnect: true, ...how });
      await expect(forge.app.inject({ url: '/health' })).rejects.toThrow('response destroyed');
      expect((await forge.app.inject({ url: '/health' })).statusCode).toBe(200);
    } finally {
      await forge.close();
    }
  });
});
