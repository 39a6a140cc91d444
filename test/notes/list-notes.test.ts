import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import { ISSUE, NOTEABLES } from '../support/noteables.js';
import { noteView } from '../support/project-views.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
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

describe.each(NOTEABLES)(
  'GET /projects/:id/$noteable/notes',
  ({ type, resourceName, path, make }) => {
    let noteable: Resource;
    const written: Resource[] = [];

    beforeAll(async () => {
      noteable = await make(forge.seed, project, owner);
      for (const author of [ada, owner, ada, owner, ada]) {
        written.push(await forge.seed.note(noteable, author));
      }
    });

    const bodies = async (at: string, query: Record<string, string> = {}) => {
      const { body } = await ada.client.get<{ body: string }[]>(`${at}/notes`, query);
      return body.map((note) => note.body);
    };

    it('returns 200 and the notes, oldest first', async () => {
      const other = await make(forge.seed, project, owner);
      const noteable_type = type;
      const { id: hello } = await forge.seed.note(other, ada, { body: 'Hello' });
      const { id: up } = await forge.seed.note(other, owner, { body: ':+1:' });
      const { id: down } = await forge.seed.note(other, owner, { body: ':thumbsdown:' });
      expect(await ada.client.get(`${other.at}/notes`)).toEqual(
        answered(200, [
          noteView(other, ada, { id: hello, body: 'Hello', noteable_type }),
          noteView(other, owner, { id: up, body: ':+1:', upvote: true, noteable_type }),
          noteView(other, owner, { id: down, body: ':thumbsdown:', downvote: true, noteable_type }),
        ]),
      );
    });

    it('sorts by created_at, not by id', async () => {
      const other = await make(forge.seed, project, owner);
      await forge.seed.note(other, owner, { body: 'new' });
      await forge.seed.note(other, owner, { body: 'old', created_at: '2016-01-01' });
      await forge.seed.note(other, owner, { body: 'older', created_at: '1970-01-01' });
      expect(await bodies(other.at)).toEqual(['older', 'old', 'new']);
      expect(await bodies(other.at, { sort: 'desc' })).toEqual(['new', 'old', 'older']);
    });

    it('sorts notes with the same created_at by id', async () => {
      const other = await make(forge.seed, project, owner);
      for (const body of ['1', '2', '3', '4']) {
        await forge.seed.note(other, owner, { body, created_at: '2016-01-01T00:00:00Z' });
      }
      expect(await bodies(other.at)).toEqual(['1', '2', '3', '4']);
      expect(await bodies(other.at, { sort: 'desc' })).toEqual(['4', '3', '2', '1']);
    });

    it('returns no notes of another noteable of the same kind', async () => {
      expect(await bodies((await make(forge.seed, project, owner)).at)).toEqual([]);
    });

    it('returns no notes of a noteable of another kind with the same id', async () => {
      for (const kind of NOTEABLES.filter((one) => one.type !== type)) {
        let [other, namesake] = [
          await make(forge.seed, project, owner),
          await kind.make(forge.seed, project, owner),
        ];
        while (namesake.id < other.id) namesake = await kind.make(forge.seed, project, owner);
        while (other.id < namesake.id) other = await make(forge.seed, project, owner);
        await forge.seed.note(namesake, owner);
        expect(await bodies(other.at)).toEqual([]);
      }
    });

    it.each(['up', 'ASC', ''])('returns 400 for sort=%s', async (sort) => {
      expect(await ada.client.get(`${noteable.at}/notes`, { sort })).toEqual(
        answered(400, { message: { sort: ['does not have a valid value'] } }),
      );
    });

    it('returns 404 below another project', async () => {
      const other = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
      expect(await ada.client.get(`${other.at}/${path}/${noteable.id}/notes`)).toEqual(
        answered(404, { message: `404 ${resourceName} Not Found` }),
      );
    });

    it('finds the notes by the name of the project', async () => {
      const name = encodeURIComponent(String(project['path_with_namespace']));
      const { body } = await ada.client.get(`${noteable.at}/notes`);
      expect(await ada.client.get(`/projects/${name}/${path}/${noteable.id}/notes`)).toEqual(
        answered(200, body),
      );
    });

    paginated(() => ({
      client: ada.client,
      path: `${noteable.at}/notes?sort=asc`,
      ids: written.map(({ id }) => id),
    }));
  },
);

it('GET /projects/:id/issues/:issue_id/notes marks notes of the service as system notes', async () => {
  const issue = await ISSUE.make(forge.seed, project, ada);
  await owner.client.put(issue.at, { state_event: 'close' });
  const answer = await ada.client.get<[{ id: number }]>(`${issue.at}/notes`);
  const [{ id }] = answer.body;
  expect(answer).toEqual(
    answered(200, [noteView(issue, owner, { id, body: 'closed', system: true })]),
  );
});
