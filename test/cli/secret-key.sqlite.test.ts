import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Program } from '../support/program.js';

const SETTINGS = { ADMIN_TOKEN: 'token-of-root-0000000', DRAIN_TIME: '0', RATE_LIMIT: 'off' };
const headers = { 'PRIVATE-TOKEN': SETTINGS.ADMIN_TOKEN };

let service: Program;
beforeEach(() => (service = new Program()));
afterEach(() => service.remove());

const file = (name: string) => join(service.folder, name);
async function start(...words: string[]): Promise<string> {
  service.stdout = service.stderr = '';
  service.start(SETTINGS, ...words);
  return `${await service.address()}/api/v3`;
}
async function stop(): Promise<void> {
  service.signal('SIGTERM');
  expect(await service.exit()).toBe(0);
}
/** Runs a command on the data of the service, which may run. */
async function command(words: string, exitCode = 0): Promise<string> {
  const other = new Program();
  const { folder } = service;
  try {
    other.start({ DATABASE_URL: `sqlite:${join(folder, 'data/forgenote.sqlite')}` }, words);
    expect(await other.exit()).toBe(exitCode);
    return other.stdout;
  } finally {
    await other.remove();
  }
}
const post = (url: string, body: object, more: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', ...more },
    body: JSON.stringify(body),
  });
/** The token of a user, which only sudo shows. */
async function shownToken(api: string, id: number): Promise<unknown> {
  const response = await fetch(`${api}/user?sudo=${id}`, { headers });
  return ((await response.json()) as { private_token: string }).private_token;
}

/** The events about the key, oldest first. */
async function keyEvents(api: string): Promise<unknown[]> {
  const response = await fetch(`${api}/audit_events?format=jsonl`, { headers });
  return (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { action: string; origin: string | null; details: object })
    .filter(({ action }) => action.startsWith('secret_key.'))
    .map(({ action, origin, details }) => [action, origin, details])
    .reverse();
}
const REPLACED = ['secret_key.replaced', 'command line', {}];

describe('forgenote rotate-key', () => {
  it('encrypts all tokens with a new key while the service runs', async () => {
    const api = await start();
    const key = readFileSync(file('data/secret.key'), 'utf8');
    const body = { name: 'project' };
    const first = await post(`${api}/projects`, body, { 'Idempotency-Key': 'k1' });
    expect(await command('rotate-key')).toMatch(
      /^Private tokens that are now encrypted with the new key: 1\./,
    );
    expect(readFileSync(file('data/secret.key'), 'utf8')).not.toBe(key);
    expect(readFileSync(file('data/secret.key.previous'), 'utf8')).toBe(key);
    // The running service finds the new key by itself, and encrypts with it.
    expect(await shownToken(api, 1)).toBe(SETTINGS.ADMIN_TOKEN);
    await post(`${api}/users`, {
      ...{ username: 'ada', email: 'ada@example.org', name: 'Ada', password: 'secret enough' },
    });
    expect(await command('rotate-key', 65)).toMatch(/^A rotation has ended already.*delete/);
    const again = await post(`${api}/projects`, body, { 'Idempotency-Key': 'k1' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await again.json()).toEqual(await first.json());
    expect(await keyEvents(api)).toEqual([REPLACED]);
    await stop();
    rmSync(file('data/secret.key.previous'));
    const restarted = await start();
    expect(await shownToken(restarted, 1)).toBe(SETTINGS.ADMIN_TOKEN);
    expect(await shownToken(restarted, 2)).toMatch(/^[\w-]{20}$/);
    await stop();
  });

  it('continues after a break, with the same key', async () => {
    await start();
    await stop();
    const key = readFileSync(file('data/secret.key'), 'utf8');
    // As after a break between its two steps.
    writeFileSync(file('data/secret.key.previous'), key, { mode: 0o600 });
    expect(await command('rotate-key')).toMatch(/^Private tokens that are now .*: 1\./);
    expect(readFileSync(file('data/secret.key'), 'utf8')).not.toBe(key);
    expect(readFileSync(file('data/secret.key.previous'), 'utf8')).toBe(key);
    expect(await keyEvents(await start())).toEqual([REPLACED]);
    await stop();
  });
});

describe('forgenote rotate-key without encrypted tokens', () => {
  it('records the new key', async () => {
    await start();
    await stop();
    rmSync(file('data/secret.key'));
    const api = await start('serve', '--new-key');
    await command('rotate-key');
    expect(await keyEvents(api)).toEqual([['secret_key.lost', 'command line', {}], REPLACED]);
    await stop();
  });
});

describe('forgenote serve --new-key', () => {
  it('starts without the key: tokens still work, and are shown again after a reset', async () => {
    await start();
    await stop();
    rmSync(file('data/secret.key'));
    service.stdout = service.stderr = '';
    service.start(SETTINGS);
    expect(await service.exit()).toBe(78);
    expect(service.stderr).toMatch(/secret\.key of this database is missing.*start with --new-key/);
    expect(existsSync(file('data/secret.key'))).toBe(false);

    service.stdout = service.stderr = '';
    service.start({ ...SETTINGS, LOG_LEVEL: 'warn' }, 'serve', '--new-key');
    const api = `${await service.address()}/api/v3`;
    expect(service.stderr).toContain(
      '"The key is lost: the private tokens of 1 users still work, but nobody can be shown them until they are reset"',
    );
    expect((await fetch(`${api}/user`, { headers })).status).toBe(200);
    expect(await shownToken(api, 1)).toBe('');
    const made = await post(`${api}/users`, {
      ...{ username: 'ada', email: 'ada@example.org', name: 'Ada', password: 'secret enough' },
    });
    const { id } = (await made.json()) as { id: number };
    expect(await shownToken(api, id)).toMatch(/^[\w-]{20}$/);
    await stop();

    // From now on the service starts as always, and creates no second administrator.
    const again = await start();
    expect(await shownToken(again, 1)).toBe('');
    expect(await keyEvents(again)).toEqual([['secret_key.lost', 'command line', {}]]);
    const reset = await post(`${again}/users/1/private_token/reset`, {});
    const { private_token } = (await reset.json()) as { private_token: string };
    expect(private_token).toMatch(/^[\w-]{20}$/);
    await stop();
  });
});
