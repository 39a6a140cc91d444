import { setTimeout as delay } from 'node:timers/promises';
import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import { snippetView } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

describe('GET /projects/:id/snippets/:snippet_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;
  let snippet: Resource;

  const given = { title: 'Note G', file_name: 'note_g.rb', visibility_level: 20 };
  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    snippet = await forge.seed.snippet(project, owner, given);
  });
  afterAll(() => forge.close());

  const view = () => snippetView(project, owner, { id: snippet.id, ...given });
  const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });

  it('answers 200 and the snippet', async () => {
    expect(await ada.client.get(snippet.at)).toEqual(answered(200, view()));
  });

  it('finds it under the name of its project', async () => {
    const name = encodeURIComponent(String(project['path_with_namespace']));
    expect(await ada.client.get(`/projects/${name}/snippets/${snippet.id}`)).toEqual(
      answered(200, view()),
    );
  });

  it('finds it under no other project, nor under one that is not there', async () => {
    const other = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    for (const client of [ada.client, forge.root]) {
      expect(await client.get(`${other.at}/snippets/${snippet.id}`)).toEqual(notFound('Snippet'));
    }
    expect(await ada.client.get(`/projects/999999/snippets/${snippet.id}`)).toEqual(
      notFound('Project'),
    );
  });

  it('tells when it was last commented on', async () => {
    const { at, updated_at } = await forge.seed.snippet(project, owner);
    await delay(2);
    await ada.client.post(`${at}/notes`, { body: 'x' });
    const { body } = await ada.client.get<Record<string, string>>(at);
    expect(body['updated_at'] > String(updated_at)).toBe(true);
  });

  it('shows its author as he is now', async () => {
    const mallory = await forge.seed.user();
    await forge.seed.member(project, mallory, LEVEL.reporter);
    const left = await forge.seed.snippet(project, mallory);
    await forge.root.put(mallory.at, { name: 'Renamed' });
    await forge.root.put(`${mallory.at}/block`);
    const { body } = await ada.client.get<{ author: Record<string, string> }>(left.at);
    expect([body.author['name'], body.author['state']]).toEqual(['Renamed', 'blocked']);
  });

  notFoundByOddIds('Snippet', (id) => {
    return { client: forge.root, method: 'GET', path: `${project.at}/snippets/${id}` };
  });
});
