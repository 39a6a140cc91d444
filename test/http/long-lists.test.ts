import { mock } from 'node:test';
import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { addNotes } from '../support/many-rows.js';
import type { Resource } from '../support/seed.js';

const MOST_COUNTED = 10_000;

let forge: Forge;
let issue: Resource;
beforeAll(async () => {
  forge = await startForge();
  const ada = await forge.seed.user();
  issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  await addNotes(forge, issue, ada, MOST_COUNTED + 1);
});
afterAll(() => forge.close());

const totals = async () => {
  const { headers } = await forge.root.get(`${issue.at}/notes`);
  const last = /rel="last"/.test(headers.get('link') ?? '');
  return [headers.get('x-total'), headers.get('x-total-pages'), last];
};

describe('a list that was too long to count', () => {
  it('has totals again one minute after it became short enough', async () => {
    expect(await totals()).toEqual([null, null, false]);
    await write(forge, 'DELETE FROM notes WHERE noteable_id = :issue AND created_at = 0', {
      issue: issue.id,
    });
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
    try {
      expect(await totals()).toEqual(['10000', '500', true]);
    } finally {
      mock.timers.reset();
    }
  });
});
