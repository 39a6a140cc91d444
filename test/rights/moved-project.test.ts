import { startForge, type Forge } from '../support/app.js';
import { Interleaving } from '../support/interleaving.js';
import type { Answer, Client } from '../support/client.js';
import { LEVEL, type Resource, type SeededUser } from '../support/seed.js';

let forge: Forge;
let ada: SeededUser;
let bob: SeededUser;
let project: Resource;
/** The path of the project before it moves. */
let at: string;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());
beforeEach(async () => {
  [ada, bob] = [await forge.seed.user(), await forge.seed.user()];
  project = await forge.seed.project(ada, { path: 'engine' });
  at = `/projects/${ada.username}%2Fengine`;
  await forge.seed.member(project, bob, LEVEL.master);
});

async function during(send: () => Promise<Answer>, act: () => Promise<unknown>) {
  const interleaving = new Interleaving(forge);
  const { answer } = await interleaving.hold(send);
  await act();
  interleaving.release();
  const { status, body } = await answer;
  return [status, (body as { message?: unknown }).message];
}

describe('a request that waits while its project gets another path', () => {
  const ISSUE = { title: 'T' };
  const MERGE_REQUEST = { title: 'T', source_branch: 'a', target_branch: 'b' };
  const SNIPPET = { title: 'T', file_name: 'a.rb', code: 'a', visibility_level: 0 };
  const PUSH = { before: 'a', after: 'b', ref: 'refs/heads/master' };
  const ITEMS = [
    ['issues', ISSUE],
    ['merge_requests', MERGE_REQUEST],
    ['snippets', SNIPPET],
  ] as const;

  const move = async () => {
    expect((await ada.client.put(project.at, { path: 'moved' })).status).toBe(200);
    await forge.seed.project(ada, { path: 'engine' });
  };

  it.each([...ITEMS, ['push_events', PUSH] as const])(
    'writes to the project that it found first: POST %s',
    async (kind, given) => {
      const create = () => bob.client.post(`${at}/${kind}`, given);
      expect(await during(create, move)).toEqual([201, undefined]);
    },
  );

  it.each(ITEMS)('changes and deletes an item that it found first: %s', async (kind, given) => {
    const { body } = await bob.client.post<Resource>(`${at}/${kind}`, given);
    const change = () => bob.client.put(`${at}/${kind}/${body.id}`, { title: 'New' });
    expect(await during(change, move)).toEqual([200, undefined]);
    const moved = `/projects/${ada.username}%2Fmoved/${kind}/${body.id}`;
    expect((await bob.client.get(moved)).body).toMatchObject({ title: 'New' });
    const remove = () => forge.root.delete(moved);
    const moveOn = () => ada.client.put(project.at, { path: 'moved-on' });
    expect(await during(remove, moveOn)).toEqual([200, undefined]);
  });

  it('keeps the iids of both projects usable', async () => {
    for (let n = 0; n < 3; n++) await forge.seed.issue(project, ada);
    expect(await during(() => bob.client.post(`${at}/issues`, ISSUE), move)).toEqual([
      201,
      undefined,
    ]);
    const iidOf = async (path: string) =>
      (await ada.client.post<Resource>(path, ISSUE)).body['iid'];
    expect(await iidOf(`${project.at}/issues`)).toBe(5);
    expect(await iidOf(`${at}/issues`)).toBe(1);
  });

  it.each([
    ['PUT', (client: Client) => client.put(at, { description: 'd' })],
    ['DELETE', (client: Client) => client.delete(at)],
  ])('returns 404 to the owner of the project that has the path then: %s', async (_, send) => {
    const admin = await forge.seed.admin();
    const own = await forge.seed.project(admin, { path: 'engine' });
    const takePath = async () => {
      await forge.root.put(ada.at, { username: `${ada.username}-moved` });
      await forge.root.put(admin.at, { username: ada.username, admin: false });
    };
    expect(await during(() => send(admin.client), takePath)).toEqual([
      404,
      '404 Project Not Found',
    ]);
    for (const one of [project, own])
      expect((await forge.root.get(one.at)).body).toMatchObject({ id: one.id });
    expect((await ada.client.get<Resource>(project.at)).body['description']).toBe(
      project['description'],
    );
  });
});
