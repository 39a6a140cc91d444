import { startForge, type Forge } from '../support/app.js';
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
