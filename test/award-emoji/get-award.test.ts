import { startForge, type Forge } from '../support/app.js';
import { awardView } from '../support/project-views.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
import { AWARDABLES } from './awardables.js';

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

describe.each(AWARDABLES)(
  'GET /projects/:id/$awardable/award_emoji/:award_id',
  ({ type, make }) => {
    let awardable: Resource;
    let award: Resource;
    let at: string;

    beforeAll(async () => {
      awardable = await make(forge.seed, project, owner);
      const awards = `${awardable.at}/award_emoji`;
      ({ body: award } = await ada.client.post<Resource>(awards, { name: 'tada' }));
      at = `${awards}/${award.id}`;
    });

    it('returns 200 and the award to everyone who sees it', async () => {
      const given = { id: award.id, name: 'tada', awardable_type: type };
      for (const client of [ada.client, owner.client, forge.root]) {
        expect(await client.get(at)).toEqual(
          answered(200, awardView(forge, awardable, ada, given)),
        );
      }
    });

    it('returns 404 below another awardable', async () => {
      const beside = await make(forge.seed, project, owner);
      expect(await forge.root.get(`${beside.at}/award_emoji/${award.id}`)).toEqual(
        notFound('Award Emoji'),
      );
    });

    it('returns 404 below another project', async () => {
      const other = await forge.seed.project(owner);
      const below = at.slice(project.at.length);
      expect(await ada.client.get(other.at + below)).toEqual(notFound('Project'));
      expect((await owner.client.get(other.at + below)).status).toBe(404);
    });
  },
);

describe('An award to a note', () => {
  it('returns 404 below the noteable of the note and below another noteable', async () => {
    const [issue, other] = [
      await forge.seed.issue(project, owner),
      await forge.seed.issue(project, owner),
    ];
    const note = await forge.seed.note(issue, owner);
    const awards = `${note.at}/award_emoji`;
    const { body } = await ada.client.post<Resource>(awards, { name: 'tada' });
    expect(await ada.client.get(`${issue.at}/award_emoji/${body.id}`)).toEqual(
      notFound('Award Emoji'),
    );
    const below = `/notes/${note.id}/award_emoji/${body.id}`;
    expect(await ada.client.get(other.at + below)).toEqual(notFound('Note'));
  });

  it('is separate from an award to the issue with the same id', async () => {
    const issue = await forge.seed.issue(project, owner);
    let note = await forge.seed.note(issue, owner);
    while (note.id < issue.id) note = await forge.seed.note(issue, owner);
    let same = issue;
    while (same.id < note.id) same = await forge.seed.issue(project, owner);
    await ada.client.post(`${same.at}/award_emoji`, { name: 'tada' });
    expect(await ada.client.get(`${note.at}/award_emoji`)).toEqual(answered(200, []));
    expect((await ada.client.post(`${note.at}/award_emoji`, { name: 'tada' })).status).toBe(201);
  });
});
