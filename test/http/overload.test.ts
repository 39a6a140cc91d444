import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { databaseOf } from '../support/internals.js';

/** Writes that may be in flight when the service starts. */
const FIRST_LIMIT = 200;
const BEYOND = 20;

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

/** Lets no write begin until the returned function is called. */
function holdWrites(): () => void {
  const database = databaseOf(forge);
  const unit = database.unit.bind(database);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  database.unit = (scope, work) => released.then(() => unit(scope, work));
  return () => {
    Reflect.deleteProperty(database, 'unit');
    release();
  };
}

describe('a service with more writes than it can answer in time', () => {
  it('returns 503 for the writes beyond, answers reads and health checks, and finishes the others', async () => {
    const release = holdWrites();
    const refused: Awaited<ReturnType<typeof forge.root.post>>[] = [];
    let isFull = (): void => undefined;
    const full = new Promise<void>((resolve) => {
      isFull = resolve;
    });
    const send = async (n: number) => {
      const answer = await forge.root.post('/projects', { name: `Project ${n}` });
      if (answer.status === 503 && refused.push(answer) === BEYOND) isFull();
      return answer.status;
    };
    const sent = Array.from({ length: FIRST_LIMIT + BEYOND }, (_, n) => send(n));
    await full;
    expect((await forge.root.get('/user')).status).toBe(200);
    for (const path of ['/health', '/health/ready'])
      expect((await forge.anonymous.get(forge.url + path)).status).toBe(200);
    release();
    const statuses = await Promise.all(sent);
    expect(statuses.filter((status) => status === 201)).toHaveLength(FIRST_LIMIT);
    for (const { body, headers } of refused) {
      expect(body).toEqual({ message: '503 Service Unavailable' });
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect(headers.get('connection')).not.toBe('close');
    }
    expect((await forge.root.post('/projects', { name: 'Afterwards' })).status).toBe(201);
  });
});

describe('a burst of new connections', () => {
  it('does not delay a health check until the requests on them are answered', async () => {
    const count = FIRST_LIMIT / 2;
    const { hostname, port } = new URL(forge.url);
    const agent = new Agent({ maxSockets: Infinity });
    const headers = { 'private-token': ROOT.token };
    let answered = 0;
    const get = async (path: string) => {
      const sent = request({ agent, hostname, port, path, headers }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return response.statusCode;
    };
    const statuses = Array.from({ length: count }, async () => {
      const status = await get('/api/v3/projects/all');
      answered++;
      return status;
    });
    expect(await get('/health')).toBe(200);
    expect(answered).toBeLessThan(count / 2);
    expect(await Promise.all(statuses)).toEqual(Array<number>(count).fill(200));
    agent.destroy();
  });
});
