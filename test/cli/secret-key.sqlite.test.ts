import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
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
/** What the last command has written to stderr. */
let commandError = '';
/** Runs a command on the data of the service, which may run. */
async function command(words: string, exitCode = 0): Promise<string> {
  const other = new Program();
  const { folder } = service;
  try {
    const settings = { DATABASE_URL: `sqlite:${join(folder, 'data/forgenote.sqlite')}` };
    other.start(settings, ...words.split(' '));
    expect(await other.exit()).toBe(exitCode);
    commandError = other.stderr;
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
const FINGERPRINT: unknown = expect.stringMatching(/^[0-9a-f]{16}$/);
const FINGERPRINTS = { key: FINGERPRINT, former_key: FINGERPRINT };
const REPLACED = ['secret_key.replaced', 'command line', FINGERPRINTS];

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
    // As after a run that was killed at its end.
    expect(await command('rotate-key')).toMatch(
      /^All private tokens are encrypted .*, and nothing was changed\. The rotation is complete\. /,
    );
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

describe('forgenote rotate-key with nothing to do', () => {
  const DAYS_AGO = new Date(Date.now() - 3 * 86_400_000);

  it('says with exit code 0 that the rotation is complete, as after a run that was killed', async () => {
    await start();
    await stop();
    await command('rotate-key');
    expect(JSON.parse(await command('rotate-key --json'))).toEqual({
      renewed: 0,
      reason: expect.stringMatching(
        /The rotation is complete\. Back up the new key now\./,
      ) as unknown,
    });
    expect(commandError).toBe('');
  });

  it('refuses with 65 to begin another one while a former key of another day is there', async () => {
    await start();
    await stop();
    await command('rotate-key');
    const key = readFileSync(file('data/secret.key'), 'utf8');
    utimesSync(file('data/secret.key.previous'), DAYS_AGO, DAYS_AGO);
    const refusal =
      /^All private tokens .*\. Another rotation cannot begin while \S+secret\.key\.previous exists: delete it, then run this again\.\n?$/;
    expect(await command('rotate-key', 65)).toBe('');
    expect(commandError).toMatch(refusal);
    expect(JSON.parse(await command('rotate-key --json', 65))).toEqual({
      renewed: 0,
      reason: expect.stringMatching(refusal) as unknown,
    });
    expect(commandError).toMatch(refusal);
    expect(readFileSync(file('data/secret.key'), 'utf8')).toBe(key);
  });
});

describe('forgenote rotate-key on a database that needs a start first', () => {
  it('changes no key if migrations are pending', async () => {
    await start();
    await stop();
    const [key, files] = [readFileSync(file('data/secret.key'), 'utf8'), readdirSync(file('data'))];
    const next = Program.ofNextVersion();
    next.start({ DATABASE_URL: `sqlite:${file('data/forgenote.sqlite')}` }, 'rotate-key');
    expect(await next.exit()).toBe(69);
    expect(next.stderr).toMatch(/^The database is not ready for this command: start the service/);
    await next.remove();
    expect(readFileSync(file('data/secret.key'), 'utf8')).toBe(key);
    expect(readdirSync(file('data'))).toEqual(files);
  });

  it('changes no key if there is no database', async () => {
    await start();
    await stop();
    rmSync(file('data/forgenote.sqlite'));
    const files = readdirSync(file('data'));
    await command('rotate-key', 69);
    expect(commandError).toMatch(/^The database is not ready for this command/);
    expect(readdirSync(file('data'))).toEqual(files);
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

  it.each(['secret.key', 'secret.key.previous'])(
    'refuses with 78 to forget the tokens whose key is in %s, and changes nothing',
    async (name) => {
      await start();
      await stop();
      renameSync(file('data/secret.key'), file(`data/${name}`));
      service.stdout = service.stderr = '';
      service.start({ ...SETTINGS, SECRET_KEY: 'n'.repeat(40) }, 'serve', '--new-key');
      expect(await service.exit()).toBe(78);
      expect(service.stderr).toMatch(
        new RegExp(
          `^SECRET_KEY is not the key of this database, which is in \\S+/${name}: remove SECRET_KEY, or SECRET_KEY_FILE, to use the file$`,
          'm',
        ),
      );
      const api = await start();
      expect(await shownToken(api, 1)).toBe(SETTINGS.ADMIN_TOKEN);
      expect(await keyEvents(api)).toEqual([]);
      await stop();
    },
  );
});
