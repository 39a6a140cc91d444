import { startForge, type Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';

const request = (forge: Forge, path: string) => forge.anonymous.get(forge.url + path);

describe('health', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  it.each(['/health', '/health/'])('needs no token: GET %s', async (path) => {
    expect(await request(forge, path)).toEqual(answered(200, { status: 'ok', warnings: [] }));
  });

  it('needs no token: GET /health/ready', async () => {
    expect(await request(forge, '/health/ready')).toEqual(answered(200, { status: 'ok' }));
  });

  it('exists at the root only', async () => {
    expect((await forge.anonymous.get('/health')).status).toBe(404);
  });
});
