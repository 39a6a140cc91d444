import { returnsNotFoundForUnknownIds } from '../behaviours/unknown-ids.js';
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

    it('returns 200 and the award, then 404', async () => {
      expect(await ada.client.delete(at)).toEqual(withdrawn());
      expect(await ada.client.delete(at)).toEqual(notFound);
      expect(await ada.client.get(`${awardable.at}/award_emoji`)).toEqual(answered(200, []));
    });

    it('allows giving the award again', async () => {
      await ada.client.delete(at);
      expect((await give()).status).toBe(201);
    });

    it('lets administrators withdraw it, and administrators who act as its giver', async () => {
      expect(await forge.root.delete(at)).toEqual(withdrawn());
      const { body } = await give();
      const again = `${awardable.at}/award_emoji/${body.id}`;
      expect((await forge.root.sudo(ada.id).delete(again)).status).toBe(200);
    });

    it('returns 403 to others, even to the author of the awardable', async () => {
      const outsider = await forge.seed.user();
      for (const client of [owner.client, outsider.client, forge.root.sudo(owner.id)]) {
        expect(await client.delete(at)).toEqual(answered(403, { message: '403 Forbidden' }));
      }
    });

    it('returns 404 below another awardable', async () => {
      const beside = await make(forge.seed, project, owner);
      expect(await ada.client.delete(`${beside.at}/award_emoji/${award.id}`)).toEqual(notFound);
      expect((await ada.client.get(at)).status).toBe(200);
    });

    it('succeeds once of 5 concurrent requests', async () => {
      const tries = await Promise.all(Array.from({ length: 5 }, () => ada.client.delete(at)));
      expect(tries.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    });

    returnsNotFoundForUnknownIds('Award Emoji', (id) => {
      return { client: forge.root, method: 'DELETE', path: `${awardable.at}/award_emoji/${id}` };
    });
  },
);
