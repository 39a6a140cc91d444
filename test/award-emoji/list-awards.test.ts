import { paginated } from '../behaviours/paginated.js';
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

describe.each(AWARDABLES)('GET /projects/:id/$awardable/award_emoji', ({ type, make }) => {
  let awardable: Resource;
  const given: number[] = [];

  beforeAll(async () => {
    awardable = await make(forge.seed, project, owner);
    for (const name of ['tada', 'heart', 'rocket', 'eyes', '100']) {
      const { body } = await ada.client.post<Resource>(`${awardable.at}/award_emoji`, { name });
      given.push(body.id);
    }
  });

  it('returns 200 and the awards, oldest first', async () => {
    const other = await make(forge.seed, project, owner);
    const awards = `${other.at}/award_emoji`;
    const { body: one } = await ada.client.post<Resource>(awards, { name: 'thumbsup' });
    const { body: two } = await owner.client.post<Resource>(awards, { name: 'tada' });
    const awardable_type = type;
    expect(await ada.client.get(awards)).toEqual(
      answered(200, [
        awardView(forge, other, ada, { id: one.id, name: 'thumbsup', awardable_type }),
        awardView(forge, other, owner, { id: two.id, name: 'tada', awardable_type }),
      ]),
    );
  });

  it('returns no awards of another awardable', async () => {
    const other = await make(forge.seed, project, owner);
    expect(await ada.client.get(`${other.at}/award_emoji`)).toEqual(answered(200, []));
  });

  it('shows the current state of the user who gave it', async () => {
    const mallory = await forge.seed.user();
    const other = await make(forge.seed, project, owner);
    await mallory.client.post(`${other.at}/award_emoji`, { name: 'tada' });
    await forge.root.put(`${mallory.at}/block`);
    const { body } = await ada.client.get(`${other.at}/award_emoji`);
    expect(body).toMatchObject([{ user: { id: mallory.id, state: 'blocked' } }]);
  });

  paginated(() => ({
    client: ada.client,
    path: `${awardable.at}/award_emoji?x=y`,
    ids: given,
  }));
});
