import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startForge } from 'forgenote/testing';

let forge;
before(async () => {
  forge = await startForge({ mails: true, strict: true });
});
after(() => forge.close());

/** The tested code. It does not wait for the response. */
function invite(username) {
  void forge.as(forge.root).post('/users', {
    username,
    name: 'Ada',
    email: `${username}@example.com`,
    password: 'open sesame',
  });
}

it('sends a link to an invited user', async () => {
  invite('ada');
  const { response } = await forge.waitForRequest({ on: 'POST /users' });
  assert.equal(response.status, 201);
  const [{ to, links }] = await forge.mails();
  assert.equal(to, 'ada@example.com');
  assert.equal((await fetch(links[0])).status, 200);
});
