import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase } from '../support/database.js';
import { Proxy } from '../support/proxy.js';
import { answered } from '../support/expected-responses.js';

const ok = () => answered(200, { status: 'ok' });
const request = (forge: Forge, path: string) => forge.anonymous.get(forge.url + path);

describe('health while the database server is unreachable', () => {
  afterEach(() => {
    Logger.overrideLogger(false);
  });

  it('returns 503 with the reason from GET /health/ready and 200 from the others, and logs each change once', async () => {
    const database = await freshDatabase();
    const url = new URL(database.url);
    const proxy = new Proxy(url.hostname, Number(url.port || 3306));
    url.port = String(await proxy.open());
    const forge = await startForge({ DATABASE_URL: url.href });
    const logged: string[] = [];
    const record = ({ message }: { message: string }) => void logged.push(message);
    Logger.overrideLogger({ log: record, warn: record, error: record });
    await proxy.close();
    for (let n = 0; n < 3; n++)
      expect(await request(forge, '/health/ready')).toEqual(
        answered(503, { message: '503 Service Unavailable - The database does not respond' }),
      );
    expect(await request(forge, '/health/live')).toMatchObject({ status: 200 });
    expect(await request(forge, '/health')).toEqual(answered(200, { status: 'ok', warnings: [] }));
    await proxy.open();
    while (logged.length < 2) await delay(50);
    expect(await request(forge, '/health/ready')).toEqual(ok());
    expect(logged).toEqual(['The database does not respond', 'The database responds again']);
    await forge.close();
    await proxy.close();
    await database.drop();
  });
});
