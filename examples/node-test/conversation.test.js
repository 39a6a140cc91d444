import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startForge } from 'forgenote/testing';

describe('a conversation', () => {
  let forge;
  before(async () => {
    forge = await startForge();
  });
  beforeEach(() => forge.reset());
  after(() => forge.close());

  it('is visible only to members of a private project', async () => {
    const [ada, grace, eve] = [await forge.user(), await forge.user(), await forge.user()];
    const project = await forge.project({ owner: ada, name: 'Analytical Engine' });
    await forge.member(project, grace);
    const issue = await forge.issue({ project, author: grace, title: 'A moth in relay 70' });
    await forge.note({ on: issue, author: ada, body: 'Which panel is that?' });

    const seen = await forge.as(grace).get(`${issue.at}/notes`);
    assert.equal(seen.status, 200);
    assert.deepEqual(
      seen.body.map(({ body, author }) => [author.username, body]),
      [[ada.username, 'Which panel is that?']],
    );
    assert.equal((await forge.as(eve).get(`${issue.at}/notes`)).status, 404);
  });

  it('starts without projects after a reset', async () => {
    const { body } = await forge.as(forge.root).get('/projects');
    assert.deepEqual(body, []);
  });
});
