import { startForge, type Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';

const ok = () => answered(200, { status: 'ok' });
const request = (forge: Forge, path: string) => forge.anonymous.get(forge.url + path);

describe('health', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  it.each(['/health', '/health/ready', '/health/'])('needs no token: GET %s', async (path) => {
    expect(await request(forge, path)).toEqual(ok());
  });

  it('exists at the root only', async () => {
    expect((await forge.anonymous.get('/health')).status).toBe(404);
  });
});
