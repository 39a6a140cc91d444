import { afterAll, beforeAll, expect, it } from 'vitest';
import { startForge } from 'forgenote/testing';

let forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

it('dates an issue by the clock of the forge', async () => {
  await forge.clock.set('2020-01-01T00:00:00Z');
  const issue = await forge.issue();
  expect(issue.created_at).toBe('2020-01-01T00:00:00.000Z');
});
