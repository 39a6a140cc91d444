import { gzipSync } from 'node:zlib';
import { bundledClient } from './bundled-client.js';

it('forgenote/client has less than 5 KB when it is bundled and compressed', async () => {
  const code = await bundledClient();
  expect(code).toContain('PRIVATE-TOKEN');
  expect(gzipSync(code).length).toBeLessThan(5_000);
});
