import type { Program } from '../support/program.js';
import { Programs } from '../support/programs.js';

const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)];
const SETTINGS = { ADMIN_TOKEN: 'token-of-root-0000000', DRAIN_TIME: '0' };
const FINGERPRINT: unknown = expect.stringMatching(/^[0-9a-f]{16}$/);
const headers = { 'PRIVATE-TOKEN': SETTINGS.ADMIN_TOKEN };

const programs = new Programs(SETTINGS);
const program = programs.start.bind(programs);

async function stopped(service: Program): Promise<void> {
  await service.address();
  service.signal('SIGTERM');
  expect(await service.exit()).toBe(0);
}
async function shownToken(service: Program): Promise<unknown> {
  const response = await fetch(`${await service.address()}/api/v3/user?sudo=1`, { headers });
  return ((await response.json()) as { private_token: string }).private_token;
}

async function keyEvents(service: Program, action = 'secret_key.replaced'): Promise<unknown> {
  const events = `${await service.address()}/api/v3/audit_events?action=${action}`;
  return (await fetch(events, { headers })).json();
}

describe('A new SECRET_KEY with a database server', () => {
  it('encrypts the tokens at the start, and instances that have both keys show them', async () => {
    await stopped(program({ SECRET_KEY: OLD }));
    // The first rolling restart: every instance knows both keys before one encrypts with the new one.
    const prepared = program({ SECRET_KEY: OLD, SECRET_KEY_PREVIOUS: NEW });
    await prepared.address();
    const rotated = program({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
    expect(await shownToken(rotated)).toBe(SETTINGS.ADMIN_TOKEN);
    expect(await keyEvents(rotated)).toMatchObject([
      {
        ...{ action: 'secret_key.replaced', origin: 'start', caller: null },
        details: { key: FINGERPRINT, former_key: FINGERPRINT },
      },
    ]);
    expect(await shownToken(prepared)).toBe(SETTINGS.ADMIN_TOKEN);
    expect(await shownToken(program({ SECRET_KEY: NEW }))).toBe(SETTINGS.ADMIN_TOKEN);
    const late = program({ SECRET_KEY: OLD });
    expect(await late.exit()).toBe(78);
    expect(late.stderr).toMatch(/SECRET_KEY does not decrypt the private tokens/);
  });
});

describe('forgenote serve --new-key with a database server', () => {
  it('needs a new SECRET_KEY: tokens still work, but are not shown any more', async () => {
    await stopped(program({ SECRET_KEY: OLD }));
    const without = program({}, 'serve', '--new-key');
    expect(await without.exit()).toBe(78);
    expect(without.stderr).toMatch(/SECRET_KEY/);

    const service = program({ SECRET_KEY: NEW, LOG_LEVEL: 'warn' }, 'serve', '--new-key');
    const api = `${await service.address()}/api/v3`;
    expect(service.stderr).toContain(
      '"The key is lost: the private tokens of 1 users still work, but nobody can be shown them until they are reset"',
    );
    expect((await fetch(`${api}/user`, { headers })).status).toBe(200);
    expect(await shownToken(service)).toBe('');
    expect(await keyEvents(service, 'secret_key.lost')).toMatchObject([
      { action: 'secret_key.lost', origin: 'start', caller: null, details: {} },
    ]);
    await stopped(service);

    // Later starts need no option.
    const later = program({ SECRET_KEY: NEW });
    expect((await fetch(`${await later.address()}/api/v3/user`, { headers })).status).toBe(200);
  });
});
