import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { deleteAllUsers } from '../support/direct-sql.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { answered, fullView, rootView } from '../support/expected-responses.js';

describe('The first administrator', () => {
  let database: FreshDatabase;
  let folder: string;
  let started: Forge[];
  const home = process.cwd();
  let workplace: string;
  const isTerminal = process.stderr.isTTY;

  beforeEach(async () => {
    // Beside a database on a server are the files of the working directory.
    workplace = await mkdtemp(join(tmpdir(), 'forgenote-test-'));
    process.chdir(workplace);
    process.stderr.isTTY = false;
    database = await freshDatabase();
    const [, path] = /^sqlite:(.*)$/.exec(database.url) ?? [];
    folder = path ? dirname(path) : join(workplace, 'data');
    started = [];
  });
  afterEach(async () => {
    for (const forge of started) await forge.close();
    await database.drop();
    process.chdir(home);
    await rm(workplace, { recursive: true, force: true });
    process.stderr.isTTY = isTerminal;
  });

  async function start(settings: Record<string, string> = {}): Promise<Forge> {
    const forge = await startForge({ DATABASE_URL: database.url, ...settings });
    started.push(forge);
    return forge;
  }
  /** Leaves empty tables, so that the next start only has to create the administrator. */
  async function prepareTables(): Promise<void> {
    const forge = await start();
    await deleteAllUsers(forge);
    await forge.close();
    started = [];
  }
  const unsaid = { ADMIN_PASSWORD: '', ADMIN_TOKEN: '' };
  const file = () => join(folder, 'first-administrator.txt');
  const readSecrets = () => readFile(file(), 'utf8');
  const filesAbout = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('first-'));

  it('is created from the settings, is recorded in the audit trail, and has no file', async () => {
    const token = 'the-very-first-token';
    const forge = await start({
      ADMIN_USERNAME: 'Founder',
      ADMIN_EMAIL: 'Founder@Example.com',
      ADMIN_TOKEN: token,
    });
    const founder = { id: 1, username: 'Founder', email: 'founder@example.com' };
    expect(await forge.as(token).get('/user')).toEqual(
      answered(200, fullView(forge, { ...founder, name: 'Administrator' }, { is_admin: true })),
    );
    const { body } = await forge.as(token).get('/audit_events');
    const { username, email } = founder;
    expect(body).toMatchObject([
      {
        ...{ action: 'user.created', origin: 'first start', caller: null, actor: null, ip: null },
        ...{ subject_type: 'user', subject_id: 1, details: { username, email, admin: true } },
      },
    ]);
    expect(await filesAbout()).toEqual([]);
  });

  it('gets a generated password and token, in a file with mode 600, if the settings give none', async () => {
    const forge = await start(unsaid);
    const [, password, token = ''] =
      /^The first administrator is root\.\nPassword: ([\w-]{20})\nPrivate token: ([\w-]{20})\n$/.exec(
        await readSecrets(),
      ) ?? [];
    expect(await forge.as(token).get('/user')).toEqual(answered(200, rootView(forge)));
    const { status } = await forge.anonymous.post('/session', { login: 'root', password });
    expect(status).toBe(201);
    const { mode } = await stat(file());
    expect((mode & 0o777).toString(8)).toBe('600');
    expect(await filesAbout()).toEqual(['first-administrator.txt']);
  });

  it('has a file that contains generated secrets only', async () => {
    await start({ ADMIN_TOKEN: '' });
    expect(await readSecrets()).toMatch(
      /^The first administrator is root\.\nPrivate token: [\w-]{20}\n$/,
    );
  });

  it('is created once and not changed by a later start', async () => {
    await (await start(unsaid)).close();
    started = [];
    await rm(file());
    const forge = await start({ ADMIN_USERNAME: 'other', ADMIN_EMAIL: 'other@example.com' });
    expect((await forge.as(ROOT.token).get('/user')).status).toBe(401);
    expect(await filesAbout()).toEqual([]);
  });

  it('is the same for two instances that start on an empty database', async () => {
    const forges = await Promise.all([start(), start()]);
    const answers = await Promise.all(forges.map(({ root }) => root.get('/users')));
    expect(answers).toEqual(forges.map((forge) => answered(200, [rootView(forge)])));
  });

  it('is the same for two instances that start together on empty tables', async () => {
    await prepareTables();
    const [one, two] = await Promise.all([start(unsaid), start(unsaid)]);
    const token = /^Private token: (.*)$/m.exec(await readSecrets())?.[1] ?? '';
    for (const forge of [one, two]) {
      expect(await forge.as(token).get('/users')).toEqual(answered(200, [rootView(forge)]));
    }
    expect(await filesAbout()).toEqual(['first-administrator.txt']);
  });

  it('is created once by two instances that start together with different settings', async () => {
    await prepareTables();
    const names = ['one', 'two'].map((name) => ({
      ADMIN_USERNAME: name,
      ADMIN_EMAIL: `${name}@example.com`,
      ADMIN_TOKEN: `${name}-20-characters-long`,
    }));
    const forges = await Promise.all(names.map((settings) => start(settings)));
    const answers = await Promise.all(
      forges.flatMap((forge) =>
        names.map(({ ADMIN_TOKEN }) => forge.as(ADMIN_TOKEN).get<{ id: number }>('/user')),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 401, 401]);
    expect(answers.find(({ status }) => status === 200)?.body.id).toBe(1);
  });

  it.each([
    ['ADMIN_USERNAME', 'Ghost', 'ADMIN_USERNAME Ghost is a reserved name'],
    ['ADMIN_USERNAME', 'robots.txt', 'ADMIN_USERNAME robots.txt is a reserved name'],
  ])('is refused with the %s %s', async (setting, value, message) => {
    await expect(start({ [setting]: value })).rejects.toThrow(message);
  });
});
