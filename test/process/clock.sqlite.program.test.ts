import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';
import { startService } from '../support/service.js';

const TOKEN = 'token-of-root-0000000';

/** Sets the clock of the program back, before it reads the time for the first time. */
const hourBack = 'data:text/javascript,const%20now=Date.now;Date.now=()=>now()-3600000';

type Body = Record<string, unknown>;

describe('a service whose clock was set back an hour while it was stopped', () => {
  let database: FreshDatabase;
  let program: Program;
  beforeEach(async () => {
    database = await freshDatabase();
    program = new Program('main.js', [`--import=${hourBack}`]);
  });
  afterEach(async () => {
    await program.remove();
    await database.drop();
  });

  async function call(url: string, method: string, path: string, body?: object): Promise<Body> {
    const response = await fetch(`${url}/api/v3${path}`, {
      method,
      headers: { 'private-token': TOKEN, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as Body;
  }

  it('orders new rows after the old ones', async () => {
    const SECRET_KEY = 'k'.repeat(40);
    const settings = { DATABASE_URL: database.url, SECRET_KEY, ADMIN_TOKEN: TOKEN };
    const { app, url: earlier } = await startService(settings);
    await call(earlier, 'POST', '/projects', { name: 'engine' });
    const before = await call(earlier, 'POST', '/projects/1/issues', { title: 'first' });
    await app.close();

    program.start(settings);
    const url = await program.address();
    const after = await call(url, 'POST', '/projects/1/issues', { title: 'second' });
    expect(String(after['created_at']) >= String(before['created_at'])).toBe(true);
    const listed = await call(url, 'GET', '/projects/1/issues?order_by=created_at&sort=asc');
    expect(listed).toMatchObject([{ title: 'first' }, { title: 'second' }]);
  });
});
