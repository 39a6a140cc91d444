import { readFileSync } from 'node:fs';
import { startForge, type Forge } from '../support/app.js';
import { sendRaw, requestText } from '../support/raw.js';
import { ROOT } from '../support/app.js';

const PAGE = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
const rows = (pattern: RegExp) => [...PAGE.matchAll(pattern)].map(([, ...cells]) => cells);

/** The paths of the lists that the page names with their filters. */
const LISTS: Record<string, string> = {
  'issues and merge requests': '/projects/1/issues',
  issues: '/projects/1/issues',
  'merge requests': '/projects/1/merge_requests',
  projects: '/projects',
  members: '/projects/1/members',
  labels: '/projects/1/labels',
  users: '/users',
  notes: '/projects/1/issues/1/notes',
};

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
  const ada = await forge.seed.user();
  const project = await forge.seed.project(ada);
  await forge.seed.issue(project, ada);
  await forge.seed.mergeRequest(project, ada);
});
afterAll(() => forge.close());

describe('docs/clients.md', () => {
  it.each([
    ...rows(/^\| .*?\| `(\w+) (\S+)` +\|$/gm).map((row) => [...row, '404 Not Found']),
    ...rows(/`(GET) (\/projects\/(?:owned|starred))`/g).map((row) => [
      ...row,
      '404 Project Not Found',
    ]),
  ])('tells what the service returns for %s %s', async (method, path, message) => {
    const line = requestText(`${method} /api/v3${path}`, { 'PRIVATE-TOKEN': ROOT.token });
    const { status, body } = await sendRaw(forge.url, line);
    expect([status, body]).toEqual([404, { message }]);
  });

  it.each(rows(/^- ([a-z ]+): (`.*`)$/gm))(
    'lists filters that return 400 for %s',
    async (list = '', names = '') => {
      const all = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      for (const name of all) {
        const { status, body } = await forge.root.get(LISTS[list] ?? '', { [name]: '1' });
        expect([status, body]).toEqual([400, { message: { [name]: ['is not supported'] } }]);
      }
    },
  );
});
