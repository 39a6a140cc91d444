import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import type { Resource, SeededUser } from '../support/seed.js';

const LONG_AGO = '1970-01-01T00:00:01.000Z';

let forge: Forge;
let owner: SeededUser;
let project: Resource;
beforeAll(async () => {
  forge = await startForge();
  owner = await forge.seed.user();
});
beforeEach(async () => {
  project = await forge.seed.project(owner);
  await write(forge, 'UPDATE projects SET last_activity_at = 1000 WHERE id = :id', {
    id: project.id,
  });
});
afterAll(() => forge.close());

const lastActivity = async () =>
  (await owner.client.get<Resource>(project.at)).body['last_activity_at'];

describe('last_activity_at of a project', () => {
  it.each([
    ['an issue', () => forge.seed.issue(project, owner)],
    ['a merge request', () => forge.seed.mergeRequest(project, owner)],
  ])('moves when a user creates %s', async (_, create) => {
    expect(await lastActivity()).toBe(LONG_AGO);
    const { updated_at } = await create();
    expect(await lastActivity()).toBe(updated_at);
  });
});
