import { createRequire } from 'node:module';
import type { Forge } from '../support/app.js';
import { startJob, type Given } from './job.js';

const require = createRequire(import.meta.url);

type Note = { body: string };
const { createPromise } = require('node-gitlab') as {
  createPromise: (options: object) => {
    issues: { listNotes(params: object): Promise<Note[]> };
  };
};
const { default: Gitlab } = require('gitlab') as {
  default: new (options: object) => {
    IssueNotes: { all(project: number, issue: number, options: object): Promise<Note[]> };
  };
};

let forge: Forge;
let given: Given;
beforeAll(async () => {
  ({ forge, given } = await startJob());
});
afterAll(() => forge?.close());

const bodies = (notes: Note[]) => notes.map(({ body }) => body);
const all = Array.from({ length: 250 }, (_, n) => `Note ${n}`);

describe('A list of 250', () => {
  it('is read to its end with node-gitlab 1.6.1, which knows no links', async () => {
    const client = createPromise({ api: forge.api, privateToken: given.ada });
    const seen: string[] = [];
    for (let page = 1, length = 100; length === 100; page++) {
      const at = { id: given.project, issue_id: given.long_issue };
      const notes = await client.issues.listNotes({ ...at, page, per_page: 100 });
      seen.push(...bodies(notes));
      ({ length } = notes);
    }
    expect(seen).toEqual(all);
  });

  it.each([20, 100])('is read with gitlab 3.11.4 in pages of %i', async (perPage) => {
    const client = new Gitlab({ url: forge.url, token: given.ada, version: 'v3' });
    const notes = await client.IssueNotes.all(given.project, given.long_issue, { perPage });
    expect(bodies(notes)).toEqual(all);
  });

  it('is read with gitlab 3.11.4 by cursor', async () => {
    const client = new Gitlab({ url: forge.url, token: given.ada, version: 'v3' });
    const options = { perPage: 100, pagination: 'keyset' };
    const notes = await client.IssueNotes.all(given.project, given.long_issue, options);
    expect(bodies(notes)).toEqual(all);
  });
});
