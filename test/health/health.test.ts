import { startForge, type Forge } from '../support/app.js';
import { packageVersion } from '../../src/base/config/package-files.js';
import { Drain } from '../../src/http/server/drain.js';
import { answered } from '../support/expected-responses.js';

const request = (forge: Forge, path: string) => forge.anonymous.get(forge.url + path);

/** Tests run the sources, which are no build. */
const alive = { status: 'ok', version: packageVersion() };

describe('health', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  it.each(['/health', '/health/'])('needs no token: GET %s', async (path) => {
    expect(await request(forge, path)).toEqual(answered(200, { status: 'ok', warnings: [] }));
  });

  it('needs no token: GET /health/live', async () => {
    expect(await request(forge, '/health/live')).toEqual(answered(200, alive));
  });

  it('needs no token: GET /health/ready', async () => {
    expect(await request(forge, '/health/ready')).toEqual(answered(200, { status: 'ok' }));
  });

  it('is not ready while the service is stopping, and alive', async () => {
    const stopping = await startForge();
    stopping.app.get(Drain).begin();
    expect(await request(stopping, '/health/ready')).toEqual(
      answered(503, { message: '503 Service Unavailable - The service is stopping' }),
    );
    expect(await request(stopping, '/health/live')).toEqual(answered(200, alive));
    await stopping.close();
  });

  it('exists at the root only', async () => {
    expect((await forge.anonymous.get('/health')).status).toBe(404);
  });
});
