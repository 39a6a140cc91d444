import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { expectRefusal } from '../support/run-command.js';
import { startAndStop, startService, type Service } from '../support/service.js';

const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)];
const TOKEN = 'token-of-root-0000000';
const FINGERPRINT: unknown = expect.stringMatching(/^[0-9a-f]{16}$/);
const headers = { 'PRIVATE-TOKEN': TOKEN };

let database: FreshDatabase;
const services: Service[] = [];
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const { app } of services.splice(0)) await app.close();
});
afterEach(() => database.drop());

const settings = (own: Record<string, string>) => ({
  ...{ DATABASE_URL: database.url, ADMIN_TOKEN: TOKEN },
  ...own,
});
async function start(
  own: Record<string, string>,
  options?: { acceptsLostKey: boolean },
): Promise<Service> {
  const service = await startService(settings(own), options);
  services.push(service);
  return service;
}
async function shownToken({ api }: Service): Promise<unknown> {
  const response = await fetch(`${api}/user?sudo=1`, { headers });
  return ((await response.json()) as { private_token: string }).private_token;
}
async function keyEvents({ api }: Service, action: string): Promise<unknown> {
  return (await fetch(`${api}/audit_events?action=${action}`, { headers })).json();
}

describe('A new SECRET_KEY with a database server', () => {
  it('encrypts the tokens at the start, and instances that have both keys show them', async () => {
    await startAndStop(settings({ SECRET_KEY: OLD }));
    // The first rolling restart: every instance knows both keys before one encrypts with the new one.
    const prepared = await start({ SECRET_KEY: OLD, SECRET_KEY_PREVIOUS: NEW });
    const rotated = await start({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
    expect(await shownToken(rotated)).toBe(TOKEN);
    expect(await keyEvents(rotated, 'secret_key.replaced')).toMatchObject([
      {
        ...{ action: 'secret_key.replaced', origin: 'start', caller: null },
        details: { key: FINGERPRINT, former_key: FINGERPRINT },
      },
    ]);
    expect(await shownToken(prepared)).toBe(TOKEN);
    expect(await shownToken(await start({ SECRET_KEY: NEW }))).toBe(TOKEN);
    const late = settings({ SECRET_KEY: OLD });
    await expectRefusal(late, /SECRET_KEY does not decrypt the private tokens/);
  });
});

describe('a start with --new-key on a database server', () => {
  it('needs a new SECRET_KEY: tokens still work, but are not shown any more', async () => {
    await startAndStop(settings({ SECRET_KEY: OLD }));
    await expectRefusal(settings({}), /SECRET_KEY/);

    const service = await start({ SECRET_KEY: NEW }, { acceptsLostKey: true });
    const { api } = service;
    expect((await fetch(`${api}/user`, { headers })).status).toBe(200);
    expect(await shownToken(service)).toBe('');
    expect(await keyEvents(service, 'secret_key.lost')).toMatchObject([
      { action: 'secret_key.lost', origin: 'start', caller: null, details: {} },
    ]);

    // Later starts need no option.
    const later = await start({ SECRET_KEY: NEW });
    expect((await fetch(`${later.api}/user`, { headers })).status).toBe(200);
  });
});
