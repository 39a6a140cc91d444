import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';

const TOKEN = 'token-of-root-0000000';

/** Sets the clock of the program back, before it reads the time for the first time. */
const hourBack = 'data:text/javascript,const%20now=Date.now;Date.now=()=>now()-3600000';

let database: FreshDatabase;
let program: Program;
let url: string;

beforeEach(async () => {
  database = await freshDatabase();
  program = new Program();
});
afterEach(async () => {
  await program.remove();
  await database.drop();
});

async function start(settings: Record<string, string> = {}): Promise<void> {
  program.stdout = '';
  program.start({
    DATABASE_URL: database.url,
    SECRET_KEY: 'k'.repeat(40),
    ADMIN_TOKEN: TOKEN,
    ADMIN_PASSWORD: 'the password of root',
    ...settings,
  });
  url = await program.address();
}

async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/v3${path}`, {
    method,
    headers: { 'private-token': TOKEN, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Record<string, unknown>;
}

describe('a service whose clock was set back an hour while it was stopped', () => {
  it('orders new rows after the old ones', async () => {
    await start();
    await call('POST', '/projects', { name: 'engine' });
    const before = await call('POST', '/projects/1/issues', { title: 'first' });
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    await start({ NODE_OPTIONS: `--import=${hourBack}` });
    const after = await call('POST', '/projects/1/issues', { title: 'second' });
    expect(String(after['created_at']) >= String(before['created_at'])).toBe(true);
    const listed = await call('GET', '/projects/1/issues?order_by=created_at&sort=asc');
    expect(listed).toMatchObject([{ title: 'first' }, { title: 'second' }]);
  });
});
