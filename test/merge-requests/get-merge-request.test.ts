import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import { mergeRequestView } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

describe('GET /projects/:id/merge_requests/:merge_request_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;
  let mergeRequest: Resource;

  const given = { title: 'Carry ahead', source_branch: 'carry', target_branch: 'master' };
  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    mergeRequest = await forge.seed.mergeRequest(project, owner, given);
  });
  afterAll(() => forge.close());

  const view = () =>
    mergeRequestView(forge, project, owner, { id: mergeRequest.id, iid: 1, ...given });
  const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });

  it('answers 200 and the merge request', async () => {
    expect(await ada.client.get(mergeRequest.at)).toEqual(answered(200, view()));
  });

  it('finds it under the name of its project', async () => {
    const name = encodeURIComponent(String(project['path_with_namespace']));
    const path = `/projects/${name}/merge_requests/${mergeRequest.id}`;
    expect(await ada.client.get(path)).toEqual(answered(200, view()));
  });

  it('finds it under no other project, nor under one that is not there', async () => {
    const other = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    const path = `/merge_requests/${mergeRequest.id}`;
    for (const client of [ada.client, forge.root]) {
      expect(await client.get(other.at + path)).toEqual(notFound('Merge Request'));
    }
    expect(await ada.client.get(`/projects/999999${path}`)).toEqual(notFound('Project'));
  });

  it('is not found as an issue or a snippet, nor under its iid', async () => {
    const other = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    const { id, iid } = await forge.seed.mergeRequest(other, owner);
    for (const [path, thing] of [
      [`issues/${id}`, 'Issue'],
      [`snippets/${id}`, 'Snippet'],
      [`merge_requests/${String(iid)}`, 'Merge Request'],
    ]) {
      expect(await ada.client.get(`${other.at}/${path}`)).toEqual(notFound(thing));
    }
  });

  it('shows its author and assignee blocked when they are', async () => {
    const mallory = await forge.seed.user();
    await forge.seed.member(project, mallory, LEVEL.developer);
    const left = await forge.seed.mergeRequest(project, mallory, { assignee_id: mallory.id });
    await forge.root.put(`${mallory.at}/block`);
    expect((await ada.client.get(left.at)).body).toMatchObject({
      author: { state: 'blocked' },
      assignee: { state: 'blocked' },
    });
  });

  notFoundByOddIds('Merge Request', (id) => {
    return { client: forge.root, method: 'GET', path: `${project.at}/merge_requests/${id}` };
  });
});
