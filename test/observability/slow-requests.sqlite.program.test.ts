import { setTimeout as delay } from 'node:timers/promises';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';
import { requestText, sendAndLeave } from '../support/raw.js';

const TOKEN = 'token-of-root-0000000';
const PASSWORD = 'a good password';
const SIGN_IN = requestText(
  'POST /api/v3/session',
  { 'Content-Type': 'application/json' },
  JSON.stringify({ login: 'root', password: PASSWORD }),
);
let program: Program;
let database: FreshDatabase;
let url: string;

interface Line {
  msg?: string;
  level: number;
  statements: { statement: string; count: number; ms: number }[];
}

async function start(settings: Record<string, string>): Promise<void> {
  const own = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN };
  program.start({ ...own, LOG_LEVEL: 'warn', ...settings });
  url = await program.address();
}
const createProject = () =>
  fetch(`${url}/api/v3/projects`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': TOKEN },
    body: new URLSearchParams({ name: 'secret-name' }),
  });

async function slowLines(): Promise<Line[]> {
  program.signal('SIGINT');
  await program.exit();
  return logLines<Line>(program.stderr).filter(({ msg }) => msg === 'slow request');
}

beforeEach(async () => {
  program = new Program();
  database = await freshDatabase();
});
afterEach(async () => {
  await program.remove();
  await database.drop();
});

describe('SLOW_REQUEST_MS', () => {
  it('logs a request that takes as long, with the time by statement name, also if its client has not waited', async () => {
    await start({ SLOW_REQUEST_MS: '1', ADMIN_PASSWORD: PASSWORD });
    const response = await createProject();
    expect(response.status).toBe(201);
    await sendAndLeave(url, SIGN_IN);
    while (!program.stderr.includes('/api/v3/session')) await delay(20);
    const [line, abandoned] = await slowLines();
    expect(abandoned).toMatchObject({
      ...{ method: 'POST', path: '/api/v3/session', status: 201, aborted: true },
    });
    expect(line).toMatchObject({
      level: 40,
      requestId: response.headers.get('x-request-id'),
      method: 'POST',
      path: '/api/v3/projects',
      status: 201,
      ms: expect.any(Number) as number,
    });
    const names = line?.statements.map(({ statement }) => statement);
    expect(names).toEqual(
      expect.arrayContaining(['SELECT users', 'BEGIN', 'INSERT projects', 'COMMIT']),
    );
    expect(names).toEqual([...new Set(names)]);
    for (const { count, ms } of line?.statements ?? []) {
      expect(count).toBeGreaterThan(0);
      expect(ms).toBeGreaterThanOrEqual(0);
    }
    expect(JSON.stringify(line)).not.toContain('secret-name');
  });

  it('logs no faster request', async () => {
    await start({ SLOW_REQUEST_MS: '60000' });
    expect((await createProject()).status).toBe(201);
    expect(await slowLines()).toEqual([]);
  });
});
