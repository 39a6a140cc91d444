import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freshFile, type FreshDatabase } from '../support/database.js';
import { expectRefusal } from '../support/run-command.js';
import { startAndStop, startService, type Service } from '../support/service.js';

const TOKEN = 'token-of-root-0000000';
const headers = { 'PRIVATE-TOKEN': TOKEN };

let database: FreshDatabase;
let service: Service | undefined;
beforeEach(async () => (database = await freshFile()));
afterEach(() => stop());
afterEach(() => database.drop());

const file = (name: string) => join(dirname(database.url.replace('sqlite:', '')), name);
const settings = () => ({ DATABASE_URL: database.url, ADMIN_TOKEN: TOKEN, RATE_LIMIT: 'off' });
/** Returns the base URL of the API. */
async function start(options?: { acceptsLostKey: boolean }): Promise<string> {
  service = await startService(settings(), options);
  return service.api;
}
async function stop(): Promise<void> {
  const running = service;
  service = undefined;
  await running?.app.close();
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
const FINGERPRINT: unknown = expect.stringMatching(/^[0-9a-f]{16}$/);
const FINGERPRINTS = { key: FINGERPRINT, former_key: FINGERPRINT };
const REPLACED = ['secret_key.replaced', 'start', FINGERPRINTS];

describe('A key file that was renamed to secret.key.previous', () => {
  it('is replaced by a new key at the start, which encrypts all tokens', async () => {
    const api = await start();
    const key = readFileSync(file('secret.key'), 'utf8');
    const body = { name: 'project' };
    const first = await post(`${api}/projects`, body, { 'Idempotency-Key': 'k1' });
    renameSync(file('secret.key'), file('secret.key.previous'));
    // The running service goes on with the former key.
    const made = await post(`${api}/users`, {
      ...{ username: 'ada', email: 'ada@example.org', name: 'Ada', password: 'secret enough' },
    });
    expect(made.status).toBe(201);
    await stop();

    const restarted = await start();
    expect(readFileSync(file('secret.key'), 'utf8')).not.toBe(key);
    expect(await shownToken(restarted, 1)).toBe(TOKEN);
    const again = await post(`${restarted}/projects`, body, { 'Idempotency-Key': 'k1' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await again.json()).toEqual(await first.json());
    expect(await keyEvents(restarted)).toEqual([REPLACED]);
    await stop();

    rmSync(file('secret.key.previous'));
    const later = await start();
    expect(await shownToken(later, 1)).toBe(TOKEN);
    expect(await shownToken(later, 2)).toMatch(/^[\w-]{20}$/);
    expect(await keyEvents(later)).toEqual([REPLACED]);
  });

  it('is not replaced if it does not decrypt the tokens', async () => {
    await startAndStop(settings());
    rmSync(file('secret.key'));
    writeFileSync(file('secret.key.previous'), 'n'.repeat(40), { mode: 0o600 });
    await expectRefusal(settings(), /does not decrypt the private tokens in this database/);
    expect(existsSync(file('secret.key'))).toBe(false);
  });
});

describe('a start with --new-key', () => {
  it('works without the key: tokens still work, and are shown again after a reset', async () => {
    await startAndStop(settings());
    rmSync(file('secret.key'));
    await expectRefusal(
      settings(),
      /secret\.key of this database is missing.*start with --new-key/,
    );
    expect(existsSync(file('secret.key'))).toBe(false);

    const api = await start({ acceptsLostKey: true });
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
    expect(await keyEvents(again)).toEqual([['secret_key.lost', 'start', {}]]);
    const reset = await post(`${again}/users/1/private_token/reset`, {});
    const { private_token } = (await reset.json()) as { private_token: string };
    expect(private_token).toMatch(/^[\w-]{20}$/);
  });
});
