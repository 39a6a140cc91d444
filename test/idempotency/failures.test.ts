import { ROOT, startForge, type Forge } from '../support/app.js';
import { countEveryRow, everyRow, sql } from '../support/internals.js';
import { openMailbox } from '../support/mailbox.js';
import { failAt, injectFailures } from '../support/injected-failures.js';
import { anIssue, newKey, REPLAYED, send, storedRows } from './keyed.js';

describe('a request that fails', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  it.each([
    ['400', {}, 400],
    ['400 for one of two parameters', { body: 'Once', created_at: 'never' }, 400],
  ])('stores nothing, and the key works for a corrected request: %s', async (_, given, status) => {
    const { post, notes } = await anIssue(forge);
    const key = newKey();
    const rows = await everyRow(forge);
    for (const attempt of [1, 2])
      expect([attempt, await post(key, given)]).toMatchObject([
        attempt,
        { status, isReplay: false },
      ]);
    expect(await everyRow(forge)).toEqual(rows);
    const first = await post(key);
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect(await post(key)).toMatchObject({ ...REPLAYED, text: first.text });
    expect(await notes()).toHaveLength(1);
  });

  it('stores nothing: 404 of the project, which exists a moment later', async () => {
    const author = await forge.seed.user();
    const caller = { token: author.token, key: newKey() };
    const path = `/projects/${author.username}%2Flater/issues`;
    const given = { title: 'Early' };
    expect(await send(forge, caller, path, given)).toMatchObject({ status: 404 });
    await forge.seed.project(author, { name: 'later' });
    expect(await send(forge, caller, path, given)).toMatchObject({ status: 201, isReplay: false });
    expect(await send(forge, caller, path, given)).toMatchObject(REPLAYED);
  });

  it('stores nothing: 403 for a member, who becomes a developer', async () => {
    const { author, issue } = await anIssue(forge);
    const project = { id: 0, at: issue.at.replace(/\/issues.*/, '') };
    const user = await forge.seed.user();
    await forge.seed.member(project, user, 20);
    const caller = { token: user.token, key: newKey() };
    const path = `${project.at}/merge_requests`;
    const given = { title: 'x', source_branch: 'a', target_branch: 'b' };
    expect(await send(forge, caller, path, given)).toMatchObject({ status: 403 });
    await author.client.put(`${project.at}/members/${user.id}`, { access_level: 30 });
    expect(await send(forge, caller, path, given)).toMatchObject({ status: 201, isReplay: false });
  });

  it('stores nothing: 409 of a user whose name is taken', async () => {
    const { username } = await forge.seed.user();
    const email = `${username}@other.example`;
    const given = { username, name: 'x', email, password: 'a good password' };
    const caller = { token: ROOT.token, key: newKey() };
    const rows = await everyRow(forge);
    for (const attempt of [1, 2])
      expect([attempt, await send(forge, caller, '/users', given)]).toMatchObject([
        attempt,
        { status: 409, body: { message: 'Username has already been taken' }, isReplay: false },
      ]);
    expect(await everyRow(forge)).toEqual(rows);
  });

  it('stores nothing: 404 for every failure of POST /users/:id/keys', async () => {
    const user = await forge.seed.user();
    const caller = { token: ROOT.token, key: newKey() };
    const answer = await send(forge, caller, `${user.at}/keys`, { title: 'x', key: 'y' });
    expect(answer).toMatchObject({ status: 404, isReplay: false });
    expect(await storedRows(forge, caller.key)).toEqual([]);
  });
});

describe('a database that fails while a request writes', () => {
  let forge: Forge;
  beforeEach(async () => {
    forge = await startForge();
  });
  afterEach(() => forge.close());

  it('leaves no part of the request, and a retry creates it once', async () => {
    const { post, notes } = await anIssue(forge);
    await injectFailures(forge);
    const writtenRows = async () => ({ ...(await everyRow(forge)), stored_responses: [] });
    for (let n = 1; ; n++) {
      const key = newKey();
      const rows = await writtenRows();
      const { length } = await notes();
      await failAt(forge, n);
      const { status } = await post(key);
      await failAt(forge, 0);
      if (status === 201) {
        // The claim, the note, its event, the issue and the response.
        expect(n).toBeGreaterThan(5);
        break;
      }
      expect([n, status]).toEqual([n, 500]);
      expect(await writtenRows()).toEqual(rows);
      // Where the claim could not be given back, it expires.
      await sql(forge, 'UPDATE stored_responses SET expires_at = 0 WHERE body IS NULL');
      const first = await post(key);
      expect(first).toMatchObject({ status: 201, isReplay: false });
      expect(await post(key)).toMatchObject({ ...REPLAYED, text: first.text });
      expect(await notes()).toHaveLength(length + 1);
    }
  });
});

describe('a mail', () => {
  const person = (username: string) => ({
    ...{ username, name: 'x', password: 'a good password' },
    email: `${username}@example.com`,
  });

  it('is sent once, after the commit', async () => {
    const mailbox = await openMailbox();
    const forge = await startForge({ SMTP_URL: mailbox.url });
    await injectFailures(forge);
    const caller = { token: ROOT.token, key: newKey() };
    const before = await countEveryRow(forge);
    for (let n = 1; ; n++) {
      await failAt(forge, n);
      const { status } = await send(forge, caller, '/users', person('first'));
      await failAt(forge, 0);
      if (status === 201) break;
      await sql(forge, 'DELETE FROM stored_responses');
      expect(await countEveryRow(forge)).toEqual(before);
    }
    await send(forge, caller, '/users', person('first'));
    await send(forge, { token: ROOT.token }, '/users', person('second'));
    const mails = [await mailbox.next(), await mailbox.next()];
    expect(mails.map(({ to }) => to).sort()).toEqual([
      ['first@example.com'],
      ['second@example.com'],
    ]);
    await forge.close();
    await mailbox.close();
  });
});
