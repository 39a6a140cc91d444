import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import { snippetView } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('GET /projects/:id/snippets', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;
  const made: Resource[] = [];

  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, ada, LEVEL.reporter);
    for (let n = 0; n < 5; n++) made.unshift(await forge.seed.snippet(project, ada));
  });
  afterAll(() => forge.close());

  it('returns 200 and the snippets, newest first, without their code', async () => {
    const other = await forge.seed.project(owner);
    await forge.seed.member(other, ada, LEVEL.reporter);
    const old = { title: 'old', file_name: 'old.c', visibility_level: 0 };
    const late = { title: 'new', file_name: 'new.c', visibility_level: 20 };
    const { id: oldId } = await forge.seed.snippet(other, owner, old);
    const { id: newId } = await forge.seed.snippet(other, ada, late);
    expect(await ada.client.get(`${other.at}/snippets`)).toEqual(
      answered(200, [
        snippetView(other, ada, { id: newId, ...late }),
        snippetView(other, owner, { id: oldId, ...old }),
      ]),
    );
  });

  it('returns no snippets of another project', async () => {
    const other = await forge.seed.project(owner);
    expect(await owner.client.get(`${other.at}/snippets`)).toEqual(answered(200, []));
  });

  it('keeps the position of a changed or commented snippet', async () => {
    const oldest = made.at(-1);
    await ada.client.put(oldest?.at ?? '', { title: 'Changed' });
    await ada.client.post(`${oldest?.at ?? ''}/notes`, { body: 'x' });
    const { body } = await ada.client.get<Resource[]>(`${project.at}/snippets`);
    expect(body.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  });

  it('finds the project by its name', async () => {
    const name = encodeURIComponent(String(project['path_with_namespace']));
    const { body } = await ada.client.get<Resource[]>(`/projects/${name}/snippets`);
    expect(body.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  });

  paginated(() => ({
    client: ada.client,
    path: `${project.at}/snippets?x=y`,
    ids: made.map(({ id }) => id),
  }));
});
