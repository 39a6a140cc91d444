import { mock } from 'node:test';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { engineOf, everyRow, rowsReferencingUser, sql, write } from '../support/internals.js';
import { anIssue, newKey, REPLAYED, send, storedRows } from './keyed.js';

describe('the table of stored responses', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  const table = async () => JSON.stringify((await everyRow(forge))['stored_responses']);

  it('has no token in the clear, neither of the request nor of the response', async () => {
    const { author, path, post } = await anIssue(forge);
    const body = `My token is ${author.token}`;
    await post(newKey(), { body });
    await send(forge, { token: '', key: newKey() }, path, { private_token: author.token, body });
    const text = await table();
    expect(text).not.toContain(author.token);
    expect(text).not.toContain(Buffer.from(author.token).toString('base64url').slice(0, 20));
  });

  it('has neither a password nor a hash that could be guessed from it', async () => {
    const password = 'a password in a request';
    const given = { username: 'secret', name: 'x', email: 'secret@example.com', password };
    const [a, b] = [newKey(), newKey()];
    const first = await send(forge, { token: ROOT.token, key: a }, '/users', given);
    expect(first).toMatchObject({ status: 201 });
    expect(await table()).not.toContain(password);
    // The fingerprint depends on SECRET_KEY.
    const other = await startForge({ SECRET_KEY: 'another secret key that is long enough' });
    await send(other, { token: ROOT.token, key: b }, '/users', given);
    const fingerprint = async (of: Forge, key: string) =>
      (await sql<Record<string, unknown>>(of, 'SELECT * FROM stored_responses')).find(
        (row) => row['request_key'] === key,
      )?.['fingerprint'];
    expect(await fingerprint(forge, a)).toMatch(/^[0-9a-f]{64}$/);
    expect(await fingerprint(other, b)).toMatch(/^[0-9a-f]{64}$/);
    expect(await fingerprint(other, b)).not.toBe(await fingerprint(forge, a));
    await other.close();
  });

  it('loses the rows of a deleted user', async () => {
    const { author, issue, post } = await anIssue(forge);
    const key = newKey();
    await post(key);
    await send(forge, { token: ROOT.token, key }, `${issue.at}/notes`, { body: 'Once' });
    expect(await storedRows(forge, key)).toHaveLength(2);
    expect(await forge.root.delete(author.at)).toMatchObject({ status: 200 });
    expect(await rowsReferencingUser(forge, author)).toEqual([]);
    expect((await storedRows(forge, key)).map(({ user_id }) => user_id)).toEqual([1]);
  });

  it('keeps the effective user, the route and the key of each response', async () => {
    const { author, post } = await anIssue(forge);
    const key = newKey();
    await post(key);
    const [row] = await storedRows(forge, key);
    expect(row).toMatchObject({
      route: '/api/v3/projects/:id/issues/:issue_id/notes',
      request_key: key,
    });
    expect(row?.user_id).toBe(author.id);
  });
});

describe('expired responses', () => {
  const INSERT = `INSERT INTO stored_responses
    (user_id, route, request_key, fingerprint, claim, expires_at)
    VALUES (1, 'x', :key, 'x', 'x', :expires)`;

  it('are deleted every minute in batches of 500, and others are kept', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const forge = await startForge();
    const { post } = await anIssue(forge);
    const key = newKey();
    await post(key);
    for (let n = 0; n < 1_100; n++)
      await write(forge, INSERT, { key: `old-${n}`, expires: Date.now() - n });
    const engine = engineOf(forge);
    const send = engine.write.bind(engine);
    const deleted: number[] = [];
    const isDone = new Promise<void>((resolve) => {
      engine.write = async (...args) => {
        const outcome = await send(...args);
        deleted.push(outcome.matched);
        if (outcome.matched < 500) resolve();
        return outcome;
      };
    });
    try {
      mock.timers.tick(60_000);
      await isDone;
    } finally {
      mock.timers.reset();
      Reflect.deleteProperty(engine, 'write');
    }
    expect(deleted).toEqual([500, 500, 100]);
    const left = await sql<{ request_key: string }>(forge, 'SELECT * FROM stored_responses');
    expect(left.map(({ request_key }) => request_key)).toEqual([key]);
    expect(await post(key)).toMatchObject(REPLAYED);
    await forge.close();
  });
});
