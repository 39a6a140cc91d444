import { ROOT, startForge, type Forge } from '../support/app.js';
import { VISIBILITY } from '../support/seed.js';
import { anIssue, newKey, REPLAYED, send, storedRows } from './keyed.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const BODY = { body: 'Once' };

describe('a key', () => {
  it('belongs to one user', async () => {
    const { issue, author, path, post, notes } = await anIssue(forge);
    await author.client.put(issue.at.replace(/\/issues.*/, ''), {
      visibility_level: VISIBILITY.public,
    });
    const other = await forge.seed.user();
    const key = newKey();
    const first = await post(key);
    const second = await send(forge, { token: other.token, key }, path, BODY);
    expect(second).toMatchObject({ status: 201, isReplay: false });
    expect(second.body).toMatchObject({ author: { id: other.id } });
    expect(await notes()).toHaveLength(2);
    expect(await post(key)).toMatchObject({ ...REPLAYED, text: first.text });
  });

  it('belongs to one route', async () => {
    const { author, issue, path, post } = await anIssue(forge);
    const key = newKey();
    const caller = { token: author.token, key };
    await post(key);
    const project = issue.at.replace(/\/issues.*/, '');
    const snippet = await forge.seed.snippet({ id: 0, at: project }, author);
    for (const other of [`${snippet.at}/notes`, `${path}/1/award_emoji`, `${project}/issues`])
      expect(await send(forge, caller, other, BODY)).toMatchObject({ isReplay: false });
    expect(await storedRows(forge, key)).toHaveLength(2);
  });

  it('belongs to the effective user of a request with sudo', async () => {
    const { author, path, post, notes } = await anIssue(forge);
    const key = newKey();
    const asRoot = { token: ROOT.token, key };
    const sudo = { ...asRoot, headers: { sudo: author.username } };
    const first = await send(forge, sudo, path, BODY);
    expect(first.body).toMatchObject({ author: { id: author.id } });
    expect(await post(key)).toMatchObject({ ...REPLAYED, text: first.text });
    const own = await send(forge, asRoot, path, BODY);
    expect(own).toMatchObject({ status: 201, isReplay: false, body: { author: { id: 1 } } });
    expect(await notes()).toHaveLength(2);
  });
});

describe('the rights of the caller', () => {
  it('are checked before a response is returned again: 401 for a blocked user', async () => {
    const { author, post } = await anIssue(forge);
    const key = newKey();
    const first = await post(key);
    await forge.root.put(`${author.at}/block`);
    expect(await post(key)).toMatchObject({ status: 401, isReplay: false });
    await forge.root.put(`${author.at}/unblock`);
    expect(await post(key)).toMatchObject({ ...REPLAYED, text: first.text });
  });

  it('are checked before a response is returned again: 403 for a former administrator', async () => {
    const admin = await forge.seed.admin();
    const email = 'created@example.com';
    const given = { username: 'created', name: 'Created', email, password: 'a good password' };
    const caller = { token: admin.token, key: newKey() };
    expect(await send(forge, caller, '/users', given)).toMatchObject({ status: 201 });
    expect(await send(forge, caller, '/users', given)).toMatchObject(REPLAYED);
    await forge.root.put(admin.at, { admin: false });
    expect(await send(forge, caller, '/users', given)).toMatchObject({ status: 403 });
  });

  it('are checked for sudo: 403 without administrator rights, 404 for an unknown user', async () => {
    const { author, path, post } = await anIssue(forge);
    const key = newKey();
    await post(key);
    for (const [token, status] of [
      [author.token, 403],
      [ROOT.token, 404],
    ] as const) {
      const sudo = { token, key, headers: { sudo: 'nobody-has-this-name' } };
      expect(await send(forge, sudo, path, BODY)).toMatchObject({ status, isReplay: false });
    }
  });
});

describe('operations that create nothing', () => {
  it('ignore the header, even an invalid one: GET, PUT and DELETE', async () => {
    const { author, issue } = await anIssue(forge);
    const key = newKey();
    for (const header of [key, key, 'in valid', 'x'.repeat(256)]) {
      const caller = { token: author.token, key: header };
      for (const method of ['GET', 'PUT'])
        expect(await send(forge, { ...caller, method }, issue.at)).toMatchObject({
          status: 200,
          isReplay: false,
        });
    }
    const remove = { token: author.token, key, method: 'DELETE' };
    expect(await send(forge, remove, issue.at)).toMatchObject({ status: 200 });
    expect(await send(forge, remove, issue.at)).toMatchObject({ status: 404 });
    expect(await storedRows(forge, key)).toEqual([]);
  });

  it('ignore the header, even an invalid one: POST /session', async () => {
    const { username: login, password } = await forge.seed.user();
    const key = newKey();
    for (const header of [key, key, 'in valid'])
      expect(
        await send(forge, { token: '', key: header }, '/session', { login, password }),
      ).toMatchObject({ status: 201, isReplay: false });
    expect(
      await send(forge, { token: '', key }, '/session', { login, password: 'wrong' }),
    ).toMatchObject({ status: 401 });
    expect(await storedRows(forge, key)).toEqual([]);
  });

  it('ignore the header: POST /users/:id/block', async () => {
    const user = await forge.seed.user();
    const caller = { token: ROOT.token, key: newKey() };
    const path = `${user.at}/block`;
    expect(await send(forge, caller, path)).toMatchObject({ body: true, isReplay: false });
    expect(await send(forge, caller, path)).toMatchObject({ body: false, isReplay: false });
  });
});
