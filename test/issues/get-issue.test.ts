import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { issueView } from '../support/project-views.js';
import { answered } from '../support/views.js';

describe('GET /projects/:id/issues/:issue_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;
  let issue: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user(), await forge.seed.user({ username: 'ada' })];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    issue = await forge.seed.issue(project, ada, { title: 'It hums' });
  });
  afterAll(() => forge.close());

  const view = () => issueView(forge, project, ada, { id: issue.id, iid: 1, title: 'It hums' });
  const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });

  it('answers 200 and the issue', async () => {
    expect(await ada.client.get(issue.at)).toEqual(answered(200, view()));
  });

  it('finds it under the name of its project', async () => {
    const name = encodeURIComponent(String(project['path_with_namespace']));
    expect(await ada.client.get(`/projects/${name}/issues/${issue.id}`)).toEqual(
      answered(200, view()),
    );
  });

  it('finds it under no other project, nor under one that is not there', async () => {
    const other = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    expect(await ada.client.get(`${other.at}/issues/${issue.id}`)).toEqual(notFound('Issue'));
    expect(await forge.root.get(`${other.at}/issues/${issue.id}`)).toEqual(notFound('Issue'));
    expect(await ada.client.get(`/projects/999999/issues/${issue.id}`)).toEqual(
      notFound('Project'),
    );
  });

  it('shows its author blocked when he is', async () => {
    const mallory = await forge.seed.user();
    const left = await forge.seed.issue(project, mallory, { title: 'Left' });
    await forge.root.put(`${mallory.at}/block`);
    const { body } = await ada.client.get<{ author: { state: string } }>(left.at);
    expect(body.author.state).toBe('blocked');
  });

  notFoundByOddIds('Issue', (id) => {
    return { client: forge.root, method: 'GET', path: `${project.at}/issues/${id}` };
  });
});
