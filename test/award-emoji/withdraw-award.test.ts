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

describe.each(AWARDABLES)(
  'DELETE /projects/:id/$awardable/award_emoji/:award_id',
  ({ type, make }) => {
    let awardable: Resource;
    let award: Resource;
    let at: string;

    const give = () => ada.client.post<Resource>(`${awardable.at}/award_emoji`, { name: 'tada' });
    beforeEach(async () => {
      awardable = await make(forge.seed, project, owner);
      ({ body: award } = await give());
      at = `${awardable.at}/award_emoji/${award.id}`;
    });

    const withdrawn = () =>
      answered(
        200,
        awardView(forge, awardable, ada, { id: award.id, name: 'tada', awardable_type: type }),
      );
    const notFound = answered(404, { message: '404 Award Emoji Not Found' });

    it('returns 200 and the award, then 404, and allows giving it again', async () => {
      expect(await ada.client.delete(at)).toEqual(withdrawn());
      expect(await ada.client.delete(at)).toEqual(notFound);
      expect(await ada.client.get(`${awardable.at}/award_emoji`)).toEqual(answered(200, []));
      expect((await give()).status).toBe(201);
    });

    it('returns 404 below another awardable', async () => {
      const beside = await make(forge.seed, project, owner);
      expect(await ada.client.delete(`${beside.at}/award_emoji/${award.id}`)).toEqual(notFound);
      expect((await ada.client.get(at)).status).toBe(200);
    });
  },
);

// One service withdraws the awards of all kinds. test/permissions tests who may withdraw which.
describe('DELETE /projects/:id/issues/:issue_id/award_emoji/:award_id', () => {
  let at: string;
  beforeEach(async () => {
    const issue = await forge.seed.issue(project, owner);
    const awards = `${issue.at}/award_emoji`;
    const { body } = await ada.client.post<Resource>(awards, { name: 'tada' });
    at = `${awards}/${body.id}`;
  });

  it('returns 403 to the author of the issue', async () => {
    for (const client of [owner.client, forge.root.sudo(owner.id)])
      expect(await client.delete(at)).toEqual(answered(403, { message: '403 Forbidden' }));
  });

  it('succeeds once of 5 concurrent requests', async () => {
    const tries = await Promise.all(Array.from({ length: 5 }, () => ada.client.delete(at)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });
});
