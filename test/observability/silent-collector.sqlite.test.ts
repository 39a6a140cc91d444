import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Program } from '../support/program.js';
import { SilentServer } from '../support/silent-server.js';

const TOKEN = 'token-of-root-0000000';

it('closes the database at a stop although the collector of traces never responds', async () => {
  const { silent, port } = await SilentServer.start();
  const program = new Program();
  try {
    program.start({
      ADMIN_TOKEN: TOKEN,
      DRAIN_TIME: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    const url = await program.address();
    const headers = { 'PRIVATE-TOKEN': TOKEN };
    const response = await fetch(`${url}/api/v3/projects`, {
      ...{ method: 'POST', headers, body: new URLSearchParams({ name: 'a' }) },
    });
    expect(response.status).toBe(201);
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    expect(silent.accepted).toBeGreaterThan(0);
    expect(readdirSync(join(program.folder, 'data'))).not.toContain('forgenote.sqlite-wal');
  } finally {
    await program.remove();
    await silent.stop();
  }
});
