import { digest, Sealer } from '../../src/auth/secrets.js';
import { openEngine } from '../support/internals.js';
import { Programs } from '../support/programs.js';

const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)];
const ROOT_TOKEN = 'token-of-root-0000000';
/** The instances during a rotation, and one whose restart was forgotten. */
const INSTANCES: Record<string, string>[] = [
  { SECRET_KEY: OLD },
  { SECRET_KEY: OLD, SECRET_KEY_PREVIOUS: NEW },
  { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD },
];
const RENEWED = { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD };
/** More than a batch of the command. */
const USERS = 600;

const programs = new Programs({
  ADMIN_TOKEN: ROOT_TOKEN,
  ...{ RATE_LIMIT: 'off', DRAIN_TIME: '0' },
});

async function rotate(): Promise<number> {
  const command = programs.start(RENEWED, 'rotate-key', '--json');
  expect([await command.exit(), command.stderr]).toEqual([0, '']);
  return (JSON.parse(command.stdout) as { renewed: number }).renewed;
}

interface User {
  id: number;
  private_token: string;
}
async function request(url: string, token: string, body?: object): Promise<User> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} of ${url}: ${text}`);
  return JSON.parse(text) as User;
}

/** Adds users with tokens that the old key has encrypted. Returns the tokens by id. */
async function addUsers(): Promise<Map<number, string>> {
  const sealer = new Sealer(OLD);
  const token = (n: number) => `token-of-user-${String(n).padStart(6, '0')}`;
  const rows = Array.from(
    { length: USERS },
    (_, n) =>
      `('u${n}', 'u${n}', 'u${n}@example.com', 'One', 'active', 0, 0, 0, 0, '', '', '', '', 2, 1, '',
        '${digest(token(n))}', '${sealer.seal(token(n))}', 0)`,
  );
  const engine = await openEngine(programs.url);
  const { dataSource } = engine;
  await dataSource.query(
    `INSERT INTO users (username, username_key, email, name, state, admin, is_external, can_create_group,
       projects_limit, messenger, professional_network, microblog, website_url, theme_id, color_scheme_id,
       password_hash, token_digest, token_sealed, created_at) VALUES ${rows.join()}`,
  );
  const users = await dataSource.query<{ id: number; username: string }[]>(
    "SELECT id, username FROM users WHERE username LIKE 'u%'",
  );
  await engine.close();
  return new Map(users.map(({ id, username }) => [id, token(Number(username.slice(1)))]));
}

/**
 * Resets tokens of the users and creates others until it is stopped. The result stops it and returns the tokens: those
 * of new users are empty, because no response has them.
 */
function write(api: string, name: string, ids: readonly number[]): () => Promise<User[]> {
  let isOver = false;
  const written: User[] = [];
  const run = async () => {
    for (let n = 0; !isOver; n++) {
      const id = ids[n];
      if (id !== undefined && n % 10 > 0)
        written.push(await request(`${api}/users/${id}/private_token/reset`, ROOT_TOKEN, {}));
      const username = `${name}-${n}`;
      const user = { username, name, email: `${username}@example.com`, password: 'long enough 1' };
      if (n % 10 === 0) {
        const { id: created } = await request(`${api}/users`, ROOT_TOKEN, user);
        written.push({ id: created, private_token: '' });
      }
    }
    return written;
  };
  const running = run();
  return () => {
    isOver = true;
    return running;
  };
}

describe('forgenote rotate-key while instances with the old and with both keys write', () => {
  it('leaves tokens that all authenticate and that the new key shows', async () => {
    const apis: string[] = [];
    for (const keys of INSTANCES) apis.push(`${await programs.start(keys).address()}/api/v3`);
    const tokens = await addUsers();
    const ids = [...tokens.keys()];
    const stops = apis.map((api, i) =>
      write(
        api,
        `writer-${i}`,
        ids.filter((_, n) => n % apis.length === i),
      ),
    );
    expect(await rotate()).toBeGreaterThan(0);
    const written = await Promise.all(stops.map((stop) => stop()));
    for (const users of written) {
      expect(users.length).toBeGreaterThan(1);
      for (const { id, private_token } of users) tokens.set(id, private_token);
    }

    /** The API shows each token, or one of `step`, and it authenticates its user. */
    const check = async (api: string, step = 1) => {
      for (const [id, token] of [...tokens].filter((_, n) => n % step === 0)) {
        const { private_token: shown } = await request(`${api}/user?sudo=${id}`, ROOT_TOKEN);
        if (token !== '') expect(shown).toBe(token);
        expect((await request(`${api}/user`, shown)).id).toBe(id);
      }
    };
    const [, prepared = '', renewed = ''] = apis;
    await check(renewed);
    await check(prepared, 10);
    // What the instance with the old key wrote last. Nothing writes with it any more.
    await rotate();
    await check(`${await programs.start({ SECRET_KEY: NEW }).address()}/api/v3`);
  });
});
