import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startForge } from 'forgenote/testing';

let forge;
beforeAll(async () => {
  forge = await startForge();
});
beforeEach(() => forge.reset());
afterAll(() => forge.close());

it('shows a note', async () => {
  const note = await forge.note({ body: 'It hums.' });
  const { status, body } = await forge.as(forge.root).get(note.at);
  expect([status, body.body]).toEqual([200, 'It hums.']);
});

it('has only root after a reset', async () => {
  const { body } = await forge.as(forge.root).get('/users');
  expect(body.map(({ username }) => username)).toEqual(['root']);
});
