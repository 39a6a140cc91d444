import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
import { additionsOf, KINDS } from './kinds.js';

let forge: Forge;
let ada: SeededUser;

beforeAll(async () => {
  forge = await startForge();
});
beforeEach(async () => {
  ada = await forge.seed.user();
});
afterAll(() => forge.close());

const ADDITIONS = KINDS.flatMap((kind) =>
  additionsOf(kind.plural).map((addition) => ({ ...kind, ...addition, addTo: addition.add })),
);

describe.each(ADDITIONS)('POST $route', (addition) => {
  const { plural, given, view, taken, failure, addTo } = addition;
  const refused = () => answered(failure, { message: taken });

  it('returns 201 and adds it to the user alone', async () => {
    const params = given();
    const answer = await addTo(forge, ada, params);
    expect(answer).toEqual(answered(201, view(params)));
    expect(await ada.client.get(`/user/${plural}`)).toEqual(answered(200, [answer.body]));
    expect((await forge.root.get(`/user/${plural}`)).body).toEqual([]);
  });

  it('ignores parameters for what the service decides', async () => {
    const params = given();
    const more = { id: 7, uid: 1, user_id: 1, is_primary: true, fingerprint: 'x' };
    expect(await addTo(forge, ada, { ...params, ...more })).toEqual(answered(201, view(params)));
    expect((await forge.root.get(`/user/${plural}`)).body).toEqual([]);
  });

  it('accepts a form', async () => {
    const params = given();
    const form = new URLSearchParams({ id: '1', uid: '1', ...params });
    expect(await addTo(forge, ada, form)).toEqual(answered(201, view(params)));
    expect((await forge.root.get(`/user/${plural}`)).body).toEqual([]);
  });

  it('rejects a duplicate of the same user', async () => {
    const params = given();
    await addTo(forge, ada, params);
    expect(await addTo(forge, ada, params)).toEqual(refused());
  });

  it('rejects a duplicate of another user', async () => {
    const params = given();
    const bob = await forge.seed.user();
    await bob.client.post(`/user/${plural}`, params);
    expect(await addTo(forge, ada, params)).toEqual(refused());
  });

  it('accepts a value that its owner has deleted', async () => {
    const params = given();
    const bob = await forge.seed.user();
    const { body } = await bob.client.post<{ id: number }>(`/user/${plural}`, params);
    await bob.client.delete(`/user/${plural}/${body.id}`);
    expect((await addTo(forge, ada, params)).status).toBe(201);
  });

  it('accepts a value of a deleted user', async () => {
    const params = given();
    const bob = await forge.seed.user();
    await bob.client.post(`/user/${plural}`, params);
    await forge.root.delete(bob.at);
    expect((await addTo(forge, ada, params)).status).toBe(201);
  });
});

describe.each(KINDS)('POST /user/$plural', ({ plural, given }) => {
  it('adds to the user of sudo', async () => {
    const { status, body } = await forge.root.sudo(ada.id).post(`/user/${plural}`, given());
    expect(status).toBe(201);
    expect((await ada.client.get(`/user/${plural}`)).body).toEqual([body]);
  });
});

describe.each(KINDS)('POST /users/:id/$plural', ({ plural, given }) => {
  it('adds to a blocked user', async () => {
    await forge.root.put(`${ada.at}/block`);
    expect((await forge.root.post(`${ada.at}/${plural}`, given())).status).toBe(201);
  });

  it('returns 404 for an unknown user before it validates the parameters', async () => {
    expect(await forge.root.post(`/users/999999/${plural}`, { key: 'x', email: 'x' })).toEqual(
      answered(404, { message: '404 User Not Found' }),
    );
  });

  it('returns 400 for malformed JSON', async () => {
    const client = forge.root.type('application/json');
    const answer = await client.post(`${ada.at}/${plural}`, '{"title":');
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: expect.stringMatching(/^400 Bad Request - /) as unknown },
    ]);
  });

  it('returns 415 for a body in plain text', async () => {
    const answer = await forge.root.type('text/plain').post(`${ada.at}/${plural}`, 'title=T');
    expect(answer.status).toBe(415);
  });
});
