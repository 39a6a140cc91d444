import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createClient } from 'forgenote/client';
import { startForge } from 'forgenote/testing';

let forge;
before(async () => {
  forge = await startForge();
});
after(() => forge.close());

it('creates an issue with the generated client', async () => {
  const ada = await forge.user({ username: 'ada' });
  // Only root is there before: the other file has a forge of its own.
  assert.equal(ada.id, 2);
  await forge.project({ owner: ada, name: 'Engine' });
  const client = createClient({ baseUrl: forge.url, token: ada.token });
  const { data, error } = await client.POST('/api/v3/projects/{id}/issues', {
    params: { path: { id: 'ada/engine' } },
    body: { title: 'It hums' },
  });
  assert.equal(error, undefined);
  assert.equal(data.author.username, 'ada');
});
