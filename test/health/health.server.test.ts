import { startForge, type Forge } from '../support/app.js';
import { freshDatabase } from '../support/database.js';
import { Proxy } from '../support/proxy.js';
import { answered } from '../support/expected-responses.js';

const ok = () => answered(200, { status: 'ok' });
const request = (forge: Forge, path: string) => forge.anonymous.get(forge.url + path);

describe('health while the database server is unreachable', () => {
  it('returns 503 from GET /health/ready and 200 from GET /health', async () => {
    const database = await freshDatabase();
    const url = new URL(database.url);
    const proxy = new Proxy(url.hostname, Number(url.port || 3306));
    url.port = String(await proxy.open());
    const forge = await startForge({ DATABASE_URL: url.href });
    await proxy.close();
    expect(await request(forge, '/health/ready')).toEqual(
      answered(503, { message: '503 Service Unavailable' }),
    );
    expect(await request(forge, '/health')).toEqual(answered(200, { status: 'ok', warnings: [] }));
    await proxy.open();
    expect(await request(forge, '/health/ready')).toEqual(ok());
    await forge.close();
    await proxy.close();
    await database.drop();
  });
});
