import { startForge, type Forge } from '../support/app.js';
import { NOTEABLES } from '../support/noteables.js';
import { viewOf } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

let forge: Forge;
let owner: SeededUser;
let ada: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
  project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
});
afterAll(() => forge.close());

const notFound = (resourceName: string) =>
  answered(404, { message: `404 ${resourceName} Not Found` });

describe.each(NOTEABLES)('GET /projects/:id/$noteable', ({ type, resourceName, path, make }) => {
  let noteable: Resource;

  beforeAll(async () => {
    noteable = await make(forge.seed, project, owner);
  });

  // The tests of the creation compare each field.
  it('returns 200 and what the creation returned', async () => {
    expect(await ada.client.get(noteable.at)).toEqual(answered(200, viewOf(noteable)));
  });

  it('finds it by the name of its project', async () => {
    const name = encodeURIComponent(String(project['path_with_namespace']));
    expect(await ada.client.get(`/projects/${name}/${path}/${noteable.id}`)).toEqual(
      answered(200, viewOf(noteable)),
    );
  });

  it('returns 404 below another project and below an unknown one', async () => {
    const other = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    for (const client of [ada.client, forge.root]) {
      expect(await client.get(`${other.at}/${path}/${noteable.id}`)).toEqual(
        notFound(resourceName),
      );
    }
    expect(await ada.client.get(`/projects/999999/${path}/${noteable.id}`)).toEqual(
      notFound('Project'),
    );
  });

  it('returns 404 for its id in the collections of other kinds', async () => {
    const other = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    const { id } = await make(forge.seed, other, owner);
    for (const kind of NOTEABLES.filter((one) => one.type !== type)) {
      expect(await ada.client.get(`${other.at}/${kind.path}/${id}`)).toEqual(
        notFound(kind.resourceName),
      );
    }
  });

  it('shows the current name and state of its author and assignee', async () => {
    const mallory = await forge.seed.user();
    await forge.seed.member(project, mallory, LEVEL.developer);
    const { at } = await make(forge.seed, project, mallory);
    if (type !== 'Snippet') await forge.root.put(at, { assignee_id: mallory.id });
    await forge.root.put(mallory.at, { name: 'Renamed' });
    await forge.root.put(`${mallory.at}/block`);
    const now = { name: 'Renamed', state: 'blocked' };
    expect((await ada.client.get(at)).body).toMatchObject({
      author: now,
      ...(type === 'Snippet' ? {} : { assignee: now }),
    });
  });
});
